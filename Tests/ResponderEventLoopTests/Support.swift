import Glibc
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

/// Two connected stream sockets, closed with the last reference.
final class SocketPair {
    let near: Int32
    let far: Int32

    init() {
        var ends: [Int32] = [-1, -1]
        let status = socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0, &ends)
        precondition(status == 0, "socketpair failed: \(systemMessage(currentErrno()))")
        (near, far) = (ends[0], ends[1])
    }

    deinit {
        close(near)
        closeFar()
    }

    private var isFarClosed = false

    func closeFar() {
        guard !isFarClosed else { return }
        isFarClosed = true
        close(far)
    }

    /// Sends one byte from the far end.
    func send() {
        var byte: UInt8 = 7
        precondition(write(far, &byte, 1) == 1)
    }

    /// Reads what there is at the near end; 0 at its end, -1 where there is nothing.
    @discardableResult
    func receive() -> Int {
        var bytes = [UInt8](repeating: 0, count: 64)
        return read(near, &bytes, bytes.count)
    }
}
