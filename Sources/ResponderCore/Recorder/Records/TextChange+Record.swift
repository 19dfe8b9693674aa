// Changes of a text by an input method as bytes of a record.
extension RecordWriter {
    mutating func append(_ change: TextChange) {
        append(change.bytesBefore)
        append(change.bytesAfter)
        append(change.inserted)
        append(change.marked)
        append(change.selection != nil)
        guard let selection = change.selection else { return }
        append(selection.lowerBound)
        append(selection.upperBound)
    }
}

extension RecordReader {
    mutating func textChange() throws(Malformed) -> TextChange {
        var change = TextChange()
        (change.bytesBefore, change.bytesAfter) = (try integer(), try integer())
        (change.inserted, change.marked) = (try text(), try text())
        guard try flag() else { return change }
        let (lower, upper) = (try integer(), try integer())
        guard lower >= 0, lower <= upper, upper <= change.marked.utf8.count else {
            throw Malformed(reason: "\(lower) to \(upper) is no part of the marked text")
        }
        change.selection = lower..<upper
        return change
    }
}
