import ResponderEnvironment
import ResponderKit
import ResponderSimulator
import TestSupport
import Testing

@MainActor
@Suite("Edges of the lock and the space of a device")
struct StorageEdgesTests {
    // Rules: S11.
    @Test("Protected data is available at once where the passcode is taken away while the screen is locked")
    func passcodeTakenAway() throws {
        let stored = try StoredDevice()
        let device = stored.device
        try device.perform(.choosePasscode("blue"))
        try device.perform(.lock)
        #expect(!device.environment.isProtectedDataAvailable)
        try device.perform(.setPasscode(false))
        #expect(device.environment.isProtectedDataAvailable && stored.exists(stored.folder.path))
    }

    // Rules: S13.
    @Test("A passcode that is set while the device is off locks its files until the first unlock")
    func passcodeWhileOff() throws {
        let stored = try StoredDevice()
        let device = stored.device
        try device.install(Manifest(identifier: "notes", isFileSharingEnabled: true))
        try device.perform(.share("notes", .put("a", text: "hello")))
        try device.perform(.switchOff)
        try device.perform(.choosePasscode("blue"))
        try device.perform(.switchOn)
        let locked = FileError.locked("Documents/a", .completeUntilFirstUserAuthentication)
        #expect(throws: DeviceError.file(locked)) { try device.perform(.share("notes", .get("a"))) }
        try device.perform(.enterPasscode("blue"))
        try device.perform(.share("notes", .get("a")))
    }

    // Rules: S1, S4.
    @Test("A desktop cannot remove an app's Inbox, and a file that it cannot put leaves no folder behind")
    func desktop() throws {
        let stored = try StoredDevice()
        let device = stored.device
        try device.install(Manifest(identifier: "notes", isFileSharingEnabled: true))
        #expect(throws: DeviceError.self) { try device.perform(.share("notes", .remove("Inbox"))) }
        try device.perform(.fill(10))
        #expect(throws: DeviceError.file(.full("Documents/f/a"))) {
            try device.perform(.share("notes", .put("f/a", text: String(repeating: "a", count: 100))))
        }
        #expect(try stored.names("Documents", of: "notes") == ["Inbox"])
    }

    @Test("An open file that was removed or replaced meanwhile counts no bytes, and gives none back again")
    func unlinked() throws {
        let stored = try StoredDevice()
        try stored.launch("notes")
        let empty = stored.device.usedSpace
        let container = try stored.container("notes")
        for protection in [ProtectionClass.none, .complete] {
            let file = try container.open("Documents/a", protection: protection)
            try file.write([1, 2, 3], at: 0)
            try file.write([], at: 100)
            try container.remove("Documents/a")
            #expect(stored.device.usedSpace == empty)
            try file.write([UInt8](repeating: 1, count: 5000), at: 0)
            #expect(stored.device.usedSpace == empty)
            try file.truncate(to: 0)
            #expect(stored.device.usedSpace == empty)
        }
    }

    // Rules: S6.
    @Test("An app that ended by its update is purged after one that ended before it")
    func purgeAfterUpdate() throws {
        let stored = try StoredDevice(capacity: 100_000)
        let device = stored.device
        for app in ["one", "two"] {
            try stored.launch(app)
            try device.perform(.files(app, .write("tmp/x", .size(20_000), protection: ProtectionClass.none)))
            try device.perform(app == "one" ? .crash(app) : .update(app))
        }
        try stored.launch("notes")
        try device.perform(.files("notes", .write("tmp/x", .size(70_000), protection: ProtectionClass.none)))
        #expect(try stored.names("tmp", of: "one") == [] && stored.names("tmp", of: "two") == ["x"])
    }

    @Test("The bytes that are in use are those of the files after somebody has changed a bundle, and after the update")
    func tampered() throws {
        let stored = try StoredDevice()
        let device = stored.device
        try device.install(Manifest(identifier: "notes"))
        let used = device.usedSpace
        try device.perform(.tamper("notes"))
        #expect(device.usedSpace > used)
        try device.perform(.update("notes"))
        #expect(device.usedSpace == used && stored.exists(stored.folder.path))
    }

    // Rules: S24.
    @Test("A restoration restores no item of the keychain where the lock keeps the key of one of them")
    func restoreWhileLocked() throws {
        let stored = try StoredDevice()
        let device = stored.device
        try device.install(Manifest(identifier: "music", backgroundModes: [.audio]))
        try device.perform(.launch("music"))
        try device.perform(.beginActivity("music", .audio))
        let keychain = try #require(device.application("music")).keychain
        func item(_ account: Int) -> KeychainItem {
            KeychainItem(
                service: "s",
                account: "\(account)",
                accessibility: account == 0 ? .whenUnlocked : .afterFirstUnlock
            )
        }
        for account in 0..<8 { try keychain.add(item(account), secret: [1]) }
        try device.perform(.choosePasscode("blue"))
        try device.perform(.backUp(password: nil))
        for account in 0..<8 { try keychain.update(item(account), secret: [2]) }
        try device.perform(.lock)
        device.advance(by: .seconds(10))
        #expect(throws: DeviceError.keychain(.locked(service: "s", account: "0"))) {
            try device.perform(.restore("device", password: nil))
        }
        for account in 1..<8 { #expect(try keychain.read(service: "s", account: "\(account)") == [2]) }
        #expect(stored.exists(stored.folder.path))
    }
}
