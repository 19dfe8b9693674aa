import ResponderTouchInput
import TestSupport
import Testing

@testable import ResponderCore
@testable import ResponderWidgets

/// Letters of 10 points, rows of 20; counts what it measures.
@MainActor
private final class CountingMeasurer: TextMeasurer {
    var charactersMeasured = 0

    func size(of text: String, in style: TextStyle) -> Size {
        charactersMeasured += text.utf8.count
        return Size(Double(text.count) * 10, 20)
    }
}

@MainActor
@Suite struct TextLayoutTests {
    private let measurer = CountingMeasurer()

    private func at(_ offset: Int) -> TextPosition { TextPosition(utf8Offset: offset) }

    private func rows(_ text: String, _ width: Double, isSecure: Bool = false) -> [String] {
        let editor = TextEditor(text)
        editor.isSecure = isSecure
        let layout = TextLayout(of: editor, width: width, measurer: measurer)
        layout.layoutAll()
        return layout.rows(in: Rect(0, 0, width, layout.height)).map(\.text)
    }

    @Test(
        arguments: [
            ("one two three", 80.0, ["one two ", "three"]), ("one  two", 30, ["one  ", "two"]),
            ("one two", 70, ["one two"]),
            ("abcdefgh", 30, ["abc", "def", "gh"]), ("a abcdef", 30, ["a ", "abc", "def"]),
            ("a\n\nb", 100, ["a", "", "b"]),
            ("well-known", 60, ["well-", "known"]), ("-5 -6", 30, ["-5 ", "-6"]), ("", 10, [""]),
            ("ab   ", 20, ["ab   "]),
            ("\u{6F22}\u{5B57}\u{3002}\u{6F22}", 20, ["\u{6F22}", "\u{5B57}\u{3002}", "\u{6F22}"]),
            ("e\u{301}e\u{301}e\u{301}", 20, ["e\u{301}e\u{301}", "e\u{301}"]), ("abc", 0, ["a", "b", "c"]),
            ("abc", .nan, ["a", "b", "c"]), ("a b", -.infinity, ["a ", "b"]), ("one two", .infinity, ["one two"]),
            ("aaaa bbbb\ncccc dddd", 50, ["aaaa ", "bbbb", "cccc ", "dddd"]),
        ] as [(String, Double, [String])]
    ) func rowsAreBrokenBetweenWords(text: String, width: Double, expected: [String]) {
        #expect(rows(text, width) == expected)
    }

