internal import ResponderEventLoop

/// Why a recording cannot be read or written: which file, which line, what was expected and what was found.
public struct RecordingError: Error, Hashable, Sendable {
    /// The kind of mistake.
    public enum Problem: Hashable, Sendable, CaseIterable {
        /// The file cannot be read: it is not there, not allowed, a folder, or larger than ``maximumFileSize``.
        case unreadable
        /// The file cannot be written.
        case unwritable
        /// The file is of another format.
        case foreign
        /// The file is of a version of the format that is not known here.
        case version
        /// A line does not have the form that its first letter asks for, or ends too early.
        case malformed
        /// A number does not fit its field.
        case outOfRange
        /// An event is earlier than the one before it.
        case timeReversed
        /// The device has no absolute axis, so it cannot touch.
        case noAxes
        /// Several devices were recorded that touch, and it is not said which is meant, or none is the one that is.
        case ambiguous
    }

    /// The largest file that is read: 1 GiB, some two hours of the busiest panel known.
    public static let maximumFileSize = 1 << 30

    /// The name of the file, as the reader was given it.
    public var file: String
    /// The number of the line, from 1; nil where the whole file is meant.
    public var line: Int?
    /// The kind of mistake.
    public var problem: Problem
    /// What is wrong, for people.
    public var message: String

    /// A mistake in `file`, at `line` if it is there.
    public init(file: String, line: Int? = nil, problem: Problem, message: String) {
        self.file = file
        self.line = line
        self.problem = problem
        self.message = message
    }
}

extension RecordingError: CustomStringConvertible {
    /// The mistake in one line, as `taps.evemu:17: expected …, found …`; nothing of the file's name or text steers a
    /// terminal.
    public var description: String {
        (line.map { "\(file):\($0): \(message)" } ?? "\(file): \(message)").inOneLine()
    }
}

extension RecordingError {
    /// Text from a file as it may stand in a message: short, in one line, in quotes.
    package static func quoted(_ bytes: ArraySlice<UInt8>) -> String {
        let limit = 72
        let text = String(decoding: bytes.prefix(limit), as: UTF8.self).inOneLine()
        return bytes.isEmpty ? "an empty line" : "'\(text)\(bytes.count > limit ? "…" : "")'"
    }
}
