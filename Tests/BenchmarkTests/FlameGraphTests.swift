import Foundation
import FoundationXML
import TestSupport
import Testing

@testable import responder_bench

@Suite("A flame graph")
struct FlameGraphTests {
    /// Stacks of functions of one program: names from the outermost, joined by `|`, and what they cost.
    private func tree(_ weights: [String: Int]) -> FrameTree {
        var stacks = Stacks(.samples)
        for (names, weight) in weights {
            stacks.add(names.split(separator: "|").map { StackFrame(symbol: String($0), object: "/tmp/p") }, weight)
        }
        return FrameTree(stacks)
    }

    /// What the picture shows, by an XML parser that fails on what is not well-formed.
    private final class Picture: NSObject, XMLParserDelegate {
        struct Bar {
            var title = ""
            var label = ""
            var x = 0.0
            var y = 0.0
            var width = 0.0
            var fill = ""
        }

        private(set) var bars: [Bar] = []
        private(set) var texts: [String] = []
        private(set) var elements: Set<String> = []
        private var isInBar = false
        private var text = ""

        init(_ svg: String) throws {
            super.init()
            let parser = XMLParser(data: Data(svg.utf8))
            parser.delegate = self
            try #require(parser.parse(), "\(String(describing: parser.parserError)) in \(svg)")
        }

        func parser(
            _ parser: XMLParser,
            didStartElement name: String,
            namespaceURI: String?,
            qualifiedName: String?,
            attributes: [String: String]
        ) {
            text = ""
            elements.insert(name)
            if name == "g" {
                isInBar = true
                bars.append(Bar())
            } else if name == "rect", isInBar {
                bars[bars.count - 1].x = attributes["x"].flatMap(Double.init) ?? .nan
                bars[bars.count - 1].y = attributes["y"].flatMap(Double.init) ?? .nan
                bars[bars.count - 1].width = attributes["width"].flatMap(Double.init) ?? .nan
                bars[bars.count - 1].fill = attributes["fill"] ?? ""
            }
        }

        func parser(_ parser: XMLParser, foundCharacters characters: String) { text += characters }

        func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
            if name == "g" { isInBar = false }
            if name == "title" { bars[bars.count - 1].title = text }
            if name == "text" {
                if isInBar { bars[bars.count - 1].label = text } else { texts.append(text) }
            }
        }

