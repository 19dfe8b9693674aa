internal import ResponderEventLoop
internal import ResponderSupport

// A manifest as text, in a file beside the program.
extension Manifest {
    /// An error in a manifest's text or file, with its place and its correction.
    public struct Invalid: Error, Hashable, CustomStringConvertible {
        /// The file's path; nil if the text did not come from a file.
        public var path: String?
        /// The line's number, from 1; nil if the file could not be read.
        public let line: Int?
        /// The error and its correction; quoted parts of the text are escaped.
        public let problem: String

        /// The place and the problem, in one line without control characters, which could steer a terminal.
        public var description: String {
            let place = [path?.inOneLine(), line.map { "line \($0)" }].compactMap(\.self).joined(separator: ", ")
            return "\(place): \(problem)"
        }
    }

    /// Reads a manifest from lines `key = value`; commas separate the values of a list.
    ///
    ///     # The clock.
    ///     identifier = org.example.clock
    ///     exits-on-suspend = false
    ///     enters-background-before-exit = false
    ///     background-modes = audio, fetch
    ///     url-schemes = clock, alarm
    ///     main-interface = clock.json
    ///     state-file = /var/lib/clock/state.json
    ///     saves-state-continuously = true
    ///     supported-orientations = portrait, landscape-left
    ///     required-capabilities = gps, !telephony
    ///     device-families = phone, pad
    ///     keychain-groups = org.example.clock, org.example.shared
    ///     file-sharing = false
    ///     touch-panels = name=ELAN Touchscreen, rotate=90
    ///     input-devices = any, grab
    ///
    /// The interface takes no orientation but the supported ones (``Application/interfaceOrientation``); without that
    /// key it always stands upright.
    ///
    /// The required capabilities are a list, of which a device must have all; with `!` before its name, a device must
    /// not have a capability. That is the table of ``RequiredCapabilities``. Unknown names are refused.
    ///
    /// A key may occur once. Empty lines and lines that begin with `#` are skipped. The classes of application and
    /// delegate are set in code only. A byte order mark at the beginning is skipped. `TouchPanels.Request.parse(_:)`
    /// describes the values of `touch-panels`, and `InputDevices.Request.parse(_:)` those of `input-devices`.
    ///
    /// - Throws: ``Invalid`` for the first line that is wrong.
    /// - Complexity: Linear in the text; allocates the lines, their values and the manifest's lists.
    public init(parsing text: String) throws(Invalid) {
        self.init()
        var seen: Set<String> = []
        // A byte order mark, which some editors write.
        let text = text.unicodeScalars.first == "\u{FEFF}" ? String(text.unicodeScalars.dropFirst()) : text
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        for (index, line) in lines.enumerated() {
            let line = line.trimmed
            guard let first = line.first, first != "#" else { continue }
            do throws(Problem) {
                guard let equals = line.firstIndex(of: "=") else {
                    throw Problem("there is no \"=\"; write key = value")
                }
                let key = line[..<equals].trimmed
                guard seen.insert(String(key)).inserted else {
                    throw Problem("\(String(key).quotedInOneLine()) was set before")
                }
                try set(String(key), to: String(line[line.index(after: equals)...].trimmed))
            } catch {
                throw Invalid(line: index + 1, problem: error.text)
            }
        }
    }

    /// Reads a manifest from a regular file of at most a mebibyte, in the form that ``init(parsing:)`` reads.
    ///
    /// - Throws: ``Invalid`` for the first line that is wrong, or if the file cannot be read.
    /// - Complexity: Linear in the file, besides the system's calls; allocates its bytes, and as ``init(parsing:)``
    ///   does.
    public init(contentsOfFile path: String) throws(Invalid) {
        let bytes: [UInt8]
        do throws(TextFile.Unreadable) {
            bytes = try TextFile.read(path, as: "a manifest")
        } catch {
            throw Invalid(path: path, line: nil, problem: error.reason)
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            let problem = "there are bytes that are not UTF-8; save the file as UTF-8"
            throw Invalid(path: path, line: Self.firstDamagedLine(bytes), problem: problem)
        }
        do throws(Invalid) {
            try self.init(parsing: text)
        } catch {
            throw Invalid(path: path, line: error.line, problem: error.problem)
        }
    }

    /// The number of the first line with bytes that are not UTF-8, counted as ``init(parsing:)`` counts lines.
    private static func firstDamagedLine(_ bytes: [UInt8]) -> Int? {
        // No character of several bytes holds a line feed.
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        let damaged = lines.first { String(validating: $0, as: UTF8.self) == nil }
        return damaged.map { String(decoding: bytes[..<$0.startIndex], as: UTF8.self).count(where: \.isNewline) + 1 }
    }

