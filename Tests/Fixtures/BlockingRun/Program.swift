// Calls a blocking run in the place that its argument names: tests look at how it ends.
import Dispatch
import Foundation
import ResponderEventLoop

@main
@MainActor
enum Program {
    static func main() throws {
        let place = CommandLine.arguments.dropFirst().first
        if place == "descriptors" { return runWithFewDescriptors(Int(CommandLine.arguments.last ?? "") ?? 0) }
        let loop = try MainRunLoop()
        switch place {
        case "task":
            Task { @MainActor in run(loop) }
            run(loop)
        case "main-queue-block":
            DispatchQueue.main.async { MainActor.assumeIsolated { run(loop) } }
            run(loop)
        case "handler":
            // Allowed, and main-actor jobs go on in the nested run.
            loop.post {
                Task { @MainActor in loop.stop() }
                guard loop.run(until: limit(of: loop)) == .stopped else { exit(4) }
                loop.stop()
            }
            run(loop)
            print("nested runs went on")
            return
        case "becomes-common":
            // Main-actor jobs go on from the moment on at which the mode that is run is a common one.
            let own = MainRunLoop.Mode("becomes common")
            loop.addTimer(after: .milliseconds(5), in: [own]) { _ in
                loop.addCommonMode(own)
                Task { @MainActor in loop.stop() }
            }
            guard loop.run(mode: own, until: limit(of: loop)) == .stopped else { exit(4) }
            print("main-actor jobs went on")
            return
        case "signals":
            try takeSignals(with: loop)
            // What it does by itself is to end the process.
            raise(SIGUSR1)
        case "foreign-drain":
            // Foundation's run loop serves the main queue, and knows nothing of ours.
            DispatchQueue.main.async {
                MainActor.assumeIsolated {
                    DispatchQueue.main.async {}
                    run(loop)
                }
            }
            RunLoop.main.run(until: Date(timeIntervalSinceNow: 600))
        case "turn-task":
            // A main-actor job that a host's turn serves.
            Task { @MainActor in run(loop) }
            for _ in 0..<1_000_000 { loop.turn() }
        case "turn-await":
            Task { @MainActor in await loop.run(until: limit(of: loop)) }
            for _ in 0..<1_000_000 { loop.turn() }
        case "turn-handler":
            // Allowed: nobody else serves the main queue, and the nested run does.
            var goesOn = true
            loop.post {
                Task { @MainActor in loop.stop() }
                guard loop.run(until: limit(of: loop)) == .stopped else { exit(4) }
                goesOn = false
            }
            while goesOn { loop.turn() }
            print("nested runs went on")
            return
        case "thread":
            // What the compiler forbids, and code that it does not check may do.
            let work: @MainActor @Sendable () -> Void = { run(loop) }
            let unchecked = unsafeBitCast(work, to: (@Sendable () -> Void).self)
            DispatchQueue.global().async { unchecked() }
            run(loop)
        case "async-main", "async-main-block", "async-main-handler", "async-main-other", "async-main-detached",
            "async-main-remedy":
            Task { @MainActor in await asyncMain(loop, place ?? "") }
            dispatchMain()
        default:
            guard let act = place.flatMap(ChildAct.init(rawValue:)) else { exit(2) }
            return try fork(act)
        }
        exit(3)
    }

    /// Makes a loop and runs it with so many descriptors that are free.
    private static func runWithFewDescriptors(_ count: Int) {
        var limit = rlimit(rlim_cur: 64, rlim_max: 64)
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        var taken: [Int32] = []
        while case let descriptor = dup(0), descriptor >= 0 { taken.append(descriptor) }
        for descriptor in taken.prefix(count) { close(descriptor) }
        do {
            let loop = try MainRunLoop()
            print("ran:", loop.run(until: loop.now.advanced(by: .milliseconds(5))))
        } catch {
            print(error)
        }
        // The address sanitizer looks for leaks at the exit, and takes a descriptor for that.
        for descriptor in taken.dropFirst(count) { close(descriptor) }
    }

    /// What an async main is after its first `await`: the process's first thread has gone to `dispatchMain()`.
    static func asyncMain(_ loop: MainRunLoop, _ place: String) async {
        switch place {
        case "async-main":
            run(loop)
        case "async-main-block":
            // Neither in a task nor in a draining of ours: only the main queue's handle tells.
            DispatchQueue.main.async { MainActor.assumeIsolated { run(loop) } }
            try? await Task.sleep(for: .seconds(600))
        case "async-main-handler":
            // Nested in a handler of an awaited run: that one is a main-actor job itself.
            loop.post { run(loop) }
            await loop.run(until: limit(of: loop))
        case "async-main-other":
            guard let other = try? MainRunLoop() else { exit(2) }
            loop.post { run(other) }
            await loop.run(until: limit(of: loop))
        case "async-main-detached":
            await Task.detached { await MainActor.run { run(loop) } }.value
        default:
            print("awaited: \(await loop.run(until: loop.now.advanced(by: .milliseconds(1))))")
            exit(0)
        }
        exit(3)
    }

    /// The test that starts this program may have blocked some.
    static func unblockSignals() {
        var none = sigset_t()
        sigemptyset(&none)
        pthread_sigmask(SIG_SETMASK, &none, nil)
    }

    /// On the process's first thread, where a signal that is raised comes at once.
    static func takeSignals(with loop: MainRunLoop) throws {
        unblockSignals()
        let signals = try loop.signals(SIGUSR1)
        for _ in 0..<3 {
            raise(SIGUSR1)
            loop.run(until: loop.now)
        }
        Task { @MainActor in
            for await count in signals {
                // Unbuffered: the process ends by the signal.
                let line = "\(count) signals\n"
                write(1, line, line.utf8.count)
                guard count > 1 else { break }
                raise(SIGUSR1)
            }
            loop.stop()
        }
        run(loop)
    }

    static func run(_ loop: MainRunLoop) {
        loop.run(until: limit(of: loop))
    }

    /// An instant that only a run comes to with which something is wrong, however slow the machine is.
    static func limit(of loop: MainRunLoop) -> MainRunLoop.Instant { loop.now.advanced(by: .seconds(600)) }
}