        func bar(_ name: String) throws -> Bar {
            try #require(bars.first { $0.title.split(separator: "\n").first.map(String.init) == name }, "\(name)")
        }
    }

    private func picture(_ weights: [String: Int], title: String = "a profile") throws -> Picture {
        try Picture(FlameGraph(tree(weights), title: title, subtitle: "some samples").svg())
    }

    @Test("A flame graph has a bar for each function, upon its caller's, as wide as what it cost")
    func bars() throws {
        let picture = try picture(["a": 1, "a|b": 3, "a|c|d": 2, "e": 4])
        #expect(picture.bars.count == 6)
        let whole = try picture.bar("all")
        #expect(whole.width == FlameGraph.width - 20)
        let (a, b, c, d, e) =
            try (picture.bar("a"), picture.bar("b"), picture.bar("c"), picture.bar("d"), picture.bar("e"))
        // What is below one tenth of a hundredth is rounding.
        func isPart(_ bar: Picture.Bar, _ part: Double) -> Bool { abs(bar.width - whole.width * part) < 0.011 }
        #expect(isPart(a, 0.6) && isPart(b, 0.3) && isPart(c, 0.2) && isPart(d, 0.2) && isPart(e, 0.4))
        // Side by side, and the costlier first.
        #expect(
            a.x == whole.x && b.x == a.x && abs(c.x - (b.x + b.width)) < 0.011 && abs(e.x - (a.x + a.width)) < 0.011
        )
        #expect(a.y < whole.y && b.y < a.y && c.y == b.y && d.y < c.y && e.y == a.y)
        #expect(a.title == "a\nother: 6 samples, 60.00 %\nitself: 1 samples, 10.00 %")
        #expect(d.title == "d\nother: 2 samples, 20.00 %")
    }

    @Test("A function's bar is filled with what the function called, if the function itself cost nothing")
    func sums() throws {
        let weights = Dictionary(uniqueKeysWithValues: (11...70).map { ("main|f\($0)", $0) })
        let picture = try picture(weights)
        let main = try picture.bar("main")
        let calls = picture.bars.filter { $0.title.hasPrefix("f") }
        #expect(calls.count == 60)
        #expect(abs(calls.reduce(0) { $0 + $1.width } - main.width) < 0.02)
        for (bar, next) in zip(calls, calls.dropFirst()) { #expect(abs(bar.x + bar.width - next.x) < 0.011) }
    }

    @Test("A flame graph leaves out what is too narrow to see, and draws its neighbours where they belong")
    func narrow() throws {
        let picture = try picture(["main|wide": 1_000_000, "main|thin|thinner": 1])
        #expect(picture.bars.count == 3)
        #expect(try picture.bar("wide").width > 1179)
    }

    @Test(
        "A flame graph is well-formed whatever functions are called",
        arguments: [
            "a;b", "operator<", "x<y>&z", "\"q\" 'r'", "]]>", "<!--", "&amp;", "[unknown]", "a\u{0}b", "\u{1B}[1m",
            "\u{FFFF}",
            "é漢🙂", "<script>alert(1)</script>",
        ]
    )
    func hostile(name: String) throws {
        let picture = try picture([name: 1], title: name)
        #expect(picture.bars.count == 2 && picture.texts.first == FunctionName.printable(name))
        let shown = FunctionName(StackFrame(symbol: name, object: "/tmp/p"), demangled: name).short
        #expect(picture.bars[1].label == shown)
        #expect(picture.elements == ["svg", "style", "rect", "text", "g", "title"])
    }

    @Test("A flame graph cuts a label off before the bar ends, and shows none where there is no room for it")
    func labels() throws {
        let long = String(repeating: "n", count: 500)
        let picture = try picture(["\(long)x": 900, "short": 99, "y": 1])
        #expect(try picture.bar("\(long)x").label.count < 160)
        #expect(try picture.bar("\(long)x").label.hasSuffix("n…"))
        #expect(try picture.bar("short").label == "short")
        #expect(try picture.bar("y").label.isEmpty)
    }

    @Test("A flame graph colours the modules apart, and says which is which")
    func colours() throws {
        var stacks = Stacks(.instructions)
        let objects = ["[kernel]", "/lib/libc.so.6", "/lib/libevent-2.1.so", "/lib/libswiftCore.so", "/tmp/p"]
        for object in objects { stacks.add([StackFrame(symbol: "f", object: object)], 1) }
        for module in ["12ResponderKit", "18ResponderEventLoop", "19ResponderTouchInput", "22ResponderNotifications"] {
            stacks.add([StackFrame(symbol: "$s\(module)1fyyF", object: "/tmp/p")], 1)
        }
        let picture = try Picture(FlameGraph(FrameTree(stacks), title: "t", subtitle: "s").svg())
        #expect(Set(picture.bars.dropFirst().map(\.fill)).count == FrameModule.allCases.count)
        for module in FrameModule.allCases { #expect(picture.texts.contains("\(module.rawValue) 11.1 %"), "\(module)") }
    }

    @Test("A recursion is a tower in a flame graph, and the table counts a function once for each sample")
    func recursion() throws {
        let tree = tree(["main|f|f|g|f": 3, "main|f": 1])
        let picture = try Picture(FlameGraph(tree, title: "t", subtitle: "s").svg())
        #expect(picture.bars.count == 6)
        let costs = Dictionary(uniqueKeysWithValues: tree.functions.map { ($0.name.short, [$0.own, $0.total]) })
        #expect(costs == ["main": [0, 4], "f": [4, 4], "g": [0, 3]])
    }

    @Test("A flame graph is preceded by a table of the costliest functions")
    func table() {
        let tree = tree(["main|a": 50, "main|b": 30, "main|c": 15, "main": 5])
        let lines = ProfileTable(tree, rows: 2).text.split(separator: "\n").map(String.init)
        #expect(
            lines == [
                "self %  with calls %  module  function",
                "  50.0          50.0  other   a",
                "  30.0          30.0  other   b",
                "  20.0                in 2 more",
            ]
        )
        #expect(ModuleShares(tree).text == "other 100.0 %")
    }
}
