import ResponderEnvironment
import TestSupport
import Testing

@Suite struct KeychainTests {
    @Test("An item is added once, read, updated and removed, also after the keychain was opened anew")
    func life() throws {
        let device = try KeychainDevice()
        var keychain = try device.open().view(groups: ["app"])
        var item = KeychainItem(service: "mail", account: "anna\n\"é", label: "Anna's")
        try keychain.add(item, secret: [1, 2])
        #expect(throws: KeychainError.duplicate(service: "mail", account: "anna\n\"é")) {
            try keychain.add(item, secret: [3])
        }
        keychain = try device.open().view(groups: ["app"])
        #expect(try keychain.read(service: "mail", account: "anna\n\"é") == [1, 2])
        item.group = "app"
        #expect(try keychain.items() == [item] && keychain.items(service: "web").isEmpty)
        (item.label, item.accessibility, item.isThisDeviceOnly) = ("", .afterFirstUnlock, true)
        try keychain.update(item)
        #expect(try keychain.read(service: "mail", account: "anna\n\"é") == [1, 2])
        try keychain.update(item, secret: [])
        keychain = try device.open().view(groups: ["app"])
        #expect(try keychain.items(service: "mail") == [item])
        #expect(try keychain.read(service: "mail", account: "anna\n\"é") == [])
        try keychain.remove(service: "mail", account: "anna\n\"é")
        #expect(throws: KeychainError.self) { try keychain.update(item) }
        #expect(throws: KeychainError.self) { try keychain.remove(service: "mail", account: "anna\n\"é") }
        #expect(try device.open().items().isEmpty && device.items.names().isEmpty)
    }

    // Rules: S21, S13.
    @Test(
        "The lock keeps secrets by their class, with an error of its own, and what items are called can be read always"
    )
    func locked() throws {
        let device = try KeychainDevice(passcode: "1234")
        let keychain = try device.open().view(groups: ["app"])
        try keychain.add("unlocked")
        try keychain.add("first", .afterFirstUnlock)
        try keychain.add("passcode", .whenPasscodeSet)
        let accounts = ["unlocked", "first", "passcode"]
        func texts(_ keychain: Keychain) -> [String] { accounts.map { keychain.text($0) } }
        #expect(texts(keychain) == accounts.map { "secret of \($0)" })
        device.keys.lock()
        #expect(texts(keychain) == ["locked", "secret of first", "locked"])
        #expect(keychain.text("nobody") == "not found")
        #expect(throws: KeychainError.locked(service: "mail", account: "new")) { try keychain.add("new") }
        try keychain.add("later", .afterFirstUnlock)
        device.keys.restart()
        let reopened = try device.open().view(groups: ["app"])
        #expect(texts(reopened) == ["locked", "locked", "locked"])
        #expect(try reopened.items().map(\.account) == ["first", "later", "passcode", "unlocked"])
        // What the lock keeps can be removed.
        try reopened.remove(service: "mail", account: "unlocked")
        try device.keys.unlock(passcode: "1234")
        #expect(texts(reopened) == ["not found", "secret of first", "secret of passcode"])
    }

    // Rules: S23.
    @Test("An item that needs a passcode cannot be made without one, and goes when the passcode is taken away")
    func passcode() throws {
        let device = try KeychainDevice()
        let keychain = try device.open().view(groups: ["app"])
        #expect(throws: KeychainError.noPasscode(service: "mail", account: "a")) {
            try keychain.add("a", .whenPasscodeSet)
        }
        try device.keys.setPasscode("1")
        try keychain.add("a", .whenPasscodeSet)
        try keychain.add("b")
        try device.keys.setPasscode("2")
        #expect(keychain.text("a") == "secret of a")
        try device.keys.setPasscode(nil)
        #expect(keychain.text("a") == "not found" && keychain.text("b") == "secret of b")
        try device.keys.setPasscode("3")
        #expect(try keychain.items().map(\.account) == ["b"] && device.open().items().count == 1)
    }

    // Rules: S23.
    @Test("Items that need a passcode are gone also where the keychain was not open when the passcode was taken away")
    func passcodeMeanwhile() throws {
        let device = try KeychainDevice(passcode: "1")
        try device.open().view(groups: ["app"]).add("a", .whenPasscodeSet)
        try device.keys.setPasscode(nil)
        let keychain = try device.open()
        #expect(keychain.items().isEmpty && keychain.damagedFiles.isEmpty)
        #expect(try device.items.names().isEmpty)
    }

    // Rules: S22.
    @Test("An app sees the items of its groups alone, and its new items belong to the first one")
    func groups() throws {
        let device = try KeychainDevice()
        let all = try device.open()
        let (app, other) = (all.view(groups: ["app", "shared"]), all.view(groups: ["other", "shared"]))
        try app.add("a")
        try other.add("a")
        try app.add(KeychainItem(service: "mail", account: "s", group: "shared"), secret: [7])
        #expect(throws: KeychainError.noGroup("other")) {
            try app.add(KeychainItem(service: "mail", account: "x", group: "other"), secret: [])
        }
        #expect(throws: KeychainError.noGroup("app")) { try other.read(service: "mail", account: "a", group: "app") }
        #expect(try other.read(service: "mail", account: "s") == [7])
        #expect(try other.items().map(\.group) == ["other", "shared"])
        #expect(try app.items(group: "app").map(\.account) == ["a"])
        try other.remove(service: "mail", account: "a")
        #expect(app.text("a") == "secret of a")
        #expect(throws: KeychainError.noGroup("")) { try all.view(groups: []).add("a") }
    }

    // Rules: S20.
    @Test("Neither secrets nor names are found in the files of a keychain that is encrypted")
    func encrypted() throws {
        let device = try KeychainDevice()
        try device.open().view(groups: ["group"]).add("account")
        for name in try device.items.names() {
            let text = String(decoding: try device.items.read(HomePath(name)), as: Unicode.ASCII.self)
            for word in ["secret of", "account", "mail", "group"] { #expect(text.contains(word) != Sealing.encrypts) }
            #expect(!name.contains("account"))
        }
    }

    @Test("A change of one item leaves the files of hundreds of others alone")
    func many() throws {
        let device = try KeychainDevice()
        let keychain = try device.open().view(groups: ["app"])
        for number in 0..<500 { try keychain.add("\(number)") }
        let names = try device.items.names()
        func states() throws -> [FileStatus?] { try names.map { try device.items.status(HomePath($0)) } }
        let before = try states()
        try keychain.update(KeychainItem(service: "mail", account: "17", label: "x"))
        #expect(zip(before, try states()).count { $0 != $1 } == 1)
        #expect(try device.open().items().count == 500)
        #expect(keychain.text("499") == "secret of 499")
    }

    @Test("A secret of more than a mebibyte, and an item with long names, are refused; what was there stays")
    func tooLong() throws {
        let device = try KeychainDevice()
        let keychain = try device.open().view(groups: ["app"])
        let item = KeychainItem(service: "mail", account: "anna")
        let error = KeychainError.tooLong(service: "mail", account: "anna")
        try keychain.add(item, secret: [UInt8](repeating: 1, count: 1 << 20))
        #expect(throws: error) { try keychain.update(item, secret: [UInt8](repeating: 2, count: 1 << 20 + 1)) }
        var labelled = item
        labelled.label = String(repeating: "x", count: 1 << 16)
        #expect(throws: error) { try keychain.update(labelled) }
        let other = try device.open().view(groups: ["app"])
        #expect(try other.read(service: "mail", account: "anna") == [UInt8](repeating: 1, count: 1 << 20))
    }
}
