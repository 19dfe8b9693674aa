import Foundation
import FoundationXML
import TestSupport
import Testing

@testable import responder_bench

@Suite("The report")
struct HTMLReportTests {
    /// The page by an XML parser, which fails on what is not well-formed.
    private final class Page: NSObject, XMLParserDelegate {
        private(set) var elements: [String] = []
        private(set) var attributes: [(element: String, name: String, value: String)] = []
        private(set) var text = ""

        init(_ html: String) throws {
            super.init()
            let parser = XMLParser(data: Data(html.utf8))
            parser.delegate = self
            try #require(parser.parse(), "\(String(describing: parser.parserError))")
        }

        func parser(
            _ parser: XMLParser,
            didStartElement name: String,
            namespaceURI: String?,
            qualifiedName: String?,
            attributes: [String: String]
        ) {
            elements.append(name)
            self.attributes += attributes.map { (name, $0.key, $0.value) }
        }

        func parser(_ parser: XMLParser, foundCharacters string: String) { text += string }
    }

    private func rows(_ workload: String, own: [Double], others: [(Subject, [Double])]) -> [BenchResults.Row] {
        [.made(workload, .responderKit, own)] + others.map { .made(workload, $0, $1) }
    }

    private var usual: BenchResults {
        let sizes = [1, 10, 100, 1_000].flatMap { size in
            [
                BenchResults.Row.made("growth/siblings", .responderKit, [Double(size)], size: size),
                .made("growth/siblings", .cFloor, [5, 5, 5], size: size),
            ]
        }
        let percentiles = [("p50", 10.0), ("p99", 20), ("p99.9", 50)].map { metric, value in
            BenchResults.Row.made("app/latency-60", .responderKit, [value, value + 1], metric: metric, unit: "us")
        }
        return .made(
            rows(
                "touch/turn-2",
                own: [200, 200, 200],
                others: [(.cFloor, [100, 100, 100]), (.qt, [2_000, 2_000, 2_000])]
            )
                + rows("loop/post", own: [42, 42, 42], others: [(.libevent, [10, 10, 10])]) + sizes + percentiles,
            summaries: ["loop/post": "1,000 closures are posted"],
            versions: ["Qt": "6.4.2"]
        )
    }

    @Test("The report is well-formed XML, and has the machine, the versions, the workloads and their medians")
    func contents() throws {
        let page = try Page(HTMLReport(results: usual).text)
        for expected in ["A Fast One", "6.4.2", "Debian 12", "touch/turn-2", "1,000 closures are posted", "2,000"] {
            #expect(page.text.contains(expected), "\(expected)")
        }
        // Two curves and the percentiles.
        #expect(page.attributes.filter { $0.element == "svg" && $0.value == "chart" }.count == 2)
        #expect(page.elements.filter { $0 == "circle" }.count == 8 + 3)
        // The fit of ResponderKit's curve.
        #expect(page.text.contains("ResponderKit: n^1.00"))
    }

    @Test("The report loads nothing: no script, and no address but of a place in the page")
    func nothingFromElsewhere() throws {
        let html = HTMLReport(results: usual).text
        let page = try Page(html)
        #expect(!page.elements.contains { ["script", "link", "img", "iframe", "object"].contains($0) })
        let links = page.attributes.filter { ["href", "src", "xlink:href", "data"].contains($0.name) }
        #expect(!links.isEmpty && links.allSatisfy { $0.value.hasPrefix("#") })
        #expect(!html.contains("url(") && !html.contains("@import"))
    }

    @Test("Each link of the report leads to a place in it")
    func links() throws {
        let page = try Page(HTMLReport(results: usual).text)
        let places = page.attributes.filter { $0.name == "id" }.map(\.value)
        #expect(Set(places).count == places.count)
        for link in page.attributes where link.name == "href" {
            #expect(places.contains(String(link.value.dropFirst())), "\(link.value)")
        }
    }

    @Test("Names from a results file are text in the report, whatever they hold")
    func hostileNames() throws {
        let name = "<script>alert('&')</script>\"\u{0}\u{1B}[2J\u{202E}]]>"
        let row = BenchResults.Row(workload: "\(name)/x", subject: name, metric: name, unit: name, values: [1, 2])
        let sized = BenchResults.Row(workload: name, subject: name, metric: name, unit: name, size: 3, values: [1])
        let percentiles = ["p50", "p99"].map {
            BenchResults.Row(workload: name, subject: name, metric: "\(name) \($0)", unit: name, values: [1])
        }
        let own = BenchResults.Row(
            workload: "\(name)/x",
            subject: "ResponderKit",
            metric: name,
            unit: name,
            values: [3, 6]
        )
        let results = BenchResults.made(
            [row, own, sized] + percentiles,
            summaries: ["\(name)/x": name, name: name],
            versions: [name: name]
        )
        let page = try Page(HTMLReport(results: results).text)
        #expect(!page.elements.contains("script"))
        #expect(page.text.contains("<script>alert('&')</script>\"\\0\\u{1B}[2J\\u{202E}]]>"))
        #expect(!page.text.unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{202E}" })
    }

    @Test("The report says in a sentence where ResponderKit is behind a peer, with the ratio as it is")
    func behind() throws {
        let page = try Page(HTMLReport(results: usual).text)
        #expect(page.text.contains("1,000 closures are posted. ResponderKit takes 4.20 times as long as libevent."))
        #expect(page.text.contains("ResponderKit takes 2.00 times as long as the C floor."))
        #expect(!page.text.contains("as long as Qt"))
    }

