public import ResponderCore

/// A text, in lines.
///
/// The lines are the pieces between line ends. They stand in a balanced tree: the cost of an edit grows with the
/// logarithm of the number of lines and with the length of the lines that it touches, not with the length of the text.
///
/// All line ends become line feeds when a text comes in: CR LF, CR, NEL, and the separators of lines and paragraphs.
/// Everything else is kept, control characters and NUL too. A grapheme cluster never crosses a line end, nor does a
/// word.
///
/// A text is changed by its ``TextEditor`` only.
@MainActor
public final class TextStorage {
    private(set) var lines: SumTree<TextLine>
    /// Counts the changes of the text.
    public private(set) var revision = 0
    /// The layout, which is told of each change; there is at most one.
    weak var layout: TextLayout?
    /// How many bytes of lines all changes together have copied: a measure of their cost.
    private(set) var bytesTouched = 0

    /// A storage of this text.
    ///
    /// - Complexity: Linear in the text; allocates a copy of it.
    public init(_ text: String = "") {
        lines = SumTree(text.withUnifiedLineEnds().splitIntoLines().map { TextLine(String($0)) })
    }

    // MARK: Reading

    /// How many bytes of UTF-8 the text has; a line end has one.
    public var utf8Count: Int { lines.sum.bytes - 1 }
    /// How many grapheme clusters the text has; a line end is one.
    public var characterCount: Int { lines.sum.characters - 1 }
    /// How many lines the text has: one more than it has line ends.
    public var lineCount: Int { lines.count }
    /// Whether there is no character in the text.
    public var isEmpty: Bool { utf8Count == 0 }
    /// The position before the first character.
    public var beginning: TextPosition { TextPosition(utf8Offset: 0) }
    /// The position after the last character.
    public var end: TextPosition { TextPosition(utf8Offset: utf8Count) }

    /// The whole text, with a line feed for each line end; linear in its length.
    public var text: String { text(from: 0, to: utf8Count) }

    /// The text between two positions, with a line feed for each line end.
    ///
    /// - Complexity: O(log *n*) for *n* lines, and linear in the lines of the range; allocates the string.
    public func text(in range: Range<TextPosition>) -> String {
        text(from: position(at: range.lowerBound).utf8Offset, to: position(at: range.upperBound).utf8Offset)
    }

    /// A line, without its line end.
    ///
    /// - Parameter index: The number of the line, from 0 to less than ``lineCount``.
    /// - Complexity: O(log *n*) for *n* lines; no allocation.
    public func line(at index: Int) -> String { lines[index].text }

    /// The range of a line, without its line end.
    ///
    /// - Parameter index: The number of the line, from 0 to less than ``lineCount``.
    /// - Complexity: O(log *n*) for *n* lines; no allocation.
    public func range(ofLine index: Int) -> Range<TextPosition> {
        let start = lines.sum(before: index).bytes
        return TextPosition(utf8Offset: start)..<TextPosition(utf8Offset: start + lines[index].text.utf8.count)
    }

    /// The number of the line that a position is in, from 0.
    ///
    /// - Complexity: O(log *n*) for *n* lines; no allocation.
    public func lineIndex(of position: TextPosition) -> Int { locate(position.utf8Offset).index }

    /// A place in the text, as its line and the bytes before it.
    struct Place {
        /// The number of the line.
        var index: Int
        /// The offset of the line in the text.
        var start: Int
        /// The offset in the line.
        var column: Int
        var line: String

        func position(_ column: Int) -> TextPosition { TextPosition(utf8Offset: start + column) }
    }

    /// The line of an offset.
    ///
    /// An offset beyond the end counts as the end.
    func locate(_ offset: Int) -> Place {
        let offset = min(offset, utf8Count)
        let (index, before, _) = lines.first { $0.bytes > offset }
        return Place(index: index, start: before.bytes, column: offset - before.bytes, line: lines[index].text)
    }

    /// The place of a cluster's boundary at a position or before it.
    func place(of position: TextPosition) -> Place {
        var place = locate(position.utf8Offset)
        place.column = place.line.cluster(atOrBefore: place.column)
        return place
    }

    func text(from start: Int, to end: Int) -> String {
        guard start < end else { return "" }
        let first = locate(start)
        var result = ""
        result.reserveCapacity(end - start)
        var (column, left) = (first.column, end - start)
        lines.forEach(from: first.index) { line in
            let taken = min(line.text.utf8.count - column, left)
            result += line.text.bytes(column..<column + taken)
            left -= taken
            if left == 0 { return false }
            result += "\n"
            (column, left) = (0, left - 1)
            return left > 0
        }
        return result
    }

    // MARK: Changing

    /// Replaces a range of bytes, which must begin and end at boundaries of scalars, by a text whose line ends are line
    /// feeds.
    func replace(_ range: Range<Int>, with text: String) {
        let (first, last) = (locate(range.lowerBound), locate(range.upperBound))
        let joined = Self.join(first, text, last)
        let new = joined.splitIntoLines().map { TextLine(String($0)) }
        bytesTouched += first.line.utf8.count + last.line.utf8.count + joined.utf8.count
        lines.replace(first.index..<last.index + 1, with: new)
        revision += 1
        layout?.linesChanged(first.index..<last.index + 1, new: new.count)
    }

    /// How many clusters the text would have after `replace(_:with:)`.
    func characterCount(replacing range: Range<Int>, with text: some StringProtocol) -> Int {
        let (first, last) = (locate(range.lowerBound), locate(range.upperBound))
        let affected = lines.sum(before: last.index + 1).characters - lines.sum(before: first.index).characters - 1
        return characterCount - affected + Self.join(first, text, last).count
    }

    /// The part of a line before the first place, a text, and the part of a line behind the last place, as one string.
    private static func join(_ first: Place, _ text: some StringProtocol, _ last: Place) -> String {
        var joined = String(first.line.bytes(0..<first.column))
        joined.append(contentsOf: text)
        joined.append(contentsOf: last.line.bytes(last.column..<last.line.utf8.count))
        return joined
    }
}
