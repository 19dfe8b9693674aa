internal import ResponderCore
internal import ResponderSupport

/// The actions of a control with their events, in the order of registration.
struct ControlRegistrations: ~Copyable {
    struct Entry: Registration {
        var object: Unmanaged<ControlAction>?
        /// The raw value of `events`: a public type is not known to be plain.
        fileprivate var bits: UInt

        /// Empty in an empty place.
        var events: Control.Events {
            get { Control.Events(rawValue: bits) }
            set { bits = newValue.rawValue }
        }

        static func keys(of action: ControlAction) -> [ControlActionKey] { action.keys }
        static func isStale(_ key: ControlActionKey, of action: ControlAction) -> Bool {
            key.hasTarget && action.hasLostTarget
        }
        static func didPlace(_ action: ControlAction, at place: Int) {}
    }

    private var list = RegistrationList<Entry>()
    /// The events for which there is an action: one test tells whether anything is to be sent.
    private(set) var events: Control.Events = []
    /// Nil while there are few actions.
    private var counts: EventCounts?

    var count: Int {
        @inline(__always) get { list.count }
    }

    @MainActor
    mutating func append(_ action: ControlAction, for events: Control.Events) {
        list.append(Entry(object: .passUnretained(action), bits: events.rawValue))
        self.events.formUnion(events)
        if let counts {
            counts.count(1, for: events)
        } else if list.isIndexed {
            let counts = EventCounts()
            for place in 0..<count { counts.count(1, for: self.events(at: place)) }
            self.counts = counts
        }
    }

    /// The action at a place, if it is registered for one of the events.
    @inline(__always)
    func action(at place: Int, for events: Control.Events) -> Unmanaged<ControlAction>? {
        let entry = list[place]
        return entry.events.isDisjoint(with: events) ? nil : entry.object
    }

    /// The place of the first action for which the condition holds.
    ///
    /// - Parameter key: A key by which such actions are certainly found; nil to try all actions.
    func firstPlace(by key: ControlActionKey? = nil, where matches: (ControlAction) -> Bool) -> Int? {
        let entries = list.start
        if let key, let places = list.places(of: key) {
            return places.first { entries[$0].object?.borrow(matches) ?? false }
        }
        return (0..<count).first { entries[$0].object?.borrow(matches) ?? false }
    }

    /// The events for which the action at a place is registered.
    func events(at place: Int) -> Control.Events { list[place].events }

    mutating func add(_ events: Control.Events, at place: Int) {
        counts?.count(1, for: events.subtracting(self.events(at: place)))
        list.start[place].events.formUnion(events)
        self.events.formUnion(events)
    }

    /// Takes events away from the actions for which the condition holds.
    ///
    /// Removes and returns the actions that have no events left: the caller keeps them alive while they may be being
    /// called.
    ///
    /// - Parameter key: A key by which such actions are certainly found; nil to try all actions.
    @MainActor
    mutating func remove(
        _ events: Control.Events,
        by key: ControlActionKey? = nil,
        where matches: (ControlAction) -> Bool
    ) -> [ControlAction] {
        var removed: [ControlAction] = []
        if let key, let places = list.places(of: key) {
            for place in places { remove(events, at: place, where: matches, &removed) }
        } else {
            for place in 0..<count { remove(events, at: place, where: matches, &removed) }
        }
        if let counts {
            self.events = counts.events
        } else {
            self.events = []
            for place in 0..<count { self.events.formUnion(self.events(at: place)) }
        }
        list.sweep()
        if !list.isIndexed { counts = nil }
        return removed
    }

    @MainActor
    private mutating func remove(
        _ events: Control.Events,
        at place: Int,
        where matches: (ControlAction) -> Bool,
        _ removed: inout [ControlAction]
    ) {
        let entry = list.start + place
        guard entry.pointee.object?.borrow(matches) == true else { return }
        counts?.count(-1, for: entry.pointee.events.intersection(events))
        entry.pointee.events.subtract(events)
        if entry.pointee.events.isEmpty, let action = list.remove(at: place) { removed.append(action) }
    }

    /// Whether actions are to be dropped whose targets are gone.
    var wantsPurge: Bool { list.wantsPurge }

    mutating func didPurge() { list.didPurge() }

    @inline(__always)
    mutating func beginWalk() { list.beginCalls() }

    @MainActor @inline(__always)
    mutating func endWalk() { list.endCalls() }

    /// Releases the actions: the control is freed.
    mutating func destroy() { list.destroy() }
}

/// Counts the actions of a control that has many of them, by event.
final class EventCounts {
    /// The number of actions for each bit of an event.
    private var counts = Array(repeating: 0, count: UInt.bitWidth)
    /// The events for which there is an action.
    private(set) var events: Control.Events = []

    /// Counts an action for events that it gets, by 1, or loses, by -1.
    func count(_ change: Int, for events: Control.Events) {
        var bits = events.rawValue
        while bits != 0 {
            let event = Control.Events(rawValue: bits & (0 &- bits))
            bits &= bits - 1
            counts[event.rawValue.trailingZeroBitCount] += change
            if counts[event.rawValue.trailingZeroBitCount] > 0 {
                self.events.insert(event)
            } else {
                self.events.remove(event)
            }
        }
    }
}
