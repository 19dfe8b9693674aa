// The probes for the members about presses, motion and remote control: see `OverrideTable`.
extension OverrideTable {
    static let pressProbes: [(member: Overrides, type: Responder.Type)] = [
        (.pressesBegan, PressesBeganProbe.self), (.pressesChanged, PressesChangedProbe.self),
        (.pressesEnded, PressesEndedProbe.self), (.pressesCancelled, PressesCancelledProbe.self),
        (.motionBegan, MotionBeganProbe.self), (.motionEnded, MotionEndedProbe.self),
        (.motionCancelled, MotionCancelledProbe.self), (.remoteControl, RemoteControlProbe.self),
    ]
    static let knownPresses: [(type: Responder.Type, answer: Overrides)] = [
        (KnownPresses.self, [.pressesChanged, .pressesCancelled, .next]),
        (KnownMotion.self, [.motionBegan, .motionCancelled, .remoteControl]),
    ]
}

// The bodies differ, so that no linker merges two implementations.
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
private class MotionBeganProbe: Responder {
    override func motionBegan(_ motion: EventSubtype, with event: MotionEvent) { fatalError("motion began probe") }
}
private class MotionEndedProbe: Responder {
    override func motionEnded(_ motion: EventSubtype, with event: MotionEvent) { fatalError("motion ended probe") }
}
private class MotionCancelledProbe: Responder {
    override func motionCancelled(_ motion: EventSubtype, with event: MotionEvent) { fatalError("motion probe") }
}
private class RemoteControlProbe: Responder {
    override func remoteControlReceived(with event: RemoteControlEvent) { fatalError("remote control probe") }
}

// Classes of other shapes, whose answers are known.
private class KnownMotion: MotionBeganProbe {
    override func motionCancelled(_ motion: EventSubtype, with event: MotionEvent) { fatalError("known motion") }
    override func remoteControlReceived(with event: RemoteControlEvent) { fatalError("known remote control") }
}
private class KnownPresses: PressesChangedProbe {
    override func pressesCancelled(_ presses: PressSet, with event: PressesEvent) { fatalError("known presses") }
    override var next: Responder? { fatalError("known next of presses") }
}
