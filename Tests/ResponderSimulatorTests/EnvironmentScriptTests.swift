import Foundation
import ResponderKit
import ResponderSimulator
import TestSupport
import Testing

/// The scripts of `Tests/EnvironmentScripts`, one for each rule of an app's environment.
///
/// A script has what the history must show in its comments, in order: `# => APP TEXT`, with `*` for the device.
/// Results, refusals and notes must all stand there; other entries may.
@MainActor
@Suite("The scripts of the rules of an app's environment")
struct EnvironmentScriptTests {
    nonisolated private static let folder = TouchData.package + "/Tests/EnvironmentScripts"

    nonisolated private static let names =
        ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).filter { $0.hasSuffix(".script") }
        .sorted()

    // Rules: S1, S2, S4.
    // Rules: S6, S7, S8.
    // Rules: S10, S11, S12.
    // Rules: S13, S14, S16.
    // Rules: A42, S3, S5.
    // Rules: S9, S15, S20.
    // Rules: S21, S22, S23.
    // Rules: S24, S25, S26.
    // Rules: S27, S30, S31.
    @Test("A rule's script has the results, refusals and notes that its comments list", arguments: names)
    func script(name: String) throws {
        let text = try String(contentsOfFile: "\(Self.folder)/\(name)", encoding: .utf8)
        let root = TemporaryFolder()
        let device = SimulatedDevice()
        try device.attachStorage(at: root.path)
        device.run(try DeviceScript(text, name: name))
        var expected = text.split(separator: "\n").filter { $0.hasPrefix("# => ") }.map { String($0.dropFirst(5)) }[...]
        #expect(!expected.isEmpty)
        for entry in device.history.entries {
            let line = "\(entry.app ?? "*") \(entry.text)".replacing(root.path, with: "ROOT")
            if line == expected.first {
                expected.removeFirst()
                continue
            }
            switch entry.kind {
            case .result, .refused, .note:
                let (last, table) = (expected.first ?? "the last line", device.history.table)
                Issue.record("\(name): after \"\(last)\" comes \"\(line)\":\n\(table)")
                return
            default: break
            }
        }
        #expect(expected.first == nil, "\(name)")
    }

    @Test("Every rule of the environment has a script")
    func complete() {
        let rules = [1...16, 20...27, 30...31].joined().map { $0 < 10 ? "S0\($0)" : "S\($0)" } + ["A42"]
        #expect(rules.filter { !Self.names.contains("\($0).script") } == [])
    }
}
