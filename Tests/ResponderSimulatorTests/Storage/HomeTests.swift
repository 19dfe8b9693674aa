import Foundation
import ResponderEnvironment
import ResponderKit
import ResponderSimulator
import TestSupport
import Testing

@MainActor
@Suite("The homes of a device's apps")
struct HomeTests {
    // Rules: S1, S2.
    @Test("An app has a home with the standard directories from its installation on, and another one the next time")
    func installation() throws {
        let stored = try StoredDevice()
        try stored.launch("org.example.notes")
        let home = try stored.device.homePath(of: "org.example.notes")
        #expect(home == "\(stored.folder.path)/device/Containers/1")
        #expect(try stored.names("", of: "org.example.notes") == ["Documents", "Library", "notes.app", "tmp"])
        #expect(try stored.names("Documents", of: "org.example.notes") == ["Inbox"])
        let container = try stored.container("org.example.notes")
        #expect(try container.path(of: .caches) == home + "/Library/Caches")
        try container.write([1], to: "Documents/a")
        try container.write([2], to: "Documents/A")
        #expect(try container.read("Documents/a") == [1])
        try stored.device.perform(.uninstall("org.example.notes"))
        #expect(!stored.exists(home))
        try stored.launch("org.example.notes")
        #expect(try stored.device.homePath(of: "org.example.notes") == "\(stored.folder.path)/device/Containers/2")
    }

    // Rules: S1.
    @Test("An app whose bundle was changed past the device is not launched until it is updated")
    func tampered() throws {
        let stored = try StoredDevice()
        try stored.device.install(Manifest(identifier: "notes", urlSchemes: ["note"]))
        try stored.device.install(Manifest(identifier: "mail"))
        let file = try stored.device.homePath(of: "notes") + "/notes.app/Icon"
        try Data([1]).write(to: URL(fileURLWithPath: file))
        let refusal = DeviceError.changedBundle("notes")
        #expect(throws: refusal) { try stored.device.perform(.launch("notes")) }
        #expect(throws: refusal) { try stored.device.perform(.openURL(try AppURL("note:1"), from: nil)) }
        #expect(throws: refusal) { try stored.device.perform(.handOver("notes", name: "a", text: "b")) }
        #expect(try stored.names("Documents/Inbox", of: "notes") == [])
        try stored.device.perform(.update("notes"))
        try stored.device.perform(.launch("notes"))
        #expect(stored.device.frontmost?.manifest.identifier == "notes")
    }

    // Rules: S7.
    @Test("An update ends the app and moves its home: files stay, and paths that were kept lead nowhere")
    func update() throws {
        let stored = try StoredDevice()
        try stored.launch("notes")
        let container = try stored.container("notes")
        try container.write(Array("hello".utf8), to: "Documents/a.txt")
        let kept = try container.path(of: "Documents/a.txt")
        let application = try #require(stored.device.frontmost)
        try stored.device.update(Manifest(identifier: "notes", backgroundModes: [.audio]))
        #expect(application.lifecycleState == .notRunning && stored.device.frontmost == nil)
        #expect(!stored.exists(kept))
        try stored.device.perform(.launch("notes"))
        #expect(stored.device.frontmost?.manifest.backgroundModes == [.audio])
        let moved = try stored.container("notes")
        #expect(try moved.path(of: "Documents/a.txt") != kept)
        #expect(try moved.read("Documents/a.txt") == Array("hello".utf8))
    }