    @Test func aSecretIsBulletsAndIsBrokenAnywhere() {
        #expect(
            rows("one e\u{301}wo", 40, isSecure: true) == [
                "\u{2022}\u{2022}\u{2022}\u{2022}", "\u{2022}\u{2022}\u{2022}",
            ]
        )
    }

    @Test func positionsAndPointsLeadToEachOther() {
        let editor = TextEditor("one two three\n\nfour")
        let layout = TextLayout(of: editor, width: 80, measurer: measurer)
        #expect(layout.caretRect(at: TextCaret(at(5))) == Rect(50, 0, 0, 20))
        #expect(layout.caretRect(at: TextCaret(at(8))) == Rect(0, 20, 0, 20))
        #expect(layout.caretRect(at: TextCaret(at(8), affinity: .upstream)) == Rect(80, 0, 0, 20))
        #expect(layout.caretRect(at: TextCaret(at(14))) == Rect(0, 40, 0, 20))
        #expect(layout.caretRect(at: TextCaret(at(99))) == Rect(40, 60, 0, 20))
        #expect(layout.caret(at: Point(14, 5)) == TextCaret(at(1)))
        #expect(layout.caret(at: Point(16, 5)) == TextCaret(at(2)))
        #expect(layout.caret(at: Point(500, 5)) == TextCaret(at(8), affinity: .upstream))
        #expect(layout.caret(at: Point(-5, 25)) == TextCaret(at(8)))
        #expect(layout.caret(at: Point(500, 45)) == TextCaret(at(14)))
        #expect(layout.caret(at: Point(500, -45)) == TextCaret(at(8), affinity: .upstream))
        #expect(layout.caret(at: Point(500, 4_500)) == TextCaret(at(19)))
        #expect(layout.caret(at: Point(.nan, .nan)) == TextCaret(at(0)))
        #expect(layout.caret(at: Point(.infinity, .infinity)) == TextCaret(at(19)))
        #expect(layout.height == 80)
    }

    @Test func aSelectionHasARectangleInEachRow() {
        let editor = TextEditor("one two three\nfour")
        let layout = TextLayout(of: editor, width: 80, measurer: measurer)
        let all = Rect(0, 0, 80, 1_000)
        #expect(
            layout.rects(for: at(4)..<at(15), in: all) == [
                Rect(40, 0, 40, 20), Rect(0, 20, 60, 20), Rect(0, 40, 10, 20),
            ]
        )
        #expect(layout.rects(for: at(4)..<at(15), in: Rect(0, 25, 80, 5)) == [Rect(0, 20, 60, 20)])
        #expect(layout.rects(for: at(4)..<at(4), in: all).isEmpty)
        #expect(layout.rects(for: at(13)..<at(14), in: all) == [Rect(50, 20, 10, 20)])
    }

    @Test func movementsByRowsFollowTheLayout() {
        let editor = TextEditor("one two three\nx\nfour")
        let layout = TextLayout(of: editor, width: 80, measurer: measurer)
        editor.select(TextSelection(at(3)))
        editor.move(.lineEnd)
        #expect(editor.selection == TextSelection(at(8), affinity: .upstream))
        editor.move(.lineBeginning)
        #expect(editor.selection == TextSelection(at(0)))
        editor.select(TextSelection(at(3)))
        for offset in [11, 15, 19, 20] {
            editor.move(.down)
            #expect(editor.selection.head == at(offset))
        }
        for offset in [15, 11, 3, 0] {
            editor.move(.up)
            #expect(editor.selection.head == at(offset))
        }
        editor.select(TextSelection(at(2)))
        editor.moveVertically(by: 60)
        #expect(editor.selection.head == at(18))
        editor.moveVertically(by: -40, extending: true)
        #expect(editor.selection == TextSelection(anchor: at(18), head: at(10)))
        #expect(layout.height == 80)
    }

    // The benchmark measures the time of this; here its work is counted.
    @Test func aKeyMeasuresItsLineOnly() {
        let line = String(repeating: "word ", count: 20)
        let editor = TextEditor(Array(repeating: line, count: 1_000).joined(separator: "\n"))
        let layout = TextLayout(of: editor, width: 300, measurer: measurer)
        #expect(measurer.charactersMeasured < 10)
        let visible = Rect(0, 40_000, 300, 400)
        #expect(layout.rows(in: visible).count == 20)
        editor.select(TextSelection(layout.caret(at: visible.center).position))
        measurer.charactersMeasured = 0
        editor.insert("x")
        #expect(measurer.charactersMeasured == 0)
        _ = layout.rows(in: visible)
        _ = layout.caretRect(at: editor.selection.caret)
        // The line is measured a few times, and each row that is shown once.
        #expect(measurer.charactersMeasured < 20 * 30 + 15 * line.utf8.count)
    }

    @Test func aLineOfManyWordsIsMeasuredAFewTimes() {
        let editor = TextEditor(String(repeating: "word ", count: 3_000))
        let layout = TextLayout(of: editor, width: 300, measurer: measurer)
        layout.layoutAll()
        #expect(layout.height == 500 * 20)
        #expect(measurer.charactersMeasured < 10 * editor.storage.utf8Count)
    }

    @Test func estimatesBecomeExactWhereTheyAreLookedAt() {
        let editor = TextEditor(Array(repeating: "aaaaaa bbbbbb", count: 100).joined(separator: "\n"))
        let layout = TextLayout(of: editor, width: 70, measurer: measurer)
        #expect(layout.rows(in: Rect(0, 0, 70, 100)).map(\.frame.origin.y) == [0, 20, 40, 60, 80])
        layout.layoutAll()
        #expect(layout.height == 200 * 20)
        #expect(layout.rows(in: Rect(0, 3_990, 70, 100)).map(\.text) == ["bbbbbb"])
        #expect(layout.rows(in: Rect(0, 4_000, 70, 100)).isEmpty)
        #expect(layout.rows(in: Rect(0, .nan, 70, .nan)).isEmpty)
        #expect(layout.rows(in: Rect(0, -1e300, 70, 2e300)).count == 200)
        layout.width = 1_000
        layout.layoutAll()
        #expect(layout.height == 100 * 20)
    }
}
