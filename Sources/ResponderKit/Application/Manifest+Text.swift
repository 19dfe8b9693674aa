internal import Glibc

// A manifest as text: a file beside the program.
extension Manifest {
    /// What is wrong with a manifest's text or file, where, and what would be right.
    public struct Invalid: Error, Hashable, CustomStringConvertible {
        /// The file; nil where the text came from none.
        public var path: String?
        /// The line's number, from 1; nil where the file could not be read.
        public let line: Int?
        /// What is wrong, and what would be right.
        public let problem: String

        /// The place, and what is wrong there.
        public var description: String {
            let place = [path, line.map { "line \($0)" }].compactMap(\.self).joined(separator: ", ")
            return "\(place): \(problem)"
        }
    }

    /// The manifest in a text of lines `key = value`; in a list the values are separated by commas.
    ///
    ///     # The clock.
    ///     identifier = org.example.clock
    ///     exits-on-suspend = false
    ///     background-modes = audio, fetch
    ///     url-schemes = clock, alarm
    ///     supported-orientations = portrait, landscape-left
    ///     required-capabilities = gps, !telephony
    ///
    /// Each key is there once or not at all; empty lines, and those that begin with `#`, say nothing. The classes are said in
    /// code.
    ///
    /// - Throws: ``Invalid`` for the first line that is wrong.
    public init(parsing text: String) throws(Invalid) {
        self.init()
        var seen: Set<String> = []
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        for (index, line) in lines.enumerated() {
            let line = line.trimmed
            guard let first = line.first, first != "#" else { continue }
            do throws(Problem) {
                guard let equals = line.firstIndex(of: "=") else {
                    throw Problem("there is no \"=\"; write key = value")
                }
                let key = line[..<equals].trimmed
                guard seen.insert(String(key)).inserted else { throw Problem("\"\(key)\" was set before") }
                try set(String(key), to: String(line[line.index(after: equals)...].trimmed))
            } catch {
                throw Invalid(line: index + 1, problem: error.text)
            }
        }
    }

    /// The manifest in a file of such lines.
    ///
    /// - Throws: ``Invalid``, also where the file cannot be read.
    public init(contentsOfFile path: String) throws(Invalid) {
        guard let text = Self.read(path) else {
            throw Invalid(path: path, line: nil, problem: "it cannot be read: \(String(cString: strerror(errno)))")
        }
        do throws(Invalid) {
            try self.init(parsing: text)
        } catch {
            throw Invalid(path: path, line: error.line, problem: error.problem)
        }
    }

    /// The file's text; nil, with `errno` set, where it cannot be read.
    private static func read(_ path: String) -> String? {
        guard let file = fopen(path, "r") else { return nil }
        defer { fclose(file) }
        var (bytes, buffer) = ([UInt8](), [UInt8](repeating: 0, count: 4096))
        while true {
            let count = fread(&buffer, 1, buffer.count, file)
            bytes += buffer[..<count]
            if count < buffer.count { return ferror(file) == 0 ? String(decoding: bytes, as: UTF8.self) : nil }
        }
    }

    private struct Problem: Error {
        let text: String

        init(_ text: String) { self.text = text }
    }

    private static let keys = [
        "identifier", "exits-on-suspend", "background-modes", "url-schemes", "supported-orientations",
        "required-capabilities",
    ]

    private mutating func set(_ key: String, to value: String) throws(Problem) {
        switch key {
        case "identifier":
            guard !value.isEmpty else { throw Problem("the identifier is empty") }
            identifier = value
        case "exits-on-suspend":
            guard let flag = Bool(value) else { throw Problem("\"\(value)\" is neither true nor false") }
            exitsOnSuspend = flag
        case "background-modes": backgroundModes = Set(try Self.cases(value, "background mode"))
        case "url-schemes":
            urlSchemes = []
            for name in value.list {
                guard let scheme = try? AppURL(name + ":").scheme else {
                    throw Problem("\"\(name)\" is no scheme, which has letters, digits, + - and ., a letter first")
                }
                urlSchemes.append(scheme)
            }
        case "supported-orientations":
            supportedOrientations = Set(try Self.cases(value, "orientation"))
            if supportedOrientations.isEmpty { throw Problem("an app has at least one orientation") }
        case "required-capabilities":
            requiredCapabilities = [:]
            for name in value.list {
                let capability = name.hasPrefix("!") ? String(name.dropFirst()) : name
                guard !capability.isEmpty else { throw Problem("\"\(name)\" names no capability") }
                requiredCapabilities[DeviceCapability(capability)] = capability == name
            }
        default:
            throw Problem("\"\(key)\" is no key; the keys are \(Self.keys.joined(separator: ", "))")
        }
    }

    private static func cases<Value: RawRepresentable<String> & CaseIterable>(
        _ text: String,
        _ kind: String
    ) throws(Problem) -> [Value] {
        var values: [Value] = []
        for name in text.list {
            guard let value = Value(rawValue: name) else {
                let all = Value.allCases.map(\.rawValue).joined(separator: ", ")
                throw Problem("\"\(name)\" is no \(kind); there are \(all)")
            }
            values.append(value)
        }
        return values
    }
}

extension StringProtocol {
    /// Without the white space at both ends.
    fileprivate var trimmed: SubSequence {
        guard let first = firstIndex(where: { !$0.isWhitespace }), let last = lastIndex(where: { !$0.isWhitespace })
        else {
            return self[startIndex..<startIndex]
        }
        return self[first...last]
    }

    /// The values of a list, separated by commas; none where it is empty.
    fileprivate var list: [String] {
        trimmed.isEmpty ? [] : split(separator: ",", omittingEmptySubsequences: false).map { String($0.trimmed) }
    }
}
