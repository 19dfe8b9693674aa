import Foundation
import TestSupport
import Testing

/// An app that saves its state while it runs, and whose process is killed: see `SavingProgram`.
@Suite("An app that saves while it runs, and is killed")
struct KilledSavingTests {
    /// How often the process is killed; `make soak` does it more often.
    private static let kills = environment("RESPONDERKIT_KILLS") ?? 6

    private let folder = MemoryFolder()
    private var file: String { folder.path + "/state.json" }

    /// The lines of an app, and the numbers in them.
    private struct Account {
        var restored: Int?
        var changed = 0
        var saved = 0

        mutating func add(_ lines: [String]) {
            for line in lines {
                let words = line.split(separator: " ")
                guard words.count == 3, let value = Int(words[1]), Int(words[2]) != nil else {
                    Issue.record("it said: \(line)")
                    continue
                }
                switch words[0] {
                case "restored": restored = value
                case "changed": changed = max(changed, value)
                case "saved": saved = value
                default: Issue.record("it said: \(line)")
                }
            }
        }
    }

    // Rules: A35, A50.
    @Test("A process that is killed at random moments, also in its launch, keeps what was saved, and no file is torn")
    func killed() async throws {
        var random = SeededGenerator(seed: 45)
        var account = Account()
        for kill in 0..<Self.kills {
            let (saved, changed) = (account.saved, account.changed)
            account.restored = nil
            let process = try ChildProcess("SavingProgramFixture", file, "2")
            // Every other one is killed in its launch, or soon after: two in a row would put the state aside.
            let isLaunch = !kill.isMultiple(of: 2)
            var lines: [String] = []
            for _ in 0..<Int.random(in: isLaunch ? 0...1 : 100...400, using: &random) {
                if let line = await process.nextLine() { lines.append(line) }
            }
            var spins = UInt64.random(in: 0...(isLaunch ? 40_000_000 : 400_000), using: &random)
            while spins > 0 { spins -= 1 }
            process.send(SIGKILL)
            let end = try await process.end()
            #expect(end.wasSignalled && end.errors.isEmpty, "it said: \(end.errors)")
            account.add(lines + end.lines)
            // A process that was killed early may not have said what it restored.
            if let restored = account.restored { #expect(saved...max(saved, changed) ~= restored) }
        }
        #expect(account.saved > 0)
        let found = try await endInOrder()
        #expect(account.saved...account.changed ~= found)
    }

    // Rules: A52.
    @Test("A process that SIGTERM ends keeps all that it has changed")
    func ended() async throws {
        _ = try await endInOrder()
        let process = try ChildProcess("SavingProgramFixture", file, "2")
        var account = Account()
        for _ in 0..<50 { account.add([await process.nextLine()].compactMap { $0 }) }
        process.send(SIGTERM)
        let end = try await process.end()
        #expect(end.status == 0 && !end.wasSignalled)
        account.add(end.lines)
        #expect(account.saved == account.changed)
        #expect(try await endInOrder() == account.changed)
    }

    /// Starts the program, and ends it before it changes anything; returns what it restored.
    private func endInOrder() async throws -> Int {
        let process = try ChildProcess("SavingProgramFixture", file, "1000000")
        let line = await process.nextLine()
        process.send(SIGTERM)
        _ = try await process.end()
        var account = Account()
        account.add([line].compactMap { $0 })
        return try #require(account.restored)
    }
}
