import ResponderEnvironment
import TestSupport
import Testing

/// What the device has gone through.
enum LockState: CaseIterable, CustomTestStringConvertible {
    case withoutPasscode, unlocked, locked, switchedOn

    var testDescription: String {
        switch self {
        case .withoutPasscode: "locked without a passcode"
        case .unlocked: "unlocked"
        case .locked: "locked"
        case .switchedOn: "switched on, and not unlocked yet"
        }
    }

    func reach(in fixture: ProtectionFixture) throws {
        switch self {
        case .withoutPasscode: try fixture.protection.setPasscode(nil)
        case .unlocked, .locked, .switchedOn: break
        }
        switch self {
        case .withoutPasscode, .locked: fixture.protection.lock()
        case .unlocked: break
        case .switchedOn: fixture.protection.restart()
        }
    }
}

@Suite struct LockTests {
    /// What can be done with files of a class.
    struct Allowed: Hashable {
        var opens: Bool
        var makes: Bool
        var goesOn: Bool

        static let all = Allowed(opens: true, makes: true, goesOn: true)
        static let nothing = Allowed(opens: false, makes: false, goesOn: false)
    }

    private static func allowed(_ protection: ProtectionClass, _ state: LockState) -> Allowed {
        switch (protection, state) {
        case (.none, _), (_, .withoutPasscode), (_, .unlocked): .all
        case (.completeUntilFirstUserAuthentication, .locked): .all
        case (.completeUnlessOpen, .locked): Allowed(opens: false, makes: true, goesOn: true)
        // The keys of open files go with the memory.
        case (.completeUnlessOpen, .switchedOn): Allowed(opens: false, makes: true, goesOn: false)
        case (.complete, .locked), (.complete, .switchedOn), (.completeUntilFirstUserAuthentication, .switchedOn):
            .nothing
        }
    }

    private func succeeds(_ path: String, _ protection: ProtectionClass, _ body: () throws -> Void) throws -> Bool {
        do {
            try body()
            return true
        } catch FileError.locked(path, protection) {
            return false
        }
    }

