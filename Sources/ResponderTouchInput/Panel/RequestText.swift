internal import ResponderEventLoop
internal import ResponderSupport

/// What the texts of requests for panels and for other devices have in common.
enum RequestText {
    typealias Invalid = TouchPanels.Request.Invalid

    /// The requests between semicolons; each is made by `make` of its text.
    ///
    /// Errors call a device as `noun` does.
    static func requests<Request>(
        in text: String,
        called noun: String,
        _ make: (Substring) throws(Invalid) -> Request
    ) throws(Invalid) -> [Request] {
        var requests: [Request] = []
        for part in try parts(of: Substring(text), separatedBy: ";") where !part.isEmpty {
            requests.append(try make(part))
        }
        guard !requests.isEmpty else {
            throw Invalid("no \(noun) is named; write any, a path, name=NAME or VENDOR:PRODUCT")
        }
        return requests
    }

    /// The parts between the separators that stand outside of quotes, without the blanks around them.
    static func parts(of text: Substring, separatedBy separator: Character) throws(Invalid) -> [Substring] {
        var parts: [Substring] = []
        var (start, isQuoted) = (text.startIndex, false)
        for index in text.indices {
            if text[index] == "\"" { isQuoted.toggle() }
            guard text[index] == separator, !isQuoted else { continue }
            parts.append(text[start..<index].trimmed)
            start = text.index(after: index)
        }
        guard !isQuoted else { throw Invalid("\(String(text).quotedInOneLine()) has a quote that does not end") }
        return parts + [text[start...].trimmed]
    }

    /// The selector at a request's beginning.
    static func selector(_ text: Substring, of noun: String) throws(Invalid) -> TouchPanels.Request.Selector {
        if text == "any" { return .any }
        if text.hasPrefix("name="), text.count > 5 { return .name(String(text.dropFirst(5).trimmed.unquoted)) }
        if text.contains("/") || text.hasPrefix("\"") { return .path(String(text.unquoted)) }
        let numbers = text.split(separator: ":", omittingEmptySubsequences: false)
        if numbers.count == 2, let vendor = UInt16(numbers[0], radix: 16), let product = UInt16(numbers[1], radix: 16) {
            return .identity(vendor: vendor, product: product)
        }
        throw Invalid(
            "\(String(text).quotedInOneLine()) names no \(noun); write any, a path with a slash in it, name=NAME or "
                + "VENDOR:PRODUCT"
        )
    }

    /// An option's name, and its value behind an equals sign.
    static func option(_ text: Substring) -> (key: Substring, value: String?) {
        let pair = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(\.trimmed)
        return (pair[0], pair.count == 2 ? String(pair[1]) : nil)
    }

    /// The clock of that name.
    static func clock(_ text: String) throws(Invalid) -> TouchPanel.EventClock {
        switch text {
        case "monotonic": return .monotonic
        case "realtime": return .realtime
        case "arrival": return .arrival
        default: throw Invalid("\(text.quotedInOneLine()) is not a clock; write monotonic, realtime or arrival")
        }
    }

    /// The rectangle `WIDTHxHEIGHT+X+Y`.
    static func region(_ text: String) throws(Invalid) -> Rect {
        guard let rect = rectangle(text) else {
            throw Invalid("\(text.quotedInOneLine()) is not a region; write WIDTHxHEIGHT+X+Y, such as 800x480+0+0")
        }
        return rect
    }

    private static func rectangle(_ text: String) -> Rect? {
        let parts = text.split(separator: "+", omittingEmptySubsequences: false)
        guard parts.count == 3, let x = Double(parts[1]), let y = Double(parts[2]) else { return nil }
        let size = parts[0].split(separator: "x", omittingEmptySubsequences: false).map { Double($0) }
        guard size.count == 2, let width = size[0], let height = size[1], width > 0, height > 0 else { return nil }
        guard [x, y, width, height].allSatisfy(\.isFinite) else { return nil }
        return Rect(x, y, width, height)
    }
}

extension TouchPanels.Request.Invalid {
    init(_ description: String) { self.description = description }
}

extension Substring {
    /// The text between the double quotes at both ends, or the whole text where there are none.
    fileprivate var unquoted: Substring {
        count >= 2 && hasPrefix("\"") && hasSuffix("\"") ? dropFirst().dropLast() : self
    }

    /// The text without the white space at both ends.
    var trimmed: Substring {
        var text = self
        while text.first?.isWhitespace == true { text.removeFirst() }
        while text.last?.isWhitespace == true { text.removeLast() }
        return text
    }
}
