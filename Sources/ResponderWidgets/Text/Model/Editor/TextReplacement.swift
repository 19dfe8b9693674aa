public import ResponderCore

/// A change of a text that is proposed: what an editor would put in the place of what.
///
/// An editor makes one, somebody looks at it, and ``TextEditor/apply(_:)`` performs it. It is void once the text has
/// changed otherwise.
public struct TextReplacement: Hashable, Sendable {
    /// What a change is made by; this decides which changes are undone together.
    public enum Purpose: Hashable, Sendable {
        /// A key: it is undone together with the keys before it.
        case typing
        /// Anything that comes in one piece: it is undone by itself.
        case paste
        /// A deletion: it is undone together with those before it.
        case deletion
        /// An input method, whose text is marked until it is decided.
        case marking
    }

    /// The range that goes.
    public let range: Range<TextPosition>
    /// The text that comes: with a line feed for each line end, and cut to the maximum length.
    public let text: String
    /// What the change is made by.
    public let purpose: Purpose
    /// The bytes that go.
    ///
    /// They are those of `range`, unless marked text has merged with a character beside it.
    let bytes: Range<Int>
    /// The part of the new text that is selected after marking, in bytes; nil for a caret behind it.
    var selected: Range<Int>?
    /// The text that this is a change of.
    let storage: ObjectIdentifier
    let revision: Int
}

/// What is deleted, from a caret.
public enum TextDeletion: Hashable, Sendable, CaseIterable {
    /// The character before the caret.
    case characterBackward
    /// The character behind the caret.
    case characterForward
    /// What is before the caret, up to the beginning of a word.
    case wordBackward
    /// What is behind the caret, up to the end of a word.
    case wordForward
    /// What is before the caret in its row; at its beginning, the character before.
    case lineBackward
    /// What is behind the caret in its row; at its end, the character behind.
    case lineForward
}

/// Where a caret goes.
///
/// Backward is towards the beginning of the text, in the logical order, also where the text runs from right to left.
public enum TextMovement: Hashable, Sendable, CaseIterable {
    /// To the next character's boundary; from a selection, to its beginning.
    case characterBackward
    /// To the next character's boundary; from a selection, to its end.
    case characterForward
    /// To the beginning of the word.
    case wordBackward
    /// To the end of the word.
    case wordForward
    /// To the row above, near the place where the first of such movements began; from the first row to the beginning.
    case up
    /// To the row below, near the place where the first of such movements began; from the last row to the end.
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
