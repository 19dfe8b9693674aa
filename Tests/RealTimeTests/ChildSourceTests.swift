import Foundation
import ResponderEventLoop
import Testing

/// A source takes its child's end from the process, so each test has children of its own.
@Suite("Child processes whose end a loop waits for")
@MainActor
struct ChildSourceTests {
    typealias ChildResult = Result<MainRunLoop.ChildEnd, MainRunLoop.Error>

    /// Starts a shell with a script.
    private func start(_ script: String) throws -> pid_t {
        let words: [String] = ["/bin/sh", "-c", script]
        var arguments = words.map { strdup($0) } + [nil]
        defer { for pointer in arguments { free(pointer) } }
        var process = pid_t()
        let code = posix_spawn(&process, "/bin/sh", nil, nil, &arguments, nil)
        try #require(code == 0)
        return process
    }

    /// Runs a loop until the child's source has performed.
    private func end(of process: pid_t) async throws -> ChildResult {
        let (loop, limit) = try makeLoop()
        var results: [ChildResult] = []
        let source = try loop.addChildSource(process) {
            results.append($0)
            loop.stop()
        }
        #expect(source.process == process)
        #expect(await loop.run(until: limit) == .stopped)
        // It has ended, so it performs once.
        await loop.run(until: loop.now)
        return try #require(results.count == 1 ? results.first : nil)
    }

    /// Waits until the child has ended, and takes nothing.
    private func awaitEnd(of process: pid_t) {
        var info = siginfo_t()
        while waitid(P_PID, id_t(process), &info, WEXITED | WNOWAIT) != 0, errno == EINTR {}
    }

    @Test("The exit status is told, from 0 to 255", arguments: [0, 3, 255])
    func status(status: Int32) async throws {
        // Rules: L48.
        let end = try await end(of: try start("exit \(status)")).get()
        #expect(end.reason == .exited(status: status))
        #expect(end.isSuccess == (status == 0))
    }

    @Test("A signal that ends the child is told")
    func signal() async throws {
        // Rules: L48.
        let end = try await end(of: try start("kill -KILL $$")).get()
        #expect(end.reason == .signalled(SIGKILL, hasDumpedCore: false))
        #expect(!end.isSuccess)
    }

    @Test("The child's processor time and memory are told")
    func usage() async throws {
        // Rules: L48.
        let script = "i=0; while [ $i -lt 50000 ]; do i=$((i + 1)); done"
        let end = try await end(of: try start(script)).get()
        #expect(end.userTime + end.systemTime > .zero)
        // A shell takes some hundred kilobytes.
        #expect(end.peakResidentSize > 100_000)
    }

    @Test("A child that has ended before its source is added is told as well")
    func endedBefore() async throws {
        // Rules: L48.
        let process = try start("exit 4")
        awaitEnd(of: process)
        #expect(try await end(of: process).get().reason == .exited(status: 4))
        // The source has taken the end.
        #expect(waitpid(process, nil, WNOHANG) == -1)
    }

    @Test("A child whose end was taken elsewhere is told as an error that says so")
    func takenElsewhere() async throws {
        // Rules: L48.
        let (loop, limit) = try makeLoop()
        let process = try start("exit 0")
        var result: ChildResult?
        try loop.addChildSource(process) {
            result = $0
            loop.stop()
        }
        while waitpid(process, nil, 0) != process, errno == EINTR {}
        #expect(await loop.run(until: limit) == .stopped)
        #expect(result == .failure(.cannotWaitForChild(process: process, errno: ECHILD)))
        #expect(
            MainRunLoop.Error.cannotWaitForChild(process: 7, errno: ECHILD).description
                == "cannot wait for the end of process 7: No child processes (errno 10); it is no child of this "
                + "process, or its end was taken elsewhere: by waitpid(2), by another source, or by the kernel where "
                + "SIGCHLD is ignored"
        )
    }

    @Test("What is no child, no process or no number of one is refused")
    func refused() throws {
        // Rules: L48.
        let (loop, _) = try makeLoop()
        for (process, code) in [(getpid(), ECHILD), (Int32.max, ESRCH), (0, EINVAL), (-5, EINVAL)] {
            let error = #expect(throws: MainRunLoop.Error.self) { try loop.addChildSource(process) { _ in } }
            #expect(error == .cannotWaitForChild(process: process, errno: code))
        }
        #expect(
            MainRunLoop.Error.cannotWaitForChild(process: 7, errno: ENOSYS).description
                == "cannot wait for the end of process 7: Function not implemented (errno 38); this takes Linux 5.4; "
                + "use a source of SIGCHLD and waitpid(2)"
        )
    }

    @Test("A source that is cancelled does not perform, and leaves the child's end to others")
    func cancelled() async throws {
        // Rules: L48.
        let (loop, _) = try makeLoop()
        let process = try start("exit 5")
        let source = try loop.addChildSource(process) { _ in Issue.record("it performed") }
        awaitEnd(of: process)
        source.cancel()
        source.cancel()
        await loop.run(until: loop.now)
        var status: Int32 = 0
        #expect(waitpid(process, &status, 0) == process)
        #expect(status >> 8 == 5)
    }

    @Test("Many children at a time are told one by one, each with its own status")
    func many() async throws {
        // Rules: L48.
        let (loop, limit) = try makeLoop()
        var found: [pid_t: Int32] = [:]
        var expected: [pid_t: Int32] = [:]
        for number in 0..<40 {
            let process = try start("exit \(number)")
            expected[process] = Int32(number)
            try loop.addChildSource(process) { result in
                #expect(found[process] == nil)
                if case .success(let end) = result, case .exited(let status) = end.reason { found[process] = status }
                if found.count == 40 { loop.stop() }
            }
        }
        #expect(await loop.run(until: limit) == .stopped)
        #expect(found == expected)
    }

    @Test("A source ends before it performs, so it may begin the next child, and none that is left keeps a run alive")
    func next() async throws {
        // Rules: L48, L45, L2.
        let (loop, mode) = (try MainRunLoop(), MainRunLoop.Mode("children"))
        var statuses: [Int32] = []
        func begin(_ status: Int32) throws {
            let process = try start("exit \(status)")
            try loop.addChildSource(process, in: [mode]) { result in
                if case .success(let end) = result, case .exited(let status) = end.reason { statuses.append(status) }
                if status < 3 { #expect(throws: Never.self) { try begin(status + 1) } }
            }
        }
        try begin(1)
        let lasting = try start("exec cat /dev/zero >/dev/null")
        let source = try loop.addChildSource(lasting, in: [mode]) { _ in }
        source.keepsRunAlive = false
        #expect(await loop.run(mode: mode) == .finished)
        #expect(statuses == [1, 2, 3])
        source.cancel()
        kill(lasting, SIGKILL)
        #expect(waitpid(lasting, nil, 0) == lasting)
    }
}
