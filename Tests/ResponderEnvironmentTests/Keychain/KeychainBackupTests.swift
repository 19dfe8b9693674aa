import ResponderEnvironment
import TestSupport
import Testing

@Suite struct KeychainBackupTests {
    private func filled(_ device: KeychainDevice) throws -> DeviceKeychain {
        let keychain = try device.open()
        let view = keychain.view(groups: ["app"])
        try view.add("moves")
        try view.add("first", .afterFirstUnlock)
        try view.add("stays", onlyHere: true)
        try view.add("passcode", .whenPasscodeSet)
        return keychain
    }

    private func texts(_ keychain: DeviceKeychain) -> [String] {
        ["moves", "first", "stays", "passcode"].map { keychain.view(groups: ["app"]).text($0) }
    }

    // Rules: S24.
    @Test("With a password items travel to another device, but those that are only for this one")
    func password() throws {
        let device = try KeychainDevice(passcode: "1")
        let backup = try filled(device).export(device: "one", password: "pass", cost: .quick)
        let other = try KeychainDevice()
        let keychain = try other.open()
        try keychain.view(groups: ["app"]).add("here")
        #expect(throws: KeychainError.wrongPassword) {
            try keychain.restore(backup, device: "two", password: "Pass")
        }
        #expect(throws: KeychainError.wrongPassword) { try keychain.restore(backup, device: "two", password: nil) }
        #expect(try keychain.restore(backup, device: "two", password: "pass").numbers == [2, 2])
        let expected = ["secret of moves", "secret of first", "not found", "not found"]
        #expect(texts(keychain) == expected)
        #expect(texts(try other.open()) == expected)
        #expect(keychain.view(groups: ["app"]).text("here") == "secret of here")
    }

    // Rules: S24, S23.
    @Test("Without a password items come back on the same device alone, also those that are only for it")
    func device() throws {
        let device = try KeychainDevice(passcode: "1")
        let keychain = try filled(device)
        let backup = try keychain.export(device: "one", password: nil)
        let other = try KeychainDevice()
        #expect(try other.open().restore(backup, device: "two", password: nil).numbers == [0, 4])
        // Another device that claims the name.
        #expect(throws: KeychainError.self) { try other.open().restore(backup, device: "one", password: nil) }
        #expect(try other.open().items().isEmpty)
        let view = keychain.view(groups: ["app"])
        for account in ["moves", "stays", "passcode"] { try view.remove(service: "mail", account: account) }
        try view.update(KeychainItem(service: "mail", account: "first", accessibility: .afterFirstUnlock), secret: [1])
        #expect(try keychain.restore(backup, device: "one", password: nil).numbers == [3, 1])
        #expect(texts(keychain) == ["secret of moves", "secret of first", "secret of stays", "not found"])
        #expect(try view.items().map(\.isThisDeviceOnly) == [false, false, true])
        // Erased, the device is still the same one.
        try device.keys.destroyKeys()
        try device.items.removeTree(try HomePath(#require(try device.items.names().first)))
        for name in try device.items.names() { try device.items.remove(HomePath(name)) }
        let erased = try device.open()
        #expect(try erased.restore(backup, device: "one", password: nil).numbers == [3, 1])
        #expect(texts(erased) == ["secret of moves", "secret of first", "secret of stays", "not found"])
    }

    @Test("A device that is locked makes no backup of its secrets")
    func locked() throws {
        let device = try KeychainDevice(passcode: "1")
        let keychain = try filled(device)
        device.keys.lock()
        #expect(throws: KeychainError.self) { try keychain.export(device: "one", password: "pass", cost: .quick) }
    }

    @Test("A backup that was cut or changed anywhere brings nothing, and traps nothing")
    func damaged() throws {
        let device = try KeychainDevice()
        try device.open().view(groups: ["app"]).add("a")
        for password in ["p", nil] {
            let backup = try device.open().export(device: "one", password: password, cost: .quick)
            let target = try password == nil ? device : KeychainDevice()
            let other = try target.open()
            try? other.view(groups: ["app"]).remove(service: "mail", account: "a")
            for place in backup.indices {
                var changed = backup
                changed[place] ^= 1 << UInt8(place % 8)
                for bytes in [changed, Array(backup.prefix(place))] {
                    let result = try? other.restore(bytes, device: "one", password: password)
                    #expect(result.map(\.restored) ?? 0 == 0, "place \(place)")
                }
            }
            #expect(other.items().isEmpty)
            #expect(try other.restore(backup, device: "one", password: password).numbers == [1, 0])
        }
    }
}

extension KeychainRestoration {
    fileprivate var numbers: [Int] { [restored, leftBehind] }
}
