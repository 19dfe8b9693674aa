// Calls a blocking run in the place that its argument names: tests look at how it ends.
import Dispatch
import Glibc
import ResponderEventLoop

@main
@MainActor
enum Program {
    static func main() throws {
        let loop = try MainRunLoop()
        let place = CommandLine.arguments.dropFirst().first
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
                guard loop.run(until: loop.now.advanced(by: .seconds(20))) == .stopped else { exit(4) }
                loop.stop()
            }
            run(loop)
            print("nested runs went on")
            return
        case "async-main", "async-main-block", "async-main-remedy":
            Task { @MainActor in await asyncMain(loop, place ?? "") }
            dispatchMain()
        default:
            exit(2)
        }
        exit(3)
    }

    /// What an async main is after its first `await`: the process's first thread has gone to `dispatchMain()`.
    static func asyncMain(_ loop: MainRunLoop, _ place: String) async {
        switch place {
        case "async-main":
            run(loop)
        case "async-main-block":
            // Neither in a task nor in a draining of ours: only the main queue's handle tells.
            DispatchQueue.main.async { MainActor.assumeIsolated { run(loop) } }
            try? await Task.sleep(for: .seconds(20))
        default:
            print("awaited: \(await loop.run(until: loop.now.advanced(by: .milliseconds(1))))")
            exit(0)
        }
        exit(3)
    }

    static func run(_ loop: MainRunLoop) {
        loop.run(until: loop.now.advanced(by: .seconds(20)))
    }
}
