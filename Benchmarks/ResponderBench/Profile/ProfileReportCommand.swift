import ArgumentParser
import Foundation

/// `responder-bench profile-report`: shows a profiler's output as a table and as a flame graph, for `Scripts/profile`.
struct ProfileReportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "profile-report",
        abstract: "Prints where the time of a profile goes, and draws it as a flame graph.",
        discussion: "Scripts/profile makes the profile, and runs this command.",
        shouldDisplay: false
    )

    @Option(help: "What perf script printed.", completion: .file())
    var perf: String?

    @Option(help: "What callgrind wrote, with the stack in the name of each function.", completion: .file())
    var callgrind: String?

    @Option(help: "Where the picture goes.", completion: .file())
    var svg: String

    @Option(help: "What stands above the picture.")
    var title: String

    @Option(help: ArgumentHelp("Only what runs inside the function whose symbol holds this.", valueName: "name"))
    var root: [String] = []

    @Option(help: "How many functions the table has.")
    var rows = 30

    func validate() throws {
        guard (perf == nil) != (callgrind == nil) else { throw ValidationError("give --perf or --callgrind") }
        guard rows > 0 else { throw ValidationError("--rows must be at least 1, and is \(rows)") }
    }

    mutating func run() throws {
        let all = try stacks()
        guard all.total > 0 else { throw ProfileError.empty(all.unit) }
        let inside = all.inside(root)
        guard inside.total > 0 else {
            throw ProfileError.nothingInside(roots: root, seen: all.total, unit: all.unit)
        }
        let symbols = Set(inside.weights.keys.joined().filter(\.isKnown).map(\.symbol))
        let tree = FrameTree(inside, demangled: Demangler.names(of: symbols))
        let counted = all.unit == .samples ? "samples of processor time, by perf" : "instructions, by callgrind"
        let picture = FlameGraph(tree, title: title, subtitle: "\(inside.total) \(counted)").svg()
        do {
            try Data(picture.utf8).write(to: URL(fileURLWithPath: svg), options: .atomic)
        } catch {
            throw ProfileError.file(path: svg, reason: "cannot be written: \(error.localizedDescription)")
        }
        var text = "\(title): \(inside.total) \(counted)"
        if all.total > inside.total { text += "; \(all.total - inside.total) more before and after are left out" }
        text +=
            "\n\n\(ProfileTable(tree, rows: rows).text)\n\nBy module: \(ModuleShares(tree).text)\nFlame graph: \(svg)\n"
        do {
            try FileHandle.standardOutput.write(contentsOf: Data(text.utf8))
        } catch {
            throw ProfileError.file(path: "standard output", reason: "cannot be written: \(error.localizedDescription)")
        }
    }

    private func stacks() throws -> Stacks {
        let path = perf ?? callgrind ?? ""
        let text: String
        do {
            text = String(decoding: try Data(contentsOf: URL(fileURLWithPath: path)), as: UTF8.self)
        } catch {
            throw ProfileError.file(path: path, reason: "cannot be read: \(error.localizedDescription)")
        }
        return try perf == nil ? CallgrindStacks.stacks(in: text) : PerfScript.stacks(in: text)
    }
}
