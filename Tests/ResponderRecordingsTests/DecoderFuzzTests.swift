import ResponderEventLoop
import ResponderRecordings
import ResponderTouchInput
import TestSupport
import Testing

@Suite("Under random input the decoder keeps its promises")
struct DecoderFuzzTests {
    private static let screen = Size(800, 480)
    private static let seeds = (1...8).map { UInt64($0) }

    @Test("The decoder keeps its promises for 20,000 random events", arguments: seeds, [true, false])
    func randomEvents(seed: UInt64, isMultitouch: Bool) throws {
        var generator = SeededGenerator(seed: seed)
        let axis = EvdevAxis(minimum: -100, maximum: 1000)
        var axes: [UInt16: EvdevAxis] = [0x00: axis, 0x01: axis, 0x18: axis]
        if isMultitouch {
            for code: UInt16 in [0x30, 0x35, 0x36, 0x37, 0x39, 0x3a] { axes[code] = axis }
            axes[0x2f] = EvdevAxis(minimum: 0, maximum: 9)
        }
        var decoder = try EvdevDecoder(axes: axes, size: Self.screen)
        var ledger = ContactLedger(size: Self.screen)
        for step in 0..<20_000 {
            let event = Self.event(at: step, &generator)
            ledger.enter(decoder.decode(event))
            #expect(Set(decoder.liveContacts.map(\.identifier)) == ledger.live, "seed \(seed), event \(step)")
            guard ledger.violations.isEmpty else { break }
        }
        ledger.enter(decoder.finish(at: .init(nanoseconds: 20_000)))
        #expect(ledger.violations.isEmpty, "seed \(seed): \(ledger.violations.prefix(3))")
        #expect(ledger.isBalanced, "seed \(seed)")
        #expect(ledger.began.count == decoder.statistics.contacts)
        #expect(ledger.began.count > 100, "seed \(seed): too few contacts to mean anything")
        #expect(decoder.statistics.events == 20_000)
    }

    /// An event that is likely to mean something, or anything at all.
    private static func event(at step: Int, _ generator: inout SeededGenerator) -> EvdevEvent {
        let any = Int32(truncatingIfNeeded: generator.next())
        let numbers: (type: UInt16, code: UInt16, value: Int32) =
            switch Int.random(in: 0..<100, using: &generator) {
            case 0..<25: (0, 0, 0)
            case 25: (0, 3, 0)
            case 26: (0, 2, 0)
            case 27..<42: (3, 0x2f, Int32.random(in: -1...11, using: &generator))
            case 42..<60: (3, 0x39, Int32.random(in: -1...12, using: &generator))
            case 60..<75: (3, UInt16.random(in: 0x30...0x3a, using: &generator), any % 2000)
            case 75..<79: (3, 0x37, Int32.random(in: 0...2, using: &generator))
            case 79..<92: (1, Bool.random(using: &generator) ? 0x14a : 0x110, abs(any % 3))
            case 92..<96: (3, UInt16.random(in: 0...1, using: &generator), any)
            default: (UInt16(truncatingIfNeeded: any >> 8) % 6, UInt16(truncatingIfNeeded: any) % 0x200, any)
            }
        return EvdevEvent(
            time: .init(nanoseconds: Int64(step)),
            type: numbers.type,
            code: numbers.code,
            value: numbers.value
        )
    }

    @Test(
        "The decoder keeps its promises for a recording with changed bytes, which is read or refused",
        arguments: seeds
    )
    func changedBytes(seed: UInt64) throws {
        try check(Array(EvdevRecording.sample.text.utf8), seed: seed, rounds: 25)
    }

    @Test(
        "The decoder keeps its promises for real recordings with changed bytes, which are read or refused",
        .enabled(if: TouchData.isExpected, TouchData.absence),
        arguments: ["posiflex_0d3a_a000_0.k3.12.x.ev", "cando_2087_0a02_0.k3.6.x.ev"]
    )
    func changedRecordings(name: String) throws {
        try check(try TouchData.contents(of: TouchData.path("evemu/" + name)), seed: 99, rounds: 25)
    }

    private func check(_ original: [UInt8], seed: UInt64, rounds: Int) throws {
        var generator = SeededGenerator(seed: seed)
        for round in 0..<rounds {
            var bytes = original
            for _ in 0..<Int.random(in: 1...4, using: &generator) { Self.change(&bytes, &generator) }
            do {
                let frames = try EvdevRecording(bytes: bytes).decoded(size: Self.screen).frames
                var ledger = ContactLedger(size: Self.screen)
                for frame in frames { ledger.enter(frame) }
                #expect(ledger.violations.isEmpty, "seed \(seed), round \(round): \(ledger.violations.prefix(3))")
                #expect(ledger.isBalanced, "seed \(seed), round \(round)")
            } catch let error as RecordingError {
                #expect(!error.message.isEmpty)
            } catch let error as EvdevDecoder.Error {
                #expect(!error.description.isEmpty)
            }
        }
    }

    private static func change(_ bytes: inout [UInt8], _ generator: inout SeededGenerator) {
        let index = Int.random(in: bytes.indices, using: &generator)
        switch Int.random(in: 0..<4, using: &generator) {
        // A digit for a digit leaves most files readable.
        case 0, 1:
            let digits = bytes[index...].prefix(400).indices.filter { 0x30...0x39 ~= bytes[$0] }
            guard let digit = digits.randomElement(using: &generator) else { return }
            bytes[digit] = UInt8.random(in: 0x30...0x39, using: &generator)
        case 2:
            bytes[index] = UInt8.random(in: .min ... .max, using: &generator)
        default:
            bytes.removeSubrange(index..<min(index + Int.random(in: 1...80, using: &generator), bytes.count))
        }
    }
}
