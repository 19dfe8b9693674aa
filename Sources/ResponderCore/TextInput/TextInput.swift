public import ResponderTouchInput

/// A responder that edits text, with the members that an input method reads and changes.
///
/// ``TextField`` and ``TextView`` are such responders; an app's own view may be one. Positions are those of the present
/// text. A position that a method is given may be any: it is moved to the boundary of a character before it, within the
/// text.
///
/// An input method shows the text that it will insert as marked text, by ``setMarkedText(_:selecting:)``. Marked text
/// is *decided* when ``KeyInput/insertText(_:)`` or ``unmarkText()`` makes it ordinary text. (`UITextInput`)
@MainActor
public protocol TextInput: KeyInput {
    /// The position before the first character.
    var beginningOfDocument: TextPosition { get }
    /// The position after the last character.
    var endOfDocument: TextPosition { get }
    /// What is selected; an empty range is the caret.
    ///
    /// Setting it decides marked text.
    var selectedTextRange: Range<TextPosition> { get set }
    /// The text that an input method may still change; nil when there is none.
    var markedTextRange: Range<TextPosition>? { get }

    /// The text of a range, with a line feed for each line end.
    func text(in range: Range<TextPosition>) -> String

    /// Replaces a range by a text, as the user would.
    func replace(_ range: Range<TextPosition>, withText text: String)

    /// Puts a text in the place of the marked text, or else of the selection, and marks it.
    ///
    /// - Parameters:
    ///   - text: The text; an empty text removes the marked text.
    ///   - selected: What is selected in the marked text, in bytes of UTF-8 from its beginning; nil for a caret behind
    ///     it.
    func setMarkedText(_ text: String, selecting selected: Range<Int>?)

    /// Decides marked text, which becomes ordinary text; does nothing without marked text.
    func unmarkText()

    /// The position `count` characters after a position, or before it if `count` is negative, within the text.
    func position(_ position: TextPosition, offsetBy count: Int) -> TextPosition

    /// Where the caret is shown at a position, in the responder's own coordinates.
    func caretRect(for position: TextPosition) -> Rect

    /// The nearest position to a point in the responder's own coordinates.
    func closestPosition(to point: Point) -> TextPosition
}
