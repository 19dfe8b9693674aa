internal import ResponderEventLoop

/// Reopens panels that send nothing for too long, or whose finger stays down for too long.
///
///     let watch = PanelWatch(panels, limits: .init(stillFinger: .seconds(60), silence: .seconds(3600))) {
///         logger.warning("\($0)")
///     }
///
/// Opening a panel anew asks the kernel for the fingers that are down, and cures most of what a controller or a cable
/// does after hours. The contacts of the panel are cancelled before (rule K16). The watch looks at the panels four
/// times in its shortest limit, and finds what it looks for at most a quarter of this limit later; no event costs
/// anything.
///
/// The app keeps the object; a released one watches no more.
///
/// - Complexity: Each member is O(panels and their contacts), and allocates a timer or a few notes.
@MainActor
public final class PanelWatch {
    /// What is too long; nil for what is not looked for.
    public struct Limits: Hashable, Sendable {
        /// How long a panel may send nothing while a finger is down.
        public var stillFinger: Duration?
        /// How long a finger may be down in all.
        public var longTouch: Duration?
        /// How long a panel may send nothing at all.
        public var silence: Duration?

        /// Limits, each off unless given.
        ///
        /// - Complexity: O(1), without allocation.
        public init(stillFinger: Duration? = nil, longTouch: Duration? = nil, silence: Duration? = nil) {
            (self.stillFinger, self.longTouch, self.silence) = (stillFinger, longTouch, silence)
        }

        fileprivate var shortest: Duration? {
            [stillFinger, longTouch, silence].compactMap { $0 }.filter { $0 > .zero }.min()
        }
    }

    /// Why a panel was reopened.
    public struct Finding: CustomStringConvertible, Hashable, Sendable {
        /// What was too long.
        public enum Kind: Hashable, Sendable {
            /// A finger was down, and the panel sent nothing.
            case stillFinger
            /// A finger was down for very long.
            case longTouch
            /// The panel sent nothing.
            case silence
        }

        /// What was too long.
        public let kind: Kind
        /// The path of the panel's node.
        public let path: String
        /// How long it was.
        public let duration: Duration

        /// One line that names the panel.
        public var description: String {
            let what =
                switch kind {
                case .stillFinger: "has a finger down and has sent nothing"
                case .longTouch: "has had the same finger down"
                case .silence: "has sent nothing"
                }
            return "the touch panel \(path) \(what) for \(duration.components.seconds) s; it is opened anew"
        }
    }

    /// What is known of a panel.
    private struct Note {
        let panel: ObjectIdentifier
        var events: Int
        /// When the number of events was seen to change.
        var change: MainRunLoop.Instant
        /// When each contact was seen first.
        var contacts: [Int: MainRunLoop.Instant] = [:]
        /// Whether silence was reported since the panel sent something.
        var isSilenceKnown = false
    }

    private weak var panels: TouchPanels?
    private let limits: Limits
    private let report: @MainActor (Finding) -> Void
    private var notes: [String: Note] = [:]
    private var timer: MainRunLoop.Timer?

    /// Watches panels.
    ///
    /// - Parameters:
    ///   - panels: The panels, those that come later, too.
    ///   - limits: What is too long.
    ///   - report: Called for each finding, before the panel is opened anew; silence is told once until the panel sends
    ///     something.
    public init(_ panels: TouchPanels, limits: Limits, report: @escaping @MainActor (Finding) -> Void) {
        self.panels = panels
        self.limits = limits
        self.report = report
        guard let shortest = limits.shortest, let loop = panels.loop else { return }
        let interval = max(shortest / 4, .milliseconds(1))
        timer = loop.addTimer(after: interval, every: interval, tolerance: interval / 4, name: "panel watch") {
            [weak self, weak loop] timer in
            guard let self, let loop else { return timer.cancel() }
            look(at: loop.now)
        }
        timer?.keepsRunAlive = false
        look(at: loop.now)
    }

    /// Watches no more.
    public func stop() {
        timer?.cancel()
        timer = nil
    }

    private func look(at now: MainRunLoop.Instant) {
        guard let panels else { return stop() }
        let found = panels.panels
        notes = notes.filter { note in found.contains { $0.path == note.key } }
        for entry in found {
            let isKnownSilent = notes[entry.path]?.isSilenceKnown ?? false
            var note = updated(notes[entry.path], entry.panel, at: now)
            let finding = problem(of: entry, note, at: now)
            if let finding, finding.kind == .silence {
                note.change = now
                note.isSilenceKnown = true
            }
            notes[entry.path] = note
            guard let finding else { continue }
            if finding.kind != .silence || !isKnownSilent { report(finding) }
            panels.reopen(entry.panel)
            // The report may have ended the watch.
            guard timer != nil else { return }
        }
    }

    /// What is known of a panel now.
    private func updated(_ former: Note?, _ panel: TouchPanel, at now: MainRunLoop.Instant) -> Note {
        let events = panel.statistics.events
        var note = former ?? Note(panel: ObjectIdentifier(panel), events: events, change: now)
        if note.panel != ObjectIdentifier(panel) {
            let isSilenceKnown = note.isSilenceKnown
            note = Note(panel: ObjectIdentifier(panel), events: 0, change: now)
            note.isSilenceKnown = isSilenceKnown
        }
        if events != note.events {
            (note.events, note.change, note.isSilenceKnown) = (events, now, false)
        }
        var contacts: [Int: MainRunLoop.Instant] = [:]
        for contact in panel.liveContacts { contacts[contact.identifier] = note.contacts[contact.identifier] ?? now }
        note.contacts = contacts
        return note
    }

    private func problem(of entry: TouchPanels.Found, _ note: Note, at now: MainRunLoop.Instant) -> Finding? {
        func finding(_ kind: Finding.Kind, _ limit: Duration?, since start: MainRunLoop.Instant?) -> Finding? {
            guard let limit, limit > .zero, let start else { return nil }
            let duration = start.duration(to: now)
            return duration >= limit ? Finding(kind: kind, path: entry.path, duration: duration) : nil
        }
        let first = note.contacts.values.min()
        return finding(.stillFinger, limits.stillFinger, since: first.map { max($0, note.change) })
            ?? finding(.longTouch, limits.longTouch, since: first)
            ?? finding(.silence, limits.silence, since: note.change)
    }
}
