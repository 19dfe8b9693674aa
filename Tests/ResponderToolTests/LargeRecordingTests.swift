import Foundation
import TestSupport
import Testing

@Suite("responderkit, given a large recording,")
struct LargeRecordingTests {
    /// The most memory, in bytes, that the tool has had when it has read `count` mebibytes of comments behind a
    /// description, and its status when there is no more.
    private static func read(mebibytes count: Int) throws -> (memory: Int, status: Int32) {
        // A tool that ends too early shall fail the test, not end the tests: the signal is this thread's.
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGPIPE)
        pthread_sigmask(SIG_BLOCK, &signals, nil)
        let (process, input) = (Process(), Pipe())
        process.executableURL = try Tool.executable
        process.arguments = ["explain", "/dev/stdin", "--at", "1,1"]
        // By default the address sanitizer keeps freed memory for a while.
        process.environment = ProcessInfo.processInfo.environment.merging([
            "ASAN_OPTIONS": addressSanitizerOptions(adding: "quarantine_size_mb=1")
        ]) { $1 }
        process.standardInput = input
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        defer { if process.isRunning { process.terminate() } }
        let end = input.fileHandleForWriting
        try end.write(contentsOf: Data("# EVEMU 1.2\nN: x\nA: 00 0 9 0 0\nA: 01 0 9 0 0\n".utf8))
        let comment = "#" + String(repeating: "x", count: 1022) + "\n"
        let mebibyte = Data(String(repeating: comment, count: 1024).utf8)
        for _ in 0..<count { try end.write(contentsOf: mebibyte) }
        // The tool has read all but what a pipe holds.
        let status = try String(contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8)
        let peak = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }?.split(separator: " ")
        try end.close()
        process.waitUntilExit()
        return (try #require(peak.flatMap { Int($0[1]) }) * 1024, process.terminationStatus)
    }

    @Test("A large recording is read in far less memory than the recording has bytes")
    func memory() async throws {
        let (memory, status) = try await waitOnOwnThread { try Self.read(mebibytes: 384) }
        #expect(status == 0)
        #expect(memory < 192 << 20)
    }
}
