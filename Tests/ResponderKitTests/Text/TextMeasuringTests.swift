import ResponderKitTesting
import Testing

@testable import ResponderCore
@testable import ResponderWidgets

/// Counts what is measured.
private final class CountingMeasurer: TextMeasurer {
    private let fixed = FixedWidthTextMeasurer()
    var calls = 0

    func size(of text: String, in style: TextStyle) -> Size {
        calls += 1
        return fixed.size(of: text, in: style)
    }

    func caretOffsets(of text: String, in style: TextStyle) -> [Double] {
        calls += 1
        return fixed.caretOffsets(of: text, in: style)
    }
}

/// Measures capital letters as text from right to left, each 10 points wide, and "fi" as one glyph.
private struct TwoWayMeasurer: TextMeasurer {
    func size(of text: String, in style: TextStyle) -> Size { Size(10 * Double(text.count), 20) }

    func caretOffsets(of text: String, in style: TextStyle) -> [Double] {
        let end = 10 * Double(text.count)
        return (0...text.count).map { text == text.uppercased() ? end - 10 * Double($0) : 10 * Double($0) }
    }
}

/// Knows widths alone, as measurers of before; two letters i are narrower than twice one.
private struct WidthMeasurer: TextMeasurer {
    func size(of text: String, in style: TextStyle) -> Size {
        Size(text.reduce(0) { $0 + ($1 == "i" ? 4 : 8) } - (text.contains("ii") ? 2 : 0), 20)
    }
}

@MainActor
@Suite("What a text asks of its measurer")
struct TextMeasuringTests {
    private func at(_ offset: Int) -> TextPosition { TextPosition(utf8Offset: offset) }

    private func layout(_ text: String, width: Double = .infinity, _ measurer: any TextMeasurer) -> TextLayout {
        TextLayout(of: TextEditor(text), width: width, measurer: measurer)
    }

    @Test("A key in a field or in a long line of a text view asks at most six times")
    func keys() throws {
        let harness = try AppHarness()
        let measurer = CountingMeasurer()
        harness.application.textMeasurer = measurer
        let field = harness.addField("Some text that is wider than the field")
        let view = harness.addTextView(String(repeating: "word ", count: 100))
        for responder in [field, view] as [Responder] {
            #expect(responder.becomeFirstResponder())
            harness.type("a")
            for key in ["b", "c", " ", "d"] {
                measurer.calls = 0
                harness.type(key)
                #expect(1...6 ~= measurer.calls, "\(type(of: responder)): \(measurer.calls)")
            }
        }
        #expect(field.text.hasSuffix("abc d") && view.text.hasSuffix("abc d"))
    }

    @Test("In a text from right to left carets, points and selections are where its characters are")
    func rightToLeft() {
        let layout = layout("ABCDE FGH", width: 60, TwoWayMeasurer())
        #expect([0, 1, 6].map { layout.caretRect(at: TextCaret(at($0), affinity: .upstream)).minX } == [60, 50, 0])
        #expect(layout.caretRect(at: TextCaret(at(6))) == Rect(30, 20, 0, 20))
        #expect(layout.caret(at: Point(58, 5)) == TextCaret(at(0)))
        #expect(layout.caret(at: Point(-4, 5)) == TextCaret(at(6), affinity: .upstream))
        #expect(layout.caret(at: Point(12, 25)) == TextCaret(at(8)))
        let rects = layout.rects(for: at(1)..<at(8), in: Rect(0, 0, 60, 40))
        #expect(rects == [Rect(0, 0, 50, 20), Rect(10, 20, 20, 20)])
        #expect(layout.rows(in: Rect(0, 0, 60, 40)).map(\.frame.width) == [60, 30])
    }

    @Test("A measurer of widths alone places a text's end at its width, and its characters between in proportion")
    func widths() {
        let layout = layout("iimm", WidthMeasurer())
        let places = (0...4).map { layout.caretRect(at: TextCaret(at($0))).minX }
        #expect(places.last == 22 && places == places.sorted())
        #expect(abs(places[2] - 8.0 / 24 * 22) < 1e-9)
        #expect(WidthMeasurer().metrics(of: TextStyle()) == FontMetrics(ascent: 16, descent: 4))
    }

    @Test("Places that are no places of the text do no harm: too few, too many, not finite, or before the text")
    func hostile() {
        struct Hostile: TextMeasurer {
            let places: [Double]
            func size(of text: String, in style: TextStyle) -> Size { Size(50, 20) }
            func caretOffsets(of text: String, in style: TextStyle) -> [Double] { places }
        }
        let all: [[Double]] = [
            [], [1, 2], [.nan, .infinity, -.infinity, -5, 1e300], Array(repeating: 7, count: 99),
        ]
        for places in all {
            for width in [30.0, .infinity] {
                let layout = layout("abcd efgh", width: width, Hostile(places: places))
                let carets = (0...9).map { layout.caretRect(at: TextCaret(at($0))) }
                #expect(carets.allSatisfy { $0.isFinite && $0.minX >= 0 })
                #expect((0...9).contains(layout.caret(at: Point(20, 5)).position.utf8Offset))
                let rects = layout.rects(for: at(0)..<at(9), in: Rect(0, 0, 100, 500))
                #expect(rects.allSatisfy { $0.isFinite && $0.width >= 0 })
            }
        }
    }
}
