import ResponderEnvironment
import TestSupport
import Testing

@Suite struct KeybagTests {
    private let context = Array("item".utf8)

    @Test(
        "A wrong passcode unlocks nothing, and the right one still does",
        arguments: [nil, "", "4321", ProtectionFixture.passcode + " "]
    )
    func wrongPasscode(passcode: String?) throws {
        let fixture = try ProtectionFixture()
        fixture.protection.lock()
        #expect(throws: ProtectionError.wrongPasscode) { try fixture.protection.unlock(passcode: passcode) }
        #expect(!fixture.protection.isProtectedDataAvailable)
        try fixture.unlock()
        #expect(fixture.protection.isProtectedDataAvailable)
    }

    // Rules: S11, S13.
    @Test("Files open with the keybag of another process, after its first unlock where there is a passcode")
    func reopened() throws {
        let fixture = try ProtectionFixture(passcode: nil)
        try fixture.replace("file", [1], .complete)
        try fixture.reopen()
        #expect(try fixture.whole() == [1])
        for passcode in ["1", "22", ""] {
            try fixture.protection.setPasscode(passcode)
            try fixture.reopen()
            #expect(fixture.protection.hasPasscode == !passcode.isEmpty)
            #expect(fixture.protection.isAvailable(.completeUntilFirstUserAuthentication) == passcode.isEmpty)
            if !passcode.isEmpty { #expect(throws: FileError.locked("file", .complete)) { try fixture.whole() } }
            try fixture.protection.unlock(passcode: passcode)
            #expect(try fixture.whole() == [1])
        }
    }

    @Test("The passcode of a locked device cannot be changed, and a keybag that cannot be written changes nothing")
    func refused() throws {
        let fixture = try ProtectionFixture()
        fixture.protection.lock()
        #expect(throws: ProtectionError.locked(.whenUnlocked)) { try fixture.protection.setPasscode(nil) }
        try fixture.unlock()
        // A folder in the place of the file cannot be replaced.
        try fixture.keys.move(HomePath("keybag"), to: HomePath("aside"))
        try fixture.keys.createFolder(HomePath("keybag/inside"))
        #expect(throws: ProtectionError.self) { try fixture.protection.setPasscode("other") }
        try fixture.keys.removeTree(HomePath("keybag"))
        try fixture.keys.move(HomePath("aside"), to: HomePath("keybag"))
        fixture.protection.lock()
        #expect(throws: ProtectionError.wrongPasscode) { try fixture.protection.unlock(passcode: "other") }
        try fixture.unlock()
        try fixture.reopen()
        try fixture.unlock()
    }

    // Rules: S23.
    @Test(
        "What was sealed for a device with a passcode is lost when the passcode is taken away, and not when it changes"
    )
    func passcodeTakenAway() throws {
        let fixture = try ProtectionFixture(passcode: nil)
        let keys = fixture.protection
        #expect(throws: ProtectionError.noPasscode) { try keys.seal([1], with: .whenPasscodeSet, context: context) }
        try keys.setPasscode("1234")
        let sealed = try keys.seal([1], with: .whenPasscodeSet, context: context)
        try keys.setPasscode("other")
        #expect(try keys.open(sealed, with: .whenPasscodeSet, context: context) == [1])
        keys.lock()
        #expect(throws: ProtectionError.locked(.whenPasscodeSet)) {
            try keys.open(sealed, with: .whenPasscodeSet, context: context)
        }
        try keys.unlock(passcode: "other")
        try keys.setPasscode(nil)
        #expect(throws: ProtectionError.noPasscode) { try keys.open(sealed, with: .whenPasscodeSet, context: context) }
        try keys.setPasscode("other")
        #expect(throws: ProtectionError.self) { try keys.open(sealed, with: .whenPasscodeSet, context: context) }
        try fixture.reopen()
        try fixture.protection.unlock(passcode: "other")
        #expect(throws: ProtectionError.self) {
            try fixture.protection.open(sealed, with: .whenPasscodeSet, context: context)
        }
    }

    @Test(
        "Keys of each class seal and open as the lock allows, and in their context alone",
        arguments: KeyClass.allCases
    )
    func keyClasses(keys: KeyClass) throws {
        let fixture = try ProtectionFixture()
        let sealed = try fixture.protection.seal([1, 2], with: keys, context: context)
        #expect(throws: ProtectionError.self) { try fixture.protection.open(sealed, with: keys, context: [1]) }
        func opens() -> Bool { (try? fixture.protection.open(sealed, with: keys, context: context)) == [1, 2] }
        #expect(opens())
        fixture.protection.lock()
        #expect(opens() == [.always, .afterFirstUnlock].contains(keys))
        fixture.protection.restart()
        #expect(opens() == (keys == .always))
        try fixture.unlock()
        #expect(opens())
        try fixture.protection.destroyKeys()
        #expect(!opens())
        #expect(!fixture.protection.hasPasscode)
    }

    @Test("A keybag or hardware key with a flipped bit, or cut anywhere, is refused with its name")
    func damaged() throws {
        let fixture = try ProtectionFixture()
        for name in ["keybag", "hardware-key"] {
            let path = try HomePath(name)
            let bytes = try fixture.keys.read(path)
            let flipped = bytes.indices.map { index in
                var changed = bytes
                changed[index] ^= 1 << UInt8(index % 8)
                return changed
            }
            for changed in flipped + stride(from: 0, to: bytes.count, by: 5).map({ Array(bytes.prefix($0)) }) {
                try fixture.keys.replace(path, with: changed, durable: false)
                let error = #expect(throws: FileError.self) { try fixture.reopen() }
                guard case .damaged = error else {
                    Issue.record("\(error as Any)")
                    return
                }
            }
            try fixture.keys.replace(path, with: bytes)
        }
        try fixture.reopen()
        try fixture.unlock()
    }

    @Test("A keybag opens with no other device's hardware key, and not without one")
    func otherDevice() throws {
        let fixture = try ProtectionFixture(passcode: nil)
        #expect(throws: FileError.self) {
            try DataProtection(keys: fixture.keys, hardwareKey: SecretKey(), cost: .quick)
        }
        try fixture.keys.remove(HomePath("hardware-key"))
        let error = #expect(throws: FileError.self) { try fixture.reopen() }
        #expect(error?.description.contains("hardware key") == true)
    }

    @Test("A hardware key that is given is not in the folder")
    func givenKey() throws {
        let temporary = TemporaryFolder()
        let folder = try Folder(path: temporary.path)
        let key = SecretKey()
        let first = try DataProtection(keys: folder, hardwareKey: key, cost: .quick)
        let sealed = try first.seal([1], with: .whenUnlocked, context: context)
        #expect(try folder.names() == ["keybag"])
        let second = try DataProtection(keys: folder, hardwareKey: key, cost: .quick)
        #expect(try second.open(sealed, with: .whenUnlocked, context: context) == [1])
    }
}
