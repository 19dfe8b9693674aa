internal import ResponderCore
internal import ResponderSupport

/// The actions of a control with their events, in raw memory, in the order of registration.
///
/// A walk borrows actions, which costs no retain. An action that is removed during a walk leaves an empty place until
/// all walks are over, so that the other actions keep their places. Few actions are searched one by one; many have an
/// index, and empty places are closed when they are more than half of all.
struct ControlRegistrations: ~Copyable {
    struct Entry {
        /// Nil in an empty place.
        var action: Unmanaged<ControlAction>?
        /// The raw value of `events`: the compiler does not know that a public type is trivial.
        fileprivate var bits: UInt

        /// Empty in an empty place.
        var events: Control.Events {
            get { Control.Events(rawValue: bits) }
            set { bits = newValue.rawValue }
        }

        @MainActor
        fileprivate var hasLostTarget: Bool { action?.borrow { $0.hasTarget && $0.target == nil } ?? true }
    }

    private var entries = RawList<Entry>(capacity: 0)
    /// The events for which there is an action: one test tells whether there is anything to send.
    private(set) var events: Control.Events = []
    /// How many walks are under way.
    private var walks = 0
    /// The number of actions at which actions whose targets are gone are dropped.
    var nextPurge = 16
    private var emptyPlaces = 0
    /// Nil while there are few actions.
    private var index: ControlIndex?

    /// Up to this number of actions there is no index.
    private static let mostWithoutIndex = 16

    var count: Int {
        @inline(__always) get { entries.count }
    }

    @MainActor
    mutating func append(_ action: ControlAction, for events: Control.Events) {
        entries.append(Entry(action: .passRetained(action), bits: events.rawValue))
        self.events.formUnion(events)
        if let index {
            let entries = entries.start
            index.add(action, at: count - 1) { entries[$0].hasLostTarget }
            index.count(1, for: events)
        } else if count > Self.mostWithoutIndex {
            makeIndex()
        }
    }

    /// The action at a place, if it is registered for one of the events.
    @inline(__always)
    func action(at place: Int, for events: Control.Events) -> Unmanaged<ControlAction>? {
        entries[place].events.isDisjoint(with: events) ? nil : entries[place].action
    }

    /// The place of the first action for which the condition holds.
    ///
    /// - Parameter key: A key by which such actions are certainly found; nil to try all actions.
    func firstPlace(by key: ControlActionKey? = nil, where matches: (ControlAction) -> Bool) -> Int? {
        let entries = entries.start
        if let key, let index {
            return index.places(of: key).first { entries[$0].action?.borrow(matches) ?? false }
        }
        return (0..<count).first { entries[$0].action?.borrow(matches) ?? false }
    }

    /// The events for which the action at a place is registered.
    func events(at place: Int) -> Control.Events { entries[place].events }

    mutating func add(_ events: Control.Events, at place: Int) {
        index?.count(1, for: events.subtracting(self.events(at: place)))
        entries.start[place].events.formUnion(events)
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
        if let index {
            for place in key.map(index.places(of:)) ?? Array(0..<count) {
                remove(events, at: place, where: matches, &removed)
            }
            self.events = index.events
        } else {
            self.events = []
            for place in 0..<count {
                remove(events, at: place, where: matches, &removed)
                self.events.formUnion(self.events(at: place))
            }
        }
        if walks == 0 { closeEmptyPlaces() }
        return removed
    }

    private mutating func remove(
        _ events: Control.Events,
        at place: Int,
        where matches: (ControlAction) -> Bool,
        _ removed: inout [ControlAction]
    ) {
        let entry = entries.start + place
        guard let action = entry.pointee.action, action.borrow(matches) else { return }
        index?.count(-1, for: entry.pointee.events.intersection(events))
        entry.pointee.events.subtract(events)
        guard entry.pointee.events.isEmpty else { return }
        entry.pointee.action = nil
        emptyPlaces += 1
        removed.append(action.takeRetainedValue())
        if let index, let last = removed.last { index.remove(last, at: place) }
    }

    @inline(__always)
    mutating func beginWalk() { walks += 1 }

    @MainActor @inline(__always)
    mutating func endWalk() {
        walks -= 1
        if emptyPlaces > 0 && walks == 0 { closeEmptyPlaces() }
    }

    /// Closes the empty places; among many actions only when they are more than half of the places, since the index is
    /// made anew.
    @MainActor @inline(never)
    private mutating func closeEmptyPlaces() {
        guard emptyPlaces > 0, index == nil || 2 * emptyPlaces > count else { return }
        var kept = 0
        for place in 0..<count where entries[place].action != nil {
            entries[kept] = entries[place]
            kept += 1
        }
        entries.truncate(to: kept)
        emptyPlaces = 0
        nextPurge = min(nextPurge, max(16, 2 * count))
        guard index != nil else { return }
        index = nil
        if count > Self.mostWithoutIndex / 2 { makeIndex() }
    }

    @MainActor
    private mutating func makeIndex() {
        let index = ControlIndex()
        let entries = entries.start
        for place in 0..<count {
            guard let action = entries[place].action else { continue }
            action.borrow { index.add($0, at: place) { entries[$0].hasLostTarget } }
            index.count(1, for: entries[place].events)
        }
        self.index = index
    }

    /// Releases the actions: the control is freed.
    mutating func destroy() {
        for place in 0..<count { entries[place].action?.release() }
        entries.truncate(to: 0)
        index = nil
    }
}
