import ResponderKit
import TestSupport
import Testing

@testable import ResponderDemo

@Suite("The wheel of the mouse in the terminal")
struct MouseWheelTests {
    private let wheel = MouseWheel(screen: CellGrid.Area(column: 2, row: 1, columns: 10, rows: 5))

    /// The frames that the terminal's bytes make.
    private func frames(_ text: String) -> [WheelFrame] {
        var parser = TerminalInputParser()
        return parser.parse(text.utf8).compactMap {
            guard case .mouse(let report) = $0 else { return nil }
            return wheel.frame(for: report, at: .zero)
        }
    }

    @Test("A notch of the wheel moves the content up, down or sideways")
    func directions() {
        let frames = frames(
            "\u{1b}[<64;4;3M\u{1b}[<65;4;3M\u{1b}[<66;4;3M\u{1b}[<67;4;3M\u{1b}[<68;4;3M\u{1b}[<69;4;3M"
        )
        let (width, height) = (3 * TerminalCanvas.cell.width, 3 * TerminalCanvas.cell.height)
        #expect(
            frames.map(\.delta) == [
                Point(0, height), Point(0, -height), Point(width, 0), Point(-width, 0), Point(width, 0),
                Point(-width, 0),
            ]
        )
        // The middle of the cell, in points of the screen.
        #expect(frames.allSatisfy { $0.location == Point(12, 24) && !$0.isPrecise })
    }

    @Test("The wheel does nothing off the screen, and with other buttons, motions and releases")
    func others() {
        #expect(frames("\u{1b}[<64;2;3M\u{1b}[<64;13;3M\u{1b}[<64;4;1M\u{1b}[<64;4;7M") == [])
        #expect(frames("\u{1b}[<64;3;2M\u{1b}[<64;12;6M").count == 2)
        #expect(
            frames("\u{1b}[<64;4;3m\u{1b}[<96;4;3M\u{1b}[<0;4;3M\u{1b}[<2;4;3M\u{1b}[<128;4;3M\u{1b}[<192;4;3M") == []
        )
    }

    @Test(
        "Whatever bytes come, the wheel moves only what is on the screen, and by one notch",
        arguments: 1...50 as ClosedRange<UInt64>
    )
    func hostile(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let words = [
            "\u{1b}[<", "64", "65", "66", "67", ";", "4", "3", "M", "m", "-", "99999999999999999999", "+", "\u{1b}",
        ]
        var text = ""
        for _ in 0..<2000 {
            let isWhole = Int.random(in: 0..<4, using: &random) == 0
            text +=
                isWhole
                ? "\u{1b}[<\(Int.random(in: 0...300, using: &random));\(Int.random(in: -1...14, using: &random));3M"
                : words.randomElement(using: &random) ?? ""
        }
        let frames = frames(text)
        let (width, height) = (3 * TerminalCanvas.cell.width, 3 * TerminalCanvas.cell.height)
        let notches = [Point(0, height), Point(0, -height), Point(width, 0), Point(-width, 0)]
        #expect(!frames.isEmpty)
        for frame in frames {
            #expect(notches.contains(frame.delta))
            #expect((0..<80).contains(frame.location.x) && (0..<80).contains(frame.location.y))
        }
    }
}
