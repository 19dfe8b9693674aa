import ResponderKitTesting
import TestSupport
import Testing

@testable import ResponderCore

/// What random scripts log is to be the same after each change of the dispatch that changes no behaviour.
///
/// The digests were taken before the dispatch had one way for every touch. A change of behaviour on purpose needs new
/// digests, and its reason here.
///
/// The reasons so far: An event's plan is made before the event is sent, so its views keep the order of that time, even
/// if a run nested in an override of `sendEvent` ends touches. With ten or more events one inside another, a slot is
/// held back only if one of the outer events has its touch. A touch that was refused is stationary when it does not
/// move (rule T5). A began that an override of `sendEvent` withheld never comes, even if a nested run has brought a
/// move. The scripts' edits have views that handle began alone. And a root controller belongs to one window, comes back
/// when it is set again, and has its new view put in the place of the old one (rule VC26).
///
/// The digest after two seeds is compared too, so that `make test` need not run all four: `make soak` does.
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
        /// The digests after two seeds and after four.
        let expected: [UInt64]
        let log: @MainActor (_ seed: UInt64, _ digest: inout Digest) throws -> Void
    }

    private nonisolated static let scripts = [
        moves(fingers: 1, overrides: false, expected: [0x7919_af40_3222_cfbb, 0x254b_c38a_702d_29f9]),
        moves(fingers: 1, overrides: true, expected: [0x54de_f295_68ff_e463, 0x237a_412f_5b7b_727f]),
        moves(fingers: 3, overrides: false, expected: [0xa441_3937_927c_bc72, 0xe982_b043_3461_8a67]),
        moves(fingers: 3, overrides: true, expected: [0xcd22_ff17_503c_6a24, 0x6111_bb06_5a10_0fb5]),
        edits(coalescing: true, expected: [0xe316_0724_6a41_81c5, 0x2a27_671a_9879_f571]),
        edits(coalescing: false, expected: [0xfccc_90d5_4ca6_4330, 0xe886_ed66_b132_6315]),
        turns(senders: 1, isMoody: false, expected: [0xd559_caf2_c2c7_21a5, 0xc78a_0ed7_8cbd_4705]),
        turns(senders: 2, isMoody: false, expected: [0xce11_d1c2_56b5_5b7a, 0x3b0a_e425_e323_93fd]),
        turns(senders: 1, isMoody: true, expected: [0x56db_6ad6_71ce_b442, 0x1246_b3db_d7e3_7de8]),
    ]

    /// How many seeds are run: two, or all four where `RESPONDERKIT_MODEL_SEEDS` says so many.
    private nonisolated static let seeds: UInt64 = (environment("RESPONDERKIT_MODEL_SEEDS") ?? 2) < 4 ? 2 : 4

    @Test("The digest of what random scripts log is what it was", arguments: scripts)
    func digests(script: Script) throws {
        var digest = Digest()
        var values: [UInt64] = []
        for seed in 1...Self.seeds {
            try script.log(seed, &digest)
            if seed.isMultiple(of: 2) { values.append(digest.value) }
        }
        #expect(values == Array(script.expected.prefix(values.count)))
    }

    nonisolated private static func moves(fingers: Int, overrides: Bool, expected: [UInt64]) -> Script {
        Script(testDescription: "moves of \(fingers), overrides: \(overrides)", expected: expected) { seed, digest in
            let model = try MoveModel(seed: seed, listens: true, overrides: overrides, fingers: fingers)
            model.run(steps: 400)
            for line in model.lines { digest.write(line) }
        }
    }

    nonisolated private static func edits(coalescing: Bool, expected: [UInt64]) -> Script {
        Script(testDescription: "edits of trees, coalescing: \(coalescing)", expected: expected) { seed, digest in
            let model = try GuaranteeModel(seed: seed, coalescing: coalescing, traced: true)
            model.run(steps: 3000)
            digest.write("\(model.digest.value)")
        }
    }

    nonisolated private static func turns(senders: Int, isMoody: Bool, expected: [UInt64]) -> Script {
        let name = "turns of \(senders) senders\(isMoody ? ", coalescing switched on and off" : "")"
        return Script(testDescription: name, expected: expected) { seed, digest in
            let model = try CoalescingModel(seed: seed, senders: senders, nests: true, isMoody: isMoody, listens: true)
            model.run(frames: 300)
            digest.write("\(model.digest.value)")
        }
    }
}
