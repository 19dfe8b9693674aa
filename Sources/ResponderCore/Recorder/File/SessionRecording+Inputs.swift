package import ResponderEventLoop
package import ResponderTouchInput

extension SessionRecording {
    /// Tells what came from outside, one after the other, without an app: also of a recording whose beginning is gone.
    ///
    /// Like a replay it ends at the first record that cannot be read.
    ///
    /// - Parameters:
    ///   - onFrame: Called with each frame of touches, of the wheel and of keys.
    ///   - onMessage: Called with each message of the host, and when it came.
    /// - Complexity: Linear in the recording; allocates each frame.
    package func readInputs(
        onFrame: (InputFrame) -> Void,
        onMessage: (HostMessage, MainRunLoop.Instant) -> Void
    ) {
        var cursor = RecordCursor(segments)
        do throws(RecordReader.Malformed) {
            while let record = cursor.next {
                cursor.advance()
                var reader = RecordReader(record.bytes)
                if let frame = try reader.frame(of: record.kind, turn: cursor.time) {
                    onFrame(frame)
                } else if record.kind == .input {
                    let kind = try reader.input().kind
                    guard kind == .hostMessage || kind == .portMessage else { continue }
                    onMessage(try reader.message(), MainRunLoop.Instant(nanoseconds: cursor.time))
                }
            }
        } catch {
            return
        }
    }
}
