internal import ResponderCore
internal import ResponderKit
internal import ResponderSupport

/// Writes a trace in Chrome's trace-event format: tracks with spans that begin and end, and marks.
@MainActor
struct ChromeTrace {
    /// What has a track.
    private enum Owner: Hashable {
        case lifecycle
        case focus
        case droppedTouches
        case touch(Int)
        case recognizer(Int)
        case key(HIDUsage, String)
    }

    private struct Track {
        let name: String
        /// The time of the last event, in nanoseconds.
        var last: Int64 = -1
        /// How many spans have begun and not ended.
        var depth = 0
        /// Whether a span has begun before.
        var hasBegun = false
    }

    private var tracks: [Track] = []
    private var numbers: [Owner: Int] = [:]
    /// The tracks of the presses that are down.
    private var presses: [UInt64: Int] = [:]
    /// The events, each in a line.
    private var text = ""

    /// The text of a trace.
    ///
    /// - Parameters:
    ///   - state: The application's state at the start.
    ///   - responder: The first responder at the start.
    ///   - end: When what goes on ends, in nanoseconds since the start.
    static func text(
        of entries: [TraceEntry],
        _ state: LifecycleState,
        _ responder: ResponderName?,
        until end: Int64
    ) -> String {
        var writer = ChromeTrace()
        writer.begin(writer.track(.lifecycle, "life cycle"), at: 0, "\(state)")
        if let responder { writer.begin(writer.track(.focus, "focus"), at: 0, "\(responder)") }
        for entry in entries { writer.write(entry) }
        for track in writer.tracks.indices {
            while writer.tracks[track].depth > 0 { writer.end(track, at: end) }
        }
        return "{\"displayTimeUnit\": \"ms\", \"traceEvents\": [\n\(writer.names)\(writer.text)\n]}\n"
    }

    private mutating func write(_ entry: TraceEntry) {
        let time = entry.time
        switch entry.event {
        case .touch(let summary, let step):
            if summary.touches.isEmpty { mark(track(.droppedTouches, "dropped touches"), at: time, summary.text) }
            for number in summary.touches {
                let track = track(.touch(number), "touch \(number)")
                // A touch that was down when the trace began has no hit in the trace.
                let begins = step == .begins || step != .none && step != .ends && !tracks[track].hasBegun
                write(track, at: time, summary.what, step, begins: begins ? summary.what : nil)
            }
        case .gesture(let summary, let number, let step):
            let name = summary.recognizer ?? "recogniser"
            let track = track(.recognizer(number), "recogniser \(number): \(name)")
            write(track, at: time, summary.what, step, begins: step == .none || step == .ends ? nil : name)
        case .press(let message, let keys, let responder):
            for key in keys { write(key, message, at: time, "\(message) goes to \(responder)") }
        case .lifecycle(let event):
            let track = track(.lifecycle, "life cycle")
            guard event.kind == .entered else { return mark(track, at: time, event.text) }
            end(track, at: time)
            begin(track, at: time, "\(event.state)")
        case .focus(let responder):
            let track = track(.focus, "focus")
            if tracks[track].depth > 0 { end(track, at: time) }
            if let responder { begin(track, at: time, "\(responder)") }
        }
    }

    /// Writes an event of a touch or of a recogniser, which has at most one span at a time.
    private mutating func write(
        _ track: Int,
        at time: Int64,
        _ text: String,
        _ step: TraceEntry.Step,
        begins name: String?
    ) {
        let isOpen = tracks[track].depth > 0
        if isOpen && step == .ends { return end(track, at: time) }
        if !isOpen, let name {
            begin(track, at: time, name)
            if step == .begins { return }
        }
        mark(track, at: time, text)
    }

    private mutating func write(
        _ key: TraceEntry.PressedKey,
        _ message: PressDelivery.Message,
        at time: Int64,
        _ text: String
    ) {
        // Keys of a keyboard on the screen have no usage of their own.
        let name = key.key.name
        let isNumbered = key.key.usage != .keyboard(0)
        let track = presses[key.press] ?? track(.key(key.key.usage, isNumbered ? "" : name), "key \(name)")
        let isDown = presses[key.press] != nil
        switch message {
        case .began where !isDown:
            begin(track, at: time, name)
            presses[key.press] = track
        case .ended where isDown, .cancelled where isDown:
            end(track, at: time)
            presses[key.press] = nil
            return
        default: break
        }
        mark(track, at: time, text)
    }

    // MARK: Tracks

    /// The number of a track, which is made if there is none.
    private mutating func track(_ owner: Owner, _ name: @autoclosure () -> String) -> Int {
        if let number = numbers[owner] { return number }
        numbers[owner] = tracks.count
        tracks.append(Track(name: name()))
        return tracks.count - 1
    }

    /// The names of the tracks, in their order.
    private var names: String {
        var text = #"{"ph": "M", "pid": 1, "name": "process_name", "args": {"name": "application"}}"#
        for (track, number) in zip(tracks, 1...) {
            text +=
                ",\n{\"ph\": \"M\", \"pid\": 1, \"tid\": \(number), \"name\": \"thread_name\", \"args\": {\"name\": "
            text += "\(Self.quoted(track.name))}}"
            text += ",\n{\"ph\": \"M\", \"pid\": 1, \"tid\": \(number), \"name\": \"thread_sort_index\", "
            text += "\"args\": {\"sort_index\": \(number)}}"
        }
        return text
    }

    // MARK: Events

    private mutating func begin(_ track: Int, at time: Int64, _ name: String) {
        tracks[track].depth += 1
        tracks[track].hasBegun = true
        append("B", track, time, ", \"name\": \(Self.quoted(name))")
    }

    private mutating func end(_ track: Int, at time: Int64) {
        tracks[track].depth -= 1
        append("E", track, time, "")
    }

    private mutating func mark(_ track: Int, at time: Int64, _ name: String) {
        append("i", track, time, ", \"s\": \"t\", \"name\": \(Self.quoted(name))")
    }

    private mutating func append(_ phase: String, _ track: Int, _ time: Int64, _ members: String) {
        let time = max(time, tracks[track].last + 1)
        tracks[track].last = time
        text +=
            ",\n{\"ph\": \"\(phase)\", \"pid\": 1, \"tid\": \(track + 1), \"ts\": \(Self.microseconds(time))\(members)}"
    }

    /// A time of nanoseconds in microseconds, exactly.
    private static func microseconds(_ time: Int64) -> String {
        let fraction = time % 1000
        guard fraction > 0 else { return "\(time / 1000)" }
        let digits = String(fraction)
        return "\(time / 1000).\(String(repeating: "0", count: 3 - digits.count))\(digits)"
    }

    private static func quoted(_ name: String) -> String { name.inOneLine().quotedForJSON() }
}
