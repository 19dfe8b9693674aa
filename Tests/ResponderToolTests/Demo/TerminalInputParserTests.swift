import Testing

@testable import responderkit

@Suite("The parser of what a terminal sends")
struct TerminalInputParserTests {
    private func parse(_ texts: [String]) -> [TerminalInput] {
        var parser = TerminalInputParser()
        return texts.flatMap { parser.parse($0.utf8) }
    }

    private func keys(_ text: String) -> [TerminalInput] { text.utf8.map { .key($0) } }

    @Test("reads presses, drags and releases, with the cells counted from 0")
    func reports() {
        let inputs = parse(["\u{1b}[<0;20;8M\u{1b}[<32;21;8M\u{1b}[<0;21;8m\u{1b}[<2;1;1M\u{1b}[<64;300;120M"])
        #expect(
            inputs == [
                .mouse(MouseReport(action: .press, column: 19, row: 7)),
                .mouse(MouseReport(action: .drag, column: 20, row: 7)),
                .mouse(MouseReport(action: .release, column: 20, row: 7)),
                .mouse(MouseReport(action: .press, button: 2, column: 0, row: 0)),
                .mouse(MouseReport(action: .press, button: 64, column: 299, row: 119)),
            ]
        )
    }

    @Test(
        "reads the keys that were held",
        arguments: zip(
            [4, 8, 16, 28],
            [.shift, .meta, .control, [.shift, .meta, .control]] as [MouseReport.Modifiers]
        )
    )
    func modifiers(code: Int, modifiers: MouseReport.Modifiers) {
        #expect(
            parse(["\u{1b}[<\(code);1;1M\u{1b}[<\(code + 32);1;2M"]) == [
                .mouse(MouseReport(action: .press, modifiers: modifiers, column: 0, row: 0)),
                .mouse(MouseReport(action: .drag, modifiers: modifiers, column: 0, row: 1)),
            ]
        )
    }

    @Test("gives the same, wherever the bytes are cut")
    func split() {
        let text = "a\u{1b}[<16;120;44Mq\u{1b}[A\u{1b}OP\u{1b}[<0;1;1m\u{3}"
        let whole = parse([text])
        #expect(whole.count == 5)
        let bytes = Array(text.utf8)
        for first in bytes.indices {
            for second in first..<bytes.count {
                var parser = TerminalInputParser()
                let parts = [bytes[..<first], bytes[first..<second], bytes[second...]]
                #expect(parts.flatMap { parser.parse($0) } == whole, "cut at \(first) and \(second)")
            }
        }
        var parser = TerminalInputParser()
        #expect(bytes.flatMap { parser.parse([$0]) } == whole)
    }

    @Test(
        "passes over what is malformed as a whole, and reads what follows",
        arguments: [
            "[<0;20M", "[<0;20;8;1M", "[<;;M", "[<0;20;M", "[<-1;20;8M", "[<+1;20;8M", "[<0;0;8M", "[<0;20;0M",
            "[<256;20;8M", "[<0;99999;8M", "[<0;20;8X", "[0;20;8M", "[<0;18446744073709551617;8M", "[?1;2c", "[A", "OP",
            "x", "[<" + String(repeating: "1", count: 500) + ";1;1M", "[M qq", "[< 0;1;1M",
        ]
    )
    func malformed(sequence: String) {
        let good = TerminalInput.mouse(MouseReport(action: .press, column: 19, row: 7))
        #expect(parse(["\u{1b}" + sequence + "\u{1b}[<0;20;8M" + "q"]) == [good] + keys("q"))
    }

    @Test("lets a control key through in the middle of a sequence, and a new sequence begin there")
    func interrupted() {
        #expect(parse(["\u{1b}[<0;2\u{3}0;8M"]) == keys("\u{3}0;8M"))
        let good = TerminalInput.mouse(MouseReport(action: .press, column: 4, row: 5))
        #expect(parse(["\u{1b}[<0;2\u{1b}[<0;5;6M"]) == [good])
        #expect(parse(["\u{1b}\u{1b}[<0;5;6M"]) == [good])
    }
}
