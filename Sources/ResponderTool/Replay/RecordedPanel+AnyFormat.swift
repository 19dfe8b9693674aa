import ResponderDemo
import ResponderKit
import ResponderLibinputRecordings
import ResponderRecordings

extension RecordedPanel {
    /// Reads and decodes a recording of any format.
    ///
    /// - Parameters:
    ///   - device: The path or name of a device, for recordings of several touch panels.
    ///   - size: The window's extent in points; nil for the extent of the recorded screen, or 1024 by 768 where
    ///     that extent is unknown.
    init(path: String, device: String?, size: Size?) throws {
        try self.init(try EvdevRecording(anyFormatAt: path, device: device), file: path, size: size)
    }
}
