import ResponderEventLoop
import Testing

@testable import ResponderTouchInput

@Suite("The keyboard decoder")
struct KeyboardDecoderTests {
    private var keyboard = TestKeyboard()

    @Test("A press begins when a key goes down and ends when the key goes up, at the event's time")
    mutating func press() {
        #expect(keyboard.send(.key(Keys.a, 1), .report) == ["began 4 a"])
        #expect(keyboard.decoder.liveUsages == [.keyboardA])
        let up = InputEvent.key(Keys.a, 0).event(at: .init(nanoseconds: 77))
        let frames = keyboard.decoder.decode(up)
        #expect(frames.map(describe) == ["ended 4 a"])
        #expect(frames.first?.time == .init(nanoseconds: 77))
        #expect(keyboard.decoder.liveUsages.isEmpty)
        #expect(keyboard.decoder.statistics.presses == 1)
    }

    @Test("The keyboard's own repetition is delivered as changed, marked as a repetition")
    mutating func repetition() {
        _ = keyboard.send(.key(Keys.a, 1))
        #expect(keyboard.send(.key(Keys.a, 2), .report, .key(Keys.a, 2)) == ["changed 4 a again", "changed 4 a again"])
        #expect(keyboard.send(.key(Keys.a, 0)) == ["ended 4 a"])
        #expect(keyboard.decoder.statistics.repeats == 2)
    }

