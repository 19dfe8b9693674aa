internal import ResponderEventLoop
internal import ResponderSupport

/// A URL, as far as the life cycle needs it: its scheme selects the app that opens it.
///
/// The form is that of RFC 3986: a scheme, a colon, and a rest to which only the scheme gives a meaning. Nothing is
/// decoded.
public struct AppURL: Hashable, Sendable {
    /// The URL as it was written.
    public let string: String
    /// The text before the first colon, in lower case, since schemes are compared without regard to case.
    public let scheme: String

    /// The URL in `string`.
    ///
    /// - Throws: ``Invalid``, which names the problem and its place.
    /// - Complexity: Linear in the text; allocates the scheme if it is longer than a small string.
    public init(_ string: String) throws(Invalid) {
        guard let colon = string.utf8.firstIndex(of: UInt8(ascii: ":")) else {
            throw Invalid(string: string, problem: "it has no scheme; write it as scheme:rest")
        }
        let scheme = string[..<colon]
        guard let first = scheme.utf8.first else {
            throw Invalid(string: string, problem: "there is nothing before its colon; write it as scheme:rest")
        }
        guard Self.isLetter(first) else {
            throw Invalid(string: string, problem: "its scheme must begin with a letter from A to Z")
        }
        for (place, byte) in scheme.utf8.enumerated() where !Self.isPartOfScheme(byte) {
            throw Invalid(
                string: string,
                problem: "character \(place + 1) is not allowed in a scheme; use letters, digits, +, - and ."
            )
        }
        for (place, byte) in string.utf8.enumerated() where byte <= 0x20 || byte == 0x7f {
            throw Invalid(
                string: string,
                problem: "byte \(place + 1) is a space or a control character; write it as % and two digits"
            )
        }
        self.string = string
        self.scheme = scheme.lowercased()
    }

    /// Why a text is no URL.
    public struct Invalid: Error, Hashable, CustomStringConvertible {
        /// The text.
        public let string: String
        /// The error in the text, and its correction.
        public let problem: String

        /// The text and the problem.
        public var description: String { "\(string.quotedInOneLine()) is no URL: \(problem)" }
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a }

    private static func isPartOfScheme(_ byte: UInt8) -> Bool {
        isLetter(byte) || (byte >= 0x30 && byte <= 0x39) || byte == 0x2b || byte == 0x2d || byte == 0x2e
    }
}

extension AppURL: CustomStringConvertible {
    /// The URL as it was written.
    public var description: String { string }
}
