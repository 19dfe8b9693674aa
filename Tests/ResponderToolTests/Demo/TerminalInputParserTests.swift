import ResponderKit
import Testing

@testable import ResponderDemo

@Suite("The parser of what a terminal sends")
struct TerminalInputParserTests {
    private func parse(_ texts: [String]) -> [TerminalInput] {
        var parser = TerminalInputParser()
        return texts.flatMap { parser.parse($0.utf8) }
    }

    private func keys(_ text: String) -> [TerminalInput] { text.utf8.map { .key(TerminalKey(byte: $0)) } }

    private func key(_ usage: HIDUsage, _ modifiers: KeyModifiers = []) -> TerminalInput {
        .key(TerminalKey(usage, modifiers))
    }

    @Test("The parser reads presses, drags and releases, with the cells counted from 0")
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
        "The parser reads the keys that were held",
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

    @Test("The parser gives the same, wherever the bytes are cut")
    func split() {
        let text = "aé\u{1b}[<16;120;44M€\u{1b}[1;5A\u{1b}OP\u{1b}x\u{1b}[<0;1;1m\u{3}😀"
        let whole = parse([text])
        #expect(whole.count == 10)
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
        "The parser passes over what is malformed as a whole, and reads what follows",
        arguments: [
            "[<0;20M", "[<0;20;8;1M", "[<;;M", "[<0;20;M", "[<-1;20;8M", "[<+1;20;8M", "[<0;0;8M", "[<0;20;0M",
            "[<256;20;8M", "[<0;99999;8M", "[<0;20;8X", "[0;20;8M", "[<0;18446744073709551617;8M", "[?1;2c", "[I", "Oz",
            "[1;17A", "[1;0A", "[2A", "[1;5;1A", "[;A", "[1:2A", "[99~", "[200~", "[~", "[1;5Z", "[0n",
            "[<" + String(repeating: "1", count: 500) + ";1;1M", "[M qq", "[< 0;1;1M",
        ]
    )
    func malformed(sequence: String) {
        let good = TerminalInput.mouse(MouseReport(action: .press, column: 19, row: 7))
        #expect(parse(["\u{1b}" + sequence + "\u{1b}[<0;20;8M" + "q"]) == [good] + keys("q"))
    }

    @Test("The parser lets a control key through in the middle of a sequence, where a new sequence may begin")
    func interrupted() {
        #expect(parse(["\u{1b}[<0;2\u{3}0;8M"]) == keys("\u{3}0;8M"))
        let good = TerminalInput.mouse(MouseReport(action: .press, column: 4, row: 5))
        #expect(parse(["\u{1b}[<0;2\u{1b}[<0;5;6M"]) == [good])
        #expect(parse(["\u{1b}\u{1b}[<0;5;6M"]) == [key(.keyboardEscape), good])
    }

    @Test(
        "The parser reads keys without characters, with the modifiers that the terminal tells of",
        arguments: [
            ("[A", .keyboardUpArrow, []), ("[B", .keyboardDownArrow, []), ("[C", .keyboardRightArrow, []),
            ("[D", .keyboardLeftArrow, []), ("OA", .keyboardUpArrow, []), ("OH", .keyboardHome, []),
            ("[H", .keyboardHome, []), ("[1~", .keyboardHome, []), ("[7~", .keyboardHome, []),
            ("[F", .keyboardEnd, []), ("[4~", .keyboardEnd, []), ("[2~", .keyboardInsert, []),
            ("[3~", .keyboardDeleteForward, []), ("[5~", .keyboardPageUp, []), ("[6~", .keyboardPageDown, []),
            ("OP", .keyboardF1, []), ("[11~", .keyboardF1, []), ("OS", .keyboardF4, []), ("[15~", .keyboardF5, []),
            ("[24~", .keyboardF12, []), ("OM", .keypadEnter, []), ("Ow", .keypad7, []), ("[Z", .keyboardTab, .shift),
            ("[1;5C", .keyboardRightArrow, .control), ("[1;2A", .keyboardUpArrow, .shift),
            ("[1;3D", .keyboardLeftArrow, .alternate), ("[1;9B", .keyboardDownArrow, .command),
            ("[1;16H", .keyboardHome, [.shift, .alternate, .control, .command]), ("[1;2P", .keyboardF1, .shift),
            ("[3;5~", .keyboardDeleteForward, .control),
        ] as [(String, HIDUsage, KeyModifiers)]
    )
    func namedKeys(sequence: String, usage: HIDUsage, modifiers: KeyModifiers) {
        #expect(parse(["\u{1b}\(sequence)q"]) == [key(usage, modifiers)] + keys("q"))
    }

