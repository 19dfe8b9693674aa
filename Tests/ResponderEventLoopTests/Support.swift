import ResponderEventLoop

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
