import Foundation
import FoundationXML
import Glibc
import TestSupport
import Testing

/// Whether the text is a document of XML, as a parser says that is not ours.
private func isXML(_ text: String) -> Bool { XMLParser(data: Data(text.utf8)).parse() }

@Suite("responderkit snapshot")
struct SnapshotTests {
    private let sample = TouchData.package + "/Samples/demo.evemu"

    @Test("`snapshot` draws the demo's tree as a recording leaves it, with the touches and their chains")
    func demo() async throws {
        let tool = try await Tool.run(["snapshot", sample])
        #expect(tool.status == 0 && tool.errors.isEmpty)
        #expect(tool.output.hasPrefix("<svg ") && tool.output.hasSuffix("</svg>\n") && isXML(tool.output))
        // What the views have drawn, their classes, and the ways of touches; the button was tapped twice.
        for text in [
            "taps 2", " Window &gt; Controller &gt; Background ", "passes on", "DemoButton",
            "Window &gt; DemoBackground",
            "(84, 88) to (268, 264), ended", "(20, 184) to (324, 184), ended", "  began, moved, ended", "Application",
        ] {
            #expect(tool.output.contains(">\(text)</text>"), "\(text)")
        }
        for called in ["DemoButton", "DemoCard", "DemoController", "DemoPad"] {
            let bold = tool.output.split(separator: "\n").filter {
                $0.contains("bold") && $0.hasSuffix(">\(called)</text>")
            }
            #expect(bold.count >= 1, "\(called)")
        }
        #expect(!tool.output.contains(", down<"))
        // The same each time: nothing in it depends on when it was made.
        #expect(try await Tool.run(["snapshot", sample]).output == tool.output)
    }

    @Test("`snapshot` shows fingers as down that the recording leaves down")
    func fingersDown() async throws {
        let lines = try String(contentsOfFile: sample, encoding: .utf8).split(
            separator: "\n",
            omittingEmptySubsequences: false
        )
        let cut = try TemporaryFile(".evemu", containing: lines.prefix(290).joined(separator: "\n"))
        let tool = try await Tool.run(["snapshot", cut.path])
        #expect(tool.status == 0 && isXML(tool.output))
        #expect(tool.output.contains(">(20, 184) to (228, 184), down</text>"))
        #expect(!tool.output.contains("cancelled<"))
    }

    @Test("`snapshot` draws another tree, in a window of another extent, into a file")
    func options() async throws {
        let picture = TemporaryFile(".svg")
        let tool = try await Tool.run(
            ["snapshot", sample, "--tree", "single", "--size", "500x300", "--svg", picture.path]
        )
        #expect(tool.status == 0 && tool.output.isEmpty && tool.errors.isEmpty)
        let text = try picture.text
        #expect(isXML(text) && text.contains(">TouchArea</text>") && !text.contains("Demo"))
        #expect(text.contains(#"<rect x="16" y="44" width="500" height="300""#))
    }

    @Test("`snapshot` names a recording that it cannot read, and a file that it cannot write")
    func failures() async throws {
        let missing = try await Tool.run(["snapshot", "/no/such/recording"])
        #expect(missing.status != 0 && missing.output.isEmpty)
        #expect(missing.errors.contains("/no/such/recording: cannot be "))
        let unwritable = try await Tool.run(["snapshot", sample, "--svg", "/no/such/folder/a.svg"])
        #expect(unwritable.status == EX_CANTCREAT && unwritable.output.isEmpty)
        #expect(unwritable.errors.hasPrefix("/no/such/folder/a.svg: cannot be written"))
        let full = try await Tool.run(["snapshot", sample], shell: #""$@" >/dev/full"#)
        #expect(full.status == EX_IOERR && full.errors.contains("standard output: cannot be written"))
    }

    @Test("`snapshot` is safe to show where names are not, and for a recording without a touch")
    func hostile() async throws {
        let text = try String(contentsOfFile: sample, encoding: .utf8).split(
            separator: "\n",
            omittingEmptySubsequences: false
        )
        let named = text.map { $0.hasPrefix("N: ") ? "N: <b>&\u{1b}]0;x\u{7}" : String($0) }
        let file = try TemporaryFile("<&>.evemu", containing: named.joined(separator: "\n"))
        let tool = try await Tool.run(["snapshot", file.path])
        #expect(tool.status == 0 && isXML(tool.output))
        #expect(tool.output.contains(#">&lt;b&gt;&amp;\u{1B}]0;x\u{07}: "#))
        let none = named.filter { !$0.hasPrefix("E: ") }
        let empty = try TemporaryFile(".evemu", containing: none.joined(separator: "\n"))
        let quiet = try await Tool.run(["snapshot", empty.path])
        #expect(quiet.status == 0 && isXML(quiet.output) && quiet.output.contains(">taps 0</text>"))
    }
}
