import CBenchFloors
import Foundation

/// The versions of what is measured, by name, for results files.
///
/// Programs that are peers add their own, in the argument of ``BenchResults/init(_:versions:)``.
enum Versions {
    /// The versions of what this program is made of.
    static var ofThisProgram: [String: String] {
        let root = checkout
        return [
            "ResponderKit": root.map(responderKit) ?? "unknown",
            "Swift": swift,
            "clang": clang,
            "libevent": String(cString: bench_libevent_version()),
        ]
    }

    /// The folder of the package that this program was built in, found from the place of the program.
    private static var checkout: URL? {
        let program = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        var folder = program.deletingLastPathComponent()
        while folder.path != "/" {
            if FileManager.default.fileExists(atPath: folder.appending(path: "Scripts/version").path) { return folder }
            folder = folder.deletingLastPathComponent()
        }
        return nil
    }

    /// The version, and the commit where there is a repository.
    private static func responderKit(in root: URL) -> String {
        let version = output(of: ["Scripts/version"], in: root) ?? "unknown"
        guard let commit = output(of: ["git", "rev-parse", "--short=12", "HEAD"], in: root) else { return version }
        let changes = output(of: ["git", "status", "--porcelain", "--untracked-files=no"], in: root)
        return "\(version), commit \(commit)" + (changes == nil ? "" : " with changes")
    }

    /// The compiler's version, exactly where the compiler can be asked.
    private static var swift: String {
        let command = ProcessInfo.processInfo.environment["SWIFT"] ?? "swift"
        let printed = output(of: [command, "--version"], in: nil) ?? ""
        if let match = printed.firstMatch(of: #/Swift version (\S+)/#) { return String(match.1) }
        return Callgrind.compiler.replacing("Swift ", with: "")
    }

    /// The compiler of the C programs, without the place of its sources.
    private static var clang: String {
        let text = String(cString: bench_compiler())
        return (text.split(separator: "(").first.map(String.init) ?? text).replacing("Clang", with: "")
            .trimmingCharacters(in: .whitespaces)
    }

    /// What a command prints, without the line's end; nil where it fails or prints nothing.
    private static func output(of command: [String], in folder: URL?) -> String? {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = command
        process.currentDirectoryURL = folder
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = FileHandle.nullDevice
        process.standardInput = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return nil }
        let printed = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        let text = printed.trimmingCharacters(in: .whitespacesAndNewlines)
        return process.terminationStatus == 0 && !text.isEmpty ? text : nil
    }
}
