import ResponderEnvironment
import Testing

@Suite struct ProtectedFileTests {
    @Test(
        "What was written to a file of any class is read again, in parts and whole",
        arguments: ProtectionClass.allCases
    )
    func roundTrip(protection: ProtectionClass) throws {
        let fixture = try ProtectionFixture()
        let file = try fixture.open("file", protection)
        #expect(file.protection == protection)
        let bytes = (0..<50_000).map { UInt8(truncatingIfNeeded: $0 / 7) }
        try file.write(bytes, at: 0)
        try file.write([1, 2, 3], at: 16_383)
        #expect(try file.read(5, at: 16_382) == [bytes[16_382], 1, 2, 3, bytes[16_386]])
        try file.write([9], at: 60_000)
        #expect(try file.read(20_000, at: 49_999) == [bytes[49_999]] + [UInt8](repeating: 0, count: 10_000) + [9])
        try file.truncate(to: 20_000)
        try file.truncate(to: 20_002)
        file.close()
        #expect(try fixture.whole() == bytes[..<16_383] + [1, 2, 3] + bytes[16_386..<20_000] + [0, 0])
        #expect(try fixture.sizeOnDisk() == fixture.space.taken)
    }

    @Test("Places and lengths that no file has are refused or read nothing", arguments: ProtectionClass.allCases)
    func places(protection: ProtectionClass) throws {
        let fixture = try ProtectionFixture()
        let file = try fixture.open("file", protection)
        try file.write([], at: 5)
        #expect(try file.size == 0)
        #expect(try file.read(10, at: 0) == [])
        try file.write([1, 2], at: 0)
        #expect(try file.read(.max, at: 1) == [2])
        #expect(try file.read(.max, at: .max) == [])
        #expect(try file.read(0, at: 0) == [])
        #expect(throws: FileError.self) { try file.read(-1, at: 0) }
        #expect(throws: FileError.self) { try file.read(1, at: -1) }
        #expect(throws: FileError.self) { try file.write([1], at: -1) }
        #expect(throws: FileError.self) { try file.write([1], at: .max) }
        #expect(throws: FileError.self) { try file.truncate(to: -1) }
        #expect(throws: FileError.self) { try file.truncate(to: .max) }
        #expect(try file.read(10, at: 0) == [1, 2])
    }

    @Test("Each mode opens what it is for, and refuses the rest by name", arguments: ProtectionClass.allCases)
    func modes(protection: ProtectionClass) throws {
        let fixture = try ProtectionFixture()
        #expect(throws: FileError.notFound("file")) { try fixture.open("file", protection, .reading) }
        try fixture.open("file", protection, .creating).write([1], at: 0)
        #expect(throws: FileError.exists("file")) { try fixture.open("file", protection, .creating) }
        let reading = try fixture.open("file", nil, .reading)
        #expect(try reading.read(1, at: 0) == [1])
        let error = #expect(throws: FileError.self) { try reading.write([2], at: 0) }
        #expect(error?.description.contains("opened for reading") == true)
        #expect(throws: FileError.self) { try reading.truncate(to: 0) }
        try fixture.files.createFolder(HomePath("folder"))
        for mode in OpenMode.allCases {
            #expect(throws: FileError.self) { try fixture.open("folder", protection, mode) }
            #expect(throws: FileError.self) { try fixture.open(".", protection, mode) }
        }
        #expect(throws: FileError.notFound("missing/file")) { try fixture.open("missing/file", protection) }
        #expect(throws: FileError.self) { try fixture.replace("folder", [1], protection) }
        #expect(try fixture.files.names() == ["file", "folder"])
    }

    @Test("A file gets the default class, keeps its class when it is replaced, and is refused without keys")
    func defaultClass() throws {
        let fixture = try ProtectionFixture()
        #expect(try fixture.open("new").protection == .completeUntilFirstUserAuthentication)
        try fixture.replace("whole", [1], .complete)
        try fixture.replace("whole", [2])
        #expect(try fixture.open("whole").protection == .complete)
        func openWithoutKeys(_ name: String, _ protection: ProtectionClass?) throws -> ProtectedFile {
            try .open(
                HomePath(name),
                in: fixture.files,
                protection: protection,
                mode: .writing,
                keys: nil,
                space: nil
            )
        }
        #expect(try openWithoutKeys("plain", nil).protection == .none)
        for (name, protection) in [("whole", nil), ("another", ProtectionClass.complete)] {
            let error = #expect(throws: FileError.self) { try openWithoutKeys(name, protection) }
            guard case .noProtection(name, _) = error else {
                Issue.record("\(error as Any)")
                continue
            }
        }
        #expect(try fixture.files.names() == ["new", "plain", "whole"])
    }

    @Test("A file that is there is not opened with another class than its own, which the app would rely on")
    func otherClass() throws {
        let fixture = try ProtectionFixture()
        try fixture.replace("file", [1], ProtectionClass.none)
        for mode in [OpenMode.reading, .writing] {
            let error = #expect(throws: FileError.self) { try fixture.open("file", .complete, mode) }
            #expect(error?.description.contains("its class is none") == true)
        }
        #expect(try fixture.open("file", ProtectionClass.none).protection == .none)
        #expect(try fixture.open("file").protection == .none)
    }

    @Test("A gap that the disk has no room for is refused before anything is written")
    func hugeGap() throws {
        let fixture = try ProtectionFixture()
        let file = try fixture.open("file", .complete)
        try file.write([1, 2, 3], at: 0)
        let size = try fixture.sizeOnDisk()
        #expect(throws: FileError.full("file")) { try file.write([4], at: 1 << 55) }
        #expect(throws: FileError.full("file")) { try file.truncate(to: 1 << 55) }
        #expect(try file.size == 3)
        #expect(try fixture.sizeOnDisk() == size && fixture.space.taken == size)
        #expect(try fixture.whole() == [1, 2, 3])
    }
}
