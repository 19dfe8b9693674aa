import TestSupport
import Testing

@MainActor
@Suite("A random walk over the files of a device, beside a plain model")
struct StorageWalkTests {
    /// How many steps a walk has; `make soak` takes more.
    private static let steps = environment("RESPONDERKIT_STORAGE_STEPS") ?? 300
    private nonisolated static let seeds = environment("RESPONDERKIT_STORAGE_SEEDS") ?? UInt64(2)

    /// What a long walk comes by.
    private static let kinds = [
        "backUp", "createFolder", "exclude", "exists", "files.read", "files.write", "fill", "handOver", "handle.read",
        "handle.size", "handle.truncate", "handle.write", "install", "isExcluded", "keychain.add", "keychain.read",
        "keychain.remove", "keychain.update", "launch", "lock", "move", "names", "open", "passcode", "preferences",
        "protection", "read", "remove", "restore", "save", "setProtection", "settings", "share.get", "share.list",
        "share.put", "share.remove", "size", "switchOff", "switchOn", "tamper", "uninstall", "unlock", "update",
        "write",
    ]

    // Rules: S2, S8, S9.
    // Rules: S10, S11, S13.
    // Rules: S14, S16, A42.
    // Rules: S3, S6, S26.
    // Rules: S21, S23, S24.
    @Test(
        "A device does with files, locks and backups what a plain model of the rules says, and loses nothing",
        arguments: 1...seeds
    )
    func walk(seed: UInt64) throws {
        let walk = try StorageWalk(seed: seed)
        for _ in 0..<Self.steps where walk.problems.isEmpty { walk.walk() }
        walk.compare()
        #expect(walk.problems.isEmpty, "\(walk.problems.joined(separator: "\n"))")
        // It has not been a walk of refusals.
        #expect(walk.done.values.reduce(0, +) > Self.steps / 4)
        guard Self.steps >= 10_000 else { return }
        #expect(Self.kinds.filter { walk.done[$0] ?? 0 < 3 }.isEmpty)
        #expect(walk.purges > 5)
    }
}
