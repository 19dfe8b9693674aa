#if Wayland
internal import CResponderWayland
internal import ResponderKit

/// Text from the compositor's input methods and keyboards on the screen, by text-input-v3.
///
/// The compositor is told what text there is around the caret, and where the caret is, whenever the application's text
/// changes. What the input method composes is the text's marked text.
@MainActor
final class TextInputClient {
    private let application: Application
    private let input: OpaquePointer
    private var isEntered = false
    private var isEnabled = false
    /// How often the state was committed; the compositor names the number that it has seen.
    private var commits: UInt32 = 0
    /// What was told last.
    private var told: Surroundings?
    private weak var toldInput: (any KeyInput)?
    private var change = Change()

    /// What the input method asks for, until it says that this is all.
    private struct Change {
        var preedit: (text: String, caret: Int)?
        var commit: String?
        var (before, after): (UInt32, UInt32) = (0, 0)
    }

    /// What is around the caret.
    private struct Surroundings: Equatable {
        var text = ""
        /// In bytes of the text.
        var (caret, anchor): (Int32, Int32) = (0, 0)
        /// On the surface, in points.
        var caretRect = Rect.zero
        var isSecret = false
    }

    /// The protocol allows 4,000 bytes; these characters are told on each side of the caret.
    private static let (mostCharacters, mostBytes) = (400, 4000)

    init(_ input: OpaquePointer, _ application: Application) {
        (self.input, self.application) = (input, application)
        zwp_text_input_v3_add_listener(input, Self.listener, listenerData(self))
    }

    func close() { zwp_text_input_v3_destroy(input) }

    // MARK: To the compositor

    /// Tells the compositor of the text, if it has changed.
    func update() {
        guard isEntered else { return }
        guard let text = application.textInput else {
            if isEnabled { disable() }
            return
        }
        let surroundings = surroundings(of: text)
        let isNew = !isEnabled || toldInput !== text
        guard isNew || surroundings != told else { return }
        if isNew {
            unmark()
            zwp_text_input_v3_enable(input)
            zwp_text_input_v3_set_content_type(
                input,
                surroundings.isSecret
                    ? ZWP_TEXT_INPUT_V3_CONTENT_HINT_SENSITIVE_DATA.rawValue
                    : ZWP_TEXT_INPUT_V3_CONTENT_HINT_NONE.rawValue,
                surroundings.isSecret
                    ? ZWP_TEXT_INPUT_V3_CONTENT_PURPOSE_PASSWORD.rawValue
                    : ZWP_TEXT_INPUT_V3_CONTENT_PURPOSE_NORMAL.rawValue
            )
        }
        if !surroundings.isSecret {
            zwp_text_input_v3_set_surrounding_text(
                input,
                surroundings.text,
                surroundings.caret,
                surroundings.anchor
            )
        }
        func whole(_ points: Double) -> Int32 { Int32(min(max(points.rounded(), -32_768), 32_767)) }
        let caret = surroundings.caretRect
        zwp_text_input_v3_set_cursor_rectangle(
            input,
            whole(caret.minX),
            whole(caret.minY),
            max(1, whole(caret.width)),
            max(1, whole(caret.height))
        )
        (isEnabled, told, toldInput) = (true, surroundings, text)
        commit()
    }

    private func disable() {
        zwp_text_input_v3_disable(input)
        (isEnabled, told, toldInput) = (false, nil, nil)
        commit()
    }

    private func commit() {
        zwp_text_input_v3_commit(input)
        commits &+= 1
    }

