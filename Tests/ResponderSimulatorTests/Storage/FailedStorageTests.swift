import Foundation
import ResponderEnvironment
import ResponderKit
import ResponderSimulator
import TestSupport
import Testing

@MainActor
@Suite("A device whose storage fails in the middle of an action")
struct FailedStorageTests {
    /// Changes a byte of the file in a backup that has the text.
    private static func damage(_ text: String, in backup: String) throws {
        for case let name as String in FileManager.default.enumerator(atPath: backup) ?? .init() {
            let path = "\(backup)/\(name)"
            guard var bytes = FileManager.default.contents(atPath: path), bytes.range(of: Data(text.utf8)) != nil else {
                continue
            }
            bytes[bytes.count - 1] ^= 1
            try bytes.write(to: URL(fileURLWithPath: path))
        }
    }

    // Rules: S26, S27.
    @Test("A damaged backup leaves another device as it was: its apps, its files, its passcode and its keychain")
    func otherDevice() throws {
        let folder = TemporaryFolder()
        let item = KeychainItem(service: "s", account: "a")
        var former = ""
        do {
            let second = try StoredDevice(in: folder, named: "second")
            try second.launch("old")
            try second.container("old").write(Array("kept".utf8), to: "Documents/a", protection: .complete)
            try second.device.application("old")?.keychain.add(item, secret: [7])
            try second.device.perform(.choosePasscode("blue"))
            former = try second.device.homePath(of: "old")
        }
        let stored = try StoredDevice(in: folder)
        let device = stored.device
        try stored.launch("first", "notes")
        try stored.container("notes").write(Array("precious".utf8), to: "Documents/a")
        try device.perform(.backUp(password: nil))
        try Self.damage("precious", in: "\(folder.path)/Backups/device")
        let home = try device.homePath(of: "notes")
        #expect(throws: DeviceError.self) { try device.perform(.restore("second", password: nil)) }
        #expect(device.frontmost === device.application("notes") && stored.exists(home))
        let devices = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        #expect(devices == ["Backups", "device", "second"])
        do {
            let second = try StoredDevice(in: folder, named: "second")
            #expect(second.device.isLocked && second.device.hasPasscode)
            try second.device.perform(.enterPasscode("blue"))
            try second.launch("old")
            #expect(try second.device.homePath(of: "old") == former)
            #expect(try second.container("old").read("Documents/a") == Array("kept".utf8))
            #expect(try second.device.application("old")?.keychain.read(service: "s", account: "a") == [7])
        }
        // A backup that is whole replaces the device, and no home has the number of a former one.
        try FileManager.default.removeItem(atPath: "\(folder.path)/Backups/device")
        try device.perform(.backUp(password: nil))
        try device.perform(.restore("second", password: nil))
        #expect(device.installedApps == ["first", "notes"] && !device.hasPasscode && !stored.exists(former))
        #expect(try device.homePath(of: "first") == "\(folder.path)/second/Containers/2")
        try device.perform(.launch("notes"))
        #expect(try stored.container("notes").read("Documents/a") == Array("precious".utf8))
    }

    // Rules: S24, S27.
    @Test("A restoration whose homes cannot take the place of the former ones restores no item of the keychain")
    func keychainLast() throws {
        let stored = try StoredDevice()
        let device = stored.device
        try stored.launch("notes")
        let keychain = try #require(device.application("notes")).keychain
        let item = KeychainItem(service: "s", account: "a")
        try keychain.add(item, secret: [1])
        try device.perform(.backUp(password: nil))
        try keychain.update(item, secret: [2])
        let records = "\(stored.folder.path)/device/Installed"
        try FileManager.default.moveItem(atPath: records, toPath: records + ".away")
        #expect(throws: DeviceError.self) { try device.perform(.restore("device", password: nil)) }
        #expect(try keychain.read(service: "s", account: "a") == [2])
        #expect(try device.frontmost != nil && stored.names("..", of: "notes") == ["1"])
        try FileManager.default.moveItem(atPath: records + ".away", toPath: records)
        try device.perform(.restore("device", password: nil))
        #expect(try keychain.read(service: "s", account: "a") == [1] && stored.names("..", of: "notes") == ["3"])
    }

