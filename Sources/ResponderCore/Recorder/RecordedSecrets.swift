internal import ResponderTouchInput

/// What a recording keeps in place of touches and keys that would tell a secret.
///
/// What is decided when a touch or a press begins holds until it ends.
struct RecordedSecrets {
    /// The page of the usages that stand for keys: one of those that belong to vendors.
    static let page: UInt16 = 0xff52

    /// The points that stand for the places of touches, by the senders' numbers and the contacts' places there.
    private var places: [[UInt64]: Point] = [:]
    /// The usages that stand for the keys that are down.
    private var usages: [HIDUsage: HIDUsage] = [:]

    /// The point that stands for the place of a sample; nil for the place itself.
    @MainActor
    mutating func place(of sample: TouchSample, _ sender: UInt64, _ application: Application?) -> Point? {
        if sample.phase == .began, let point = application?.recordedPoint(for: sample.location) {
            places[[sender, UInt64(sample.index)]] = point
            return point
        }
        guard !places.isEmpty else { return nil }
        let isOver = sample.phase == .ended || sample.phase == .cancelled
        let key = [sender, UInt64(sample.index)]
        return isOver ? places.removeValue(forKey: key) : places[key]
    }

    /// The press, or one that stands for it and types another letter.
    @MainActor
    mutating func hidden(_ press: PressFrame, _ application: Application?) -> PressFrame {
        var usage = usages[press.usage]
        if press.phase == .began {
            // Keys that type no text, such as return, do the same in a replay.
            let types = press.characters.unicodeScalars.contains { $0.value >= 0x20 && $0.value != 0x7f }
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
