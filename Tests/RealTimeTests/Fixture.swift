import Foundation
import Testing

/// A program of this package, built next to the tests.
enum Fixture {
    struct Ending: Sendable {
        /// The status as `waitpid` returns it: the exit status in the second byte, or a signal in the first.
        let status: Int32
        let output: String
        let errors: String

        var endedBySignal: Bool { status & 0x7F != 0 }
    }

    /// Starts the program and waits for its end, on a thread of its own: on one of the few threads of the concurrency
    /// pool it would hold up other tests.
    static func run(_ name: String, _ arguments: [String]) async throws -> Ending {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread { continuation.resume(with: Result { try runBlocking(name, arguments) }) }
        }
    }

    /// Starts the program and blocks until its end. (Not with Foundation's `Process`, which leaks.)
    private static func runBlocking(_ name: String, _ arguments: [String]) throws -> Ending {
        let path = try folder().appendingPathComponent(name).path
        let (output, errors) = (try Channel(), try Channel())
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, output.writer, 1)
        posix_spawn_file_actions_adddup2(&actions, errors.writer, 2)
        // A trap must end the program at once, without a backtrace.
        let environment = ProcessInfo.processInfo.environment.merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 }
        var argumentPointers = ([path] + arguments).map { strdup($0) } + [nil]
        var environmentPointers = environment.map { strdup("\($0)=\($1)") } + [nil]
        defer { for pointer in argumentPointers + environmentPointers { free(pointer) } }
        var process = pid_t()
        let code = posix_spawn(&process, path, &actions, nil, &argumentPointers, &environmentPointers)
        try #require(code == 0, "cannot start \(path): \(String(cString: strerror(code)))")
        // Each output fits into its channel, so neither read holds up the program.
        let (outputText, errorText) = (output.readAll(), errors.readAll())
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0 && errno == EINTR {}
        return Ending(status: status, output: outputText, errors: errorText)
    }

    /// A channel whose ends other programs do not inherit.
    private final class Channel {
        let reader: Int32
        private(set) var writer: Int32

        init() throws {
            var ends: [Int32] = [-1, -1]
            // Set in the call that opens the pipe: otherwise another test may start a program in between, which would
            // keep the pipe open.
            let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
            try #require(socketpair(AF_UNIX, type, 0, &ends) == 0)
            (reader, writer) = (ends[0], ends[1])
        }

        deinit {
            close(reader)
            if writer >= 0 { close(writer) }
        }

        func readAll() -> String {
            close(writer)
            writer = -1
            var bytes: [UInt8] = []
            var buffer = [UInt8](repeating: 0, count: 4096)
            while true {
                let count = read(reader, &buffer, buffer.count)
                guard count > 0 else { break }
                bytes += buffer[..<count]
            }
            return String(decoding: bytes, as: UTF8.self)
        }
    }

    /// The folder that the tests were built in: the folder of the test bundle, which is this process's executable or,
    /// where a helper of SwiftPM loads the bundle, among its arguments.
    private static func folder() throws -> URL {
        let executable = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        let bundles = CommandLine.arguments.filter { $0.hasSuffix(".xctest") }.map { URL(fileURLWithPath: $0) }
        let folders = ([executable] + bundles).map { $0.deletingLastPathComponent() }
        return try #require(
            folders.first {
                FileManager.default.fileExists(atPath: $0.appendingPathComponent("BlockingRunFixture").path)
            },
            "BlockingRunFixture is in none of \(folders)"
        )
    }
}
