/// A change of a text by an input method outside of the process; its parts are carried out in this order.
package struct TextChange: Hashable, Sendable {
    /// How many bytes of UTF-8 are deleted before the selection, and behind it, by whole characters.
    package var bytesBefore = 0
    package var bytesAfter = 0
    /// The text that is inserted.
    package var inserted = ""
    /// The text that is marked then; empty for none.
    package var marked = ""
    /// What is selected in the marked text, in bytes of UTF-8; nil for a caret behind the text.
    package var selection: Range<Int>?

    /// The most bytes that are deleted on a side.
    private static let mostBytes = 4000

    package init() {}

    /// Makes the change; a text that knows no marked text and no ranges gets the rest.
    @MainActor
    func perform(in text: any KeyInput) {
        let rich = text as? any TextInput
        if rich?.markedTextRange != nil { rich?.setMarkedText("", selecting: nil) }
        if bytesBefore > 0 || bytesAfter > 0 { delete(in: text) }
        if !inserted.isEmpty { text.insertText(inserted) }
        if !marked.isEmpty {
            rich?.setMarkedText(marked, selecting: selection)
        } else if rich?.markedTextRange != nil {
            rich?.unmarkText()
        }
    }

    @MainActor
    private func delete(in text: any KeyInput) {
        guard let input = text as? any TextInput else {
            if bytesBefore > 0 { text.deleteBackward() }
            return
        }
        let selection = input.selectedTextRange
        func characters(_ text: String, _ bytes: Int, fromEnd: Bool) -> Int {
            var (count, left) = (0, min(bytes, Self.mostBytes))
            for character in fromEnd ? Array(text.reversed()) : Array(text) {
                guard left > 0 else { break }
                left -= character.utf8.count
                count += 1
            }
            return count
        }
        let limit = Self.mostBytes
        let former = input.text(in: input.position(selection.lowerBound, offsetBy: -limit)..<selection.lowerBound)
        let later = input.text(in: selection.upperBound..<input.position(selection.upperBound, offsetBy: limit))
        let end = input.position(selection.upperBound, offsetBy: characters(later, bytesAfter, fromEnd: false))
        if bytesAfter > 0 { input.replace(selection.upperBound..<end, withText: "") }
        let start = input.position(selection.lowerBound, offsetBy: -characters(former, bytesBefore, fromEnd: true))
        if bytesBefore > 0 { input.replace(start..<selection.lowerBound, withText: "") }
    }

    /// A change of about the same length that tells nothing.
    var hidden: TextChange {
        var change = self
        change.inserted = String(repeating: "x", count: inserted.count)
        change.marked = String(repeating: "x", count: marked.count)
        change.selection = nil
        return change
    }
}