    private struct Problem: Error {
        let text: String

        init(_ text: String) { self.text = text }
    }

    private static let keys = [
        "identifier", "exits-on-suspend", "enters-background-before-exit", "background-modes", "url-schemes",
        "main-interface", "state-file", "saves-state-continuously", "supported-orientations", "required-capabilities",
        "device-families", "keychain-groups", "file-sharing", "touch-panels", "input-devices",
    ]

    private mutating func set(_ key: String, to value: String) throws(Problem) {
        switch key {
        case "identifier":
            guard !value.isEmpty else { throw Problem("the identifier is empty") }
            identifier = value
        case "exits-on-suspend":
            exitsOnSuspend = try Self.flag(value)
        case "enters-background-before-exit": entersBackgroundBeforeExit = try Self.flag(value)
        case "background-modes": backgroundModes = Set(try Self.cases(value, "background mode"))
        case "url-schemes":
            urlSchemes = []
            for name in value.list {
                guard let scheme = try? AppURL(name + ":").scheme else {
                    throw Problem(
                        "\(name.quotedInOneLine()) is not a scheme; write a letter, then letters, digits, +, - or ."
                    )
                }
                urlSchemes.append(scheme)
            }
        case "main-interface":
            guard !value.isEmpty else { throw Problem("the main interface is not named; write the name of its file") }
            guard !value.contains(",") else {
                throw Problem("\(value.quotedInOneLine()) names several files; an app has one main interface")
            }
            mainInterface = value
        case "state-file":
            guard !value.isEmpty else { throw Problem("the state's file is not named; write its path") }
            stateFile = value
        case "saves-state-continuously": savesStateContinuously = try Self.flag(value)
        case "supported-orientations":
            supportedOrientations = Set(try Self.cases(value, "orientation"))
            if supportedOrientations.isEmpty { throw Problem("an app has at least one orientation") }
        case "required-capabilities":
            do throws(RequiredCapabilities.Wrong) {
                requiredCapabilities = try RequiredCapabilities(parsing: value.list)
            } catch {
                throw Problem(error.problem)
            }
        case "device-families":
            deviceFamilies = Set(try Self.cases(value, "device family"))
            if deviceFamilies.isEmpty { throw Problem("an app has at least one device family, phone or pad") }
        case "keychain-groups":
            keychainGroups = value.list
            guard !keychainGroups.contains("") else { throw Problem("a group of the keychain has no name") }
        case "file-sharing": isFileSharingEnabled = try Self.flag(value)
        case "touch-panels":
            touchPanels = try Self.requests(value, TouchPanels.Request.parse)
        case "input-devices":
            inputDevices = try Self.requests(value, InputDevices.Request.parse)
        default:
            throw Problem("\(key.quotedInOneLine()) is no key; the keys are \(Self.keys.joined(separator: ", "))")
        }
    }

    private static func requests<Request>(
        _ text: String,
        _ parse: (String) throws(TouchPanels.Request.Invalid) -> [Request]
    ) throws(Problem) -> [Request] {
        do throws(TouchPanels.Request.Invalid) {
            return try parse(text)
        } catch {
            throw Problem(error.description)
        }
    }

    private static func flag(_ text: String) throws(Problem) -> Bool {
        guard let flag = Bool(text) else { throw Problem("\(text.quotedInOneLine()) is neither true nor false") }
        return flag
    }

    private static func cases<Value: RawRepresentable<String> & CaseIterable>(
        _ text: String,
        _ kind: String
    ) throws(Problem) -> [Value] {
        var values: [Value] = []
        for name in text.list {
            guard let value = Value(rawValue: name) else {
                let all = Value.allCases.map(\.rawValue).joined(separator: ", ")
                throw Problem("\(name.quotedInOneLine()) is no \(kind); there are \(all)")
            }
            values.append(value)
        }
        return values
    }
}

extension StringProtocol {
    /// The text without the white space at both ends.
    fileprivate var trimmed: SubSequence {
        guard let first = firstIndex(where: { !$0.isWhitespace }), let last = lastIndex(where: { !$0.isWhitespace })
        else {
            return self[startIndex..<startIndex]
        }
        return self[first...last]
    }

    /// The values of a list, separated by commas; none if the list is empty.
    fileprivate var list: [String] {
        trimmed.isEmpty ? [] : split(separator: ",", omittingEmptySubsequences: false).map { String($0.trimmed) }
    }
}
