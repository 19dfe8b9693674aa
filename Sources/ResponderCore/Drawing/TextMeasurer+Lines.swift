internal import ResponderTouchInput

// Text that must fit into a width.
extension TextMeasurer {
    /// The extent of a text, rounded so that errors of sums of many widths do not show.
    package func extent(of text: String, in style: TextStyle) -> Size {
        let size = size(of: text, in: style)
        return Size((size.width * 1e6).rounded() / 1e6, (size.height * 1e6).rounded() / 1e6)
    }

    /// The extent that has room for a text in the style and in its bold variant: controls use both.
    package func extentInEitherWeight(of text: String, in style: TextStyle) -> Size {
        var bold = style
        bold.isBold = true
        let (plainSize, boldSize) = (extent(of: text, in: style), extent(of: text, in: bold))
        return Size(max(plainSize.width, boldSize.width), max(plainSize.height, boldSize.height))
    }

    /// Returns the text, or as much of it as fits into a width, with an ellipsis.
    ///
    /// - Parameters:
    ///   - text: The text, in one line.
    ///   - width: The room, in points; infinite for any.
    ///   - style: How the text looks.
    ///   - truncation: What is left out.
    /// - Complexity: Linear in the text, with a few measured pieces of at most about twice the length that fits;
    ///   allocates these.
    public func fitting(
        _ text: String,
        width: Double,
        in style: TextStyle,
        truncation: TextTruncation = .tail
    ) -> String {
        guard truncation != .clip, firstUnfit(text, { fits($0, width, style) }) != nil else { return text }
        return truncated(text, width, style, truncation)
    }

    /// Returns the lines of the text: broken at line feeds, and between words where a line is wider than `width`; a
    /// word that is wider is broken between characters.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - width: The room for each line, in points; infinite for any.
    ///   - limit: The most lines, of which the last is truncated; 0 for any number.
    ///   - style: How the text looks.
    ///   - truncation: What is left out of the last line where the text has more.
    /// - Complexity: Linear in the text, with a few measured pieces for each line; allocates the lines and the pieces.
    public func lines(
        of text: String,
        width: Double,
        limit: Int = 0,
        in style: TextStyle,
        truncation: TextTruncation = .tail
    ) -> [String] {
        var lines: [String] = []
        var start = text.startIndex
        while true {
            let end = text[start...].firstIndex(of: "\n") ?? text.endIndex
            var rest = text[start..<end]
            repeat {
                let isLast = limit > 0 && lines.count == limit - 1
                guard let unfit = firstUnfit(rest, { fits($0, width, style) }) else {
                    // The rest of the text has no line of its own.
                    let isCut = isLast && end != text.endIndex
                    lines.append(isCut ? truncated(String(rest), width, style, truncation) : String(rest))
                    break
                }
                if isLast {
                    lines.append(truncated(String(rest), width, style, truncation))
                    return lines
                }
                // The line ends at the last space that fits; without a space, it has at least one character.
                let next = rest.index(after: unfit)
                if let space = rest[..<next].lastIndex(of: " "), space != rest.startIndex {
                    lines.append(String(rest[..<space]))
                    rest = rest[rest.index(after: space)...]
                } else {
                    let cut = max(unfit, rest.index(after: rest.startIndex))
                    lines.append(String(rest[..<cut]))
                    rest = rest[cut...]
                }
            } while !rest.isEmpty
            if end == text.endIndex || (limit > 0 && lines.count >= limit) { return lines }
            start = text.index(after: end)
        }
    }

    private func fits(_ piece: String, _ width: Double, _ style: TextStyle) -> Bool {
        size(of: piece, in: style).width <= width + Self.tolerance
    }

    /// As much of the text as fits with an ellipsis, which stands for the rest and for further lines; all of the text
    /// where nothing is left out.
    private func truncated(
        _ text: String,
        _ width: Double,
        _ style: TextStyle,
        _ truncation: TextTruncation
    ) -> String {
        if truncation == .clip { return text }
        let characters = Array(text)
        func piece(_ count: Int) -> String {
            switch truncation {
            case .tail, .clip: characters[..<count].trimmed(atEnd: true) + "…"
            case .head: "…" + characters[(characters.count - count)...].trimmed(atEnd: false)
            case .middle:
                characters[..<((count + 1) / 2)].trimmed(atEnd: true) + "…"
                    + characters[(characters.count - count / 2)...].trimmed(atEnd: false)
            }
        }
        var (least, step) = (0, 16)
        var greatest = characters.count + 1
        while least < characters.count {
            let next = min(least + step, characters.count)
            guard fits(piece(next), width, style) else {
                greatest = next
                break
            }
            (least, step) = (next, step * 2)
        }
        while greatest - least > 1 {
            let middle = (least + greatest) / 2
            if fits(piece(middle), width, style) { least = middle } else { greatest = middle }
        }
        return piece(least)
    }

    /// The end of the longest beginning that fits; nil if all of the text does.
    ///
    /// The beginnings that are measured are at most about twice as long as the one that fits.
    private func firstUnfit<Text: StringProtocol>(_ text: Text, _ fits: (String) -> Bool) -> Text.Index? {
        var (least, step) = (text.startIndex, 16)
        var greatest: Text.Index
        while true {
            guard let next = text.index(least, offsetBy: step, limitedBy: text.endIndex), next != text.endIndex else {
                if fits(String(text)) { return nil }
                greatest = text.endIndex
                break
            }
            if !fits(String(text[..<next])) {
                greatest = next
                break
            }
            (least, step) = (next, step * 2)
        }
        // `least` fits, `greatest` does not.
        var count = text[least..<greatest].count
        while count > 1 {
            let middle = text.index(least, offsetBy: count / 2)
            if fits(String(text[..<middle])) { least = middle } else { greatest = middle }
            count = text[least..<greatest].count
        }
        return least
    }

    /// The possible rounding error of widths that are sums of many characters' widths.
    private static var tolerance: Double { 1e-6 }
}

extension ArraySlice<Character> {
    /// The characters without blanks at one end.
    fileprivate func trimmed(atEnd: Bool) -> String {
        var rest = self
        while (atEnd ? rest.last : rest.first) == " " { if atEnd { rest.removeLast() } else { rest.removeFirst() } }
        return String(rest)
    }
}
