/// A place between two characters of a text, or at one of its ends.
///
/// A position is counted in bytes of UTF-8 from the beginning of the text; each line end counts as one byte. A position
/// that a text has returned is at the boundary of a grapheme cluster, until the text changes. Any other position is
/// moved to the boundary before it when it is used. A position beyond the text stands for the text's end.
///
/// - Complexity: O(1) without allocation, for each member that does not say otherwise.
public struct TextPosition: Hashable, Comparable, Sendable {
    /// The bytes of UTF-8 before the position.
    public let utf8Offset: Int

    /// The position behind a number of bytes of UTF-8; a negative number counts as 0.
    public init(utf8Offset: Int) {
        self.utf8Offset = max(0, utf8Offset)
    }

    /// Whether a position stands before another one.
    public static func < (first: TextPosition, second: TextPosition) -> Bool { first.utf8Offset < second.utf8Offset }
}

/// The side on which a position is shown that lies at a break of a line into rows.
public enum TextAffinity: Hashable, Sendable {
    /// At the beginning of the row below.
    case downstream
    /// At the end of the row above.
    case upstream
}

/// A place where a caret can be shown.
public struct TextCaret: Hashable, Sendable {
    /// The place in the text.
    public var position: TextPosition
    /// The row that shows the caret, if the position is the end of one row and the beginning of the next.
    public var affinity: TextAffinity

    /// A caret at this position.
    ///
    /// - Complexity: O(1); no allocation.
    public init(_ position: TextPosition, affinity: TextAffinity = .downstream) {
        self.position = position
        self.affinity = affinity
    }
}

/// The part of a text that is selected, with the end that moves.
///
/// - Complexity: O(1) without allocation, for each member that does not say otherwise.
public struct TextSelection: Hashable, Sendable {
    /// The end that stays when the selection is extended.
    public var anchor: TextPosition
    /// The end that moves.
    public var head: TextPosition
    /// The row that shows the head.
    public var affinity: TextAffinity

    /// The selection from an anchor to a head; the head may be before the anchor.
    public init(anchor: TextPosition, head: TextPosition, affinity: TextAffinity = .downstream) {
        self.anchor = anchor
        self.head = head
        self.affinity = affinity
    }

    /// A caret: nothing is selected.
    public init(_ caret: TextPosition, affinity: TextAffinity = .downstream) {
        self.init(anchor: caret, head: caret, affinity: affinity)
    }

    /// The range that is selected, whichever end moves.
    public var range: Range<TextPosition> { min(anchor, head)..<max(anchor, head) }
    /// Whether nothing is selected.
    public var isEmpty: Bool { anchor == head }
    /// The end that moves, as a caret.
    public var caret: TextCaret { TextCaret(head, affinity: affinity) }
}
