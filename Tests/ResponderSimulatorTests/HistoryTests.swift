import Foundation
import FoundationXML
import ResponderKit
import ResponderSimulator
import Testing

@MainActor
@Suite("A device's history")
struct HistoryTests {
    private let device = SimulatedDevice()

    private func run(_ script: String) throws { device.run(try DeviceScript(script)) }

    @Test("A device's history is a table with a line for each thing that happened, in columns")
    func table() throws {
        try device.install(Manifest(identifier: "mail"))
        try device.install(Manifest(identifier: "org.example.a-long-name"))
        try run("launch mail\nwait 2.5s\nhome\nunlock\nnote the end\n")
        #expect(
            device.history.table == """
                TIME        APP   STATE       WHAT HAPPENS
                0.000000 s  *                 launch mail
                0.000000 s  mail  inactive    -> inactive
                0.000000 s  mail  inactive    D willFinishLaunching
                0.000000 s  mail  inactive    D didFinishLaunching
                0.000000 s  mail  inactive    N UIApplicationDidFinishLaunchingNotification
                0.000000 s  mail  active      -> active
                0.000000 s  mail  active      D didBecomeActive
                0.000000 s  mail  active      N UIApplicationDidBecomeActiveNotification
                2.500000 s  *                 home
                2.500000 s  mail  active      D willResignActive
                2.500000 s  mail  active      N UIApplicationWillResignActiveNotification
                2.500000 s  mail  inactive    -> inactive
                2.500000 s  mail  background  -> background
                2.500000 s  mail  background  D didEnterBackground
                2.500000 s  mail  background  N UIApplicationDidEnterBackgroundNotification
                2.500000 s  mail  suspended   -> suspended
                2.500000 s  *                 unlock
                2.500000 s  *                 refused: the screen is not locked
                2.500000 s  *                 the end
                """
        )
        #expect(device.history.entries(of: "mail").count == 14)
        device.history.removeAll()
        #expect(device.history.entries.isEmpty)
        #expect(device.history.table == "TIME  APP  STATE  WHAT HAPPENS")
    }

    @Test("A device's history is told as it is made, and recorded only where it is wanted")
    func listening() throws {
        var lines: [String] = []
        device.recordsHistory = false
        device.onHistoryEntry = { lines.append($0.description) }
        try device.install(Manifest(identifier: "mail"))
        try device.perform(.launch("mail"))
        #expect(device.history.entries.isEmpty)
        #expect(lines.count == 8 && lines[6] == "D didBecomeActive [active]")
        device.onHistoryEntry = nil
        try device.perform(.home)
        #expect(lines.count == 8)
    }

    @Test("A listener of an application before its launch goes on listening")
    func otherListener() throws {
        var events: [String] = []
        try device.install(Manifest(identifier: "mail")) { application in
            application.onLifecycleEvent = { events.append("\($0.kind)") }
        }
        try device.perform(.launch("mail"))
        #expect(events.count == 7)
        #expect(device.history.entries.count == 8)
    }

    /// A text element of a picture, with what it says and its place.
    private struct Label {
        let text: String
        let x: Double
        let y: Double
        let isSlanted: Bool
    }

    /// The picture's labels, by a parser of XML that is not ours: it refuses what is no XML.
    private func labels(of svg: String) throws -> [Label] {
        let reader = TextReader()
        let parser = XMLParser(data: Data(svg.utf8))
        parser.delegate = reader
        try #require(parser.parse(), "\(String(describing: parser.parserError))")
        return reader.labels.map { Label(text: $0.text, x: $0.x, y: $0.y, isSlanted: $0.isSlanted) }
    }

    @Test("A picture of the history has a label for each thing that happened, of which none lies on another")
    func picture() throws {
        for name in ["mail", "maps", "music"] { try device.install(Manifest(identifier: name)) }
        for _ in 0..<8 {
            try run(
                "launch mail\nwait 1s\ncall Anna\naccept-call\nend-call\nwait 1ms\nlaunch maps\nlaunch music\n"
                    + "lock\nwait 1h\nunlock"
            )
        }
        let labels = try labels(of: device.history.svg(title: "Title"))
        let slanted = labels.filter(\.isSlanted)
        let labelled = device.history.entries.filter { if case .entered = $0.kind { false } else { true } }
        #expect(slanted.count == labelled.count)
        #expect(slanted.prefix(3).map(\.text) == ["launch mail", "D willFinishLaunching", "D didFinishLaunching"])
        // Parallel lines of text of 10 points, at 60 degrees: 12 points beside one another leave room.
        for (one, next) in zip(slanted, slanted.dropFirst()) where one.y == next.y { #expect(next.x - one.x >= 12) }
        // The instants stand in a row, and leave room for one another.
        let instants = labels.filter { !$0.isSlanted && $0.text.hasSuffix(" s") }
        #expect(instants.contains { $0.text == "1 h 1.001 s" })
        for (one, next) in zip(instants, instants.dropFirst()) where one.y == next.y {
            #expect(next.x - one.x >= Double(one.text.count) * 5.5, "\(one.text) and \(next.text)")
        }
        // So much does not fit in one line.
        #expect(Set(slanted.map(\.y)).count > 3)
        for name in ["device", "mail", "maps", "music", "active", "suspended", "Title"] {
            #expect(labels.contains { $0.text == name })
        }
    }

    @Test("A picture's marks and states say their whole texts, and its lines have the apps that are there")
    func tooltips() throws {
        for name in ["mail", "maps", "music"] { try device.install(Manifest(identifier: name)) }
        let long = String(repeating: "long ", count: 20) + "end"
        try run("launch mail\nwait 1s\nalert \(long)\ndismiss-alert\nhome\ncrash mail\n")
        // So much does not fit in one line of the picture.
        for _ in 0..<20 { try run("launch maps\nhome\nwait 1h\n") }
        let svg = device.history.svg()
        let labels = try labels(of: svg)
        // The title and the legend are above the lines.
        let names = labels.filter { !$0.isSlanted && $0.x < 100 && $0.y > 60 && !$0.text.hasSuffix(" s") }.map(\.text)
        let lines = names.split(separator: "device", omittingEmptySubsequences: true).map(Array.init)
        #expect(lines.first == ["mail", "maps"] && lines.count > 2)
        #expect(lines.dropFirst().allSatisfy { $0 == ["maps"] }, "\(lines)")
        #expect(names.count { $0 == "device" } == lines.count)
        #expect(labels.contains { $0.text == "alert \(long.prefix(37))…" })
        let tooltips = try self.tooltips(of: svg)
        let entries = device.history.entries.filter { $0.kind != .entered }
        #expect(tooltips.count { !$0.contains(" since ") } == entries.count)
        #expect(tooltips.contains("1 s, alert \(long)"))
        #expect(tooltips.contains("1 s, mail [active]: D willResignActive"))
        #expect(tooltips.contains("mail: active since 0 s") && tooltips.contains("maps: suspended since 1 h 1 s"))
    }

    /// What a viewer shows for the parts of a picture.
    private func tooltips(of svg: String) throws -> [String] {
        let reader = TextReader(of: "title")
        let parser = XMLParser(data: Data(svg.utf8))
        parser.delegate = reader
        try #require(parser.parse(), "\(String(describing: parser.parserError))")
        return reader.labels.map(\.text)
    }

    @Test("A device's history is a picture also where texts are not those of XML, or there is nothing")
    func hostilePicture() throws {
        _ = try labels(of: device.history.svg())
        try device.perform(.showAlert("<b>\"&amp;\u{FFFE}]]>\u{7f}é"))
        let labels = try labels(of: device.history.svg(title: "<&>"))
        #expect(labels.contains { $0.text == "alert \"<b>\\\"&amp;\\u{FFFE}]]>\\u{7F}é\"" })
        #expect(labels.first?.text == "<&>")
    }
}

