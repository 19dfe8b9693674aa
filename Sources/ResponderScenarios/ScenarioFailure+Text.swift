internal import ResponderSupport

extension ScenarioFailure {
    /// A line of the failure's text.
    struct TextLine: Equatable {
        enum Kind { case headline, detail, expected, found }
        let kind: Kind
        let text: String

        init(_ kind: Kind, _ text: String) {
            self.kind = kind
            self.text = text
        }

        /// The line as a terminal shows it.
        func text(isColored: Bool) -> String {
            switch kind {
            case .expected where isColored: "\u{1B}[31m\(text)\u{1B}[0m"
            case .found where isColored: "\u{1B}[32m\(text)\u{1B}[0m"
            case .headline, .detail, .expected, .found: text
            }
        }
    }

    /// So many equal lines are shown before and behind a line that differs.
    private static var context: Int { 3 }

    /// The file, the line and the column, as far as they are known, in the form that editors jump to.
    var place: String {
        var place = file
        if let line {
            place += ":\(line)"
            if let column { place += ":\(column)" }
        }
        return place.inOneLine()
    }

    /// The message's lines; at least one.
    var messageLines: [String] {
        message.split(separator: "\n", omittingEmptySubsequences: false).map { String($0).inOneLine() }
    }

    /// The difference's lines: what was expected begins with `-`, and what was found with `+`.
    ///
    /// Of many equal lines only those next to others are there.
    var differenceLines: [TextLine] {
        var lines: [TextLine] = []
        var position = 0
        while position < difference.count {
            let line = difference[position]
            let text = line.text.inOneLine()
            switch line.kind {
            case .expected: lines.append(TextLine(.expected, "\(line.kind.rawValue) \(text)"))
            case .found: lines.append(TextLine(.found, "\(line.kind.rawValue) \(text)"))
            case .same:
                let end = difference[position...].firstIndex { $0.kind != .same } ?? difference.count
                appendEqual(position..<end, to: &lines)
                position = end
                continue
            }
            position += 1
        }
        return lines
    }

    private func appendEqual(_ range: Range<Int>, to lines: inout [TextLine]) {
        let before = range.lowerBound == 0 ? 0 : Self.context
        let behind = range.upperBound == difference.count ? 0 : Self.context
        let hidden = range.count - before - behind
        func append(_ range: some Sequence<Int>) {
            for position in range { lines.append(TextLine(.detail, "  \(difference[position].text.inOneLine())")) }
        }
        // A line that says that one line is hidden would save none.
        guard hidden > 1 else { return append(range) }
        append(range.prefix(before))
        lines.append(TextLine(.detail, "… \(hidden) equal lines"))
        append(range.suffix(behind))
    }

    /// All lines.
    var lines: [TextLine] {
        let message = messageLines
        return [TextLine(.headline, "\(place): \(message[0])")]
            + message.dropFirst().map { TextLine(.detail, "    \($0)") }
            + differenceLines.map { TextLine($0.kind, "    \($0.text)") }
    }
}

extension String {
    /// The text's lines, each escaped, without the empty end behind the last break.
    var linesInOneLine: [String] {
        var lines = split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
        if lines.last?.isEmpty == true { lines.removeLast() }
        return lines.map { String($0).inOneLine() }
    }
}
