import ResponderInterface
import ResponderScenarioYAML
import ResponderScenarios

/// A text as a scenario, in JSON and in YAML: one that can be read is read alike in both, and an error names a place.
@MainActor
struct ScenarioFileRun {
    private let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    func run() throws(Violation) {
        let json = try steps(of: "/dev/shm/input.json")
        let yaml = try steps(of: "/dev/shm/input.yaml")
        // JSON is YAML, but for some texts that are too deep, or have blanks that YAML has not.
        if let json, let yaml { try require(json == yaml, "\(json) steps in JSON, \(yaml) in YAML") }
    }

    /// How many steps the scenario has; nil if it cannot be read.
    private func steps(of file: String) throws(Violation) -> Int? {
        var apps = ScenarioApps(classes: InterfaceClasses())
        apps.readYAML = ScenarioYAML.read
        apps.register("a") { _ in }
        do throws(ScenarioFailure) {
            return try Scenario(parsing: bytes, file: file, apps: apps).stepCount
        } catch {
            let message = error.message.split(separator: "\n", omittingEmptySubsequences: false)
            try require(
                message.allSatisfy { RecordingRun.isOneLine(String($0)) },
                "an error that is no line: \(error.message)"
            )
            try require(error.kind == .unreadable, "an error of another kind: \(error)")
            let line = error.line ?? 0
            let lines = bytes.count { $0 == 0x0A || $0 == 0x0D } + 1
            // The end of a text in YAML is a line of its own.
            try require(line >= 1 && line <= 3 * lines + 1, "an error in line \(line) of \(lines)")
            return nil
        }
    }
}