/// Collects the text elements, or those of another name.
private final class TextReader: NSObject, XMLParserDelegate {
    var labels: [(text: String, x: Double, y: Double, isSlanted: Bool)] = []
    private var isInside = false
    private let name: String

    init(of name: String = "text") { self.name = name }

    func parser(
        _ parser: XMLParser,
        didStartElement element: String,
        namespaceURI: String?,
        qualifiedName: String?,
        attributes: [String: String]
    ) {
        isInside = element == name
        guard isInside else { return }
        var place = (x: Double(attributes["x"] ?? "") ?? .nan, y: Double(attributes["y"] ?? "") ?? .nan)
        let transform = attributes["transform"]
        if let transform {
            let numbers = transform.split { !$0.isNumber && $0 != "." && $0 != "-" }.compactMap { Double($0) }
            place = (numbers.first ?? .nan, numbers.dropFirst().first ?? .nan)
        }
        labels.append(("", place.x, place.y, transform != nil))
    }

    func parser(_ parser: XMLParser, foundCharacters string: String) {
        if isInside, !labels.isEmpty { labels[labels.count - 1].text += string }
    }

    func parser(
        _ parser: XMLParser,
        didEndElement name: String,
        namespaceURI: String?,
        qualifiedName: String?
    ) {
        isInside = false
    }

    @MainActor
    @Test("A text with ends of lines in it stays on its line of the table")
    func oneLine() throws {
        let device = SimulatedDevice()
        device.run(try DeviceScript("note \"one\\ntwo\"\nnote end"))
        try device.perform(.showBanner("a\rb\u{2028}c\u{1B}d"))
        #expect(
            device.history.table.split(whereSeparator: \.isNewline)
                .count == 4
        )
        #expect(device.history.table.contains("one\\ntwo"))
        #expect(!device.history.table.contains("\u{1B}"))
    }
}
