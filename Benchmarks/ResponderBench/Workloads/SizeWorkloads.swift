import Foundation

extension Workload {
    /// How large a linked program is, as SwiftPM's release build links it, and what it needs beside itself.
    static let sizes: [Workload] = [("core", HelloProgram.core), ("kit", .kit)].map { name, app in
        Workload(
            name: "size/hello-\(name)",
            summary: app == .core
                ? "an app without widgets: its file, stripped" : "an app with widgets: its file, stripped",
            rounds: 1,
            references: [],
            hasWarmUp: false
        ) { _ in HelloProgram.with(app).map { SizeContender($0) } }
    }
}

private struct SizeContender: Contender {
    let subject: Subject
    private let program: HelloProgram

    init(_ program: HelloProgram) { (self.program, subject) = (program, program.subject) }

    func run() throws -> [Measurement] {
        let libraries = try librariesInUse()
        let swift = libraries.filter { $0.split(separator: "/").last?.hasPrefix("libswift") ?? false }
        let others = libraries.filter { !swift.contains($0) }
        return [
            Measurement("program", "kB", try strippedSize()),
            Measurement("Swift libraries", "kB", try swift.reduce(0) { try $0 + size(of: $1) }),
            Measurement("other libraries", "kB", try others.reduce(0) { try $0 + size(of: $1) }),
        ]
    }

    /// The size of the program's file without symbols and without information for debuggers.
    private func strippedSize() throws -> Double {
        let stripped = FileManager.default.temporaryDirectory
            .appendingPathComponent("responder-bench-\(getpid())-\(program.rawValue)")
        defer { try? FileManager.default.removeItem(at: stripped) }
        guard let executable = SearchPath.find("strip") else {
            let what = "there is no strip in PATH; install it with: apt-get install binutils"
            throw BenchError.failed(subject: subject, what: what)
        }
        let strip = Process()
        strip.executableURL = executable
        strip.arguments = ["-o", stripped.path, try Child.path(of: program.rawValue)]
        try strip.run()
        strip.waitUntilExit()
        guard strip.terminationStatus == 0 else {
            let what = "\(executable.path) ended with status \(strip.terminationStatus)"
            throw BenchError.failed(subject: subject, what: what)
        }
        return try size(of: stripped.path)
    }

    /// The shared libraries that the running program has mapped.
    private func librariesInUse() throws -> Set<String> {
        let child = try program.start()
        defer { child.end(by: SIGKILL) }
        _ = try program.instant(of: "idle", in: child)
        let files = try child.status(in: "maps").split(separator: "\n").compactMap { line in
            line.firstIndex(of: "/").map { String(line[$0...]) }
        }
        return Set(files.filter { $0.contains(".so") })
    }

    private func size(of path: String) throws -> Double {
        let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int
        guard let size, size > 0 else { throw BenchError.failed(subject: subject, what: "\(path) has no size") }
        return Double(size) / 1024
    }
}
