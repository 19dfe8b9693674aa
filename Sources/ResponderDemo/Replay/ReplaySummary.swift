import ResponderKit
internal import ResponderSupport

/// How many touches the views got, by phase.
@MainActor
struct ReplayCounts {
    private(set) var began = 0
    private(set) var moved = 0
    private(set) var ended = 0
    private(set) var cancelled = 0

    mutating func note(_ delivery: TouchDelivery) {
        switch delivery.phase {
        case .began: began += delivery.touches.count
        case .moved: moved += delivery.touches.count
        case .ended: ended += delivery.touches.count
        case .cancelled: cancelled += delivery.touches.count
        case .stationary: break
        }
    }
}

/// The numbers of a replay: the object that `responderkit replay --json` prints.
package struct ReplaySummary: Encodable {
    /// The recording's file.
    let file: String
    /// The recorded device's name.
    let device: String
    /// Evdev events that were read.
    let events: Int
    /// Frames of the panel, each ended by a report.
    let frames: Int
    /// Values that were clamped to their axis.
    let clamped: Int
    /// Malformed events, which were left out.
    let malformed: Int
    /// Contacts that began, counted at the port.
    let contacts: Int
    /// The most contacts that were down at once.
    let maxFingers: Int
    /// Samples and contacts that the port or the application dropped or merged.
    let dropped: Int
    /// Calls of `sendEvent`.
    let dispatches: Int
    /// Touches that the views got, by phase.
    let began: Int
    let moved: Int
    let ended: Int
    let cancelled: Int
    /// Presses of keys and buttons that the responders got.
    let presses: Int
    /// What the recognisers have found; nil where none runs.
    let gestures: [ReplayGestures.Finding]?
    private let title: String
    /// The rows about gestures.
    private let gestureRows: [(Int, String)]

    private enum CodingKeys: CodingKey {
        case file, device, events, frames, clamped, malformed, contacts, maxFingers, dropped, dispatches
        case began, moved, ended, cancelled, presses, gestures
    }

    @MainActor
    init(_ replay: Replay, counts: ReplayCounts, gestures: ReplayGestures?, application: Application) {
        let port = application.touchPort.statistics
        let touches = application.touchStatistics
        file = replay.panel.file
        device = replay.panel.name
        title = replay.panel.title
        events = replay.panel.decoded.events
        frames = replay.panel.decoded.frames
        clamped = replay.panel.decoded.clampedValues
        malformed = replay.panel.decoded.malformedEvents
        contacts = port.contacts
        maxFingers = port.mostContactsDown
        dropped = port.lost + touches.lost
        dispatches = touches.events
        began = counts.began
        moved = counts.moved
        ended = counts.ended
        cancelled = counts.cancelled
        presses = application.pressStatistics.presses
        self.gestures = gestures?.findings
        gestureRows = gestures?.rows ?? []
    }

    /// The numbers in lines, for a person.
    package var text: String {
        let rows = [
            (events, "evdev events read, \(frames) frames, \(clamped) values clamped, \(malformed) events malformed"),
            (contacts, "contacts at the port, at most \(maxFingers) at once, \(dropped) dropped or merged"),
            (dispatches, "calls of sendEvent"),
            (began, "touches began, of which \(ended) ended and \(cancelled) were cancelled; \(moved) moved"),
        ]
        let pressRows = presses > 0 ? [(presses, "presses of keys")] : []
        let lines = (rows + pressRows + gestureRows).map { count, label in
            String(repeating: " ", count: max(0, 8 - String(count).count)) + "\(count)  \(label)"
        }
        return (["", title.inOneLine()] + lines).joined(separator: "\n")
    }
}

extension TouchPort.Statistics {
    fileprivate var lost: Int {
        droppedBegans + coalescedMoves + unknownContacts + invalidLocations + repeatedBegans + excessContacts
    }
}

extension Application.TouchStatistics {
    fileprivate var lost: Int { refusedWhileInactive + missedTouches + excessTouches }
}
