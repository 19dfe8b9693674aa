import Foundation
import ResponderEnvironment
import TestSupport
import Testing

/// A real process that writes all kinds of storage, and is killed.
@Suite struct KilledStorageTests {
    /// How often the process is killed; `make soak` does it more often.
    private static let kills = environment("RESPONDERKIT_KILLS") ?? 20

    private let folder = MemoryFolder()

    // Rules: S27.
    @Test(
        "A process that is killed at random points loses nothing that it had reported as written, and damages nothing"
    )
    func killed() async throws {
        var random = SeededGenerator(seed: 44)
        // The number that was reported last of each kind.
        var reported: [String: Int] = [:]
        // What was reported when the backup began that was reported last.
        var backedUp: [String: Int] = [:]
        for _ in 0..<Self.kills {
            let first = (reported.values.max() ?? 0) + 2
            let seed = "\(UInt64.random(in: 0 ... .max, using: &random))"
            let process = try ChildProcess("HomeProgramFixture", "storage", folder.path, "\(first)", seed)
            var lines: [String] = []
            for _ in 0..<Int.random(in: 1...40, using: &random) {
                if let line = await process.nextLine() { lines.append(line) }
            }
            // The next write goes on meanwhile, to another place each time.
            var spins = UInt64.random(in: 0...400_000, using: &random)
            while spins > 0 { spins -= 1 }
            process.send(SIGKILL)
            let end = try await process.end()
            #expect(end.wasSignalled, "it said: \(end.lines) \(end.errors)")
            for line in lines + end.lines {
                let words = line.split(separator: " ")
                guard words.count == 2, let number = Int(words[1]) else {
                    Issue.record("it said: \(line)")
                    return
                }
                reported[String(words[0])] = number
                if words[0] == "backup" { backedUp = reported }
            }
            try check(reported, backedUp)
        }
    }

    /// Everything is there as it was reported, or newer.
    private func check(_ reported: [String: Int], _ backedUp: [String: Int]) throws {
        let keys = try DataProtection(keys: Folder(path: folder.path + "/keys"), cost: .quick)
        let home = try Folder(path: folder.path + "/home")
        try check(home, keys, reported)
        let device = try DeviceKeychain(folder: Folder(path: folder.path + "/items"), keys: keys)
        #expect(device.damagedFiles.isEmpty)
        let secret = try device.view(groups: ["app"]).read(service: "s", account: "a")
        check(secret, reported["item"])
        let preferences = PreferenceFile(try HomePath("Library/Preferences/p"), in: home, space: nil)
        try preferences.refresh()
        #expect(preferences.problems.isEmpty)
        if let number = reported["preference"] {
            guard case .int(let found) = preferences.values["key"] else {
                Issue.record("the preference is lost")
                return
            }
            #expect(found >= number)
        }
        guard let number = reported["backup"] else { return }
        let backup = try BackupStore(path: folder.path + "/backup", cost: .quick).open(password: "secret")
        #expect(backup.verify().isEmpty)
        #expect(Int(backup.date) ?? 0 >= number)
        let restored = folder.path + "/restored"
        try backup.restore(app: "app", into: Folder(path: restored, creating: true), files: PlainFiles(keys: keys))
        try check(Folder(path: restored), keys, backedUp)
        try FileManager.default.removeItem(atPath: restored)
    }

    private func check(_ home: Folder, _ keys: DataProtection, _ reported: [String: Int]) throws {
        func read(_ path: String) throws -> [UInt8] {
            guard try home.exists(HomePath(path)) else { return [] }
            return try ProtectedFile.readWhole(HomePath(path), in: home, keys: keys)
        }
        check(try read("Documents/whole"), reported["whole"], isOne: true)
        let (records, plain, log) = (
            try read("Documents/records"), try read("Documents/plain"), try read("Library/log")
        )
        for record in 0..<32 {
            check(part(records, record, 188), reported["record\(record)"])
        }
        for place in 0..<4 { check(part(plain, place, 1), reported["plain\(place)"]) }
        // The log only grows, or begins anew.
        let numbers = numbers(log)
        #expect(numbers == numbers.sorted())
        if let number = reported["log"], let last = numbers.last { #expect(last >= number) }
    }

    private func part(_ bytes: [UInt8], _ index: Int, _ count: Int) -> [UInt8] {
        Array(bytes.dropFirst(index * count * 8).prefix(count * 8))
    }

    private func numbers(_ bytes: [UInt8]) -> [Int] {
        String(decoding: bytes, as: UTF8.self).split(separator: " ").map { Int($0.filter { $0 != "\0" }) ?? 0 }
    }

    /// Every number of the bytes is the reported one, or a later one; where nothing was reported there may be nothing.
    private func check(_ bytes: [UInt8], _ reported: Int?, isOne: Bool = false) {
        let numbers = numbers(bytes)
        if let reported {
            #expect(bytes.count.isMultiple(of: 8) && !numbers.isEmpty)
            #expect(numbers.allSatisfy { $0 >= reported })
        }
        if isOne { #expect(Set(numbers).count <= 1) }
    }
}
