import Foundation
import ResponderEventLoop
import Testing

// Each test has a process of its own, since the effect of a signal is a property of the process.
@Suite("Sources of the system's signals")
struct SignalSourceTests {
    @Test("A signal's source performs with the number of times the signal came, once a turn, and only in its modes")
    func counts() async {
        // Rules: L18.
        await #expect(processExitsWith: .success) { @MainActor in
            receiveSignals()
            let loop = try MainRunLoop(clock: VirtualClock())
            var counts: [Int] = []
            let source = try loop.addSignalSource(SIGUSR1, in: .default) { counts.append($0) }
            let idle = loop.addUserSource {}
            for _ in 0..<3 { raise(SIGUSR1) }
            runNow(loop, mode: .tracking)
            raise(SIGUSR1)
            runNow(loop, mode: .tracking)
            guard counts.isEmpty else { exit(1) }
            runNow(loop)
            runNow(loop)
            guard counts == [4] else { exit(2) }
            raise(SIGUSR1)
            runNow(loop)
            guard counts == [4, 1] else { exit(3) }
            source.cancel()
            idle.cancel()
        }
    }

    @Test(
        "A signal is counted however often it came while the loop was busy, and heard the next time",
        arguments: [65_536, 70_000]
    )
    func many(count: Int) async {
        await #expect(processExitsWith: .success) { @MainActor [count] in
            receiveSignals()
            let loop = try MainRunLoop(clock: VirtualClock())
            var counts: [Int] = []
            let source = try loop.addSignalSource(SIGUSR1) { counts.append($0) }
            for expected in [count, 1, count] {
                for _ in 0..<expected { raise(SIGUSR1) }
                runNow(loop)
                #expect(counts == [expected])
                counts = []
            }
            source.cancel()
        }
    }

    @Test("A signal does again what it did before when its last source is cancelled")
    func restored() async {
        await #expect(processExitsWith: .signal(SIGUSR2)) { @MainActor in
            receiveSignals()
            let loop = try MainRunLoop(clock: VirtualClock())
            let sources = try (0..<2).map { _ in try loop.addSignalSource(SIGUSR2) { _ in } }
            sources[0].cancel()
            sources[0].cancel()
            raise(SIGUSR2)
            runNow(loop)
            sources[1].cancel()
            raise(SIGUSR2)
        }
    }

    @Test("Signals of a loop that goes do again what they did before")
    func loopGone() async {
        await #expect(processExitsWith: .signal(SIGUSR2)) { @MainActor in
            receiveSignals()
            do { _ = try MainRunLoop(clock: VirtualClock()).addSignalSource(SIGUSR2) { _ in } }
            raise(SIGUSR2)
        }
    }

    @Test("What goes with a loop's closures may have another loop take the loop's signals")
    func takenWhileTheLoopGoes() async {
        await #expect(processExitsWith: .success) { @MainActor in
            receiveSignals()
            let second = try MainRunLoop(clock: VirtualClock())
            var came = 0
            var source: MainRunLoop.SignalSource?
            do {
                let first = try MainRunLoop(clock: VirtualClock())
                // Declared last, so that it goes first, and the loop has the last reference.
                let canary = OnRelease { source = try? second.addSignalSource(SIGUSR1) { came += $0 } }
                _ = try first.addSignalSource(SIGUSR1) { _ in withExtendedLifetime(canary) {} }
            }
            raise(SIGUSR1)
            runNow(second)
            guard came == 1 else { exit(1) }
            source?.cancel()
        }
    }

    @Test("A sequence of signals ends with its task or its loop, and the signal does again what it did before")
    func sequenceEnds() async {
        await #expect(processExitsWith: .signal(SIGUSR1)) { @MainActor in
            let loop = try MainRunLoop(clock: VirtualClock())
            let task = try iterate(over: loop.signals(SIGUSR1))
            await loop.runUntilIdle()
            task.cancel()
            await task.value
            receiveSignals()
            raise(SIGUSR1)
        }
        await #expect(processExitsWith: .signal(SIGUSR2)) { @MainActor in
            var loop: MainRunLoop? = try MainRunLoop(clock: VirtualClock())
            let task = try loop.map { try iterate(over: $0.signals(SIGUSR2)) }
            await loop?.runUntilIdle()
            loop = nil
            await task?.value
            receiveSignals()
            raise(SIGUSR2)
        }
    }

    @Test("Every source of a signal performs, by priority, but one cancelled by an earlier one does not")
    func several() async {
        // Rules: L11, L19.
        await #expect(processExitsWith: .success) { @MainActor in
            receiveSignals()
            let loop = try MainRunLoop(clock: VirtualClock())
            var log: [String] = []
            var victim: MainRunLoop.SignalSource?
            let idle = try loop.addSignalSource(SIGUSR1, priority: .idle) { _ in log.append("idle") }
            victim = try loop.addSignalSource(SIGUSR1) { _ in log.append("victim") }
            let input = try loop.addSignalSource(SIGUSR1, priority: .input) { _ in
                log.append("input")
                victim?.cancel()
            }
            raise(SIGUSR1)
            runNow(loop)
            guard log == ["input", "idle"] else { exit(1) }
            idle.cancel()
            input.cancel()
        }
    }

    @Test("A signal for which the process has a handler is refused, and an ignored signal is not")
    func handlers() async {
        await #expect(processExitsWith: .success) { @MainActor in
            receiveSignals()
            let loop = try MainRunLoop(clock: VirtualClock())
            signal(SIGUSR1) { _ in }
            do {
                _ = try loop.addSignalSource(SIGUSR1) { _ in }
                exit(1)
            } catch {
                guard "\(error)" == "cannot wait for signal 10: the process has a handler for it already" else {
                    exit(2)
                }
            }
            signal(SIGUSR2, SIG_IGN)
            var came = 0
            let source = try loop.addSignalSource(SIGUSR2) { came += $0 }
            raise(SIGUSR2)
            runNow(loop)
            guard came == 1 else { exit(3) }
            source.cancel()
            raise(SIGUSR2)
        }
    }

    @Test("Only one loop of a process waits for signals; when it has none left, or is gone, another may")
    func twoLoops() async {
        await #expect(processExitsWith: .success) { @MainActor in
            receiveSignals()
            var first: MainRunLoop? = try MainRunLoop(clock: VirtualClock())
            let second = try MainRunLoop(clock: VirtualClock())
            let kept = try first?.addSignalSource(SIGUSR1) { _ in }
            do {
                _ = try second.addSignalSource(SIGUSR2) { _ in }
                exit(1)
            } catch {
                guard "\(error)".contains("another run loop waits for signal 10, and only one loop may") else {
                    exit(2)
                }
            }
            kept?.cancel()
            try second.addSignalSource(SIGUSR2) { _ in }.cancel()
            let outlives = try first?.addSignalSource(SIGUSR1) { _ in }
            first = nil
            var came = 0
            let source = try second.addSignalSource(SIGUSR1) { came += $0 }
            // A source of a loop that is gone: cancelling it must not take the signal from the other loop.
            for _ in 0..<3 { outlives?.cancel() }
            raise(SIGUSR1)
            runNow(second)
            guard came == 1 else { exit(3) }
            let third = try MainRunLoop(clock: VirtualClock())
            do {
                _ = try third.addSignalSource(SIGUSR2) { _ in }
                exit(4)
            } catch {}
            source.cancel()
        }
    }
}

/// Makes this thread receive the signals that it raises: threads of Dispatch block all signals.
private func receiveSignals() {
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in [SIGUSR1, SIGUSR2] { sigaddset(&signals, number) }
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
}

@MainActor
private func iterate(over signals: MainRunLoop.Signals) -> Task<Void, Never> {
    Task { @MainActor in for await _ in signals {} }
}

@MainActor
private func runNow(_ loop: MainRunLoop, mode: MainRunLoop.Mode = .default) {
    loop.run(mode: mode, until: loop.now)
}

/// Runs code when it is released; closures capture it.
private final class OnRelease {
    private let body: @MainActor () -> Void

    init(_ body: @escaping @MainActor () -> Void) { self.body = body }

    deinit { MainActor.assumeIsolated { [body] in body() } }
}
