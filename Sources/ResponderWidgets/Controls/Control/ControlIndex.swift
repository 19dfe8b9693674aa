internal import ResponderCore

/// A key by which an action of a control is found.
enum ControlActionKey: Hashable {
    case action(ObjectIdentifier)
    case identifier(ControlAction.Identifier)
    /// The object that was the target when the action was added; by now another object may have its memory.
    case target(ObjectIdentifier)
    case command(AnyAction)
    /// A command for a target, or for the responder chain.
    case registration(ObjectIdentifier?, AnyAction)

    /// Whether the key names a target.
    fileprivate var hasTarget: Bool {
        switch self {
        case .target: true
        case .registration(let target, _): target != nil
        case .action, .identifier, .command: false
        }
    }
}

extension ControlAction {
    /// All keys by which the action is found.
    fileprivate nonisolated var keys: [ControlActionKey] {
        var keys: [ControlActionKey] = [.action(ObjectIdentifier(self))]
        if let identifier { keys.append(.identifier(identifier)) }
        if let targetKey { keys.append(.target(targetKey)) }
        if let command { keys += [.command(command), .registration(targetKey, command)] }
        return keys
    }
}

/// Finds the actions of a control that has many of them, and counts them by event.
final class ControlIndex {
    private var places: [ControlActionKey: Set<Int>] = [:]
    /// The number of actions for each bit of an event.
    private var counts = Array(repeating: 0, count: UInt.bitWidth)
    /// The events for which there is an action.
    private(set) var events: Control.Events = []

    /// - Parameter hasLostTarget: Whether the action at a place had a target that is gone.
    func add(_ action: ControlAction, at place: Int, _ hasLostTarget: (Int) -> Bool) {
        for key in action.keys {
            // The key no longer finds actions of a former object that had this target's memory.
            if key.hasTarget, let former = places[key]?.first, hasLostTarget(former) { places[key] = nil }
            places[key, default: []].insert(place)
        }
    }

    func remove(_ action: ControlAction, at place: Int) {
        for key in action.keys {
            places[key]?.remove(place)
            if places[key]?.isEmpty == true { places[key] = nil }
        }
    }

    /// The places where an action with that key may be, in their order.
    func places(of key: ControlActionKey) -> [Int] { places[key]?.sorted() ?? [] }

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
