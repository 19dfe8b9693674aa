internal import Dispatch
internal import Foundation

/// One of the package's executables, run as a user would run it, to its end.
package struct ChildProcess: Sendable {
    package let status: Int32
    package let output: String
    package let errors: String

    /// The seconds after which a process is killed with those that it started (it leads a group): one that hangs fails
    /// its own test then, and the others go on.
    private static let longest = 2_400.0

    /// Runs the executable of that name, which stands beside that of the tests.
    ///
    /// - Parameter shell: A shell's commands, in which `"$@"` is the executable with its arguments; nil for no shell.
    package static func run(_ name: String, _ arguments: [String], shell: String? = nil) async throws -> ChildProcess {
        try await waitOnOwnThread { try ChildProcess(name, arguments, shell) }
    }

    private init(_ name: String, _ arguments: [String], _ shell: String?) throws {
        let process = Process()
        let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let program = URL(fileURLWithPath: tests).deletingLastPathComponent().appendingPathComponent(name)
        process.executableURL = program
        process.arguments = arguments
        if let shell {
            process.executableURL = URL(fileURLWithPath: "/bin/sh")
            process.arguments = ["-c", shell, "sh", program.path] + arguments
        }
        let (output, errors) = (Pipe(), Pipe())
        process.standardOutput = output
        process.standardError = errors
        process.standardInput = FileHandle.nullDevice
        try process.run()
        let child = process.processIdentifier
        let killing = DispatchWorkItem { kill(-child, SIGKILL) }
        DispatchQueue.global().asyncAfter(deadline: .now() + Self.longest, execute: killing)
        defer { killing.cancel() }
        // What it says on the standard error is short: a pipe takes it all, so it is read second.
        let outputData = output.fileHandleForReading.readDataToEndOfFile()
        let errorData = errors.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        status = process.terminationStatus
        self.output = String(decoding: outputData, as: UTF8.self)
        self.errors = String(decoding: errorData, as: UTF8.self)
    }
}