    // Rules: S24, S27.
    @Test("A restoration whose items the lock refuses leaves the apps in their homes, also for the next process")
    func lockedItems() throws {
        let folder = TemporaryFolder()
        do {
            let stored = try StoredDevice(in: folder)
            let device = stored.device
            try device.install(Manifest(identifier: "music", backgroundModes: [.audio]))
            try device.perform(.launch("music"))
            try device.perform(.beginActivity("music", .audio))
            try stored.container("music").write([1], to: "Documents/a", protection: ProtectionClass.none)
            let keychain = try #require(device.application("music")).keychain
            try keychain.add(KeychainItem(service: "s", account: "a"), secret: [1])
            try device.perform(.choosePasscode("blue"))
            try device.perform(.backUp(password: nil))
            try stored.container("music").write([2], to: "Documents/a")
            try device.perform(.lock)
            device.advance(by: .seconds(10))
            #expect(throws: DeviceError.keychain(.locked(service: "s", account: "a"))) {
                try device.perform(.restore("device", password: nil))
            }
            #expect(try stored.names("..", of: "music") == ["1"])
            #expect(try stored.container("music").read("Documents/a") == [2])
        }
        let again = try StoredDevice(in: folder)
        try again.device.perform(.enterPasscode("blue"))
        try again.device.install(Manifest(identifier: "music", backgroundModes: [.audio]))
        try again.device.perform(.launch("music"))
        #expect(try again.container("music").read("Documents/a") == [2])
    }

    // Rules: S7.
    @Test("An app whose update fails on the disk goes on in its home, and is updated when the disk is well again")
    func update() throws {
        let stored = try StoredDevice()
        let device = stored.device
        try stored.launch("notes")
        try stored.container("notes").write([1], to: "Documents/a")
        let containers = "\(stored.folder.path)/device/Containers"
        let used = device.usedSpace
        // A folder with a file at the home's next place is in the way of the move.
        try FileManager.default.createDirectory(atPath: "\(containers)/2", withIntermediateDirectories: false)
        try Data([1]).write(to: URL(fileURLWithPath: "\(containers)/2/a"))
        #expect(throws: DeviceError.self) { try device.perform(.update("notes")) }
        #expect(device.usedSpace == used)
        try device.perform(.launch("notes"))
        #expect(try stored.container("notes").read("Documents/a") == [1])
        try device.perform(.update("notes"))
        #expect(try device.homePath(of: "notes") == "\(containers)/3")
        try device.perform(.launch("notes"))
        #expect(try stored.container("notes").read("Documents/a") == [1])
    }

    @Test("A root that vanishes refuses what needs files, and the device and its apps go on without")
    func vanishedRoot() throws {
        let stored = try StoredDevice()
        let device = stored.device
        try stored.launch("notes")
        try FileManager.default.removeItem(atPath: stored.folder.path)
        #expect(throws: DeviceError.self) {
            try device.perform(.files("notes", .write("a", .size(1), protection: nil)))
        }
        #expect(throws: DeviceError.self) { try device.perform(.backUp(password: nil)) }
        #expect(throws: DeviceError.self) { try device.perform(.restore("device", password: nil)) }
        #expect(throws: DeviceError.self) { try device.perform(.restore("second", password: nil)) }
        #expect(throws: DeviceError.self) { try device.perform(.update("notes")) }
        #expect(throws: DeviceError.self) { try device.perform(.uninstall("notes")) }
        #expect(throws: DeviceError.self) { try device.install(Manifest(identifier: "mail")) }
        try device.perform(.home)
        #expect(device.installedApps == ["notes"])
    }

    @Test("An identifier with a space that combines with the character before it is refused, like every other space")
    func combinedSpace() throws {
        let stored = try StoredDevice()
        let name = "a\u{600} b"
        #expect(throws: DeviceError.badIdentifier(name)) { try stored.device.install(Manifest(identifier: name)) }
    }

    @Test("Apps that act on themselves, from a callback or a listener of the history, are updated and removed later")
    func fromInside() throws {
        let stored = try StoredDevice()
        let device = stored.device
        let delegate = ClosureDelegate()
        var files: [ProtectedFile] = []
        var outcomes: [SimulatedDevice.Outcome] = []
        delegate.onActive = { application in
            guard files.isEmpty, let container = try? application.container,
                let file = try? container.open("Documents/a", .writing),
                let outcome = try? device.perform(.update("notes"))
            else { return }
            files.append(file)
            outcomes.append(outcome)
        }
        try device.install(Manifest(identifier: "notes")) { $0.delegate = delegate }
        try device.perform(.launch("notes"))
        #expect(outcomes == [.waiting] && device.frontmost == nil)
        #expect(try device.homePath(of: "notes").hasSuffix("/2"))
        // A handle that code has kept leads to the file, wherever the home is.
        try files[0].write([1, 2], at: 0)
        try device.perform(.launch("notes"))
        #expect(try stored.container("notes").read("Documents/a") == [1, 2])
        device.onHistoryEntry = { entry in
            guard case .action(.home) = entry.kind, let outcome = try? device.perform(.uninstall("notes")) else {
                return
            }
            outcomes.append(outcome)
        }
        try device.perform(.home)
        #expect(outcomes == [.waiting, .waiting] && device.installedApps == [])
        #expect(device.usedSpace == 0)
        try files[0].write([UInt8](repeating: 1, count: 5000), at: 0)
        #expect(device.usedSpace == 0)
    }
}