    @Test("The parser finds the key of each ASCII character, which types that character")
    func characters() throws {
        for byte in UInt8(0x20)..<0x7f {
            let inputs = parse([String(UnicodeScalar(byte))])
            guard case .key(let key)? = inputs.first else { return #expect(Bool(false), "no key for \(byte)") }
            #expect(inputs.count == 1)
            #expect(key.characters == String(UnicodeScalar(byte)))
            #expect(key.usage != .keyboard(0))
        }
        #expect(
            parse(["aA1!"]) == [
                key(.keyboardA), key(.keyboardA, .shift), key(.keyboard1), key(.keyboard1, .shift),
            ]
        )
    }

    @Test("The parser reads control keys, and names return, tab and backspace by what is on the keys")
    func controlKeys() {
        #expect(
            parse(["\u{3}\u{1a}\u{0}\u{1c}"]) == [
                key(.keyboardC, .control), key(.keyboardZ, .control), key(.keyboardSpacebar, .control),
                key(.keyboardBackslash, .control),
            ]
        )
        #expect(
            parse(["\r\n\t\u{7f}\u{8}"]) == [
                key(.keyboardReturnOrEnter), key(.keyboardReturnOrEnter), key(.keyboardTab),
                key(.keyboardDeleteOrBackspace), key(.keyboardDeleteOrBackspace),
            ]
        )
        for byte in UInt8(1)...26 where ![8, 9, 10, 13].contains(byte) {
            #expect(parse([String(UnicodeScalar(byte))]) == [key(.keyboard(3 + UInt16(byte)), .control)])
        }
    }

    @Test("The parser reads a character that no US key types, and passes over bytes that are none")
    func otherCharacters() {
        #expect(parse(["é€😀"]) == ["é", "€", "😀"].map { TerminalInput.key(TerminalKey($0)) })
        #expect(TerminalKey("é").usage == .keyboard(0))
        var parser = TerminalInputParser()
        for bytes in [
            [0x80], [0xff, 0xc0], [0xc3], [0xe2, 0x82], [0xed, 0xa0, 0x80], [0xf4, 0xbf, 0xbf, 0xbf], [0xc2, 0x85],
        ] {
            #expect(parser.parse(bytes.map(UInt8.init) + [UInt8(ascii: "q")]) == keys("q"), "\(bytes)")
        }
    }

    @Test("The parser reads a key with alt, which is ESC and the key")
    func alt() {
        #expect(
            parse(["\u{1b}x\u{1b}X\u{1b}\r"]) == [
                key(.keyboardX, .alternate), key(.keyboardX, [.alternate, .shift]),
                key(.keyboardReturnOrEnter, .alternate),
            ]
        )
        #expect(parse(["\u{1b}é"]) == [.key(TerminalKey("é", .alternate))])
    }

    @Test("The parser takes an ESC that nothing follows for the escape key")
    func escapeAlone() {
        var parser = TerminalInputParser()
        #expect(!parser.isUndecided)
        #expect(parser.flush().isEmpty)
        for (bytes, key) in [
            ("\u{1b}", key(.keyboardEscape)), ("\u{1b}O", key(.keyboardO, [.alternate, .shift])),
            ("\u{1b}[", key(.keyboardOpenBracket, .alternate)),
        ] {
            #expect(parser.parse(bytes.utf8).isEmpty)
            #expect(parser.isUndecided)
            #expect(parser.flush() == [key])
            #expect(!parser.isUndecided)
            #expect(parser.parse("q".utf8) == keys("q"))
        }
        // The rest of a sequence is still its rest.
        #expect(parser.parse("\u{1b}[1;".utf8).isEmpty)
        #expect(!parser.isUndecided)
        #expect(parser.flush().isEmpty)
        #expect(parser.parse("5C".utf8) == [key(.keyboardRightArrow, .control)])
    }

    @Test("Each key of the terminal is a press that begins and ends at once, among those of its modifiers")
    func frames() {
        let plain = TerminalKey(.keyboardA).frames(at: .zero)
        #expect(plain.map(\.phase) == [.began, .ended])
        #expect(plain.allSatisfy { $0.usage == .keyboardA && $0.characters == "a" && $0.modifiers == [] })
        let frames = TerminalKey(.keyboardA, [.shift, .control]).frames(at: .zero)
        #expect(frames.map(\.phase) == [.began, .began, .began, .ended, .ended, .ended])
        #expect(
            frames.map(\.usage) == [
                .keyboardLeftControl, .keyboardLeftShift, .keyboardA, .keyboardA, .keyboardLeftShift,
                .keyboardLeftControl,
            ]
        )
        #expect(
            frames.map(\.modifiers) == [
                .control, [.control, .shift], [.control, .shift], [.control, .shift], .control, [],
            ]
        )
    }
}
