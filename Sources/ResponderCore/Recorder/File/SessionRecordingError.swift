internal import ResponderSupport

/// Why a file is no recording that can be read or replayed.
public struct SessionRecordingError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file's name, as it was given.
    public let file: String
    /// What is wrong, and the remedy.
    public let reason: String
    /// Whether the file cannot be opened or read, so that nothing is known of what it holds.
    package var isUnreadable = false

    /// The file and the reason, in a line that is safe for a terminal.
    public var description: String { "\(file.quotedInOneLine()): \(reason.inOneLine())" }
}
