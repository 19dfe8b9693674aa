internal import ResponderSupport

/// Why a recording cannot be made, or cannot go on.
public struct RecorderError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file.
    public let path: String
    /// What is wrong.
    public let reason: String

    /// The file, the reason and the remedy, in a line that is safe for a terminal.
    public var description: String {
        "the recording \(path.quotedInOneLine()) cannot be written: \(reason.inOneLine()); name a file on a disk with "
            + "room, in a folder that may be written"
    }
}
