public import ResponderCore

/// A proposed change of a text: a range, and the text that an editor would put in its place.
///
/// An editor makes the proposal, a delegate may refuse it, and ``TextEditor/apply(_:)`` performs it. The proposal
/// becomes void when the text changes in another way.
public struct TextReplacement: Hashable, Sendable {
    /// The cause of a change, which determines which changes are undone together.
    public enum Purpose: Hashable, Sendable {
        /// A key: it is undone together with the keys before it.
        case typing
        /// A text that comes in one piece: it is undone as a step of its own.
        case paste
        /// A deletion: it is undone together with those before it.
        case deletion
        /// An input method, whose text is marked until it is decided.
        case marking
    }

    /// The range that is replaced.
    public let range: Range<TextPosition>
    /// The new text, with a line feed for each line end, and cut to the maximum length.
    public let text: String
    /// The cause of the change.
    public let purpose: Purpose
    /// The bytes that are replaced.
    ///
    /// They are those of `range`, unless marked text has merged with a character beside it.
    let bytes: Range<Int>
    /// The part of the new text that is selected after marking, in bytes; nil for a caret behind it.
    var selected: Range<Int>?
    /// The text to which the proposal applies.
    let storage: ObjectIdentifier
    let revision: Int
}

/// What is deleted, from a caret.
public enum TextDeletion: Hashable, Sendable, CaseIterable {
    /// The character before the caret.
    case characterBackward
    /// The character behind the caret.
    case characterForward
    /// The text before the caret, back to the beginning of a word.
    case wordBackward
    /// The text behind the caret, up to the end of a word.
    case wordForward
    /// The text before the caret in its row; at the row's beginning, the character before the caret.
    case lineBackward
    /// The text behind the caret in its row; at the row's end, the character behind the caret.
    case lineForward
}

/// Where a caret goes.
///
/// Backward is towards the beginning of the text, in the logical order, also where the text runs from right to left.
public enum TextMovement: Hashable, Sendable, CaseIterable {
    /// To the character boundary before the caret; from a selection, to its beginning.
    case characterBackward
    /// To the character boundary behind the caret; from a selection, to its end.
    case characterForward
    /// To the beginning of the word.
    case wordBackward
    /// To the end of the word.
    case wordForward
    /// To the row above, near the column where the series of such movements began; from the first row to the text's
    /// beginning.
    case up
    /// To the row below, near the column where the series of such movements began; from the last row to the text's end.
    case down
    /// To the beginning of the row, as it is laid out.
    case lineBeginning
    /// To the end of the row, as it is laid out.
    case lineEnd
    /// To the beginning of the text.
    case textBeginning
    /// To the end of the text.
    case textEnd
}
