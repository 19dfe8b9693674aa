import Foundation

/// Demangles names with the tools of the system, all at once.
enum Demangler {
    /// What each symbol reads as; a symbol without an entry stays as it is.
    ///
    /// `swift demangle`, or the command that SWIFT names, does Swift's, and `c++filt` does those of C++. Where a tool
    /// cannot be run, its names stay as they are.
    static func names(of symbols: Set<String>) -> [String: String] {
        let swift = ProcessInfo.processInfo.environment["SWIFT"] ?? "swift"
        let swiftSymbols = symbols.filter { symbol in
            ["$s", "_$s", "$S", "$e", "_T0"].contains(where: symbol.hasPrefix)
        }
        let names = translated(swiftSymbols, by: [swift, "demangle", "--simplified", "--compact"])
        return names.merging(translated(symbols.filter { $0.hasPrefix("_Z") }, by: ["c++filt"])) { $1 }
    }

    /// Gives the command a symbol a line, and takes a name a line.
    private static func translated(_ symbols: Set<String>, by command: [String]) -> [String: String] {
        guard !symbols.isEmpty else { return [:] }
        let sorted = symbols.sorted()
        let file = FileManager.default.temporaryDirectory
            .appendingPathComponent("responder-bench-symbols-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: file) }
        do {
            // A file, since two pipes that are both full would wait for one another.
            try Data(sorted.joined(separator: "\n").appending("\n").utf8).write(to: file)
            let process = Process()
            process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
            process.arguments = command
            process.standardInput = try FileHandle(forReadingFrom: file)
            let output = Pipe()
            process.standardOutput = output
            process.standardError = FileHandle.nullDevice
            try process.run()
            let data = try output.fileHandleForReading.readToEnd() ?? Data()
            process.waitUntilExit()
            let lines = String(decoding: data, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
            guard process.terminationStatus == 0, lines.count == sorted.count + 1 else { return [:] }
            return Dictionary(zip(sorted, lines.map(String.init))) { first, _ in first }
        } catch {
            return [:]
        }
    }
}