    // Rules: S10, S11, S13.
    @Test(
        "Each class opens, makes and goes on with files as its lock allows",
        arguments: ProtectionClass.allCases,
        LockState.allCases
    )
    func table(protection: ProtectionClass, state: LockState) throws {
        let fixture = try ProtectionFixture()
        let file = try fixture.open("file", protection)
        try file.write([1, 2, 3], at: 0)
        try state.reach(in: fixture)
        let opens = try succeeds("file", protection) {
            let content = try fixture.whole()
            #expect(content == [1, 2, 3])
        }
        let makes = try succeeds("new", protection) {
            let new = try fixture.open("new", protection, .creating)
            try new.write([4], at: 0)
            #expect(try new.read(1, at: 0) == [4])
        }
        let goesOn = try succeeds("file", protection) {
            try file.write([5], at: 1)
            #expect(try file.read(3, at: 0) == [1, 5, 3])
        }
        let allowed = Self.allowed(protection, state)
        #expect(Allowed(opens: opens, makes: makes, goesOn: goesOn) == allowed)
        #expect(fixture.protection.isAvailable(protection) == allowed.opens)
        #expect(fixture.protection.isProtectedDataAvailable == [.withoutPasscode, .unlocked].contains(state))

        try fixture.unlock()
        #expect(try fixture.whole() == (goesOn ? [1, 5, 3] : [1, 2, 3]))
        if makes { #expect(try fixture.whole("new") == [4]) }
        try file.write([6], at: 0)
        #expect(try file.read(1, at: 0) == [6])
    }

    // Rules: S16.
    @Test("Every member of an open complete file fails while the device is locked, and works again after the unlock")
    func members() throws {
        let fixture = try ProtectionFixture()
        let file = try fixture.open("file", .complete)
        let members: [(String, () throws -> Void)] = [
            ("read", { _ = try file.read(1, at: 0) }), ("write", { try file.write([1], at: 0) }),
            ("size", { _ = try file.size }), ("truncate", { try file.truncate(to: 9) }),
            ("synchronize", { try file.synchronize() }),
        ]
        for round in 0..<3 {
            for (name, call) in members { #expect(throws: Never.self, "\(name), round \(round)") { try call() } }
            fixture.protection.lock()
            for (name, call) in members {
                #expect(throws: FileError.locked("file", .complete), "\(name), round \(round)") { try call() }
            }
            try fixture.unlock()
        }
        fixture.protection.lock()
        file.close()
        try fixture.unlock()
        #expect(throws: FileError.self) { try file.size }
    }

    // Rules: S14.
    @Test("A file that is made while the device is locked goes on until it is closed, and opens again after the unlock")
    func unlessOpen() throws {
        let fixture = try ProtectionFixture()
        fixture.protection.restart()
        let file = try fixture.open("file", .completeUnlessOpen)
        try file.write([UInt8](repeating: 1, count: 20_000), at: 0)
        try file.write([2], at: 7)
        #expect(try file.read(2, at: 7) == [2, 1])
        file.close()
        #expect(throws: FileError.locked("file", .completeUnlessOpen)) { try fixture.open() }
        #expect(throws: FileError.locked("file", .completeUnlessOpen)) { try fixture.whole() }
        try fixture.unlock()
        #expect(try fixture.whole().count == 20_000)
    }

    // Rules: S15.
    @Test("A file that is written past the protected call has class none, and opens while the device is locked")
    func past() throws {
        let fixture = try ProtectionFixture()
        try fixture.setRaw("file", Array("in the clear".utf8))
        fixture.protection.restart()
        #expect(try ProtectedFile.protection(of: HomePath("file"), in: fixture.files) == .none)
        let file = try fixture.open("file")
        #expect(file.protection == .none)
        try file.write(Array("IN".utf8), at: 0)
        #expect(try fixture.raw() == Array("IN the clear".utf8))
    }

    @Test("The class of a file can be asked for while the device is locked", arguments: ProtectionClass.allCases)
    func classOfFile(protection: ProtectionClass) throws {
        let fixture = try ProtectionFixture()
        try fixture.replace("file", [1], protection)
        fixture.protection.restart()
        #expect(try ProtectedFile.protection(of: HomePath("file"), in: fixture.files) == protection)
    }

    @Test("A new class keeps the content and the exclude attribute, and needs both classes to be available")
    func newClass() throws {
        let fixture = try ProtectionFixture()
        let container = AppContainer(
            identifier: "org.example.clock",
            bundleName: nil,
            mounts: [.init(folder: fixture.files)],
            protection: fixture.protection,
            space: fixture.space
        )
        try container.createStandardDirectories()
        try container.write([1, 2], to: "Documents/file", protection: ProtectionClass.none)
        try container.setExcludedFromBackup(true, at: "Documents/file")
        for protection in ProtectionClass.allCases + ProtectionClass.allCases.reversed() + [.complete] {
            try container.setProtection(protection, of: "Documents/file")
            #expect(try container.protection(of: "Documents/file") == protection)
            #expect(try container.read("Documents/file") == [1, 2])
            #expect(try container.isExcludedFromBackup(at: "Documents/file"))
            #expect(try container.usedSpace() == fixture.space.taken)
        }
        fixture.protection.lock()
        for protection in [ProtectionClass.none, .completeUnlessOpen] {
            #expect(throws: FileError.locked("Documents/file", .complete)) {
                try container.setProtection(protection, of: "Documents/file")
            }
        }
        try fixture.unlock()
        #expect(try container.read("Documents/file") == [1, 2])
        #expect(try container.names(in: "Documents") == ["Inbox", "file"])
        #expect(throws: FileError.self) { try container.setProtection(.complete, of: "Documents/missing") }
        #expect(throws: FileError.self) { try container.setProtection(.complete, of: "Documents") }
        #expect(throws: FileError.self) { try container.setProtection(.complete, of: "Library/Preferences/file") }
    }

    #if Sodium
    @Test(
        "Nothing that was written is on the disk in the clear, for any class but none, whatever a file goes through",
        arguments: ProtectionClass.allCases
    )
    func plainBytes(protection: ProtectionClass) throws {
        let fixture = try ProtectionFixture()
        let secret = Array("the secret that is looked for".utf8)
        let file = try fixture.open("file", protection)
        try file.write(Array(repeatElement(secret, count: 2000).joined()), at: 0)
        try file.write(secret, at: 5)
        try file.write(secret, at: 100_000)
        try file.truncate(to: 10_000)
        try fixture.replace("whole", secret, protection)
        if protection != .none { fixture.protection.lock() }
        #expect(try fixture.temporary.contains(secret) == (protection == .none))
        #expect(try fixture.temporary.contains(Array(ProtectionFixture.passcode.utf8)) == false)
    }
    #endif
}
