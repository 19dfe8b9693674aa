import Foundation
import ResponderKit
import TestSupport
import Testing

@testable import ResponderScenarios

@MainActor
@Suite("An update of what scenarios expect")
struct UpdateTests {
    var bench = ScenarioBench()

    private func update(_ text: String, name: String = "scenario.json") async throws -> ScenarioReport {
        try await bench.report(on: text, name: name, options: ScenarioOptions(updates: true))
    }

    /// The failure of an update, without the folder; nil if the scenario passes.
    private func failure(updating text: String) async throws -> String? {
        try await update(text).failure.map { bench.relative($0.message) }
    }

    private let include = #"{"include": "_part.json"}, {"include": "./_part.json"}"#

    private func part(_ lines: String) -> String {
        #"{"steps": [{"expect": {"trace": \#(lines), "kinds": ["touch"]}}]}"#
    }

    @Test("A file that is included under two names is rewritten once, where both find the same")
    func twoNames() async throws {
        try bench.write(part(#"["old"]"#), to: "_part.json")
        let report = try await update(#"{"app": "form", "steps": [\#(include)]}"#)
        #expect(report.failure == nil && report.updated.count == 1)
        #expect(try bench.folder.text(of: "_part.json") == part("[]"))
    }

    @Test("Steps that find different things in one place are refused, and nothing is written")
    func disagreement() async throws {
        for lines in [#"["old"]"#, "[]"] {
            try bench.write(part(lines), to: "_part.json")
            let text = #"{"app": "form", "steps": [{"include": "_part.json"}, {"tap": [500, 500]}, \#(include)]}"#
            #expect(try await failure(updating: text)?.hasPrefix("two steps expect different things") == true)
            #expect(try bench.folder.text(of: "_part.json") == part(lines))
        }
        let traces = #"{"expect": {"trace": "a.trace"}}"#
        let text = #"{"app": "form", "steps": [\#(traces), {"tap": [500, 500]}, \#(traces)]}"#
        #expect(try await failure(updating: text)?.hasPrefix("two steps expect different things") == true)
        #expect(!FileManager.default.fileExists(atPath: bench.folder.path + "/a.trace"))
    }

    @Test("Variables among the lines are kept: where the lines differ they are written by hand")
    func variables() async throws {
        let text = #"{"app": "form", "variables": {"n": "1"}, "steps": [{"expect": {"trace": ["touch ${n}"]}}]}"#
        #expect(try await failure(updating: text)?.contains("write these lines by hand") == true)
        #expect(try bench.folder.text(of: "scenario.json") == text)
        // The same place may expect different lines, and pass.
        try bench.write(#"{"steps": [{"expect": {"trace": ["${line}"], "kinds": ["lifecycle"]}}]}"#, to: "_line.json")
        let lines = ["lifecycle a", "lifecycle b"].map {
            #"{"include": {"file": "_line.json", "variables": {"line": "\#($0)"}}}"#
        }
        let passing = #"{"app": "form", "steps": [\#(lines.joined(separator: ","))]}"#
        #expect(try await failure(updating: passing)?.contains("write these lines by hand") == true)
    }

    @Test("What an app shows is no variable, though it looks like one")
    func textLikeVariable() async throws {
        var bench = ScenarioBench()
        bench.apps.register("dollar") { window in
            let recognizer = TapGestureRecognizer()
            recognizer.name = "${x}"
            window.addGestureRecognizer(recognizer)
        }
        let text = #"{"app": "dollar", "steps": [{"tap": [50, 50]}, {"expect": {"trace": ["old"]}}]}"#
        #expect(try await bench.report(on: text, options: ScenarioOptions(updates: true)).failure == nil)
        let updated = try bench.folder.text(of: "scenario.json")
        #expect(updated.contains("$${x}"), "\(updated)")
        #expect(try await bench.report(on: updated).failure == nil)
    }

    @Test("Nothing is written where another step fails")
    func otherFailure() async throws {
        let text = #"{"app": "form", "steps": [{"expect": {"trace": ["old"]}}, {"expect": {"visible": "None"}}]}"#
        #expect(try await failure(updating: text) != nil)
        #expect(try bench.folder.text(of: "scenario.json") == text)
    }

    @Test("A file that has changed since it was read stays as it is, unless it has become the same")
    func changedMeanwhile() async throws {
        let text = part(#"["old"]"#)
        for (other, isKept) in [(text + "\n", true), (part("[]"), false)] {
            var bench = ScenarioBench()
            let path = bench.folder.path + "/_part.json"
            bench.apps.register("editing") { window in
                let button = Button(frame: Rect(0, 0, 100, 100))
                button.addAction(for: .touchUpInside) { _ in
                    try? other.write(toFile: path, atomically: true, encoding: .utf8)
                }
                window.addSubview(button)
            }
            try bench.write(text, to: "_part.json")
            let scenario = #"{"app": "editing", "steps": [{"include": "_part.json"}, {"tap": [50, 50]}]}"#
            let report = try await bench.report(on: scenario, options: ScenarioOptions(updates: true))
            #expect(report.failure?.message.contains("has changed since it was read") == (isKept ? true : nil))
            #expect(try bench.folder.text(of: "_part.json") == other)
        }
    }

    @Test("An app that changes the process's folder changes no other file, and the folder is again what it was")
    func workingFolder() async throws {
        let elsewhere = TemporaryFolder()
        var bench = ScenarioBench()
        bench.apps.register("moving") { _ in _ = FileManager.default.changeCurrentDirectoryPath(elsewhere.path) }
        let former = FileManager.default.currentDirectoryPath
        let text = #"{"app": "moving", "steps": [{"expect": [{"trace": "a.trace"}, {"picture": "a.svg"}]}]}"#
        let report = try await bench.report(on: text, options: ScenarioOptions(updates: true))
        #expect(report.failure == nil && report.updated.count == 2)
        #expect(FileManager.default.currentDirectoryPath == former)
        #expect(try FileManager.default.contentsOfDirectory(atPath: elsewhere.path) == [])
        #expect(try await bench.report(on: text).failure == nil)
    }

    @Test("No file is written that could be no trace or picture, and none that could not be read again")
    func otherFiles() async throws {
        for (expectation, ending) in [(#"{"trace": "main.swift"}"#, ".txt"), (#"{"picture": "a.json"}"#, ".svg")] {
            let text = #"{"app": "form", "steps": [{"expect": \#(expectation)}]}"#
            #expect(try await failure(updating: text)?.hasSuffix("it ends in .trace or .txt") == (ending == ".txt"))
            #expect(try await failure(updating: text)?.contains(ending) == true)
        }
        let note = String(repeating: "x", count: (1 << 20) - 120)
        let text = #"{"app": "form", "steps": [{"note": "\#(note)"}, {"expect": {"trace": ["a"]}}]}"#
        #expect(try await failure(updating: text)?.contains("would have more than 1048576 bytes") == true)
        #expect(try bench.folder.text(of: "scenario.json") == text)
    }

    @Test("The permissions of a rewritten file stay, and a link to it stays a link")
    func permissions() async throws {
        try bench.write(part(#"["old"]"#), to: "_real.json")
        let real = bench.folder.path + "/_real.json"
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: real)
        try FileManager.default.createSymbolicLink(
            atPath: bench.folder.path + "/_part.json",
            withDestinationPath: "_real.json"
        )
        #expect(try await update(#"{"app": "form", "steps": [\#(include)]}"#).failure == nil)
        #expect(try bench.folder.text(of: "_real.json") == part("[]"))
        let attributes = try FileManager.default.attributesOfItem(atPath: real)
        #expect(attributes[.posixPermissions] as? Int == 0o640)
        let link = try FileManager.default.destinationOfSymbolicLink(atPath: bench.folder.path + "/_part.json")
        #expect(link == "_real.json")
    }

    @Test(
        "Lines in YAML are written so that they can be read again, or not at all",
        arguments: [
            ("- expect:\n    kinds: [touch]\n    trace:\n    - a\n- wait: 1s\n", true),
            ("- expect:\n    kinds: [touch]\n    trace: !!seq [a, b]\n", false),
            ("- expect:\n    kinds: [touch]\n    ? trace\n    : - a\n      - b\n", nil),
        ] as [(String, Bool?)]
    )
    func yaml(steps: String, isWritten: Bool?) async throws {
        for tap in ["", "- tap: [500, 500]\n"] {
            let text = "app: form\nsteps:\n- ignoreTrace: true\n\(tap)\(steps)"
            let failure = try await update(text, name: "s.yaml").failure
            let written = try bench.folder.text(of: "s.yaml")
            if let isWritten { #expect((failure == nil) == isWritten, "\(failure?.message ?? written)") }
            if failure != nil {
                #expect(written == text)
            } else {
                #expect(try await bench.report(on: written, name: "s.yaml").failure == nil, "\(written)")
            }
        }
    }

    @Test("A file that the scenario is read from is no place for what is expected, and one of other bytes is replaced")
    func parts() async throws {
        try bench.write(part("[]"), to: "_part.txt")
        let both = #"{"include": "_part.txt"}, {"expect": {"trace": "_part.txt"}}"#
        let failure = try await failure(updating: #"{"app": "form", "steps": [{"ignoreTrace": true}, \#(both)]}"#)
        #expect(failure?.contains("is a part of the scenario") == true)
        let path = bench.folder.path + "/a.trace"
        try Data([0xff, 0xfe, 0x0a]).write(to: URL(fileURLWithPath: path))
        let text = #"{"app": "form", "steps": [{"expect": {"trace": "a.trace"}}]}"#
        #expect(try await bench.report(on: text).failure != nil)
        #expect(try await update(text).failure == nil)
        #expect(try await bench.report(on: text).failure == nil)
    }
}
