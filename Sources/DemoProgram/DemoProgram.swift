import Glibc
import ResponderDemo

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
            exit(ExitStatus.of(error))
        }
    }

    @MainActor
    private static func run() throws {
        if Demo.hasTerminal { try Demo.run() }
        try Demo.replayShippedRecording()
    }
}
