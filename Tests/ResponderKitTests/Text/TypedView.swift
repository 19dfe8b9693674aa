import ResponderKitTesting

@testable import ResponderCore

/// A view that takes text, and notes nothing else.
class TypedView: View, KeyInput {
    var text = ""
    var onInsert: (@MainActor (String) -> Void)?
    var ownInputView: View?
    var ownAccessory: View?
    var askedViews = 0
    var keyboardType = KeyboardType.normal
    var returnKeyType = ReturnKeyType.normal
    var autocapitalizationType = AutocapitalizationType.none
    var enablesReturnKeyAutomatically = false
    var isSecureTextEntry = false

    var hasText: Bool { !text.isEmpty }

    func insertText(_ text: String) {
        self.text += text
        onInsert?(text)
    }

    func deleteBackward() {
        text = String(text.dropLast())
        onInsert?("")
    }

    override var canBecomeFirstResponder: Bool { true }
    override var inputView: View? {
        askedViews += 1
        return ownInputView
    }
    override var inputAccessoryView: View? { ownAccessory }
}

/// A view that becomes first responder without text.
final class PlainFirst: View {
    var ownInputView: View?
    var ownAccessory: View?
    override var canBecomeFirstResponder: Bool { true }
    override var inputView: View? { ownInputView }
    override var inputAccessoryView: View? { ownAccessory }
}

/// A view that takes text, and shows its caret, which is always at the end, in rows of 10 points.
final class CaretView: TypedView, TextInput {
    var beginningOfDocument: TextPosition { TextPosition(utf8Offset: 0) }
    var endOfDocument: TextPosition { TextPosition(utf8Offset: text.utf8.count) }
    var selectedTextRange: Range<TextPosition> {
        get { endOfDocument..<endOfDocument }
        set {}
    }
    var markedTextRange: Range<TextPosition>? { nil }

    func text(in range: Range<TextPosition>) -> String {
        String(decoding: Array(text.utf8)[range.lowerBound.utf8Offset..<range.upperBound.utf8Offset], as: UTF8.self)
    }
    func replace(_ range: Range<TextPosition>, withText text: String) {}
    func setMarkedText(_ text: String, selecting selected: Range<Int>?) {}
    func unmarkText() {}
    func position(_ position: TextPosition, offsetBy count: Int) -> TextPosition {
        TextPosition(utf8Offset: min(max(0, position.utf8Offset + count), text.utf8.count))
    }
    func caretRect(for position: TextPosition) -> Rect {
        Rect(0, Double(text.split(separator: "\n", omittingEmptySubsequences: false).count - 1) * 10, 2, 10)
    }
    func closestPosition(to point: Point) -> TextPosition { endOfDocument }
}

extension AppHarness {
    /// A view that takes text, first responder, with the application settled.
    func typing<Typed: TypedView>(_ view: Typed = TypedView(frame: Rect(0, 0, 100, 20))) -> Typed {
        add(view)
        view.becomeFirstResponder()
        settle()
        return view
    }

    /// The windows of input views that are shown.
    var inputWindows: [Window] { application.windows.filter(\.isForInput) }
}
