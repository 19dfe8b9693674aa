#if Wayland
import Foundation
import Testing

@Suite("The guide of ResponderWayland")
struct GuideTests {
    @Test("The example of the guide is the class of GuideLamp.swift")
    func sameText() throws {
        let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        let root = tests.deletingLastPathComponent().deletingLastPathComponent()
        let page = root.appendingPathComponent("Sources/ResponderWayland/ResponderWayland.docc/ResponderWayland.md")
        let text = try String(contentsOf: page, encoding: .utf8)
        let source = try String(contentsOf: tests.appendingPathComponent("GuideLamp.swift"), encoding: .utf8)
        let start = try #require(text.range(of: "@main\n"))
        let end = try #require(text.range(of: "```", range: start.upperBound..<text.endIndex))
        #expect(source.contains(text[start.upperBound..<end.lowerBound]))
    }
}
#endif
