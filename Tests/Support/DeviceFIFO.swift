package import Foundation
package import ResponderRecordings
package import ResponderTouchInput
internal import Testing

/// A FIFO that carries what a device sends, such as a recorded panel.
package struct DeviceFIFO: Sendable {
    /// What the environment says of the device.
    package let request: String
    private let file = TemporaryFile(".fifo")

    /// A FIFO for the events of a keyboard, a mouse or buttons.
    package init() throws {
        request = file.path
        try #require(mkfifo(file.path, 0o600) == 0)
    }

    /// A FIFO for the events of a device with the axes of the recorded one.
    package init(_ recording: EvdevRecording) throws {
        func axis(_ codes: UInt16...) -> String {
            let axis = codes.compactMap { recording.axes[$0] }.first
            return axis.map { "\($0.minimum):\($0.maximum)" } ?? ""
        }
        let isSingle = recording.axes[EvdevCodes.positionX] == nil
        request =
            "\(file.path), x=\(axis(EvdevCodes.positionX, EvdevCodes.x)), "
            + "y=\(axis(EvdevCodes.positionY, EvdevCodes.y)), "
            + (isSingle ? "single" : "slots=\((recording.axes[EvdevCodes.slot]?.maximum ?? 0) + 1)")
        try #require(mkfifo(file.path, 0o600) == 0)
    }

    /// Keeps a descriptor of the other end, so that the panel stays connected from one call of `play` to the next.
    ///
    /// Waits for nobody: call this after the panel was opened.
    package func stayConnected() throws -> FileHandle {
        try #require(FileHandle(forUpdatingAtPath: file.path))
    }

    /// Writes the events as fast as they are read, once somebody has opened the other end; then closes it.
    package func play(_ events: [EvdevEvent]) async {
        let data = Data(events.flatMap(\.bytes))
        let path = file.path
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            Thread.detachNewThread {
                defer { continuation.resume() }
                guard let file = FileHandle(forWritingAtPath: path) else { return }
                try? file.write(contentsOf: data)
                try? file.close()
            }
        }
    }
}
