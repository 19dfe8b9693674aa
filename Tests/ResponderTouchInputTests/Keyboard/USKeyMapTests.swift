import ResponderTouchInput
import Testing

@Suite("The US key map")
struct USKeyMapTests {
    private let map = USKeyMap()

    private func typed(_ usages: some Sequence<UInt16>, _ modifiers: KeyModifiers = []) -> String {
        usages.map { map.characters(for: .keyboard($0), modifiers: modifiers) }.joined()
    }

    @Test("The US key map types what is printed on the keys")
    func plain() {
        #expect(typed(0x04...0x1d) == "abcdefghijklmnopqrstuvwxyz")
        #expect(typed(0x1e...0x27) == "1234567890")
        #expect(typed(0x2c...0x38) == " -=[]\\\\;'`,./")
        #expect(typed(0x28...0x2b) == "\r\u{1b}\u{8}\t")
        #expect(typed([0x4c, 0x64]) == "\u{7f}\\")
    }

    @Test("The US key map types what is printed above with shift")
    func shifted() {
        #expect(typed(0x04...0x1d, .shift) == "ABCDEFGHIJKLMNOPQRSTUVWXYZ")
        #expect(typed(0x1e...0x27, .shift) == "!@#$%^&*()")
        #expect(typed(0x2c...0x38, .shift) == " _+{}||:\"~<>?")
        #expect(typed([0x64], .shift) == "|")
    }

    @Test("Caps lock makes letters capital, also with shift, and leaves other keys as they are")
    func capsLock() {
        #expect(typed([0x04, 0x1e], .alphaShift) == "A1")
        #expect(typed([0x04, 0x1e], [.alphaShift, .shift]) == "a!")
        let ignoring = map.charactersIgnoringModifiers(for: .keyboardA, isShifted: false)
        #expect(ignoring == "a")
    }

    @Test("The numeric pad types its digits with every modifier but control")
    func numericPad() {
        #expect(typed(0x54...0x63) == "/*-+\r1234567890.")
        #expect(typed(0x54...0x63, [.shift, .alphaShift]) == "/*-+\r1234567890.")
        #expect(typed([0x67, 0x85, 0xb6, 0xb7]) == "=,()")
    }

    @Test("Control types control characters, but not where modifiers are ignored")
    func control() {
        #expect(typed([0x04, 0x06, 0x1d], .control) == "\u{1}\u{3}\u{1a}")
        #expect(typed([0x04], [.control, .shift]) == "\u{1}")
        #expect(typed([0x2f, 0x30, 0x31, 0x2c], .control) == "\u{1b}\u{1d}\u{1c}\u{0}")
        #expect(typed([0x1f, 0x23, 0x2d], [.control, .shift]) == "\u{0}\u{1e}\u{1f}")
        #expect(typed([0x1e, 0x36], .control) == "1,")
        #expect(map.charactersIgnoringModifiers(for: .keyboardC, isShifted: false) == "c")
        #expect(map.charactersIgnoringModifiers(for: .keyboardC, isShifted: true) == "C")
    }

    @Test("The US key map types nothing for arrows, function keys, modifiers and other pages")
    func nothing() {
        #expect(typed(0x39...0x4b) == "")
        #expect(typed(0x4d...0x53) == "")
        #expect(typed(0xe0...0xe7) == "")
        #expect(typed([0, 1, 0x65, 0x68, 0xffff]) == "")
        for identifier in 0...UInt16(0x300) {
            #expect(map.characters(for: .consumer(identifier), modifiers: .shift) == "")
        }
    }

    @Test("The US key map types at most one character for each usage of the keyboard's page with each modifier")
    func bounded() {
        for identifier in 0...UInt16(0x2ff) {
            for modifiers in [[], KeyModifiers.shift, .control, .alphaShift, [.control, .shift, .alphaShift]] {
                #expect(map.characters(for: .keyboard(identifier), modifiers: modifiers).utf8.count <= 1)
            }
        }
    }
}