    @Test("A process that ends in the middle of an update leaves a home that the next one goes on with")
    func interruptedUpdate() throws {
        let folder = TemporaryFolder()
        let record = "device/Installed/1"
        func write(_ home: Int, _ former: Int?) throws {
            let lines = try folder.text(of: record).split(separator: "\n").filter {
                !$0.hasPrefix("home") && !$0.hasPrefix("former-home")
            }
            let more = ["home \(home)"] + (former.map { ["former-home \($0)"] } ?? [])
            try folder.write((lines.map(String.init) + more).map { $0 + "\n" }.joined(), to: record)
        }
        try StoredDevice(in: folder).launch("notes")
        try folder.write("kept", to: "device/Containers/1/Documents/a")
        // The record is written, and nothing is moved yet.
        try write(2, 1)
        let stored = try StoredDevice(in: folder)
        #expect(stored.exists("\(folder.path)/device/Containers/2/Documents/a"))
        try stored.launch("notes")
        let home = try stored.device.homePath(of: "notes")
        #expect(home == "\(folder.path)/device/Containers/3")
        #expect(try String(contentsOfFile: home + "/Documents/a", encoding: .utf8) == "kept")
    }

    @Test("A device that is attached again goes on with its apps' homes; another manifest is an update")
    func attachedAgain() throws {
        let folder = TemporaryFolder()
        try StoredDevice(in: folder).launch("notes", "mail")
        try folder.write("kept", to: "device/Containers/1/Documents/a")
        try folder.makeFolder("device/Containers/77/Documents")
        let again = try StoredDevice(in: folder)
        #expect(!again.exists("\(folder.path)/device/Containers/77"))
        #expect(again.device.installedApps == [])
        try again.launch("notes")
        #expect(try again.device.homePath(of: "notes") == "\(folder.path)/device/Containers/1")
        #expect(try again.container("notes").read("Documents/a") == Array("kept".utf8))
        try again.device.install(Manifest(identifier: "mail", urlSchemes: ["mailto"]))
        #expect(try again.device.homePath(of: "mail") == "\(folder.path)/device/Containers/3")
    }

    @Test("An app that is launched without being installed has a home until it ends")
    func visitor() throws {
        let stored = try StoredDevice()
        let application = try stored.device.launch(Application.self)
        let path = try application.container.path(of: .documents)
        try application.container.write([1], to: "Documents/a", protection: .complete)
        #expect(stored.exists(path) && stored.device.usedSpace > 0)
        stored.device.terminate()
        #expect(!stored.exists(path) && stored.device.usedSpace == 0)
    }

    @Test("A root has several devices, and a device that is in use is refused to another")
    func devices() throws {
        let folder = TemporaryFolder()
        let first = try StoredDevice(in: folder)
        let second = try StoredDevice(in: folder, named: "second")
        try first.launch("notes")
        try second.launch("notes")
        #expect(try first.device.homePath(of: "notes") != second.device.homePath(of: "notes"))
        let refusal = DeviceError.file(.inUse("\(folder.path)/device", process: getpid()))
        #expect(throws: refusal) { try StoredDevice(in: folder) }
        #expect(refusal.description.contains("in use by process \(getpid())"))
    }

    @Test("A storage is refused where it comes too late, where it has no name, and where it cannot have its size")
    func misuse() throws {
        let stored = try StoredDevice()
        let path = stored.folder.path
        #expect(throws: DeviceError.self) { try stored.device.attachStorage(at: path, named: "other") }
        let device = SimulatedDevice()
        for name in ["", ".", "..", "a/b", ".a", "a\0b"] {
            #expect(throws: DeviceError.badDeviceName(name)) { try device.attachStorage(at: path, named: name) }
        }
        #expect(throws: DeviceError.self) { try device.attachStorage(at: path, named: "x", capacity: -1) }
        #expect(throws: DeviceError.self) { try device.attachStorage(at: "/dev/null/x") }
        try device.install(Manifest(identifier: "notes"))
        #expect(throws: DeviceError.self) { try device.attachStorage(at: path, named: "x") }
        for action: DeviceAction in [
            .files("notes", .list("")), .share("notes", .list), .handOver("notes", name: "a", text: "b"), .fill(1),
            .tamper("notes"),
        ] {
            #expect(throws: DeviceError.noStorage) { try device.perform(action) }
        }
        // These need no storage.
        try device.perform(.launch("notes"))
        try device.perform(.update("notes"))
        try device.perform(.uninstall("notes"))
        #expect(device.installedApps == [] && device.frontmost == nil)
    }
}
