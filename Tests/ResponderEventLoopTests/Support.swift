import ResponderEventLoop

/// A loop under virtual time that starts at zero.
@MainActor
func makeLoop() throws -> MainRunLoop {
    try MainRunLoop(clock: VirtualClock())
}

extension MainRunLoop {
    /// The blocking run, for tests that are asynchronous functions.
    @discardableResult
    func runNow(
        mode: Mode = .default,
        until limit: Instant? = nil,
        returnAfterSource: Bool = false
    ) -> RunResult {
        run(mode: mode, until: limit, returnAfterSource: returnAfterSource)
    }

    /// Runs all there is at the present instant.
    func runPresent(mode: Mode = .default) {
        runNow(mode: mode, until: now)
    }
}

extension VirtualClock {
    /// Has time pass, as a callback does that works so long.
    func spend(milliseconds: Int64) {
        advance(to: now.advanced(by: .milliseconds(milliseconds)))
    }
}

extension MainRunLoop.Activity {
    /// What it is called in a log.
    var word: String {
        switch self {
        case .entry: "entry"
        case .beforeTimers: "timers?"
        case .beforeSources: "sources?"
        case .beforeWaiting: "waits"
        case .afterWaiting: "waited"
        case .exit: "exit"
        default: "\(rawValue)"
        }
    }
}

/// Runs code when it is released: what a closure captures, and what may come back into the loop then.
final class OnRelease {
    private let body: @MainActor () -> Void

    init(_ body: @escaping @MainActor () -> Void) { self.body = body }

    deinit { MainActor.assumeIsolated { [body] in body() } }
}

extension MainRunLoop.Instant {
    /// The instant so many milliseconds after the origin.
    static func ms(_ milliseconds: Int64) -> Self {
        Self(nanoseconds: milliseconds * 1_000_000)
    }
}
