import Foundation
import ResponderEnvironment
import TestSupport
import Testing

/// Real processes with preferences and keychains.
@Suite struct SettingsProcessTests {
    private let folder = TemporaryFolder()

    private func preferences() throws -> PreferenceFile {
        let file = PreferenceFile(try HomePath("Library/file"), in: try Folder(path: folder.path), space: nil)
        try file.refresh()
        return file
    }

    @Test("Two processes that write preferences to one file at once lose nothing of each other's")
    func together() async throws {
        let one = try ChildProcess("HomeProgramFixture", "preferences", folder.path, "one", "60")
        let other = try ChildProcess("HomeProgramFixture", "preferences", folder.path, "other", "60")
        let ends = [try await one.end().status, try await other.end().status]
        #expect(ends == [0, 0])
        let file = try preferences()
        #expect(file.values["one"] == .int(60) && file.values["other"] == .int(60) && file.values.count == 4)
        #expect(file.problems.isEmpty)
        // Some 600 kB were written.
        #expect(file.size < 150_000)
    }

    @Test("A process that is killed while it writes preferences loses nothing that it had reported as written")
    func killedPreferences() async throws {
        var last = 0
        for round in 0..<4 {
            let process = try ChildProcess("HomeProgramFixture", "preferences", folder.path, "key")
            for _ in 0...(5 * round) { _ = await process.nextLine() }
            process.send(SIGKILL)
            last = try await process.end().lines.last.flatMap { Int($0) } ?? 5 * round + 1
            let file = try preferences()
            guard case .int(let number) = file.values["key"], case .text(let text) = file.values["key text"] else {
                Issue.record("there is no value")
                return
            }
            #expect(number >= last)
            // Both were set in one step.
            #expect(text.drop { $0 == "t" } == "\(number)")
        }
    }

    @Test("A process that is killed while it changes a keychain loses no item that it had reported, and damages none")
    func killedKeychain() async throws {
        var reported = -1
        for round in 0..<4 {
            let process = try ChildProcess("HomeProgramFixture", "keychain", folder.path)
            for _ in 0...(5 * round) {
                if let number = await process.nextLine().flatMap({ Int($0) }) { reported = number }
            }
            process.send(SIGKILL)
            reported = try await process.end().lines.last.flatMap { Int($0) } ?? reported
            let keys = try DataProtection(keys: Folder(path: folder.path + "/keys"), cost: .quick)
            let device = try DeviceKeychain(folder: Folder(path: folder.path + "/items"), keys: keys)
            let keychain = device.view(groups: ["app"])
            #expect(device.damagedFiles.isEmpty)
            #expect(device.items().count > reported)
            for item in device.items() {
                #expect(try keychain.read(service: "s", account: item.account) == Array(item.account.utf8))
            }
            #expect(device.items().first { $0.account == "\(reported)" }?.label == "l")
            // Each round at most one item was added and not yet changed.
            #expect(device.items().count { $0.label == "" } <= round + 1)
        }
    }
}
