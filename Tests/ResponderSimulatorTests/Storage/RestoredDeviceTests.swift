import Foundation
import ResponderEnvironment
import ResponderKit
import ResponderSimulator
import TestSupport
import Testing

@MainActor
@Suite("A device that is restored from its backup")
struct RestoredDeviceTests {
    private static func results(_ device: SimulatedDevice) -> [String] {
        device.history.entries.compactMap { if case .result(let text) = $0.kind { text } else { nil } }
    }

    // Rules: S26, S24.
    @Test(
        "Another device goes on with the apps of the backup, in homes of its own, with keys of its own and no passcode"
    )
    func otherDevice() throws {
        let stored = try StoredDevice()
        let device = stored.device
        try stored.launch("mail", "notes")
        let former = try device.homePath(of: "notes")
        try stored.container("notes").write(Array("hello".utf8), to: "Documents/a", protection: .complete)
        try stored.container("notes").write([1], to: "Library/Caches/b")
        let application = try #require(device.application("notes"))
        try application.keychain.add(KeychainItem(service: "s", account: "a"), secret: [7])
        device.hasPasscode = true
        try device.perform(.backUp(password: "blue"))
        #expect(throws: DeviceError.backup(.wrongPassword("\(stored.folder.path)/Backups/device"))) {
            try device.perform(.restore("second", password: "red"))
        }
        #expect(application.lifecycleState == .active)
        try device.perform(.restore("second", password: "blue"))
        #expect(application.lifecycleState == .notRunning && device.frontmost == nil && !device.hasPasscode)
        #expect(device.installedApps == ["mail", "notes"])
        let home = try device.homePath(of: "notes")
        #expect(home.hasPrefix("\(stored.folder.path)/second/Containers/") && stored.exists(former))
        try device.perform(.launch("notes"))
        let container = try stored.container("notes")
        #expect(try container.read("Documents/a") == Array("hello".utf8))
        #expect(try container.protection(of: "Documents/a") == .complete)
        #expect(try container.names(in: "Library/Caches") == [])
        #expect(try device.application("notes")?.keychain.read(service: "s", account: "a") == [7])
        // The first device is free again, and as it was.
        let first = try StoredDevice(in: stored.folder)
        #expect(first.device.isLocked && first.device.hasPasscode)
        #expect(try container.path(of: "Documents/a") != former + "/Documents/a")
    }

    // Rules: S26.
    @Test("This device has the apps of the backup again, also one that was removed, and none that came later")
    func thisDevice() throws {
        let stored = try StoredDevice()
        let device = stored.device
        try stored.launch("gone", "notes")
        try stored.container("notes").write([1], to: "Documents/a")
        try device.perform(.backUp(password: nil))
        let former = try device.homePath(of: "notes")
        let used = device.usedSpace
        try stored.container("notes").write([2], to: "Documents/a")
        try device.perform(.uninstall("gone"))
        try stored.launch("later")
        try device.perform(.restore("device", password: nil))
        #expect(device.installedApps == ["notes", "gone"])
        #expect(!stored.exists(former))
        #expect(device.usedSpace == used)
        try device.perform(.launch("notes"))
        #expect(try stored.container("notes").read("Documents/a") == [1])
        try device.perform(.launch("gone"))
    }

    // Rules: S5, S27.
    @Test("A damaged backup leaves the device and its apps as they are, and the next backup goes on")
    func damaged() throws {
        let stored = try StoredDevice()
        let device = stored.device
        try stored.launch("notes")
        try stored.container("notes").write(Array("precious".utf8), to: "Documents/a")
        try device.perform(.backUp(password: nil))
        let objects = "\(stored.folder.path)/Backups/device"
        var damaged = 0
        for case let name as String in FileManager.default.enumerator(atPath: objects) ?? .init() {
            let path = "\(objects)/\(name)"
            guard var bytes = FileManager.default.contents(atPath: path), bytes.range(of: Data("precious".utf8)) != nil
            else {
                continue
            }
            bytes[bytes.count - 1] ^= 1
            try bytes.write(to: URL(fileURLWithPath: path))
            damaged += 1
        }
        #expect(damaged == 1)
        let home = try device.homePath(of: "notes")
        #expect(throws: DeviceError.self) { try device.perform(.restore("device", password: nil)) }
        #expect(try device.homePath(of: "notes") == home && device.frontmost != nil)
        #expect(try stored.container("notes").read("Documents/a") == Array("precious".utf8))
        #expect(try stored.names("..", of: "notes") == ["1"])
        #expect(throws: DeviceError.backup(.noBackup("\(stored.folder.path)/Backups/device"))) {
            try FileManager.default.removeItem(atPath: objects)
            try device.perform(.restore("device", password: nil))
        }
    }

    @Test("A backup that is larger than the storage is refused before anything is touched; a device in use is too")
    func refused() throws {
        let stored = try StoredDevice()
        let device = stored.device
        #expect(throws: DeviceError.badDeviceName("Backups")) {
            try SimulatedDevice().attachStorage(at: stored.folder.path, named: "Backups")
        }
        try stored.launch("notes")
        try stored.container("notes").write([UInt8](repeating: 1, count: 50_000), to: "Documents/a")
        try device.perform(.backUp(password: nil))
        let second = try StoredDevice(in: stored.folder, named: "second")
        #expect(throws: DeviceError.file(.inUse("\(stored.folder.path)/second", process: getpid()))) {
            try device.perform(.restore("second", password: nil))
        }
        try stored.container("notes").remove("Documents/a")
        try device.perform(.fill(100))
        #expect(throws: DeviceError.file(.full("the backup"))) {
            try device.perform(.restore("device", password: nil))
        }
        #expect(device.frontmost != nil && second.device.usedSpace == 0)
    }

    // Rules: S20.
    @Test("An app's items in the keychain stay when the app is removed, and when the process ends")
    func keychain() throws {
        let folder = TemporaryFolder()
        do {
            let stored = try StoredDevice(in: folder)
            try stored.launch("mail")
            try stored.device.application("mail")?.keychain.add(KeychainItem(service: "s", account: "a"), secret: [7])
            try stored.device.perform(.uninstall("mail"))
        }
        let again = try StoredDevice(in: folder)
        try again.launch("mail")
        #expect(try again.device.application("mail")?.keychain.read(service: "s", account: "a") == [7])
    }

    // Rules: S25, A46.
    @Test("What the settings page changes while an app is suspended, its observer is told once, at the resume")
    func settingsPage() throws {
        let stored = try StoredDevice()
        let device = stored.device
        var told: [String] = []
        var tokens: [ObservationToken] = []
        let volume = PreferenceKey("volume", default: "5")
        try device.install(Manifest(identifier: "music")) { application in
            guard let preferences = try? application.preferences else { return }
            preferences.register(defaults: ["volume": "6"])
            tokens = [preferences.observe(volume) { told.append("\($0) -> \($1)") }]
        }
        try device.perform(.launch("music"))
        #expect(try device.application("music")?.preferences[volume] == "6")
        try device.perform(.home)
        try device.perform(.setSettings("music", ["volume": "7"]))
        try device.perform(.setSettings("music", ["volume": "8"]))
        #expect(told == [])
        try device.perform(.launch("music"))
        #expect(told == ["6 -> 8"])
        try device.perform(.setSettings("music", ["volume": "9"]))
        #expect(told == ["6 -> 8", "8 -> 9"] && tokens.count == 1)
        // An app that does not run has the settings at its launch.
        try device.perform(.crash("music"))
        try device.perform(.setSettings("music", ["volume": "1"]))
        try device.perform(.launch("music"))
        #expect(try device.application("music")?.preferences[volume] == "1")
    }

    // Rules: S4, S8.
    @Test("A desktop sees Documents alone; a document that is handed over is read and removed, and found by its URL")
    func documents() throws {
        let stored = try StoredDevice()
        let device = stored.device
        let delegate = ClosureDelegate()
        var urls: [AppURL] = []
        delegate.onURL = { urls.append($0) }
        try device.install(Manifest(identifier: "notes", isFileSharingEnabled: true)) { $0.delegate = delegate }
        try device.install(Manifest(identifier: "mail"))
        #expect(throws: DeviceError.sharesNoFiles("mail")) { try device.perform(.share("mail", .list)) }
        for name in ["", ".", "..", "../Library/a", "/etc/passwd", "a\0"] {
            #expect(throws: DeviceError.self) { try device.perform(.share("notes", .put(name, text: "x"))) }
            #expect(throws: DeviceError.self) { try device.perform(.share("notes", .remove(name))) }
        }
        try device.perform(.share("notes", .put("plans/a b.txt", text: "hello")))
        try device.perform(.share("notes", .get("plans/a b.txt")))
        #expect(Self.results(device) == ["\"hello\""])
        try device.perform(.handOver("notes", name: "ü 1.txt", text: "Dear Anna"))
        let path = try stored.container("notes").path(of: "Documents/Inbox/ü 1.txt")
        #expect(urls.map(\.string) == ["file://" + path.replacing("ü 1", with: "%C3%BC%201")])
        #expect(throws: DeviceError.self) { try device.perform(.handOver("notes", name: "a/b", text: "")) }
        #expect(throws: FileError.self) { try stored.container("notes").write([], to: "Documents/Inbox/ü 1.txt") }
        try stored.container("notes").remove("Documents/Inbox/ü 1.txt")
        // A locked screen refuses the document, which is not left behind.
        try device.perform(.lock)
        #expect(throws: DeviceError.locked) { try device.perform(.handOver("notes", name: "b", text: "")) }
        #expect(try stored.names("Documents/Inbox", of: "notes") == [])
    }
}
