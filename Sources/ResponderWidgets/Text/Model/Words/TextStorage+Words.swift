public import ResponderCore

// Words, by Unicode's rules (UAX #29). A word never crosses a line end.
extension TextStorage {
    /// The range of the word at a position; without a word, of the spaces or the character there.
    ///
    /// At an edge of a word, the range is the word's; between two words, the second word's. In an empty line the range
    /// is empty.
    ///
    /// - Complexity: O(log *n*) for *n* lines, and linear in the line; allocates for each character of the line.
    public func word(at position: TextPosition) -> Range<TextPosition> {
        let place = place(of: position)
        let segment = place.line.wordSegment(at: place.column)
        return place.position(segment.start)..<place.position(segment.end)
    }

    /// The end of the word that a position is in or before; the text's end where there is none.
    ///
    /// - Complexity: O(log *n*) for *n* lines, and linear in the lines up to the word; allocates as `word(at:)` does.
    public func wordEnd(after position: TextPosition) -> TextPosition {
        let place = place(of: position)
        if let column = place.line.wordEnd(after: place.column) { return place.position(column) }
        var (start, result) = (place.start + place.line.utf8.count + 1, end)
        lines.forEach(from: place.index + 1) { line in
            if let column = line.text.wordEnd(after: 0) {
                result = TextPosition(utf8Offset: start + column)
                return false
            }
            start += line.sum.bytes
            return true
        }
        return result
    }

    /// The beginning of the word that a position is in or behind; the text's beginning where there is none.
    ///
    /// - Complexity: O(log *n*) for each line back to the word, and linear in these lines; allocates as `word(at:)`
    ///   does.
    public func wordStart(before position: TextPosition) -> TextPosition {
        let place = place(of: position)
        if let column = place.line.wordStart(before: place.column) { return place.position(column) }
        var (index, start) = (place.index, place.start)
        while index > 0 {
            index -= 1
            let line = lines[index]
            start -= line.sum.bytes
            if let column = line.text.wordStart(before: line.text.utf8.count) {
                return TextPosition(utf8Offset: start + column)
            }
        }
        return beginning
    }
}
