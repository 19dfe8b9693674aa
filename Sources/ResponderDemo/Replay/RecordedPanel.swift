package import ResponderKit
package import ResponderRecordings
internal import ResponderSupport

/// A recording that was read and decoded once, and the extent of the window into which it is played.
package struct RecordedPanel {
    /// The recording's file.
    let file: String
    /// The recorded device's name; empty where the recording does not say.
    package let name: String
    /// The device's name, if it has one, and the file.
    package var title: String { name.isEmpty ? file : "\(name): \(file)" }
    /// The window's extent in points.
    package let size: Size
    package let frames: RecordedInput
    /// How many frames of contacts there are.
    let frameCount: Int
    let decoded: EvdevDecoder.Statistics

    /// The window's extent where neither the recording nor the user gives it, in points.
    package static let defaultSize = Size(1024, 768)

    /// Decodes a recording.
    ///
    /// - Parameters:
    ///   - file: The path that the recording was read from, for the summary and for errors.
    ///   - size: The window's extent in points; nil for the extent of the recorded screen, or 1024 by 768 where
    ///     that extent is unknown.
    package init(_ recording: EvdevRecording, file: String, size: Size? = nil) throws(ReplayError) {
        self.file = file
        name = recording.name
        self.size = size ?? recording.recordedScreen ?? Self.defaultSize
        do {
            frames = try recording.input(size: self.size)
        } catch {
            throw ReplayError(file: file, reason: error.description)
        }
        var (next, count) = (frames.makeIterator(), 0)
        while let frame = next.next() { if case .touch = frame { count += 1 } }
        (frameCount, decoded) = (count, next.statistics)
    }
}

/// Why a recording that was read cannot be played.
package struct ReplayError: Error, CustomStringConvertible {
    let file: String
    let reason: String

    package var description: String { "\(file): \(reason)".inOneLine() }
}