    private func surroundings(of input: any KeyInput) -> Surroundings {
        var surroundings = Surroundings()
        surroundings.isSecret = input.isSecureTextEntry
        guard let input = input as? any TextInput else { return surroundings }
        let selection = input.selectedTextRange
        if let view = input as? View {
            surroundings.caretRect = view.convert(input.caretRect(for: selection.upperBound), to: nil)
            if !surroundings.caretRect.isFinite { surroundings.caretRect = .zero }
        }
        guard !surroundings.isSecret else { return surroundings }
        // The marked text is the input method's own.
        let marked = input.markedTextRange
        let (start, end) = (marked?.lowerBound ?? selection.lowerBound, marked?.upperBound ?? selection.upperBound)
        let first = input.position(start, offsetBy: -Self.mostCharacters)
        let last = input.position(end, offsetBy: Self.mostCharacters)
        let before = input.text(in: first..<start)
        let selected = marked == nil ? input.text(in: selection) : ""
        let after = input.text(in: end..<last)
        let text = before + selected + after
        guard text.utf8.count <= Self.mostBytes else { return surroundings }
        surroundings.text = text
        surroundings.anchor = Int32(before.utf8.count)
        surroundings.caret = Int32(before.utf8.count + selected.utf8.count)
        return surroundings
    }

    // MARK: From the compositor

    private func enter() {
        isEntered = true
        update()
    }

    private func leave() {
        isEntered = false
        unmark()
        if isEnabled { disable() }
    }

    private func unmark() {
        guard let text = toldInput as? any TextInput, text.markedTextRange != nil else { return }
        text.unmarkText()
    }

    /// Performs what was asked for, in the protocol's order.
    private func perform() {
        let change = change
        self.change = Change()
        guard isEnabled, let text = application.textInput, text === toldInput else { return }
        let rich = text as? any TextInput
        if rich?.markedTextRange != nil { rich?.setMarkedText("", selecting: nil) }
        if change.before > 0 || change.after > 0 { deleteAround(change.before, change.after, text) }
        if let commit = change.commit, !commit.isEmpty { text.insertText(commit) }
        if let preedit = change.preedit, !preedit.text.isEmpty {
            rich?.setMarkedText(preedit.text, selecting: preedit.caret..<preedit.caret)
        } else if rich?.markedTextRange != nil {
            rich?.unmarkText()
        }
        application.runLoop.setNeedsUpdate()
    }

    /// Deletes bytes before and behind the selection, by whole characters.
    private func deleteAround(_ before: UInt32, _ after: UInt32, _ text: any KeyInput) {
        guard let input = text as? any TextInput else {
            if before > 0 { text.deleteBackward() }
            return
        }
        let selection = input.selectedTextRange
        func characters(_ text: String, _ bytes: UInt32, fromEnd: Bool) -> Int {
            var (count, left) = (0, Int(min(bytes, UInt32(Self.mostBytes))))
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
        let end = input.position(selection.upperBound, offsetBy: characters(later, after, fromEnd: false))
        if after > 0 { input.replace(selection.upperBound..<end, withText: "") }
        let start = input.position(selection.lowerBound, offsetBy: -characters(former, before, fromEnd: true))
        if before > 0 { input.replace(start..<selection.lowerBound, withText: "") }
    }

    private static let listener = {
        var listener = zwp_text_input_v3_listener()
        listener.enter = { data, _, _ in withListener(data, TextInputClient.self) { $0.enter() } }
        listener.leave = { data, _, _ in withListener(data, TextInputClient.self) { $0.leave() } }
        listener.preedit_string = { data, _, text, start, _ in
            let text = text.map { String(cString: $0) } ?? ""
            withListener(data, TextInputClient.self) { client in
                let caret = start < 0 ? text.count : String(decoding: text.utf8.prefix(Int(start)), as: UTF8.self).count
                client.change.preedit = (text, min(caret, text.count))
            }
        }
        listener.commit_string = { data, _, text in
            let text = text.map { String(cString: $0) }
            withListener(data, TextInputClient.self) { $0.change.commit = text }
        }
        listener.delete_surrounding_text = { data, _, before, after in
            withListener(data, TextInputClient.self) { ($0.change.before, $0.change.after) = (before, after) }
        }
        // What was asked for before the last commit is performed too: the text may have changed little since.
        listener.done = { data, _, _ in withListener(data, TextInputClient.self) { $0.perform() } }
        return listenerTable(listener)
    }()
}
#endif
