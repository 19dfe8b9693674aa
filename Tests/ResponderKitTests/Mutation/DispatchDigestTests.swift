import ResponderKitTesting
import TestSupport
import Testing

@testable import ResponderKit

/// What random scripts log was the same before the dispatch had one way for every touch, and is to be the same after each
/// change of the dispatch that changes no behaviour. Who changes behaviour on purpose writes the new digests down here.
///
/// Two were: since an event's plan is made before it is sent, the order of its views is that of then, whatever a run nested in
/// an override of `sendEvent` ends; and at ten events one inside another and more, a slot is held back only if one of those
/// further out has its touch, not always.
///
/// Without any table of overrides other responders are called, so there these say nothing.
@MainActor
@Suite(
    "What random scripts log, as a digest",
    .enabled(if: isOverrideTableRead, "with no override table, other responders are called")
)
struct DispatchDigestTests {
    struct Script: CustomTestStringConvertible {
        let testDescription: String
        let expected: UInt64
        let log: @MainActor (_ seed: UInt64, _ digest: inout Digest) throws -> Void
    }

    private nonisolated static let scripts = [
        moves(fingers: 1, overrides: false, expected: 0xb48a_7a42_c6f0_36fc),
        moves(fingers: 1, overrides: true, expected: 0x4b33_bc42_7ae4_68ff),
        moves(fingers: 3, overrides: false, expected: 0xe982_b043_3461_8a67),
        moves(fingers: 3, overrides: true, expected: 0x2f4a_90d4_5fd4_4c03),
        edits(coalescing: true, expected: 0x19c2_8067_8cf1_9379),
        edits(coalescing: false, expected: 0x7ac4_5647_d242_b2f4),
        turns(senders: 1, isMoody: false, expected: 0xc78a_0ed7_8cbd_4705),
        turns(senders: 2, isMoody: false, expected: 0x3b0a_e425_e323_93fd),
        turns(senders: 1, isMoody: true, expected: 0x1246_b3db_d7e3_7de8),
    ]

    @Test("is what it was", arguments: scripts)
    func digests(script: Script) throws {
        var digest = Digest()
        for seed in UInt64(1)...4 { try script.log(seed, &digest) }
        #expect(digest.value == script.expected)
    }

    nonisolated private static func moves(fingers: Int, overrides: Bool, expected: UInt64) -> Script {
        Script(testDescription: "moves of \(fingers), overrides: \(overrides)", expected: expected) { seed, digest in
            let model = try MoveModel(seed: seed, listens: true, overrides: overrides, fingers: fingers)
            model.run(steps: 400)
            for line in model.lines { digest.write(line) }
        }
    }

    nonisolated private static func edits(coalescing: Bool, expected: UInt64) -> Script {
        Script(testDescription: "edits of trees, coalescing: \(coalescing)", expected: expected) { seed, digest in
            let model = try GuaranteeModel(seed: seed, coalescing: coalescing, traced: true)
            model.run(steps: 3000)
            digest.write("\(model.digest.value)")
        }
    }

    nonisolated private static func turns(senders: Int, isMoody: Bool, expected: UInt64) -> Script {
        let name = "turns of \(senders) senders\(isMoody ? ", coalescing switched on and off" : "")"
        return Script(testDescription: name, expected: expected) { seed, digest in
            let model = try CoalescingModel(seed: seed, senders: senders, nests: true, isMoody: isMoody, listens: true)
            model.run(frames: 300)
            digest.write("\(model.digest.value)")
        }
    }
}
