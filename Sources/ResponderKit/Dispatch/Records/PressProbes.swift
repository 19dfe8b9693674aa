// The probes for the members about presses: see `OverrideTable`.
extension OverrideTable {
    static let pressProbes: [(member: Overrides, type: Responder.Type)] = [
        (.pressesBegan, PressesBeganProbe.self), (.pressesChanged, PressesChangedProbe.self),
        (.pressesEnded, PressesEndedProbe.self), (.pressesCancelled, PressesCancelledProbe.self),
    ]
    static let knownPresses: [(type: Responder.Type, answer: Overrides)] = [
        (KnownPresses.self, [.pressesChanged, .pressesCancelled, .next])
    ]
}

// The bodies differ, so that no linker merges two of them.
private class PressesBeganProbe: Responder {
    override func pressesBegan(_ presses: PressSet, with event: PressesEvent) { fatalError("presses began probe") }
}
private class PressesChangedProbe: Responder {
    override func pressesChanged(_ presses: PressSet, with event: PressesEvent) { fatalError("presses changed probe") }
}
private class PressesEndedProbe: Responder {
    override func pressesEnded(_ presses: PressSet, with event: PressesEvent) { fatalError("presses ended probe") }
}
private class PressesCancelledProbe: Responder {
    override func pressesCancelled(_ presses: PressSet, with event: PressesEvent) { fatalError("cancelled presses") }
}

// A class of another shape, whose answer is known.
private class KnownPresses: PressesChangedProbe {
    override func pressesCancelled(_ presses: PressSet, with event: PressesEvent) { fatalError("known presses") }
    override var next: Responder? { fatalError("known next of presses") }
}
