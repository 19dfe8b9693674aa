import Foundation

/// Demangles names with the tools of the system, all at once.
enum Demangler {
    /// The demangled names by symbol; a symbol without an entry stays as it is.
    ///
    /// `swift demangle`, with the command in the variable SWIFT if there is one, demangles Swift's symbols, and
    /// `c++filt` those of C++. Where a tool cannot be run, its symbols stay as they are.
    static func names(of symbols: Set<String>) -> [String: String] {
        let swift = ProcessInfo.processInfo.environment["SWIFT"] ?? "swift"
        let swiftSymbols = symbols.filter { symbol in
            ["$s", "_$s", "$S", "$e", "_T0"].contains(where: symbol.hasPrefix)
        }
        let names = translated(swiftSymbols, by: [swift, "demangle", "--simplified", "--compact"])
        return names.merging(translated(symbols.filter { $0.hasPrefix("_Z") }, by: ["c++filt"])) { $1 }
    }

    /// Writes a symbol on each line of the command's input, and reads a name from each line of its output.
    private static func translated(_ symbols: Set<String>, by command: [String]) -> [String: String] {
        guard !symbols.isEmpty else { return [:] }
        let sorted = symbols.sorted()
        let file = FileManager.default.temporaryDirectory
            .appendingPathComponent("responder-bench-symbols-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: file) }
        do {
            // A file, since with two full pipes this process and the command would wait for each other.
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
