import ResponderKit

/// A key, as a terminal reports it: with the modifiers that the report tells of, and without a release.
struct TerminalKey: Hashable, Sendable {
    /// The key of a US keyboard that types the character; 0, which is no key, for a character that none types.
    var usage: HIDUsage
    var modifiers: KeyModifiers
    var characters: String
    var charactersIgnoringModifiers: String

    /// The key `usage` of a US keyboard.
    init(_ usage: HIDUsage, _ modifiers: KeyModifiers = []) {
        self.usage = usage
        self.modifiers = modifiers
        let map = USKeyMap()
        characters = map.characters(for: usage, modifiers: modifiers)
        charactersIgnoringModifiers = map.charactersIgnoringModifiers(
            for: usage,
            isShifted: modifiers.contains(.shift)
        )
    }

    /// The key of a control byte or another ASCII character; a byte beyond is no key of a US keyboard.
    init(byte: UInt8, _ modifiers: KeyModifiers = []) {
        let (usage, own) = Self.keys[Int(byte & 0x7f)]
        self.init(usage, modifiers.union(own))
    }

    /// A character that no key of a US keyboard types.
    init(_ character: Unicode.Scalar, _ modifiers: KeyModifiers = []) {
        usage = .keyboard(0)
        self.modifiers = modifiers
        characters = String(character)
        charactersIgnoringModifiers = characters
    }

    /// The press of the key, which begins and ends at `time`, since a terminal tells of no release; as on a keyboard,
    /// the presses of its modifiers are around it.
    func frames(at time: MainRunLoop.Instant) -> [PressFrame] {
        let held: [(usage: HIDUsage, modifier: KeyModifiers)] = [
            (.keyboardLeftControl, .control), (.keyboardLeftShift, .shift), (.keyboardLeftAlt, .alternate),
            (.keyboardLeftGUI, .command),
        ].filter { modifiers.contains($0.modifier) }
        var frames: [PressFrame] = []
        var down: KeyModifiers = []
        for (usage, modifier) in held {
            down.insert(modifier)
            frames.append(PressFrame(time: time, usage: usage, phase: .began, modifiers: down))
        }
        for phase in [PressFrame.Phase.began, .ended] {
            frames.append(
                PressFrame(
                    time: time,
                    usage: usage,
                    phase: phase,
                    characters: characters,
                    charactersIgnoringModifiers: charactersIgnoringModifiers,
                    modifiers: modifiers
                )
            )
        }
        for (usage, modifier) in held.reversed() {
            down.remove(modifier)
            frames.append(PressFrame(time: time, usage: usage, phase: .ended, modifiers: down))
        }
        return frames
    }

    /// The key and the modifiers of each ASCII character.
    private static let keys: [(HIDUsage, KeyModifiers)] = {
        let map = USKeyMap()
        var keys = [(HIDUsage, KeyModifiers)](repeating: (.keyboard(0), []), count: 128)
        // The first of these modifiers that gives a character counts, and the first key.
        for modifiers in [KeyModifiers.control.union(.shift), .control, .shift, []] {
            for identifier in (HIDUsage.keyboardA.identifier...HIDUsage.keyboardSlash.identifier).reversed() {
                let usage = HIDUsage.keyboard(identifier)
                let byte = map.characters(for: usage, modifiers: modifiers).utf8.first
                if let byte { keys[Int(byte)] = (usage, modifiers) }
            }
        }
        // A terminal sends 0x7f for backspace; 0x08, which Ctrl-H types too, is backspace on some. Enter is CR, or LF
        // where the terminal translates.
        keys[0x7f] = (.keyboardDeleteOrBackspace, [])
        keys[0x0a] = (.keyboardReturnOrEnter, [])
        return keys
    }()
}
