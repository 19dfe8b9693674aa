internal import ResponderCore

/// What an action of a control is looked for by.
enum ControlActionKey: Hashable {
    case action(ObjectIdentifier)
    case identifier(ControlAction.Identifier)
    /// The object that was the target when the action was added; it may be gone, and another one in its memory.
    case target(ObjectIdentifier)
    case command(AnyAction)
    /// A command for a target, or for the responder chain.
    case registration(ObjectIdentifier?, AnyAction)

    /// Whether the key names a target.
    var hasTarget: Bool {
        switch self {
        case .target: true
        case .registration(let target, _): target != nil
        case .action, .identifier, .command: false
        }
    }
}

extension ControlAction {
    /// All that the action is looked for by.
    nonisolated var keys: [ControlActionKey] {
        var keys: [ControlActionKey] = [.action(ObjectIdentifier(self))]
        if let identifier { keys.append(.identifier(identifier)) }
        if let targetKey { keys.append(.target(targetKey)) }
        if let command { keys += [.command(command), .registration(targetKey, command)] }
        return keys
    }
}
