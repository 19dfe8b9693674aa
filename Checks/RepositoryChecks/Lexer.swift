/// A part of Swift's or C's text.
package struct Token: Sendable {
    package enum Kind: Sendable {
        /// An identifier or a keyword, with its backticks.
        case word
        /// A string literal, with its quotes and with all that it interpolates; in C a character too.
        case string
        /// A line that asks for a condition of the compiler (`#if`).
        case directive
        case comment
        case documentation
        case number
        /// One byte of anything else.
        case sign
    }

    package let kind: Kind
    /// The byte of a sign, or zero.
    package let sign: UInt8
    package let start: Int
    package let end: Int
    /// Where the token begins, and where it ends; lines are counted from one.
    package let line: Int
    package let lastLine: Int

    func isSign(_ character: Unicode.Scalar) -> Bool { sign == UInt8(ascii: character) }
}

/// Splits the text of Swift or C into tokens, in time linear in the text.
///
/// Of Swift it does not know regular expressions between plain slashes: a quote in one begins a string, which ends with
/// the line at the latest.
///
/// A class, and with literals for bytes where most bytes come by, since lint runs a debug build.
package final class Lexer {
    /// What begins in a line and does not end.
    package struct Unterminated: Equatable, Sendable {
        package let line: Int
        package let what: String
    }

    private let bytes: UnsafePointer<UInt8>
    private let count: Int
    private let isSwift: Bool
    private var place = 0
    private var line = 1
    private var tokens: [Token] = []
    private var unterminated: [Unterminated] = []

    package static func read(_ bytes: [UInt8], isSwift: Bool) -> ([Token], [Unterminated]) {
        bytes.withUnsafeBufferPointer { buffer in
            guard let base = buffer.baseAddress else { return ([], []) }
            let lexer = Lexer(bytes: base, count: buffer.count, isSwift: isSwift)
            lexer.tokens.reserveCapacity(buffer.count / 4)
            while lexer.place < lexer.count {
                switch base[lexer.place] {
                case 0x0A:
                    lexer.line += 1
                    lexer.place += 1
                case 0x20, 0x09, 0x0D: lexer.place += 1
                case let byte where isPartOfWord(byte): lexer.readWord(byte)
                default: lexer.readToken()
                }
            }
            return (lexer.tokens, lexer.unterminated)
        }
    }

    private init(bytes: UnsafePointer<UInt8>, count: Int, isSwift: Bool) {
        (self.bytes, self.count, self.isSwift) = (bytes, count, isSwift)
    }

    /// The byte so far ahead, or zero behind the end.
    private func ahead(_ distance: Int) -> UInt8 {
        place + distance < count ? bytes[place + distance] : 0
    }

    private func isAhead(_ distance: Int, _ character: Unicode.Scalar) -> Bool {
        ahead(distance) == UInt8(ascii: character)
    }

    /// How many of the byte are ahead, one after the other.
    private func run(of byte: UInt8) -> Int {
        var length = 0
        while ahead(length) == byte { length += 1 }
        return length
    }

    private func readToken() {
        let start = place
        let firstLine = line
        var kind = Token.Kind.sign
        var sign: UInt8 = 0
        switch bytes[place] {
        case UInt8(ascii: "/") where isAhead(1, "/"):
            kind = isAhead(2, "/") && !isAhead(3, "/") ? .documentation : .comment
            skipLine()
        case UInt8(ascii: "/") where isAhead(1, "*"):
            let isDocumentation = isAhead(2, "*") && !isAhead(3, "*") && !isAhead(3, "/")
            kind = isDocumentation ? .documentation : .comment
            skipBlockComment()
        case UInt8(ascii: "\""):
            kind = .string
            skipString()
        case UInt8(ascii: "'") where !isSwift:
            kind = .string
            skipString()
        case UInt8(ascii: "#") where isSwift:
            let next = ahead(run(of: UInt8(ascii: "#")))
            if next == UInt8(ascii: "\"") || next == UInt8(ascii: "/") {
                kind = .string
                skipString()
            } else {
                place += run(of: UInt8(ascii: "#"))
                (kind, sign) = isCondition ? (.directive, 0) : (.sign, UInt8(ascii: "#"))
                if kind == .directive { skipLine() }
            }
        case UInt8(ascii: "`"):
            kind = .word
            repeat { place += 1 } while place < count && !isAhead(0, "`") && !isAhead(0, "\n")
            if isAhead(0, "`") { place += 1 }
        case let byte:
            place += 1
            sign = byte
        }
        tokens.append(Token(kind: kind, sign: sign, start: start, end: place, line: firstLine, lastLine: line))
    }

    private func readWord(_ first: UInt8) {
        let start = place
        repeat { place += 1 } while place < count && Lexer.isPartOfWord(bytes[place])
        let kind: Token.Kind = first >= 0x30 && first <= 0x39 ? .number : .word
        tokens.append(Token(kind: kind, sign: 0, start: start, end: place, line: line, lastLine: line))
    }

    /// Letters, digits, `_` and `$`, and the bytes of what is not ASCII.
    static func isPartOfWord(_ byte: UInt8) -> Bool {
        (byte | 0x20) &- 0x61 < 26 || byte &- 0x30 < 10 || byte == 0x5F || byte == 0x24 || byte >= 0x80
    }

    /// Whether what is ahead, behind a `#`, is a condition of the compiler.
    private var isCondition: Bool {
        var length = 0
        while length < 8, Lexer.isPartOfWord(ahead(length)) { length += 1 }
        let word = String(decoding: UnsafeBufferPointer(start: bytes + place, count: length), as: UTF8.self)
        return word == "if" || word == "elseif" || word == "else" || word == "endif"
    }

    /// Goes to the end of the line, before the bytes that end it.
    private func skipLine() {
        while place < count, bytes[place] != 0x0A { place += 1 }
        if place > 0, place < count, bytes[place - 1] == 0x0D { place -= 1 }
    }

    private func skipBlockComment() {
        let firstLine = line
        var depth = 0
        while place < count {
            if isAhead(0, "/"), isAhead(1, "*"), isSwift || depth == 0 {
                depth += 1
                place += 2
            } else if isAhead(0, "*"), isAhead(1, "/") {
                depth -= 1
                place += 2
                if depth == 0 { return }
            } else {
                if isAhead(0, "\n") { line += 1 }
                place += 1
            }
        }
        unterminated.append(Unterminated(line: firstLine, what: "comment"))
    }

    /// Skips a string, from its first quote or `#`; `depth` is that of the strings around it, which interpolate it.
    private func skipString(depth: Int = 0) {
        let firstLine = line
        let hashes = isSwift ? run(of: UInt8(ascii: "#")) : 0
        place += hashes
        let quote = ahead(0)
        let isMultiline = isSwift && hasThreeQuotes && !endsInLine(hashes: hashes)
        place += isMultiline ? 3 : 1
        while place < count {
            let byte = bytes[place]
            if byte == 0x0A, !isMultiline { break }
            if byte == 0x5C, has(hashes, from: 1) {
                place += 1 + hashes
                if isSwift, isAhead(0, "("), quote == UInt8(ascii: "\"") {
                    guard depth < 50, skipInterpolation(depth: depth) else { break }
                } else if place < count, !isAhead(0, "\n") {
                    place += 1
                }
                continue
            }
            if byte == quote, !isMultiline || hasThreeQuotes, has(hashes, from: isMultiline ? 3 : 1) {
                place += (isMultiline ? 3 : 1) + hashes
                return
            }
            if byte == 0x0A { line += 1 }
            place += 1
        }
        if depth == 0 { unterminated.append(Unterminated(line: firstLine, what: "string")) }
    }

    private var hasThreeQuotes: Bool { isAhead(0, "\"") && isAhead(1, "\"") && isAhead(2, "\"") }

    /// Whether so many hashes are ahead.
    private func has(_ hashes: Int, from distance: Int) -> Bool {
        var length = 0
        while length < hashes, isAhead(distance + length, "#") { length += 1 }
        return length == hashes
    }

    /// Whether a string with hashes that begins with three quotes ends in its line, and so is no text of several lines.
    private func endsInLine(hashes: Int) -> Bool {
        guard hashes > 0 else { return false }
        var distance = 1
        while place + distance < count, !isAhead(distance, "\n") {
            if isAhead(distance, "\""), has(hashes, from: distance + 1) { return true }
            distance += 1
        }
        return false
    }

    /// Skips what a string interpolates, from the opening parenthesis; false where the file ends before it does.
    private func skipInterpolation(depth: Int) -> Bool {
        var parentheses = 0
        while place < count {
            switch ahead(0) {
            case UInt8(ascii: "("):
                parentheses += 1
            case UInt8(ascii: ")"):
                parentheses -= 1
                if parentheses == 0 {
                    place += 1
                    return true
                }
            case UInt8(ascii: "\n"):
                line += 1
            case UInt8(ascii: "/") where isAhead(1, "*"):
                skipBlockComment()
                continue
            case UInt8(ascii: "\""):
                skipString(depth: depth + 1)
                continue
            case UInt8(ascii: "#"):
                let hashes = run(of: UInt8(ascii: "#"))
                if isAhead(hashes, "\"") { skipString(depth: depth + 1) } else { place += hashes }
                continue
            default:
                break
            }
            place += 1
        }
        return false
    }
}
