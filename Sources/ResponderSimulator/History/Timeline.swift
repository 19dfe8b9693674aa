internal import ResponderKit
internal import ResponderSupport

/// The history laid out for a picture: the places of its parts, in points.
///
/// Much happens at one instant of virtual time, and then nothing for an hour. So distances are not to scale: each
/// entry has a place of its own, in order, and the gap between two instants is a little wider for a longer time. A
/// timeline that gets too wide continues in a band below, as a line of text does.
struct Timeline {
    /// One line of the picture.
    struct Band {
        var marks: [Mark] = []
        var spans: [Span] = []
        var ticks: [Tick] = []
        /// The rows of the apps that run in this line of the picture, or that something happens to, from top to bottom.
        fileprivate(set) var rows: [Int] = []
        /// How far the entries reach to the right.
        var width = 0.0
        /// How high the longest label reaches.
        var labelHeight = 0.0
    }

    /// An entry at its place; row 0 belongs to the device.
    struct Mark {
        let x: Double
        let row: Int
        let entry: DeviceHistory.Entry
        let label: String
    }

    /// A stretch of an app in one state.
    struct Span {
        let row: Int
        let from: Double
        var to: Double
        let state: LifecycleState
        /// When the app entered the state.
        let since: MainRunLoop.Instant
    }

    /// An instant: the place where its entries begin.
    struct Tick {
        let x: Double
        let text: String
    }

    static let pitch = 15.0
    static let characterWidth = 6.1
    private static let narrow = 7.0
    private static let widest = 1450.0
    /// Longer labels end in an ellipsis.
    private static let longestLabel = 44

    /// The apps, in the order in which they appear.
    private(set) var apps: [String] = []
    private(set) var bands: [Band] = []

    private var band = Band()
    private var x = 0.0
    private var rows: [String: Int] = [:]
    private var states: [(state: LifecycleState, since: MainRunLoop.Instant)] = []

    init(_ entries: [DeviceHistory.Entry]) {
        for entry in entries {
            guard let app = entry.app, rows[app] == nil else { continue }
            apps.append(app)
            rows[app] = apps.count
        }
        states = apps.map { _ in (.notRunning, .zero) }
        var instant: MainRunLoop.Instant?
        for entry in entries {
            if instant != entry.time {
                beginInstant(entry.time, after: instant)
                instant = entry.time
            } else if x > Timeline.widest {
                breakBand()
                tick(entry.time)
            }
            add(entry)
        }
        finishBand()
    }

    private mutating func beginInstant(_ time: MainRunLoop.Instant, after former: MainRunLoop.Instant?) {
        if let former {
            // The gap has room for the text of the instant before, and is a little wider for a longer time.
            let text = Double(band.ticks.last?.text.count ?? 0) * Timeline.characterWidth
            let room = (band.ticks.last?.x ?? 0) + text + 10 - x
            let seconds = former.duration(to: time) / .seconds(1)
            var magnitude = 0.0
            var left = seconds
            while left > 0.001, magnitude < 9 {
                left /= 10
                magnitude += 1
            }
            x += max(room, 14 + 5 * magnitude)
        }
        if x > Timeline.widest { breakBand() }
        tick(time)
    }

    private mutating func tick(_ time: MainRunLoop.Instant) {
        band.ticks.append(Tick(x: x, text: Timeline.text(time)))
    }

    private mutating func add(_ entry: DeviceHistory.Entry) {
        let row = entry.app.flatMap { rows[$0] } ?? 0
        if case .entered = entry.kind, let state = entry.state {
            x += Timeline.narrow / 2
            setState(state, at: entry.time, ofRow: row)
            x += Timeline.narrow / 2
            return
        }
        let label = Timeline.label(entry)
        x += Timeline.pitch / 2
        band.marks.append(Mark(x: x, row: row, entry: entry, label: label))
        band.labelHeight = max(band.labelHeight, Double(label.count) * Timeline.characterWidth)
        x += Timeline.pitch / 2
    }

    private mutating func setState(_ state: LifecycleState, at time: MainRunLoop.Instant, ofRow row: Int) {
        endSpan(ofRow: row)
        guard row > 0 else { return }
        states[row - 1] = (state, time)
        beginSpan(ofRow: row)
    }

    private mutating func beginSpan(ofRow row: Int) {
        let (state, since) = states[row - 1]
        guard state != .notRunning else { return }
        band.spans.append(Span(row: row, from: x, to: .infinity, state: state, since: since))
    }

    private mutating func endSpan(ofRow row: Int) {
        guard let place = band.spans.lastIndex(where: { $0.row == row && $0.to == .infinity }) else { return }
        band.spans[place].to = x
    }

    /// Ends the band, and begins another one below it.
    private mutating func breakBand() {
        finishBand()
        band = Band()
        x = 0
        for row in 1..<(apps.count + 1) { beginSpan(ofRow: row) }
    }

    private mutating func finishBand() {
        x += Timeline.pitch
        for row in 1..<(apps.count + 1) { endSpan(ofRow: row) }
        let last = band.ticks.last.map { $0.x + Double($0.text.count) * Timeline.characterWidth } ?? 0
        band.width = max(x, last)
        band.rows = Set(band.marks.map(\.row) + band.spans.map(\.row)).subtracting([0]).sorted()
        bands.append(band)
    }

    /// The label of an entry; a notification's name is shown without its usual prefix and suffix.
    private static func label(_ entry: DeviceHistory.Entry) -> String {
        var text = entry.text
        if case .post(var name) = entry.kind {
            for prefix in ["UIApplication", "UIDevice"] where name.hasPrefix(prefix) {
                name.removeFirst(prefix.count)
            }
            if name.hasSuffix("Notification") { name.removeLast("Notification".count) }
            text = "N \(name)"
        }
        text = text.inOneLine()
        return text.count > longestLabel ? text.prefix(longestLabel - 1) + "…" : text
    }

    /// An instant to the millisecond, without trailing zeros: `1 h 2 min 3.5 s`.
    static func text(_ time: MainRunLoop.Instant) -> String {
        let milliseconds = time.nanoseconds / 1_000_000
        var parts: [String] = []
        if milliseconds >= 3_600_000 { parts.append("\(milliseconds / 3_600_000) h") }
        if milliseconds / 60_000 % 60 > 0 { parts.append("\(milliseconds / 60_000 % 60) min") }
        let (seconds, rest) = (milliseconds / 1000 % 60, milliseconds % 1000)
        if seconds > 0 || rest > 0 || parts.isEmpty {
            var fraction = rest == 0 ? "" : ".\(String(1000 + rest).dropFirst())"
            while fraction.last == "0" { fraction.removeLast() }
            parts.append("\(seconds)\(fraction) s")
        }
        return parts.joined(separator: " ")
    }
}
