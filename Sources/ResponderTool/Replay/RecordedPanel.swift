import ResponderKit
import ResponderLibinputRecordings
import ResponderRecordings

/// A recording that was read and decoded once, and the extent of the window into which it is played.
struct RecordedPanel {
    let name: String
    let size: Size
    let frames: RecordedInput
    /// How many frames of contacts there are.
    let frameCount: Int
    let decoded: EvdevDecoder.Statistics

    /// Reads a recording.
    ///
    /// - Parameters:
    ///   - device: The path or name of a device, for recordings of several touch panels.
    ///   - size: The window's extent in points; nil for the extent of the recorded screen, or 1024 by 768 where
    ///     that extent is unknown.
    init(path: String, device: String?, size: Size?) throws {
        let recording = try EvdevRecording(anyFormatAt: path, device: device)
        name = recording.name
        self.size = size ?? recording.recordedScreen ?? Size(1024, 768)
        do {
            frames = try recording.input(size: self.size)
        } catch {
            throw ReplayError(file: path, reason: error.description)
        }
        var (next, count) = (frames.makeIterator(), 0)
        while let frame = next.next() { if case .touch = frame { count += 1 } }
        (frameCount, decoded) = (count, next.statistics)
    }
}

extension ReplayCommand.Tree {
    /// A window with this tree of views in it, not shown yet.
    @MainActor
    func makeWindow(of size: Size, in application: Application) -> Window {
        let window = Window(frame: Rect(origin: .zero, size: size), application: application)
        window.rootViewController =
            switch self {
            case .single: TouchAreaController()
            case .demo: DemoController(size: size)
            }
        return window
    }
}
