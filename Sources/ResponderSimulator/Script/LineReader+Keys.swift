internal import ResponderKit

// The commands for keys, motion and remote controls.
extension LineReader {
    mutating func keys() throws(DeviceLine.Problem) -> DeviceAction? {
        switch form.name {
        case "key-down": return .keyDown(try key())
        case "key-up": return .keyUp(try key())
        case "key":
            let key = try key()
            var modifiers: KeyModifiers = []
            while !words.isEmpty { modifiers.formUnion(try choice("modifier", KeyLayout.modifierNames)) }
            return .key(key, modifiers)
        case "type": return .type(try rest("TEXT"))
        case "shake": return .shake
        case "remote":
            let remote = EventSubtype.allCases.filter(\.isRemoteControl)
            return .remoteControl(try choice("button of a remote control", remote.map { ($0.rawValue, $0) }))
        case "accelerate":
            let axes = try value("acceleration, as 0,0,-1", ScriptValues.axes)
            return .accelerate(x: axes[0], y: axes[1], z: axes[2])
        default: return nil
        }
    }

    private mutating func key() throws(DeviceLine.Problem) -> HIDUsage {
        try value("KEY, as a, return or 7:58", KeyLayout.key(named:))
    }
}
