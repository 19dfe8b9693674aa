// What must go on in a loop that another program's loop runs: a program a host has it played, and prints what went on.
import Dispatch
public import ResponderEventLoop

#if canImport(Glibc)
import Glibc
#endif

/// A loop of another program, as the scenario needs it.
@MainActor
public protocol Host: AnyObject {
    /// Has `work` called from the host's own loop after so many milliseconds.
    func after(milliseconds: Int, _ work: @escaping @MainActor () -> Void)
    /// Ends the host's loop.
    func end()
}

/// One thing after the other: each is set off by the host's own loop while the embedded one is asleep.
///
/// Prints the name of each when it has happened. What does not happen ends the process after ten minutes.
@MainActor
public final class EmbeddedScenario {
    private let loop: MainRunLoop
    private unowned let host: any Host
    private var sources: [MainRunLoop.UserSource] = []
    private var descriptors: [MainRunLoop.DescriptorSource] = []
    private var signals: [MainRunLoop.SignalSource] = []
    private var turns = 0
    private var present = "start"

    /// What `loop` is to do inside `host`.
    public init(of loop: MainRunLoop, in host: any Host) {
        self.loop = loop
        self.host = host
        loop.addObserver(of: .beforeTimers) { [unowned self] _ in turns += 1 }
    }

    /// Makes a turn: what the host calls when the loop's descriptor is readable.
    public func turn() {
        guard loop.turn() == .stopped else { return }
        print("stopped")
        host.end()
    }

    /// Begins; the host's loop may run already.
    public func start() {
        host.after(milliseconds: 600_000) { [unowned self] in fail("\(present) never came") }
        next(0)
    }

    private var steps: [(name: String, begin: (@escaping @MainActor () -> Void) throws -> Void)] {
        [
            ("timer", timer), ("descriptor", descriptor), ("post", post), ("post from a thread", postFromThread),
            ("source from a thread", source), ("signal", signal), ("main-actor task", task), ("Task.sleep", sleep),
            ("main queue", mainQueue), ("post that posts", postThatPosts), ("nested run", nestedRun), ("idle", idle),
        ]
    }

    private func next(_ index: Int) {
        // A pause, so that the loop has no turn left to make.
        host.after(milliseconds: 5) { [self] in
            guard index < steps.count else {
                present = "stop"
                return loop.stop()
            }
            present = steps[index].name
            do {
                try steps[index].begin { [self] in
                    print(present)
                    next(index + 1)
                }
            } catch {
                fail("\(present): \(error)")
            }
        }
    }

    private func fail(_ message: String) -> Never {
        print(message)
        exit(4)
    }

    private func timer(_ done: @escaping @MainActor () -> Void) {
        let deadline = loop.now.advanced(by: .milliseconds(10))
        loop.addTimer(at: deadline) { [self] _ in
            if loop.now < deadline { fail("the timer fired too early") }
            done()
        }
    }

    private func descriptor(_ done: @escaping @MainActor () -> Void) throws {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { fail("no pipe") }
        let (reader, writer) = (ends[0], ends[1])
        descriptors.append(
            try loop.addDescriptorSource(reader, for: .read) { [self] _ in
                descriptors.removeFirst().cancel()
                close(reader)
                close(writer)
                done()
            }
        )
        host.after(milliseconds: 5) { _ = write(writer, "x", 1) }
    }

    private func post(_ done: @escaping @MainActor () -> Void) {
        loop.post(done)
    }

    private func postFromThread(_ done: @escaping @MainActor () -> Void) {
        let loop = loop
        onThread { loop.post(done) }
    }

    private func source(_ done: @escaping @MainActor () -> Void) {
        let source = loop.addUserSource { [self] in
            sources.removeFirst().cancel()
            done()
        }
        sources.append(source)
        onThread { source.signal() }
    }

    private func signal(_ done: @escaping @MainActor () -> Void) throws {
        // The test that starts this program may have blocked it.
        var none = sigset_t()
        sigemptyset(&none)
        pthread_sigmask(SIG_SETMASK, &none, nil)
        signals.append(
            try loop.addSignalSource(SIGUSR1) { [self] _ in
                signals.removeFirst().cancel()
                done()
            }
        )
        onThread { kill(getpid(), SIGUSR1) }
    }

    private func task(_ done: @escaping @MainActor () -> Void) {
        Task { @MainActor in done() }
    }

    private func sleep(_ done: @escaping @MainActor () -> Void) {
        Task { @MainActor in
            try await Task.sleep(for: .milliseconds(5))
            done()
        }
    }

    private func mainQueue(_ done: @escaping @MainActor () -> Void) {
        DispatchQueue.main.async { MainActor.assumeIsolated(done) }
    }

    private func postThatPosts(_ done: @escaping @MainActor () -> Void) {
        loop.post { [self] in loop.post { [self] in loop.post(done) } }
    }

    /// A run that blocks the host inside one of its callbacks; afterwards the host goes on making turns.
    private func nestedRun(_ done: @escaping @MainActor () -> Void) {
        Task { @MainActor in loop.stop() }
        guard loop.run(until: loop.now.advanced(by: .seconds(600))) == .stopped else { fail("the nested run hung") }
        loop.post(done)
    }

    /// A loop with nothing to do asks for no turns, but for what a slow machine still has on the way.
    private func idle(_ done: @escaping @MainActor () -> Void) {
        host.after(milliseconds: 20) { [self] in
            let before = turns
            host.after(milliseconds: 100) { [self] in
                if turns - before > 2 { fail("\(turns - before) turns of an idle loop") }
                done()
            }
        }
    }

    private func onThread(_ work: @escaping @Sendable () -> Void) {
        DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(5), execute: work)
    }
}
