internal import CResponderKiosk

/// A code that only the operator of a kiosk knows, stored as a salted hash (PBKDF2 with HMAC-SHA-256).
///
/// The text form is for a file of the app: `pbkdf2-sha256$600000$SALT$KEY`, the last two in hexadecimal digits. Nobody
/// can read the code out of it but by trying; a code of four digits is soon tried, so keep the file from others.
public struct OperatorCode: Hashable, Sendable, CustomStringConvertible {
    /// How many rounds a new hash has: as many as OWASP recommends, a quarter of a second on a desktop computer.
    public static let rounds = 600_000

    /// Why a text is no hash of a code.
    public struct Malformed: Error, CustomStringConvertible, Equatable {
        /// One line; it never contains the text.
        public let description: String
    }

    let rounds: Int
    let salt: [UInt8]
    let key: [UInt8]

    /// Hashes a code with a new random salt.
    ///
    /// - Parameter code: What the operator types.
    /// - Complexity: O(rounds), which takes a quarter of a second and more: for a tool, not for an app that runs.
    ///   Allocates the hash.
    public init(hashing code: String) { self.init(hashing: code, rounds: Self.rounds) }

    package init(hashing code: String, rounds: Int) {
        // The system's generator is one for cryptography.
        var generator = SystemRandomNumberGenerator()
        salt = (0..<16).map { _ in UInt8.random(in: 0...255, using: &generator) }
        self.rounds = rounds
        var derivation = KeyDerivation(code, salt)
        derivation.advance(by: rounds - 1)
        key = derivation.key
    }

    /// The hash of a text form; white space, such as the end of a file's line, does not matter.
    ///
    /// - Throws: ``Malformed`` if the text is not one.
    /// - Complexity: O(text); allocates the hash.
    public init(_ text: String) throws(Malformed) {
        let parts = text.filter { !$0.isWhitespace }.split(separator: "$", omittingEmptySubsequences: false)
        guard parts.count == 4, parts[0] == "pbkdf2-sha256", let rounds = Int(parts[1]), (1...100_000_000) ~= rounds,
            let salt = Self.bytes(parts[2]), (8...64) ~= salt.count, let key = Self.bytes(parts[3]), key.count == 32
        else {
            throw Malformed(
                description: "the text is no hash of an operator's code; make one by OperatorCode(hashing:), whose "
                    + "description begins with pbkdf2-sha256$"
            )
        }
        (self.rounds, self.salt, self.key) = (rounds, salt, key)
    }

    /// The text form.
    ///
    /// - Complexity: O(1); allocates the text.
    public var description: String { "pbkdf2-sha256$\(rounds)$\(Self.digits(salt))$\(Self.digits(key))" }

    /// Whether this is the key, in a time that does not depend on where the two differ.
    func equals(_ other: [UInt8]) -> Bool {
        var difference: UInt8 = other.count == key.count ? 0 : 1
        for (a, b) in zip(key, other) { difference |= a ^ b }
        return difference == 0
    }

    private static func bytes(_ digits: Substring) -> [UInt8]? {
        let digits = Array(digits.utf8)
        guard digits.count % 2 == 0 else { return nil }
        var bytes: [UInt8] = []
        for place in stride(from: 0, to: digits.count, by: 2) {
            guard let high = value(digits[place]), let low = value(digits[place + 1]) else { return nil }
            bytes.append(high << 4 | low)
        }
        return bytes
    }

    private static func value(_ digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        default: nil
        }
    }

    private static func digits(_ bytes: [UInt8]) -> String {
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }
}

/// The key of a password, round by round.
struct KeyDerivation {
    private var state = responder_pbkdf2()

    /// Makes the first round; the salt has at most 64 bytes.
    init(_ password: String, _ salt: [UInt8]) {
        var password = password
        let result = password.withUTF8 { responder_pbkdf2_begin(&state, $0.baseAddress, $0.count, salt, salt.count) }
        precondition(result == 0, "a salt has at most 64 bytes")
    }

    mutating func advance(by rounds: Int) { responder_pbkdf2_continue(&state, UInt32(max(0, rounds))) }

    var key: [UInt8] { withUnsafeBytes(of: state.key) { Array($0) } }
}
