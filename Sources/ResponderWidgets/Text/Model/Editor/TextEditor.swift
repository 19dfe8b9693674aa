public import ResponderCore

/// Edits a text: keeps the selection, performs what keys do, marks text for an input method, and undoes changes.
///
/// This is the model of a text field or a text view, and has no view. A change is first a proposal, which a delegate
/// may see and refuse:
///
/// ```swift
/// let editor = TextEditor("Hello")
/// if let change = editor.insertion(of: "!"), delegate.mayChange(change.range, to: change.text) {
///     editor.apply(change)
/// }
/// ```
///
/// Every position that the editor returns is at the boundary of a grapheme cluster. A position that the editor is given
/// is moved to the boundary before it, within the text. Typed text may merge with the characters beside it, as a
/// combining mark does; the caret is then behind the merged character.
@MainActor
public final class TextEditor {
    /// The text.
    public let storage: TextStorage
    /// Where the rows are, for movements by rows; if nil, each line counts as a row, and columns are counted in
    /// characters.
    ///
    /// A ``TextLayout`` sets this property when it is made.
    public internal(set) var layout: TextLayout?

    /// How many grapheme clusters may be put into the text; nil for any number.
    ///
    /// The limit applies to insertions: a longer text is cut at the boundary of a cluster. The limit does not apply to
    /// ``setText(_:)`` or to undoing. Marked text may be longer until it is decided. A text that is longer already can
    /// become shorter, but not longer.
    public var maximumLength: Int?
    /// Whether inserted line ends are kept, as in a text view; otherwise they become spaces, as in a field.
    public var allowsLineEnds: Bool
    /// Whether the text is secret: a movement by a word then goes to an end of the text, so that words are not
    /// revealed.
    public var isSecure = false {
        didSet { layout?.isSecure = isSecure }
    }

    /// What is selected.
    public internal(set) var selection: TextSelection
    /// The distance from the row's beginning, in points or characters, that movements up and down aim at.
    var goal: Double?
    var log = TextUndoLog()
    var composition: TextComposition?

    /// An editor of this text, with the caret at its end.
    ///
    /// - Complexity: Linear in the text; allocates the storage.
    public init(_ text: String = "", allowsLineEnds: Bool = true) {
        self.allowsLineEnds = allowsLineEnds
        storage = TextStorage(allowsLineEnds ? text : text.withUnifiedLineEnds(" "))
        selection = TextSelection(storage.end)
    }

    /// The whole text, with a line feed for each line end; linear in its length.
    public var text: String { storage.text }

    /// The text that is selected.
    public var selectedText: String { storage.text(in: selection.range) }

    /// Makes another text the whole text, with the caret at its end.
    ///
    /// Changes of the former text can no longer be undone.
    ///
    /// - Complexity: Linear in both texts; allocates the lines.
    public func setText(_ text: String) {
        composition = nil
        log.clear()
        goal = nil
        storage.replace(0..<storage.utf8Count, with: unified(text))
        selection = TextSelection(storage.end)
    }

    // MARK: The selection

    /// Selects a part of the text.
    ///
    /// Marked text is decided; the next key begins a new undo step.
    ///
    /// - Complexity: O(log *n*) for *n* lines, and linear in the lines of the selection's ends; no allocation.
    public func select(_ selection: TextSelection) {
        unmarkText()
        log.close()
        goal = nil
        self.selection = TextSelection(
            anchor: storage.position(at: selection.anchor),
            head: storage.position(at: selection.head),
            affinity: selection.affinity
        )
    }

    /// Selects a range; a later extension moves the range's end.
    ///
    /// - Complexity: As for `select(_:)`.
    public func select(_ range: Range<TextPosition>) {
        select(TextSelection(anchor: range.lowerBound, head: range.upperBound))
    }

    /// Selects the whole text.
    ///
    /// - Complexity: As for `select(_:)`.
    public func selectAll() { select(storage.beginning..<storage.end) }

    /// Selects the word at a position, and returns its range; in a secure text, everything.
    ///
    /// - Complexity: O(log *n*) for *n* lines, and linear in the line; allocates for each character of the line.
    @discardableResult
    public func selectWord(at position: TextPosition) -> Range<TextPosition> {
        let range = word(at: position)
        select(range)
        return selection.range
    }

    /// The range of the word at a position, as ``TextStorage/word(at:)`` has it; in a secure text, everything.
    ///
    /// - Complexity: As for `selectWord(at:)`.
    public func word(at position: TextPosition) -> Range<TextPosition> {
        isSecure ? storage.beginning..<storage.end : storage.word(at: position)
    }

    // MARK: What stands between a text and this editor

    func unified(_ text: String) -> String { text.withUnifiedLineEnds(allowsLineEnds ? "\n" : " ") }

    /// The bytes of a range, from a boundary to a boundary.
    func bytes(of range: Range<TextPosition>) -> Range<Int> {
        storage.position(at: range.lowerBound).utf8Offset..<storage.position(at: range.upperBound).utf8Offset
    }

    /// The longest beginning of a text that may replace some bytes.
    ///
    /// With the result the whole text is no longer than allowed, or no longer than without the result.
    func limited(_ text: String, replacing bytes: Range<Int>) -> String {
        guard let maximumLength else { return text }
        // Each cluster has at least one byte, and an insertion may split off at most two clusters beside it.
        if storage.characterCount + text.utf8.count + 2 <= maximumLength { return text }
        let limit = max(maximumLength, storage.characterCount(replacing: bytes, with: ""))
        let excess = storage.characterCount(replacing: bytes, with: text) - limit
        if excess <= 0 { return text }
        // Each cluster counts as one, except at the two ends of the insertion, where clusters may merge or split.
        let count = text.count
        var left = min(count, max(0, count - excess + 4))
        while left > 0 {
            let cut = text.prefix(left)
            if storage.characterCount(replacing: bytes, with: cut) <= limit { return String(cut) }
            left -= 1
        }
        return ""
    }
}
