import Glibc
import ResponderDemo
import ResponderRecordings

/// The program that `make run` starts: the demo without the rest of the tool, so that little has to be built for it.
///
/// It takes no arguments; `responderkit demo` has options.
@main
struct DemoProgram {
    static func main() {
        StandardStreams.guardOutput()
        do {
            // The process's first thread is the main actor's.
            try MainActor.assumeIsolated { try run() }
        } catch {
            StandardStreams.report("Error: \(error)")
            exit(EXIT_FAILURE)
        }
    }

    @MainActor
    private static func run() throws {
        if Demo.hasTerminal { try Demo.run() }
        let file = Demo.shippedRecording
        Demo.announceReplay(of: file)
        try Replay(RecordedPanel(EvdevRecording(path: file), file: file), tree: .demo).run()
    }
}
