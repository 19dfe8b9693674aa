package import ResponderEventLoop

/// A loop under virtual time that starts at zero.
@MainActor
package func makeLoop() throws -> MainRunLoop {
    try MainRunLoop(clock: VirtualClock())
}

extension MainRunLoop {
    /// The blocking run, for tests that are asynchronous functions.
    @discardableResult
    package func runNow(
        mode: Mode = .default,
        until limit: Instant? = nil,
        returnAfterSource: Bool = false
    ) -> RunResult {
        run(mode: mode, until: limit, returnAfterSource: returnAfterSource)
    }

    /// Runs everything that is due at the present instant.
    package func runPresent(mode: Mode = .default) {
        runNow(mode: mode, until: now)
    }
}

extension MainRunLoop.Instant {
    /// The instant a number of milliseconds after the origin.
    package static func ms(_ milliseconds: Int64) -> Self {
        Self(nanoseconds: milliseconds * 1_000_000)
    }
}
