package import ResponderEventLoop
package import ResponderTouchInput

/// Notes when the user did something last, and tells those who wait for it; made when an application is first asked.
///
/// What is noted in a frame is told when the frame's reception is over, since no code of the app may run inside one.
@MainActor
package final class ActivityMonitor {
    /// A pause of this length and longer is one after which activity counts as resumed (rule K3).
    package static let pause: Duration = .seconds(1)

    /// When the newest input was noted.
    package private(set) var last: MainRunLoop.Instant
    /// Withholds input.
    var gate = InputGate()
    /// Those who look for a way out in what is withheld.
    private var withheldListeners: [(number: Int, call: @MainActor (WithheldSample) -> Void)] = []
    private var withheld: [WithheldSample] = []
    private var listeners: [(number: Int, call: @MainActor () -> Void)] = []
    private var newestListener = 0
    /// Whether activity was noted that nobody was told of.
    private var isUntold = false
    /// The pause before that activity, if it was long enough.
    private var pauseBefore: Duration?

    init(at now: MainRunLoop.Instant) { last = now }

    /// Notes input; time never goes back.
    func note(at now: MainRunLoop.Instant) {
        let pause = last.duration(to: now)
        if pause >= Self.pause { pauseBefore = pause }
        last = max(last, now)
        isUntold = true
    }

    func note(_ sample: WithheldSample) {
        if !withheldListeners.isEmpty { withheld.append(sample) }
    }

    /// Has `call` called after each activity, until the listener is removed.
    ///
    /// - Returns: The listener's number.
    package func addListener(_ call: @escaping @MainActor () -> Void) -> Int {
        newestListener += 1
        listeners.append((newestListener, call))
        return newestListener
    }

    /// Has `call` called with each sample that is withheld, until the listener is removed.
    ///
    /// - Returns: The listener's number.
    package func addWithheldListener(_ call: @escaping @MainActor (WithheldSample) -> Void) -> Int {
        newestListener += 1
        withheldListeners.append((newestListener, call))
        return newestListener
    }

    /// Removes a listener of either kind.
    package func removeListener(_ number: Int) {
        listeners.removeAll { $0.number == number }
        withheldListeners.removeAll { $0.number == number }
    }

    /// Tells what was noted since the last call; `post` gets the pause, where there was one.
    func tell(_ post: (Duration) -> Void) {
        if !withheld.isEmpty {
            let samples = withheld
            withheld.removeAll()
            for sample in samples {
                for listener in withheldListeners { listener.call(sample) }
            }
        }
        guard isUntold else { return }
        isUntold = false
        for listener in listeners { listener.call() }
        guard let pause = pauseBefore else { return }
        pauseBefore = nil
        post(pause)
    }
}

/// A sample of a contact that is withheld.
package struct WithheldSample {
    /// The contact, whose number no other contact of the process has.
    package let contact: UInt64
    package let phase: TouchContact.Phase
    /// In points of the screen.
    package let location: Point
}
