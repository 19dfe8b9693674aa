import ResponderEnvironment
import ResponderKit
import ResponderSimulator
import TestSupport
import Testing

@MainActor
@Suite("Protected files on a device that is locked")
struct LockedFileTests {
    // Rules: A42, S11, S16.
    @Test("An app in the background is told at the lock; its open complete file fails from the end of the delay on")
    func background() throws {
        let stored = try StoredDevice()
        let delegate = ClosureDelegate()
        var told: [String] = []
        var file: ProtectedFile?
        func look(_ when: String) {
            do throws(FileError) {
                told.append("\(when): \(try file?.read(5, at: 0).count ?? 0)")
            } catch {
                told.append("\(when): \(error)")
            }
        }
        delegate.onUnavailable = { _ in look("will") }
        delegate.onAvailable = { _ in look("did") }
        try stored.device.install(Manifest(identifier: "music", backgroundModes: [.audio])) { $0.delegate = delegate }
        try stored.device.perform(.launch("music"))
        try stored.device.perform(.beginActivity("music", .audio))
        file = try stored.container("music").open("Documents/a", protection: .complete)
        try file?.write(Array("hello".utf8), at: 0)
        stored.device.hasPasscode = true
        try stored.device.perform(.lock)
        #expect(stored.device.application("music")?.isProtectedDataAvailable == false)
        stored.device.advance(by: .milliseconds(9999))
        look("before")
        stored.device.advance(by: .milliseconds(1))
        look("after")
        try stored.device.perform(.unlock)
        let locked = FileError.locked("Documents/a", .complete)
        #expect(told == ["will: 5", "before: 5", "after: \(locked)", "did: 5"])
    }

    // Rules: S12.
    @Test("An app that closes its file when it resigns active, and opens it when it becomes active, never fails")
    func closing() throws {
        let stored = try StoredDevice()
        let delegate = ClosureDelegate()
        var file: ProtectedFile?
        var openings = 0
        delegate.onResign = { _ in
            file?.close()
            file = nil
        }
        delegate.onActive = { application in
            do {
                file = try application.container.open("Documents/a", protection: .complete)
                openings += 1
                try file?.write([UInt8(openings)], at: openings - 1)
            } catch {
                Issue.record("\(error)")
            }
        }
        try stored.device.install(Manifest(identifier: "notes")) { $0.delegate = delegate }
        stored.device.hasPasscode = true
        try stored.device.perform(.launch("notes"))
        for _ in 0..<3 {
            try stored.device.perform(.lock)
            #expect(file == nil)
            stored.device.advance(by: .seconds(60))
            try stored.device.perform(.unlock)
        }
        #expect(try stored.container("notes").read("Documents/a") == [1, 2, 3, 4])
    }

    // Rules: S11.
    @Test(
        "An unlock before the delay is over keeps the keys; without a passcode nothing is locked"
    )
    func delay() throws {
        let stored = try StoredDevice()
        let device = stored.device
        device.protectionDelay = .seconds(3)
        try stored.launch("notes")
        try stored.container("notes").write([1], to: "Documents/a", protection: .complete)
        try device.install(Manifest(identifier: "desk", isFileSharingEnabled: true))
        func isLocked() throws -> Bool {
            guard let application = device.application("notes") else { throw DeviceError.nothing("app") }
            do throws(FileError) {
                _ = try application.container.read("Documents/a")
                return false
            } catch .locked {
                return true
            }
        }
        try device.perform(.lock)
        device.advance(by: .seconds(60))
        #expect(try !isLocked())
        try device.perform(.unlock)
        try device.perform(.choosePasscode("blue"))
        for (time, isOver) in [(2.999, false), (3, true)] {
            try device.perform(.lock)
            device.advance(by: .seconds(time))
            #expect(try isLocked() == isOver)
            #expect(throws: DeviceError.wrongPasscode) { try device.perform(.enterPasscode("1234")) }
            try device.perform(.enterPasscode("blue"))
            device.advance(by: .seconds(60))
            #expect(try !isLocked())
        }
        device.protectionDelay = .zero
        try device.perform(.lock)
        #expect(try isLocked())
    }

    @Test("A passcode cannot be set or taken away while the keys are dropped, and stays as it is")
    func passcodeWhileLocked() throws {
        let stored = try StoredDevice()
        let device = stored.device
        try device.perform(.choosePasscode("blue"))
        try device.perform(.lock)
        device.advance(by: .seconds(10))
        #expect(throws: DeviceError.self) { try device.perform(.setPasscode(false)) }
        #expect(throws: DeviceError.self) { try device.perform(.choosePasscode("red")) }
        #expect(throws: DeviceError.self) { try device.perform(.choosePasscode("")) }
        device.hasPasscode = false
        #expect(device.hasPasscode)
        try device.perform(.enterPasscode("blue"))
        device.hasPasscode = false
        #expect(!device.hasPasscode)
    }

    // Rules: S13.
    @Test("A device with a passcode that is attached again is locked as after being switched on")
    func attachedAgain() throws {
        let folder = TemporaryFolder()
        do {
            let stored = try StoredDevice(in: folder)
            try stored.launch("notes")
            try stored.container("notes").write([1], to: "Documents/a")
            try stored.device.perform(.choosePasscode("blue"))
        }
        let again = try StoredDevice(in: folder)
        let device = again.device
        #expect(device.isLocked && device.hasPasscode && !device.environment.isProtectedDataAvailable)
        try device.install(Manifest(identifier: "notes", isFileSharingEnabled: true))
        let locked = FileError.locked("Documents/a", .completeUntilFirstUserAuthentication)
        #expect(throws: DeviceError.file(locked)) { try device.perform(.share("notes", .get("a"))) }
        #expect(throws: DeviceError.self) { try device.perform(.unlock) }
        #expect(throws: DeviceError.wrongPasscode) { try device.perform(.enterPasscode("red")) }
        try device.perform(.enterPasscode("blue"))
        try device.perform(.share("notes", .get("a")))
        try device.perform(.lock)
        try device.perform(.unlock)
    }
}
