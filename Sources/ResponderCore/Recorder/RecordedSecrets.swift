internal import ResponderTouchInput

/// What a recording keeps in place of touches and keys that would tell a secret.
///
/// What is decided when a touch or a press begins holds until it ends. Pointers that hover, and the wheel, are decided
/// anew for each sample.
struct RecordedSecrets {
    /// A contact: the number of its sender, and its place there.
    private struct Contact: Hashable {
        let sender: UInt64
        let index: UInt8
    }

    /// The page of the usages that stand for keys: one of those that belong to vendors.
    static let page: UInt16 = 0xff52

    /// The points that stand for the places of touches.
    private var places: [Contact: Point] = [:]
    /// The usages that stand for the keys that are down.
    private var usages: [HIDUsage: HIDUsage] = [:]

    /// Whether some contact has another place in the recording.
    var hasPlaces: Bool { !places.isEmpty }

    /// Whether some sample may have another place in the recording.
    @MainActor
    func mayHide(_ application: Application?) -> Bool { !places.isEmpty || application?.mayHidePlaces == true }

    /// The point that stands for the place of a sample; nil for the place itself.
    @MainActor
    mutating func place(of sample: TouchSample, _ sender: UInt64, _ application: Application?) -> Point? {
        if sample.details.isHovering { return application?.recordedPoint(for: sample.location) }
        let contact = Contact(sender: sender, index: sample.index)
        if sample.phase == .began {
            places[contact] = application?.recordedPoint(for: sample.location)
            return places[contact]
        }
        let isOver = sample.phase == .ended || sample.phase == .cancelled
        return isOver ? places.removeValue(forKey: contact) : places[contact]
    }

    /// The point that stands for the place of a contact that is down; nil for the place itself.
    func place(of index: UInt8, _ sender: UInt64) -> Point? { places[Contact(sender: sender, index: index)] }

    /// The press, or one that stands for it and types another letter.
    @MainActor
    mutating func hidden(_ press: PressFrame, _ application: Application?) -> PressFrame {
        var usage = usages[press.usage]
        if press.phase == .began {
            // Keys that type nothing, such as return, and shortcuts do the same in a replay.
            let types = press.types && press.modifiers.isDisjoint(with: [.control, .command])
            usage = types && application?.typesSecretly == true ? nextUsage : nil
            usages[press.usage] = usage
        }
        guard let usage else { return press }
        if press.phase == .ended || press.phase == .cancelled { usages[press.usage] = nil }
        var press = press
        press.usage = usage
        if !press.characters.isEmpty { press.characters = "x" }
        if !press.charactersIgnoringModifiers.isEmpty { press.charactersIgnoringModifiers = "x" }
        return press
    }

    /// A usage that stands for no key that is down.
    private var nextUsage: HIDUsage {
        var identifier: UInt16 = 1
        while usages.values.contains(HIDUsage(page: Self.page, identifier: identifier)) { identifier += 1 }
        return HIDUsage(page: Self.page, identifier: identifier)
    }
}

extension PressFrame {
    /// Whether the key has a letter, a digit or a sign, even if it types nothing itself, as in a composed character.
    fileprivate var types: Bool {
        (characters + charactersIgnoringModifiers).unicodeScalars.contains { $0.value >= 0x20 && $0.value != 0x7f }
    }
}
