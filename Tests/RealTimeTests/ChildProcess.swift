import Foundation
import TestSupport
import Testing

/// A spawned program of this package: gives its lines as they come and its end, and sends it signals.
final class ChildProcess {
    /// How a program ended, and what it printed that was not read before.
    struct End: Equatable {
        var status: Int32
        var wasSignalled: Bool
        var lines: [String]
        /// Without the messages of its watchdog, which appear where the machine is slow.
        var errors: String
    }

    /// After this time a process and its children are killed (it leads a group), so that a process that hangs fails its
    /// test instead of blocking it.
    ///
    /// Long, since this process's tests share two threads and the main actor with models that take minutes under a
    /// sanitizer, and a child waits that long for its next signal.
    private static let patience = DispatchTimeInterval.seconds(3600)

    private let process = Process()
    private let errors = Pipe()
    private let ended: AsyncStream<Void>
    private var lines: AsyncStream<String>.AsyncIterator

    /// Spawns a program of the build folder, with SIGINT, SIGTERM and SIGTSTP as a shell starts it: not ignored, as
    /// they may be for the children of a CI's job.
    ///
    /// - Parameter setup: Shell code that runs before the program, in its process.
    init(_ program: String, _ arguments: String..., setup: String? = nil) throws {
        // The test runner is an executable of that folder too.
        let runner = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        let path = runner.deletingLastPathComponent().appendingPathComponent(program).path
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["--default-signal=INT,TERM,TSTP"]
        if let setup {
            process.arguments? += ["/bin/sh", "-c", "\(setup); exec \"$0\" \"$@\""]
        }
        process.arguments? += [path] + arguments
        // Swift's backtracer would keep the pipes open, and never ends under the address sanitizer.
        process.environment = ProcessInfo.processInfo.environment.merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 }
        let output = Pipe()
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = errors

        let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
        ended = stream
        // Dispatch's sources may be cancelled on any thread, which their declaration does not say.
        nonisolated(unsafe) let patience = DispatchSource.makeTimerSource()
        process.terminationHandler = { _ in
            patience.cancel()
            continuation.finish()
        }
        lines = Self.lines(of: output.fileHandleForReading).makeAsyncIterator()
        try process.run()
        // This process's copies would keep the pipes open after the child's end.
        try output.fileHandleForWriting.close()
        try errors.fileHandleForWriting.close()
        // The timer keeps `process` until the program ends, which cancels the timer; a weak reference would look like a
        // leak at the exit.
        patience.setEventHandler { [process] in
            if process.isRunning { kill(-process.processIdentifier, SIGKILL) }
        }
        patience.schedule(deadline: .now() + Self.patience)
        patience.activate()
    }

    deinit {
        if process.isRunning { kill(-process.processIdentifier, SIGKILL) }
    }

    /// How often the program's threads have waited so far.
    var voluntarySwitches: Int {
        get throws {
            let tasks = "/proc/\(process.processIdentifier)/task"
            return try FileManager.default.contentsOfDirectory(atPath: tasks).reduce(0) { sum, task in
                let status = try String(contentsOfFile: "\(tasks)/\(task)/status", encoding: .utf8)
                let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("voluntary_ctxt") })
                return sum + (try #require(line.split(separator: "\t").last.flatMap { Int($0) }))
            }
        }
    }

    /// The next line; nil when there are no more.
    func nextLine() async -> String? {
        await lines.next(isolation: #isolation)
    }

    /// The lines up to and including `last`.
    func lines(upTo last: String) async -> [String] {
        var read: [String] = []
        while let line = await nextLine() {
            read.append(line)
            if line == last { break }
        }
        return read
    }

    /// Sends the program a signal.
    func send(_ signal: Int32) {
        kill(process.processIdentifier, signal)
    }

    /// Waits until a signal has stopped the program, and returns the signal's number; nil if the program has ended.
    func stop() async throws -> Int32? {
        let child = process.processIdentifier
        return try await waitOnOwnThread { Self.waitForStop(of: child, WSTOPPED) }
    }

    /// Sends the program a signal again and again until one has stopped it.
    ///
    /// A signal that comes before the last one was delivered is merged with it, so a number of them says nothing.
    func stopBySending(_ signal: Int32) async throws -> Int32? {
        let child = process.processIdentifier
        return try await waitOnOwnThread {
            while kill(child, signal) == 0 {
                if let stop = Self.waitForStop(of: child, WSTOPPED | WNOHANG), stop != 0 { return stop }
                sched_yield()
            }
            return nil
        }
    }

    /// The signal that has stopped a child; 0 if none has yet, nil if the child has ended.
    private static func waitForStop(of child: pid_t, _ options: Int32) -> Int32? {
        var information = siginfo_t()
        while waitid(P_PID, id_t(child), &information, options) != 0 {
            if errno != EINTR { return nil }
        }
        return information._sifields._sigchld.si_status
    }

    /// Waits for the program's end.
    func end() async throws -> End {
        var rest: [String] = []
        while let line = await nextLine() { rest.append(line) }
        for await _ in ended {}
        let message = try errors.fileHandleForReading.readToEnd() ?? Data()
        let errors = String(decoding: message, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
            .filter { !$0.contains("the application has exceeded its time limit") }
        return End(
            status: process.terminationStatus,
            wasSignalled: process.terminationReason == .uncaughtSignal,
            lines: rest,
            errors: errors.joined(separator: "\n")
        )
    }

    private static func lines(of handle: FileHandle) -> AsyncStream<String> {
        let (stream, continuation) = AsyncStream.makeStream(of: String.self)
        // A thread of its own: reading blocks.
        Thread.detachNewThread {
            var pending = Data()
            while true {
                let data = handle.availableData
                if data.isEmpty { break }
                pending += data
                while let newline = pending.firstIndex(of: UInt8(ascii: "\n")) {
                    continuation.yield(String(decoding: pending[..<newline], as: UTF8.self))
                    pending = Data(pending[pending.index(after: newline)...])
                }
            }
            continuation.finish()
        }
        return stream
    }
}