    @Test("There is a sentence where ResponderKit is behind, and none where it is not or where the rounds do not agree")
    func sentences() {
        func sentence(
            _ own: [Double],
            _ other: [Double],
            metric: String = "time",
            unit: String = "ns/event",
            size: Int? = nil
        ) -> [String] {
            let rows = [Subject.responderKit, .glib].map {
                BenchResults.Row.made(
                    "a/b",
                    $0,
                    $0 == .glib ? other : own,
                    metric: metric,
                    unit: unit,
                    size: size
                )
            }
            return Behind.sentences(Behind.all(in: BenchResults.comparisons(of: rows)))
        }
        #expect(sentence([2], [1]) == ["ResponderKit takes 2.00 times as long as GLib."])
        #expect(sentence([1], [1]).isEmpty && sentence([1], [2]).isEmpty && sentence([1.004], [1]).isEmpty)
        #expect(sentence([1], [0]).isEmpty)
        #expect(sentence([1, 1, 3, 3], [2, 2, 2, 2]).isEmpty)
        #expect(sentence([4, 4, 9, 9], [2, 2, 2, 2]) == ["ResponderKit takes 2.00 to 4.50 times as long as GLib."])
        #expect(
            sentence([3], [2], metric: "instructions", unit: "a frame")
                == ["ResponderKit executes 1.50 times as many instructions as GLib."]
        )
        #expect(sentence([3], [2], metric: "cpu") == ["ResponderKit takes 1.50 times the processor time of GLib."])
        #expect(
            sentence([3], [2], metric: "bytes", unit: "B") == ["ResponderKit takes 1.50 times the memory of GLib."]
        )
        #expect(
            sentence([3], [2], metric: "wake-ups", unit: "a minute")
                == ["ResponderKit has 1.50 times the wake-ups of GLib."]
        )
        #expect(
            sentence([3], [2], metric: "pass p99.9", unit: "us")
                == ["In the 99.9th percentile of pass, ResponderKit takes 1.50 times as long as GLib."]
        )
        #expect(sentence([3], [2], size: 64) == ["ResponderKit takes 1.50 times as long as GLib at a size of 64."])
    }

    @Test("A peer whose job differs has its note at each of its rows")
    func notes() throws {
        let results = BenchResults.made(
            rows("dispatch/sequence-hit", own: [200], others: [(.sdl, [100])])
                + rows("loop/turn", own: [1], others: [(.qt, [1])])
        )
        let text = try Page(HTMLReport(results: results).text).text
        let note = "no hit-testing"
        // In the row, and in the list of those that are ahead.
        #expect(text.components(separatedBy: note).count == 3)
        #expect(
            ResultsPage(results: results).text.contains(
                "- `dispatch/sequence-hit`: ResponderKit takes 2.00 times as long as SDL. (SDL hands finger events out"
            )
        )
    }

    @Test("Each note on a peer is about a workload that is measured")
    func notesOfWorkloads() {
        for note in PeerNote.all {
            #expect(Workload.all.contains { $0.name.hasPrefix(note.prefix) }, "\(note.text)")
        }
    }

    @Test("`responder-bench report` writes the page of a results file, and measures nothing then")
    func command() async throws {
        let file = try TemporaryFile(".json", containing: usual.json)
        let output = TemporaryFile(".html")
        let bench = try await ChildProcess.run("responder-bench", ["report", file.path, "--output", output.path])
        #expect(bench.status == 0 && bench.errors.isEmpty)
        #expect(bench.output == "The report is \(output.path).\n")
        #expect(try output.text == HTMLReport(results: usual).text + "\n")
        let both = try await ChildProcess.run("responder-bench", ["report", file.path, "--quick"])
        #expect(both.status == 64 && both.errors.hasPrefix("Error: a results file is measured already"))
    }

    @Test("`responder-bench report` measures where no results file is named")
    func measured() async throws {
        let output = TemporaryFile(".html")
        let bench = try await ChildProcess.run(
            "responder-bench",
            ["report", "--quick", "--no-peers", "--filter", "dispatch/hit-test-34", "--output", output.path]
        )
        #expect(bench.status == 0 && bench.errors.isEmpty)
        #expect(try Page(try output.text).text.contains("dispatch/hit-test-34"))
    }

    @Test(
        "A page that cannot be written is named before anything is measured",
        arguments: [("/", "it is a folder; name a file"), ("/nowhere/report.html", "there is no folder /nowhere")]
    )
    func unwritable(path: String, reason: String) async throws {
        let bench = try await ChildProcess.run("responder-bench", ["report", "--output", path])
        #expect(bench.status == 1 && bench.output.isEmpty)
        #expect(bench.errors == "Error: \(path): cannot be written: \(reason)\n")
    }

    @Test("A report that does not fit on the disk is an error, and the device stays")
    func fullDisk() async throws {
        let file = try TemporaryFile(".json", containing: usual.json)
        let bench = try await ChildProcess.run("responder-bench", ["report", file.path, "--output", "/dev/full"])
        #expect(bench.status == 1 && bench.errors.hasPrefix("Error: /dev/full: cannot be written: "))
        var status = stat()
        #expect(stat("/dev/full", &status) == 0 && status.st_mode & S_IFMT == S_IFCHR)
    }
}
