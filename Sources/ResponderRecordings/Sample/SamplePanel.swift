internal import ResponderEventLoop
internal import ResponderTouchInput

/// A panel that turns the fingers of a script into events, frame by frame.
struct SamplePanel {
    /// A finger with its times counted in the panel's frames.
    private struct Trace {
        /// The frames in which the finger is down; the upper bound is the frame in which the finger is lifted.
        let frames: Range<Int>
        let origin: Point
        let destination: Point

        func position(in frame: Int) -> (x: Int32, y: Int32) {
            // The finger reaches its destination in the last frame in which it is down.
            let steps = Double(max(frames.count - 1, 1))
            let progress = Double(frame - frames.lowerBound) / steps
            return (
                SamplePanel.coordinate(origin.x + (destination.x - origin.x) * progress),
                SamplePanel.coordinate(origin.y + (destination.y - origin.y) * progress)
            )
        }
    }

    private let traces: [Trace]
    /// The trace of the contact in each slot.
    private var slots: [Int?] = Array(repeating: nil, count: SampleRecording.slotCount)
    private var events = PanelEvents(slotCount: SampleRecording.slotCount)

    init(fingers: [SampleRecording.Finger]) {
        let interval = Double(SampleRecording.frameInterval.wholeNanoseconds)
        // A script is rendered frame by frame, so its length is limited to an hour.
        let most = 3600e9 / interval
        func frame(_ time: Duration) -> Int { Int(min(Double(time.wholeNanoseconds) / interval, most).rounded()) }
        traces = fingers.map { finger in
            let start = frame(finger.start)
            let end = max(frame(finger.start + finger.length), start + 1)
            return Trace(frames: start..<end, origin: finger.origin, destination: finger.destination)
        }
    }

    mutating func recording(name: String) -> EvdevRecording {
        var starting = traces.indices.sorted {
            (traces[$0].frames.lowerBound, $0) < (traces[$1].frames.lowerBound, $1)
        }[...]
        var frame = 0
        while let next = nextFrame(after: frame, starting: starting.first) {
            // An untouched panel reports nothing, so pauses are skipped.
            frame = next
            events.time = .zero.advanced(by: SampleRecording.frameInterval * frame)
            let due = starting.prefix { traces[$0].frames.lowerBound <= frame }
            starting = starting.dropFirst(due.count)
            report(frame, starting: due)
        }
        return events.recording(
            name: name,
            greatestX: SampleRecording.greatestCoordinate,
            greatestY: SampleRecording.greatestCoordinate,
            hasPalms: false
        )
    }

    /// The next frame in which something may change; nil after the last.
    private func nextFrame(after frame: Int, starting: Int?) -> Int? {
        events.isUntouched ? starting.map { traces[$0].frames.lowerBound } : frame + 1
    }

    /// The panel's coordinate nearest to a coordinate of the script.
    private static func coordinate(_ value: Double) -> Int32 {
        guard !value.isNaN else { return 0 }
        return Int32(min(max(value.rounded(), 0), Double(SampleRecording.greatestCoordinate)))
    }

    private mutating func report(_ frame: Int, starting: ArraySlice<Int>) {
        for (slot, trace) in slots.enumerated() {
            guard let trace, !traces[trace].frames.contains(frame) else { continue }
            slots[slot] = nil
            events.lift(slot)
        }
        for trace in starting {
            guard let slot = events.begin() else { continue }
            slots[slot] = trace
        }
        for (slot, trace) in slots.enumerated() {
            guard let trace else { continue }
            let position = traces[trace].position(in: frame)
            events.move(slot, x: position.x, y: position.y)
        }
        events.report()
    }
}
