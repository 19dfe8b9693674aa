/// The actions of a control with their events, in raw memory, in the order of registration.
///
/// A walk borrows an action, so that it costs no retain. An action that is removed during a walk leaves an empty place
/// until all walks are over; so places stay where they are.
struct ControlRegistrations {
    struct Entry {
        /// Nil in an empty place.
        var action: Unmanaged<ControlAction>?
        var events: Control.Events
    }

    private var entries: UnsafeMutablePointer<Entry>?
    private var capacity = 0
    private(set) var count = 0
    /// The events for which there is an action: one test tells whether anything is to be sent.
    private(set) var events: Control.Events = []
    /// How many walks are under way.
    private var walks = 0
    private var hasEmptyPlaces = false
    /// The number of actions at which those are dropped whose targets are gone.
    var nextPurge = 16

    mutating func append(_ action: ControlAction, for events: Control.Events) {
        if count == capacity { grow() }
        (entries?.advanced(by: count))?.initialize(to: Entry(action: .passRetained(action), events: events))
        count += 1
        self.events.formUnion(events)
    }

    /// The action at a place, if it is registered for one of the events.
    @inline(__always)
    func action(at place: Int, for events: Control.Events) -> Unmanaged<ControlAction>? {
        guard let entry = entries?[place], !entry.events.isDisjoint(with: events) else { return nil }
        return entry.action
    }

    /// The place of the first action for which the condition holds.
    func firstPlace(where matches: (ControlAction) -> Bool) -> Int? {
        guard let entries else { return nil }
        return (0..<count).first { entries[$0].action?.borrow(matches) ?? false }
    }

    /// The events for which the action at a place is registered.
    func events(at place: Int) -> Control.Events { entries?[place].events ?? [] }

    mutating func add(_ events: Control.Events, at place: Int) {
        entries?[place].events.formUnion(events)
        self.events.formUnion(events)
    }

    /// Takes events away from the actions for which the condition holds; returns those that have none left and were
    /// removed, for the caller to keep alive while they may be under way.
    mutating func remove(_ events: Control.Events, where matches: (ControlAction) -> Bool) -> [ControlAction] {
        guard let entries else { return [] }
        var removed: [ControlAction] = []
        var remaining: Control.Events = []
        for place in 0..<count {
            guard let action = entries[place].action else { continue }
            if action.borrow(matches) { entries[place].events.subtract(events) }
            if entries[place].events.isEmpty {
                entries[place].action = nil
                hasEmptyPlaces = true
                removed.append(action.takeRetainedValue())
            } else {
                remaining.formUnion(entries[place].events)
            }
        }
        self.events = remaining
        if walks == 0 { closeEmptyPlaces() }
        return removed
    }

    @inline(__always)
    mutating func beginWalk() { walks += 1 }

    @inline(__always)
    mutating func endWalk() {
        walks -= 1
        if hasEmptyPlaces && walks == 0 { closeEmptyPlaces() }
    }

    @inline(never)
    private mutating func closeEmptyPlaces() {
        guard let entries, hasEmptyPlaces else { return }
        var kept = 0
        for place in 0..<count where entries[place].action != nil {
            entries[kept] = entries[place]
            kept += 1
        }
        (count, hasEmptyPlaces) = (kept, false)
    }

    /// Releases the actions: the control is freed.
    mutating func destroy() {
        for place in 0..<count { entries?[place].action?.release() }
        entries?.deallocate()
        (entries, count, capacity) = (nil, 0, 0)
    }

    private mutating func grow() {
        let larger = UnsafeMutablePointer<Entry>.allocate(capacity: max(1, 2 * capacity))
        if let entries {
            larger.moveInitialize(from: entries, count: count)
            entries.deallocate()
        }
        (entries, capacity) = (larger, max(1, 2 * capacity))
    }
}
