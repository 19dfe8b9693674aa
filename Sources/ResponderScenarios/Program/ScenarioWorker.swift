internal import CResponderScenarios
// `stdout` is a variable, which Swift 6 takes for shared mutable state; nothing sets it.
@preconcurrency internal import Glibc

/// The part of the program in a process that the program has started to run scenarios.
package enum ScenarioWorker {
    /// The program's process number, if this is such a process.
    package static var parent: Int32? {
        guard let text = getenv(WorkerChannel.variable) else { return nil }
        return Int32(String(cString: text))
    }

    /// Runs the files that the program sends, until the program closes the channel.
    @MainActor
    static func serve(_ parent: Int32, perform: @MainActor (String) async -> ScenarioReport) async -> Never {
        await serve(parent) { file, send in send(ReportLine.text(of: await perform(file))) }
    }

    /// Answers what the program sends, each by some lines, until the program closes the channel.
    @MainActor
    package static func serve(
        _ parent: Int32,
        answer: @MainActor (_ request: String, _ send: (String) -> Void) async -> Void
    ) async -> Never {
        rsc_end_with_parent(parent)
        // What an app starts is none of the program's.
        unsetenv(WorkerChannel.variable)
        _ = fcntl(WorkerChannel.descriptor, F_SETFD, FD_CLOEXEC)
        // What an app has printed must not be lost where it crashes.
        setvbuf(stdout, nil, _IOLBF, 0)
        let channel = WorkerChannel.descriptor
        var (buffer, received) = ([UInt8](repeating: 0, count: 8192), [UInt8]())
        guard WorkerChannel.send(WorkerChannel.ready + "\n", to: channel) else { exit(EX_IOERR) }
        while true {
            guard case .bytes(let bytes) = WorkerChannel.read(channel, &buffer) else { exit(EXIT_SUCCESS) }
            received += bytes
            // The next request comes after the answer to the former one, so there is at most one.
            guard received.last == 0 else { continue }
            let request = String(decoding: received.dropLast(), as: UTF8.self)
            received = []
            guard WorkerChannel.send(WorkerChannel.begin + "\n", to: channel) else { exit(EX_IOERR) }
            await answer(request) { line in
                fflush(stdout)
                guard WorkerChannel.send(line + "\n", to: channel) else { exit(EX_IOERR) }
            }
        }
    }
}
