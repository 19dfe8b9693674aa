// What Foundation's RunLoop.main has to do while this package's loop runs: one thing after the other, each set off
// while the process is idle. Prints the name of each when it has happened.
import Foundation
import ResponderEventLoop
import ResponderFoundation

@main
@MainActor
final class Program {
    let loop: MainRunLoop
    private var turns = 0
    private var present = "start"
    var observation: (any NSObjectProtocol)?

    private init() throws {
        loop = try MainRunLoop()
        try loop.serveFoundation()
        // A second call does nothing.
        try loop.serveFoundation()
        loop.addObserver(of: .beforeTimers) { [unowned self] _ in turns += 1 }
    }

    static func main() throws {
        // What hangs ends here.
        alarm(300)
        if CommandLine.arguments.contains("block") { return try runInBlock() }
        let program = try Program()
        program.next(0)
        print(program.loop.run())
        fflush(nil)
        // Foundation leaks each timer with a block, which the leak sanitizer would report at an exit in order.
        _exit(0)
    }

    /// Begins a run in a block of the main queue that Foundation's loop serves, where it would hold up a later block.
    private static func runInBlock() throws {
        let loop = try MainRunLoop()
        try loop.serveFoundation()
        DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(20)) {
            DispatchQueue.main.async { MainActor.assumeIsolated { _ = loop.run() } }
            DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(20)) {
                DispatchQueue.main.async { print("not held up") }
            }
        }
        loop.run()
    }

    private var steps: [(name: String, begin: (@escaping @MainActor () -> Void) throws -> Void)] {
        [
            ("timer", timer), ("repeating timer", repeatingTimer), ("timer of a thread", timerOfThread),
            ("perform", perform), ("perform of a thread", performOfThread), ("wake-up", wakeUp),
            ("notification when idle", { [self] in notification(.whenIdle, $0) }),
            ("notification asap", { [self] in notification(.asap, $0) }),
            ("main queue", mainQueue), ("main-actor task", task), ("Task.sleep", sleep),
            ("loop's timer", loopTimer), ("post of a thread", postOfThread), ("descriptor", descriptor),
            ("process", process), ("nested run", nestedRun), ("private mode", privateMode), ("busy loop", busyLoop),
            ("idle", idle), ("ended", ended), ("served again", servedAgain),
        ]
    }

    private func next(_ index: Int) {
        // A pause, so that both loops wait.
        after(milliseconds: 5) { [self] in
            guard index < steps.count else { return loop.stop() }
            present = steps[index].name
            do {
                try steps[index].begin { [self] in
                    print(present)
                    fflush(nil)
                    next(index + 1)
                }
            } catch {
                fail("\(present): \(error)")
            }
        }
    }

    func fail(_ message: String) -> Never {
        print(message)
        exit(4)
    }

    /// By the loop's own timer.
    func after(milliseconds: Int, _ work: @escaping @MainActor () -> Void) {
        loop.addTimer(after: .milliseconds(milliseconds)) { _ in work() }
    }

    func onThread(_ work: @escaping @Sendable () -> Void) {
        DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(5), execute: work)
    }

    /// The loops' turns and the process's waits up to now.
    var work: (turns: Int, waits: Int) {
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        return (turns, usage.ru_nvcsw)
    }
}
