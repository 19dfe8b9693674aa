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

    /// Runs everything that is due at the present instant.
    func runPresent(mode: Mode = .default) {
        runNow(mode: mode, until: now)
    }
}

extension VirtualClock {
    /// Advances the clock, as a callback does that works for this long.
    func spend(milliseconds: Int64) {
        advance(to: now.advanced(by: .milliseconds(milliseconds)))
    }
}

extension MainRunLoop.Activity {
    /// The name in a log.
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

/// Runs code when it is released, which may call the loop; closures capture it.
final class OnRelease {
    private let body: @MainActor () -> Void

    init(_ body: @escaping @MainActor () -> Void) { self.body = body }

    deinit { MainActor.assumeIsolated { [body] in body() } }
}

extension MainRunLoop.Instant {
    /// The instant a number of milliseconds after the origin.
    static func ms(_ milliseconds: Int64) -> Self {
        Self(nanoseconds: milliseconds * 1_000_000)
    }
}
