internal import ResponderCore
internal import ResponderTouchInput

// Text that must fit into a width.
extension TextMeasurer {
    /// The extent of a text, rounded so that errors of sums of many widths do not show.
    func extent(of text: String, in style: TextStyle) -> Size {
        let size = size(of: text, in: style)
        return Size((size.width * 1e6).rounded() / 1e6, (size.height * 1e6).rounded() / 1e6)
    }

    /// The extent that has room for a text in the style and in its bold variant: controls use both.
    func extentInEitherWeight(of text: String, in style: TextStyle) -> Size {
        var bold = style
        bold.isBold = true
        let (plainSize, boldSize) = (extent(of: text, in: style), extent(of: text, in: bold))
        return Size(max(plainSize.width, boldSize.width), max(plainSize.height, boldSize.height))
    }

    /// The text, or as much of its beginning as fits into a width, with an ellipsis.
    ///
    /// The text is measured a few times, in pieces of at most about twice the length that fits.
    func fitting(_ text: String, width: Double, in style: TextStyle) -> String {
        let room = width + Self.tolerance
        func fits(_ piece: String) -> Bool { size(of: piece, in: style).width <= room }
        let end = firstUnfit(text) { fits($0) }
        guard let end else { return text }
        // The ellipsis needs room, too.
        return withEllipsis(String(text[..<end]), width, style)
    }

    /// The lines of the text: broken at line feeds, and between words where a line is wider than `width`; a word that
    /// is wider is broken between characters.
    ///
    /// When there are more than `most`, the last one is cut off; 0 stands for any number.
    func lines(of text: String, width: Double, most: Int, in style: TextStyle) -> [String] {
        var lines: [String] = []
        let room = width + Self.tolerance
        func fits(_ piece: String) -> Bool { size(of: piece, in: style).width <= room }
        var start = text.startIndex
        while true {
            let end = text[start...].firstIndex(of: "\n") ?? text.endIndex
            var rest = text[start..<end]
            repeat {
                let isLast = most > 0 && lines.count == most - 1
                guard let unfit = firstUnfit(rest, { fits($0) }) else {
                    // The rest of the text has no line of its own.
                    let isCut = isLast && end != text.endIndex
                    lines.append(isCut ? withEllipsis(String(rest), width, style) : String(rest))
                    break
                }
                if isLast {
                    lines.append(fitting(String(rest), width: width, in: style))
                    return lines
                }
                // The line ends at the last space that fits; without a space, it has at least one character.
                let limit = rest.index(after: unfit)
                if let space = rest[..<limit].lastIndex(of: " "), space != rest.startIndex {
                    lines.append(String(rest[..<space]))
                    rest = rest[rest.index(after: space)...]
                } else {
                    let cut = max(unfit, rest.index(after: rest.startIndex))
                    lines.append(String(rest[..<cut]))
                    rest = rest[cut...]
                }
            } while !rest.isEmpty
            if end == text.endIndex || (most > 0 && lines.count >= most) { return lines }
            start = text.index(after: end)
        }
    }

    /// The text, or as much of it as fits, with an ellipsis, which stands for further lines.
    private func withEllipsis(_ text: String, _ width: Double, _ style: TextStyle) -> String {
        var piece = text
        while !piece.isEmpty, size(of: piece + "…", in: style).width > width + Self.tolerance { piece.removeLast() }
        while piece.last == " " { piece.removeLast() }
        return piece + "…"
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
        var count = text.distance(from: least, to: greatest)
        while count > 1 {
            let middle = text.index(least, offsetBy: count / 2)
            if fits(String(text[..<middle])) { least = middle } else { greatest = middle }
            count = text.distance(from: least, to: greatest)
        }
        return least
    }

    /// The possible rounding error of widths that are sums of many characters' widths.
    private static var tolerance: Double { 1e-6 }
}
