import Testing

@testable import ResponderCore
@testable import ResponderWidgets

@MainActor
@Suite("A label")
struct LabelTests {
    private func lines(_ text: String, width: Double, most: Int = 0) -> [String] {
        FixedWidthTextMeasurer().lines(of: text, width: width, limit: most, in: TextStyle(fontSize: 40.0 / 3))
    }

    // A character is 8 points wide.
    @Test(
        "A label breaks its text between words, a long word between characters, and at line feeds",
        arguments: [
            ("", 80, [""]), ("one", 80, ["one"]), ("one two three", 56, ["one two", "three"]),
            ("one two three", 24, ["one", "two", "thr", "ee"]), ("abcdefgh", 24, ["abc", "def", "gh"]),
            ("a\n\nb", 80, ["a", "", "b"]), ("a b", 4, ["a", " ", "b"]), ("abc", 0, ["a", "b", "c"]),
            ("one two", 32, ["one", "two"]), ("tail\n", 80, ["tail", ""]), ("né 👩‍👩‍👧 x", 32, ["né 👩‍👩‍👧", "x"]),
        ] as [(String, Double, [String])]
    )
    func breaks(_ text: String, _ width: Double, _ expected: [String]) {
        #expect(lines(text, width: width) == expected)
    }

    @Test(
        "A label cuts off what has no room, with an ellipsis",
        arguments: [
            ("one two three", 56, 1, ["one tw…"]), ("one two three", 104, 1, ["one two three"]),
            ("one two three", 40, 2, ["one", "two…"]), ("a\nb", 80, 1, ["a…"]), ("abc", 16, 1, ["a…"]),
            ("abc", 8, 1, ["…"]), ("abc", 0, 1, ["…"]), ("one two", 40, 1, ["one…"]),
        ] as [(String, Double, Int, [String])]
    )
    func cuts(_ text: String, _ width: Double, _ most: Int, _ expected: [String]) {
        #expect(lines(text, width: width, most: most) == expected)
    }

    @Test("A label measures a long text in time that grows with its length alone")
    func long() {
        let text = String(repeating: "abcdefgh", count: 25_000)
        #expect(lines(text, width: 800).count == 2_000)
        #expect(lines(text, width: 80, most: 1) == ["abcdefgha…"])
    }

    @Test("A label fits its text, within a width where several lines are allowed")
    func fits() {
        let label = Label(text: "one two three")
        #expect(label.bounds.size == Size(104, 16) && !label.isUserInteractionEnabled)
        #expect(label.sizeThatFits(Size(60, 0)) == Size(56, 16))
        label.numberOfLines = 0
        #expect(label.sizeThatFits(Size(60, 0)) == Size(56, 32))
        #expect(label.sizeThatFits(.zero) == Size(104, 16))
    }

    @Test(
        "A label draws its lines in the middle of the height, as many as there is room for",
        arguments: Label.Alignment.allCases
    )
    func draws(_ alignment: Label.Alignment) {
        let label = Label(frame: Rect(0, 0, 64, 48))
        label.text = "one two three four"
        label.textColor = .red
        label.numberOfLines = 0
        label.alignment = alignment
        func drawn() -> [String] {
            let canvas = NotedCanvas()
            label.draw(label.bounds, in: canvas)
            return canvas.texts.map {
                "\($0.text) \(Int($0.point.x.rounded())) \(Int($0.point.y.rounded())) \($0.color == .red)"
            }
        }
        let left: [Int] =
            switch alignment {
            case .left: [0, 0, 0]
            case .center: [4, 12, 16]
            case .right: [8, 24, 32]
            }
        #expect(drawn() == ["one two \(left[0]) 0 true", "three \(left[1]) 16 true", "four \(left[2]) 32 true"])
        label.frame = Rect(0, 0, 64, 40)
        #expect(drawn().count == 2 && drawn()[0].contains(" 4 "))
        label.frame = Rect(0, 0, 64, 4)
        #expect(drawn().count == 1)
    }
}
