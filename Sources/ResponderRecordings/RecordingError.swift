internal import ResponderEventLoop
internal import ResponderSupport

/// Why a recording cannot be read or written: the file, the line, what was expected and what was found.
public struct RecordingError: Error, Hashable, Sendable {
    /// The kind of mistake.
    public enum Problem: Hashable, Sendable, CaseIterable {
        /// The file cannot be read: it does not exist, permission is denied, it is a folder, or it is larger than
        /// ``maximumFileSize``.
        case unreadable
        /// The file cannot be written.
        case unwritable
        /// The file is of another format.
        case foreign
        /// The file has an unknown version of the format.
        case version
        /// A line does not have the form that its first letter requires, or ends too early.
        case malformed
        /// A number does not fit its field.
        case outOfRange
        /// An event is earlier than the event before.
        case timeReversed
        /// The device has no absolute axis, or no device of the recording has axes for a position.
        case noAxes
        /// There are several touch devices and no name was given, or no touch device has the given name.
        case ambiguous
    }

    /// The largest file that is read: 1 GiB, about two hours of the busiest panel known.
    public static let maximumFileSize = 1 << 30

    /// The name of the file, as it was given to the reader.
    public var file: String
    /// The number of the line, from 1; nil where the error concerns the whole file.
    public var line: Int?
    /// The kind of mistake.
    public var problem: Problem
    /// A description of the mistake, for people.
    public var message: String

    /// A mistake in `file`, at `line` unless that is nil.
    ///
    /// - Complexity: O(1); no allocation.
    public init(file: String, line: Int? = nil, problem: Problem, message: String) {
        self.file = file
        self.line = line
        self.problem = problem
        self.message = message
    }
}

extension RecordingError: CustomStringConvertible {
    /// The mistake in one line without control characters, for example `taps.evemu:17: expected …, found …`.
    public var description: String {
        (line.map { "\(file):\($0): \(message)" } ?? "\(file): \(message)").inOneLine()
    }
}

extension RecordingError {
    /// Text from a file in a form for messages: short, in one line, in quotes.
    package static func quoted(_ bytes: ArraySlice<UInt8>) -> String {
        let limit = 72
        let text = String(decoding: bytes.prefix(limit), as: UTF8.self).inOneLine()
        return bytes.isEmpty ? "an empty line" : "'\(text)\(bytes.count > limit ? "…" : "")'"
    }
}
