import TestSupport
import Testing

@testable import Fuzzers

@MainActor
@Suite("A panel's device that sends, answers and goes at random")
struct PanelModelTests {
    /// How many seeds are tried: fifty, or ten times what `RESPONDERKIT_MODEL_SEEDS` says.
    nonisolated private static let seeds: UInt64 = 10 * (environment("RESPONDERKIT_MODEL_SEEDS") ?? 5)

    // Rules: T20.
    @Test("A panel's random device has each of its touches begin once and end once", arguments: 0..<seeds)
    func random(seed: UInt64) throws {
        var device = RandomDevice(seed: seed)
        var run = try PanelDeviceRun(device.bytes())
        try run.run()
    }

    @Test("A panel's random device mostly makes many contacts")
    func contacts() throws {
        let counts = try (UInt64(0)..<20).map { seed in
            var device = RandomDevice(seed: seed)
            var run = try PanelDeviceRun(device.bytes())
            try run.run()
            return run.contacts
        }
        #expect(counts.count { $0 > 10 } > 15, "\(counts)")
    }
}

/// Makes up what a device does, as the bytes that the fuzzer reads: mostly what panels send.
private struct RandomDevice {
    private var generator: SeededGenerator
    private let hasSlots: Bool

    init(seed: UInt64) {
        generator = SeededGenerator(seed: seed)
        hasSlots = !seed.isMultiple(of: 3)
    }

    mutating func bytes() -> [UInt8] {
        // The usual screen, rotated, and the usual panel of protocol B; or one that has positions alone, of protocol A.
        var bytes: [UInt8] = [0, byte(below: 4)] + (hasSlots ? [0, 0] : [0x60, 0x80])
        for _ in 0..<400 { bytes += step() }
        return bytes
    }

    private mutating func step() -> [UInt8] {
        switch byte(below: 100) {
        case 0..<70:
            let count = byte(below: 8)
            return [0, count] + (0...count).flatMap { _ in event() }
        // Cut in the middle of an event, whose rest never comes.
        case 70: return [192, byte(below: 255), byte(below: 24), 208, byte(below: 3)]
        case 71..<75: return [196] + (0..<60).map { _ in byte(below: 12) }
        case 75: return [208, byte(below: 3)]
        default: return [255]
        }
    }

    /// An event: its kind, and its value.
    private mutating func event() -> [UInt8] {
        switch byte(below: 42) {
        case 0..<8: [0x00, 8]
        case 8..<14: hasSlots ? [0x09, byte(below: 10)] : [0x02, 0]
        case 14..<19: [0x0a, byte(below: 20)]
        case 19..<23: [0x0a, 255]
        case 23..<28: [0xcb, byte(below: 255), byte(below: 4)]
        case 28..<32: [0xcc, byte(below: 255), byte(below: 4)]
        case 32..<38: hasSlots ? [0x0e, byte(below: 3)] : [0x02, 0]
        case 38: [0x03, 0]
        // A finger hovers, or touches.
        case 39, 40: [0x01, byte(below: 2)]
        default: [byte(below: 255), byte(below: 255)]
        }
    }

    private mutating func byte(below bound: Int) -> UInt8 { UInt8.random(in: 0..<UInt8(bound), using: &generator) }
}
