import Testing

@testable import ResponderCore

@MainActor
@Suite("Text in a rectangle")
struct CanvasTextTests {
    /// Characters are 10 points wide, and lines 20 high.
    private let style = TextStyle(fontSize: 20)
    private let measurer = FixedWidthTextMeasurer(characterWidth: 0.5, lineHeight: 1)

    private func drawn(
        _ text: String,
        in rect: Rect,
        _ alignment: TextAlignment = .left,
        _ truncation: TextTruncation = .tail,
        limit: Int = 0
    ) -> [NotedCanvas.Text] {
        let canvas = NotedCanvas()
        canvas.draw(
            text,
            in: rect,
            style: style,
            measurer: measurer,
            alignment: alignment,
            truncation: truncation,
            limit: limit
        )
        return canvas.texts
    }

    @Test("Lines stand in the middle of the height, at the side that the alignment says, and as many as have room")
    func places() {
        let text = "one two six"
        #expect(drawn(text, in: Rect(0, 0, 80, 60)).map(\.point) == [Point(0, 10), Point(0, 30)])
        #expect(drawn(text, in: Rect(5, 5, 80, 60), .center).map(\.point) == [Point(10, 15), Point(30, 35)])
        #expect(drawn(text, in: Rect(80, 60, -80, -60), .right).map(\.point) == [Point(10, 10), Point(50, 30)])
        #expect(drawn(text, in: Rect(0, 0, 80, 10)).map(\.text) == ["one two…"])
        #expect(drawn(text, in: Rect(0, 0, 40, 60), limit: 2).map(\.text) == ["one", "two…"])
        #expect(drawn("", in: Rect(0, 0, 80, 60)).isEmpty && drawn("a\n", in: Rect(0, 0, 80, 60)).count == 2)
    }

    @Test("What has no room is left out at the end, at the beginning or in the middle, or stays as it is")
    func truncations() {
        func shown(_ width: Double, _ truncation: TextTruncation) -> String? {
            drawn("abcdef ghij", in: Rect(0, 0, width, 20), .left, truncation, limit: 1).first?.text
        }
        let room = [110.0, 80, 30, 10, 0]
        #expect(room.map { shown($0, .tail) } == ["abcdef ghij", "abcdef…", "ab…", "…", "…"])
        #expect(room.map { shown($0, .head) } == ["abcdef ghij", "…ef ghij", "…ij", "…", "…"])
        #expect(room.map { shown($0, .middle) } == ["abcdef ghij", "abcd…hij", "a…j", "…", "…"])
        #expect(room.map { shown($0, .clip) } == Array(repeating: "abcdef ghij", count: 5))
    }

    @Test("A style's weight is bold from semibold on, and setting bold keeps a weight that is bold already")
    func weights() {
        var style = TextStyle(weight: .semibold)
        #expect(TextStyle.Weight.allCases == TextStyle.Weight.allCases.sorted() && style.isBold)
        style.isBold = true
        #expect(style.weight == .semibold)
        style.isBold = false
        #expect(style == TextStyle() && TextStyle(isBold: true).weight == .bold)
    }

    @Test("Letter spacing widens each character of equal width")
    func spacing() {
        var spaced = style
        spaced.letterSpacing = 2
        #expect(measurer.size(of: "abc", in: spaced).width == 36)
        #expect(measurer.caretOffsets(of: "abc", in: spaced) == [0, 12, 24, 36])
    }
}
