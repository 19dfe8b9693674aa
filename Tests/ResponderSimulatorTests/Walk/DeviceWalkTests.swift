import ResponderKit
import ResponderSimulator
import TestSupport
import Testing

@MainActor
@Suite("A random walk over a device with ten apps")
struct DeviceWalkTests {
    /// How many things are done in all: so many that each kind is among them, and `make soak` does more.
    private static let actions = environment("RESPONDERKIT_DEVICE_ACTIONS") ?? 7000

    // Rules: A3, A11, A47.
    // Rules: A24, A26, A28.
    // Rules: A4, A30, A48.
    @Test(
        "A random walk keeps to the rules' edges, tells each app its changes once, and loses no touch's end",
        arguments: [1, 2] as [UInt64]
    )
    func walk(seed: UInt64) throws {
        let life = try RandomLife(seed: seed)
        for _ in 0..<Self.actions / 2 where life.problems.isEmpty { life.step() }
        try #require(life.problems == [], "seed \(seed)")
        // All apps end: then every touch that began is over.
        _ = try? life.device.perform(.switchOn)
        try life.device.perform(.switchOff)
        #expect(life.names.allSatisfy { life.device.application($0) == nil })
        #expect(life.touchesBegan == life.touchesOver)
        // It has not been a walk of nothing, and has left nothing out that can be done to a device.
        let missing = WalkedDeed.all.filter { life.deeds[$0, default: 0] == 0 }
        #expect(missing.isEmpty, "seed \(seed)")
        #expect(life.edges.count == 12)
        #expect(life.touchesBegan > Self.actions / 200)
        #expect(life.timersFired > Self.actions / 10)
        #expect(life.refusals < Self.actions * 3 / 8)
    }

    // Rules: A3, SEQ14, T25.
    @Test(
        "A random walk over scripted apps is as lawful, each action being a line of a script",
        arguments: [4, 5] as [UInt64]
    )
    func scriptedWalk(seed: UInt64) throws {
        let life = try RandomLife(seed: seed, isScripted: true)
        let checker = HistoryChecker()
        life.onHistoryEntry = { checker.take($0) }
        // A rare edge may come late.
        for step in 0..<2 * Self.actions where life.problems.isEmpty && checker.problems.isEmpty {
            if step > Self.actions / 4, checker.edges.count == 12 { break }
            life.step()
            #expect(checker.foreground.count == (life.device.frontmost == nil ? 0 : 1))
        }
        try #require(life.problems == [] && checker.problems == [], "seed \(seed)")
        _ = try? life.device.perform(.switchOn)
        try life.device.perform(.switchOff)
        #expect(checker.running == [] && checker.problems == [])
        #expect(life.names.count > 8)
        #expect(checker.edges.count == 12)
        #expect(checker.touchesBegan > Self.actions / 400 && checker.touchesRefused > Self.actions / 400)
    }

    @Test("A random walk is the same each time")
    func deterministic() throws {
        func record() throws -> [String] {
            let life = try RandomLife(seed: 7)
            var lines: [String] = []
            life.onHistoryEntry = { [path = life.folder.path] in
                // Each walk has a folder of its own.
                let text = $0.description.replacing(path, with: "FOLDER")
                lines.append("\($0.time) \($0.app ?? "*") \(text)")
            }
            for _ in 0..<300 { life.step() }
            return lines
        }
        let first = try record()
        #expect(first.count > 600)
        #expect(try record() == first)
    }

    @Test("The rules of the walk are the edges of A3, and no others")
    func rules() {
        var edges = 0
        for from in LifecycleState.allCases {
            for to in LifecycleState.allCases {
                let calls = [
                    "", "didFinish", "becomeActive", "resignActive", "enterBackground", "enterForeground", "terminate",
                ]
                if calls.contains(where: { LifeRules.allows(from: from, to: to, after: $0, isSilent: true) }) {
                    edges += 1
                }
            }
        }
        #expect(edges == 12)
    }
}