    @Test("A press tells which modifiers are held, with the key itself, and types accordingly")
    mutating func modifiers() {
        #expect(keyboard.send(.key(Keys.shift, 1)) == ["began e1 +shift"])
        #expect(keyboard.send(.key(Keys.a, 1)) == ["began 4 A +shift"])
        #expect(keyboard.send(.key(Keys.rightShift, 1)) == ["began e5 +shift"])
        // One of the two is still held.
        #expect(keyboard.send(.key(Keys.shift, 0)) == ["ended e1 +shift"])
        #expect(keyboard.send(.key(Keys.rightShift, 0)) == ["ended e5"])
        // A key that is held stays what it was until it is repeated.
        #expect(keyboard.send(.key(Keys.a, 2)) == ["changed 4 a again"])
        #expect(keyboard.send(.key(Keys.a, 0)) == ["ended 4 a"])
        #expect(
            keyboard.send(.key(Keys.control, 1), .key(Keys.alt, 1), .key(Keys.meta, 1)).last
                == "began e3 +control +alt +command"
        )
    }

    @Test("A press gives the characters without modifiers but shift")
    mutating func charactersIgnoringModifiers() throws {
        _ = keyboard.send(.key(Keys.control, 1), .key(Keys.capsLock, 1))
        let frame = try #require(keyboard.decoder.decode(InputEvent.key(Keys.a, 1).event(at: .zero)).first)
        #expect(frame.characters == "\u{1}")
        #expect(frame.charactersIgnoringModifiers == "a")
    }

    @Test("Caps lock switches each time its key goes down, and follows the keyboard's light")
    mutating func capsLock() {
        #expect(keyboard.send(.key(Keys.capsLock, 1), .key(Keys.capsLock, 0)) == ["began 39 +caps", "ended 39 +caps"])
        #expect(keyboard.send(.key(Keys.a, 1), .key(Keys.a, 0)).first == "began 4 A +caps")
        #expect(keyboard.send(.light(0), .key(Keys.a, 1)) == ["began 4 a"])
        #expect(keyboard.send(.light(1), .key(Keys.one, 1)) == ["began 1e 1 +caps"])
    }

    @Test("The keys of the numeric pad are marked")
    mutating func numericPad() {
        #expect(keyboard.send(.key(Keys.pad7, 1)) == ["began 5f 7 +pad"])
        #expect(keyboard.send(.key(Keys.a, 1)) == ["began 4 a"])
    }

    @Test("Media keys and buttons are delivered as presses of their pages")
    mutating func otherPages() {
        #expect(keyboard.send(.key(Keys.volumeUp, 1)) == ["began c:e9"])
        #expect(keyboard.send(.key(0x100, 1), .key(0x101, 1)) == ["began 9:1", "began 9:2"])
    }

    @Test("A key without a usage is counted, and makes no frame")
    mutating func unknownKey() {
        #expect(keyboard.send(.key(0x1d0, 1), .key(0x1d0, 2), .key(0x1d0, 0), .key(0xffff, 1)).isEmpty)
        #expect(keyboard.decoder.statistics.unknownKeys == 2)
        #expect(keyboard.decoder.statistics.malformedEvents == 0)
    }

    @Test("Two keys with the same usage make one press")
    mutating func sameUsage() {
        // KEY_PLAY and KEY_PLAYCD.
        #expect(keyboard.send(.key(Keys.play, 1), .key(200, 1)) == ["began c:b0"])
        #expect(keyboard.send(.key(200, 2)).isEmpty)
        #expect(keyboard.send(.key(Keys.play, 0)).isEmpty)
        #expect(keyboard.decoder.liveUsages == [.consumerPlay])
        #expect(keyboard.send(.key(200, 2), .key(200, 0)) == ["changed c:b0 again", "ended c:b0"])
    }

    @Test("A key that goes down twice, up twice, or has another value is counted")
    mutating func malformed() {
        #expect(keyboard.send(.key(Keys.a, 0), .key(Keys.a, 2)).isEmpty)
        _ = keyboard.send(.key(Keys.a, 1))
        #expect(keyboard.send(.key(Keys.a, 1), .key(Keys.a, 3), .key(Keys.a, -1)).isEmpty)
        #expect(keyboard.decoder.statistics.malformedEvents == 5)
        #expect(keyboard.decoder.liveUsages == [.keyboardA])
    }

    @Test("The presses that go on when the input ends are cancelled in the order in which they began")
    mutating func finish() {
        _ = keyboard.send(.key(Keys.shift, 1), .key(Keys.a, 1), .key(Keys.volumeUp, 1))
        #expect(
            keyboard.decoder.finish(at: .zero).map(describe) == ["cancelled e1", "cancelled 4 A", "cancelled c:e9"]
        )
        #expect(keyboard.decoder.finish(at: .zero).isEmpty)
        // The next key is not typed with a shift that nobody releases.
        #expect(keyboard.send(.key(Keys.a, 0), .key(Keys.a, 1)) == ["began 4 a"])
        #expect(keyboard.decoder.statistics.malformedEvents == 0)
    }

    @Test("A key that was down before makes no frame until it goes down again, but a modifier counts as held")
    mutating func keysDownAtStart() {
        keyboard.decoder.start(from: EvdevState(keys: [Keys.a, Keys.shift, 0x1d0]))
        #expect(keyboard.send(.key(Keys.a, 2), .key(Keys.a, 0)).isEmpty)
        #expect(keyboard.send(.key(Keys.a, 1)) == ["began 4 A +shift"])
        #expect(keyboard.send(.key(Keys.shift, 0)).isEmpty)
        #expect(keyboard.decoder.finish(at: .zero).map(describe) == ["cancelled 4 A"])
        #expect(keyboard.decoder.statistics.malformedEvents == 0)
    }

    @Test("A keyboard decoder cancels all presses after a loss where nobody can be asked")
    mutating func droppedStream() {
        _ = keyboard.send(.key(Keys.shift, 1), .key(Keys.a, 1))
        #expect(keyboard.send(.dropped, .key(Keys.one, 1), .report) == ["cancelled e1", "cancelled 4 A"])
        #expect(!keyboard.decoder.needsState)
        #expect(keyboard.send(.key(Keys.a, 0), .key(Keys.shift, 0), .key(Keys.one, 0), .key(Keys.a, 2)).isEmpty)
        #expect(keyboard.send(.key(Keys.a, 1)) == ["began 4 a"])
        #expect(keyboard.decoder.statistics.malformedEvents == 0)
        #expect(keyboard.decoder.statistics.droppedResyncs == 1)
    }

    @Test("A keyboard decoder goes on after a loss with the keys that the device says are down")
    mutating func droppedDevice() {
        keyboard.decoder.asksForState = true
        _ = keyboard.send(.key(Keys.shift, 1), .key(Keys.a, 1))
        #expect(keyboard.send(.dropped, .key(Keys.one, 1)).isEmpty)
        #expect(!keyboard.decoder.needsState)
        #expect(keyboard.send(.report).isEmpty)
        #expect(keyboard.decoder.needsState)
        let state = EvdevState(keys: [Keys.a, Keys.one])
        let frames = keyboard.decoder.resynchronize(with: state, at: keyboard.time)
        #expect(frames.map(describe) == ["ended e1", "began 1e 1"])
        #expect(!keyboard.decoder.needsState)
        #expect(keyboard.send(.key(Keys.a, 0), .key(Keys.one, 0)) == ["ended 4 A", "ended 1e 1"])
    }

    @Test("A keyboard decoder cancels all presses after a loss where the device does not answer")
    mutating func droppedWithoutAnswer() {
        keyboard.decoder.asksForState = true
        _ = keyboard.send(.key(Keys.a, 1), .dropped, .report)
        #expect(keyboard.decoder.resynchronize(with: nil, at: .zero).map(describe) == ["cancelled 4 a"])
        #expect(!keyboard.decoder.needsState)
        #expect(keyboard.send(.key(Keys.a, 0), .key(Keys.a, 1)) == ["began 4 a"])
    }

    /// A map with an accent that waits for its letter.
    private struct Accents: KeyMap {
        var hasAccent = false

        mutating func characters(for usage: HIDUsage, modifiers: KeyModifiers) -> String {
            if usage == .keyboardGraveAccentAndTilde {
                hasAccent = true
                return ""
            }
            defer { hasAccent = false }
            return usage == .keyboardA ? hasAccent ? "à" : "a" : ""
        }

        func charactersIgnoringModifiers(for usage: HIDUsage, isShifted: Bool) -> String { "" }
    }

    @Test("A key map of the embedder's is asked, and its state carries a dead accent to the next key")
    mutating func keyMapWithState() {
        keyboard.decoder = KeyboardDecoder(keyMap: Accents())
        #expect(keyboard.send(.key(41, 1), .key(41, 0)) == ["began 35", "ended 35"])
        #expect(keyboard.send(.key(Keys.a, 1), .key(Keys.a, 0)) == ["began 4 à", "ended 4 à"])
        #expect(keyboard.send(.key(Keys.a, 1)) == ["began 4 a"])
    }

    @Test("A repetition of a key that never went down is counted, and makes no frame")
    mutating func repetitionWithoutPress() {
        #expect(keyboard.send(.key(Keys.a, 2), .key(Keys.a, 2), .key(Keys.a, 0)).isEmpty)
        #expect(keyboard.decoder.statistics.malformedEvents == 3)
        #expect(keyboard.decoder.statistics.repeats == 0 && keyboard.decoder.liveUsages.isEmpty)
        #expect(keyboard.send(.key(Keys.a, 1)) == ["began 4 a"])
    }

    /// A map that knows one key.
    private struct OneKey: KeyMap {
        func characters(for usage: HIDUsage, modifiers: KeyModifiers) -> String { usage == .keyboardA ? "α" : "" }
        func charactersIgnoringModifiers(for usage: HIDUsage, isShifted: Bool) -> String { "" }
    }

    @Test("A key that a key map does not know makes presses without a text")
    mutating func mapWithGaps() {
        keyboard.decoder = KeyboardDecoder(keyMap: OneKey())
        #expect(keyboard.send(.key(Keys.a, 1), .key(Keys.one, 1)) == ["began 4 α", "began 1e"])
        #expect(keyboard.send(.key(Keys.one, 2), .key(Keys.one, 0)) == ["changed 1e again", "ended 1e"])
    }

    @Test("A keyboard decoder takes times before zero and going back as they are")
    mutating func oddTimes() {
        for (value, time) in [(Int32(1), Int64.min), (2, .max), (0, -1)] {
            let event = EvdevEvent(time: .init(nanoseconds: time), type: 1, code: Keys.a, value: value)
            #expect(keyboard.decoder.decode(event).map(\.time.nanoseconds) == [time])
        }
    }

    @Test("Each of all keys that there are ends once, whatever order they come and go in")
    mutating func allKeys() {
        let codes = (0...UInt16(0x2ff)).filter { KeyUsages.usage(of: $0) != nil }
        for code in codes { _ = keyboard.send(.key(code, 1)) }
        let began = keyboard.decoder.liveUsages
        #expect(Set(began).count == began.count && began.count > 200)
        var ended: [PressFrame] = []
        for code in codes.reversed() { ended += keyboard.decoder.decode(InputEvent.key(code, 0).event(at: .zero)) }
        #expect(ended.allSatisfy { $0.phase == .ended } && Set(ended.map(\.usage)) == Set(began))
        #expect(ended.count == began.count && keyboard.decoder.modifiers.subtracting(.alphaShift).isEmpty)
    }
}
