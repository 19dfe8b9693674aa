import ResponderEnvironment
import TestSupport
import Testing

@Suite struct KeychainDamageTests {
    @Test("A flipped bit at any place of an item's file is noticed, and the other items stay readable")
    func flipped() throws {
        let device = try KeychainDevice()
        try device.open().view(groups: ["app"]).add("victim")
        let path = try HomePath(#require(try device.items.names().first))
        try device.open().view(groups: ["app"]).add("other")
        let bytes = try device.items.read(path)
        for place in stride(from: 0, to: bytes.count, by: 3) {
            var changed = bytes
            changed[place] ^= 1 << UInt8(place % 8)
            try device.items.replace(path, with: changed, durable: false)
            // The byte of the cipher says that another build made the file.
            guard place != 9 else { continue }
            let keychain = try device.open()
            let view = keychain.view(groups: ["app"])
            #expect(view.text("other") == "secret of other")
            let isNamed = keychain.damagedFiles == [path.description]
            #expect(view.text("victim") == (isNamed ? "not found" : "damaged"), "place \(place)")
        }
        try device.items.replace(path, with: Array(bytes.dropLast()), durable: false)
        #expect(try device.open().view(groups: ["app"]).text("victim") == "damaged")
        for count in [0, 9, 13, 40] {
            try device.items.replace(path, with: Array(bytes.prefix(count)), durable: false)
            #expect(try device.open().damagedFiles == [path.description])
        }
    }

    @Test("Files that were swapped, and parts that were put into another file, are no items any more")
    func swapped() throws {
        let device = try KeychainDevice()
        let keychain = try device.open().view(groups: ["app"])
        try keychain.add("a")
        try keychain.add("b")
        let names = try device.items.names().map { try HomePath($0) }
        try device.items.exchange(names[0], with: names[1])
        #expect(try device.open().damagedFiles.count == 2 && device.open().items().isEmpty)
        try device.items.exchange(names[0], with: names[1])
        // The secrets have the same length here: swap them alone.
        let (one, other) = (try device.items.read(names[0]), try device.items.read(names[1]))
        let secret = "secret of a".utf8.count + Sealing.overhead
        try device.items.replace(names[0], with: one.dropLast(secret) + other.suffix(secret), durable: false)
        let texts = Set(["a", "b"].map { keychain.text($0) })
        #expect(texts.contains("damaged") && texts.count == 2)
    }

    @Test("What a killed process was writing is removed, and what it had reported is there")
    func killed() throws {
        let device = try KeychainDevice()
        try device.open().view(groups: ["app"]).add("a")
        let name = try #require(try device.items.names().first)
        let draft = try HomePath(Folder.draftPrefix + name)
        try device.items.replace(draft, with: [1, 2, 3], durable: false)
        #expect(try device.open().view(groups: ["app"]).text("a") == "secret of a")
        #expect(try device.items.names() == [name])
    }

    @Test("An error names the item and the remedy in one line, with what would steer a terminal escaped")
    func messages() {
        let error = KeychainError.locked(service: "mail\u{1b}[2J", account: "a\nb")
        #expect(
            error.description == #"keychain item "a\nb" of "mail\u{1B}[2J" is locked; "#
                + "try again when the device is unlocked"
        )
    }
}
