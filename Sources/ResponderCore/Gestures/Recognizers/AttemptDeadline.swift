internal import ResponderEventLoop

/// The instant until which a recogniser waits in an attempt, and the timer for it.
struct AttemptDeadline {
    /// The instant; nil while the recogniser does not wait.
    var instant: MainRunLoop.Instant?
    var timer: MainRunLoop.Timer?

    /// Fails the recogniser after an instant; a touch at the instant itself is in time.
    @MainActor
    mutating func set(_ instant: MainRunLoop.Instant, failing recognizer: GestureRecognizer) {
        self.instant = instant
        timer = recognizer.addTimer(at: instant.advanced(by: .nanoseconds(1))) { $0.state = .failed }
    }

    @MainActor
    mutating func clear() {
        timer?.cancel()
        timer = nil
        instant = nil
    }
}

extension GestureRecognizer {
    /// Adds a timer of the attempt in the loop of the recogniser's application; nil when the recogniser is in none.
    package final func addTimer(
        at deadline: MainRunLoop.Instant,
        perform: @escaping @MainActor (GestureRecognizer) -> Void
    ) -> MainRunLoop.Timer? {
        view?.window?.application?.runLoop.addTimer(at: deadline, name: "gesture recogniser") { [weak self] _ in
            if let self { perform(self) }
        }
    }
}
