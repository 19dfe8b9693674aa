import ResponderEnvironment
import TestSupport
import Testing

@Suite struct DamagedFileTests {
    private static let protected = ProtectionClass.allCases.filter { $0 != .none }

    /// Whether a change of the bytes on the disk gives an error that names the file; else the content must be the same.
    private func isNoticed(_ fixture: ProtectionFixture, _ content: [UInt8], _ change: String) throws -> Bool {
        do {
            let found = try fixture.whole()
            if found != content { Issue.record("\(change): wrong bytes") }
            return false
        } catch FileError.damaged("file", _) {
            return true
        }
    }

    @Test("A bit that was flipped anywhere in a file is noticed, or changes nothing", arguments: protected)
    func flipped(protection: ProtectionClass) throws {
        let fixture = try ProtectionFixture()
        let content = Array("What was written.".utf8)
        try fixture.replace("file", content, protection)
        let raw = try fixture.raw()
        var damaged = 0
        for index in raw.indices {
            var changed = raw
            changed[index] ^= 1 << UInt8(index % 8)
            try fixture.setRaw("file", changed)
            if try isNoticed(fixture, content, "bit \(index % 8) of byte \(index)") { damaged += 1 }
        }
        // All but the second record of the length, and what fills header and records.
        #expect(damaged > 150)
    }

    @Test("Bytes that changed in one chunk leave the other chunks readable, and the error names the place")
    func place() throws {
        let fixture = try ProtectionFixture()
        let content = [UInt8](repeating: 7, count: 40_000)
        try fixture.replace("file", content)
        var raw = try fixture.raw()
        raw[raw.count - 20_000] ^= 1
        try fixture.setRaw("file", raw)
        let file = try fixture.open("file", nil, .reading)
        #expect(try file.read(16_384, at: 0) == Array(content.prefix(16_384)))
        #expect(try file.read(10, at: 39_000) == Array(content.prefix(10)))
        let error = #expect(throws: FileError.self) { _ = try file.read(1, at: 20_000) }
        #expect(error?.description.contains("from 16384 to 32767") == true)
    }

    @Test("A file that was cut anywhere is noticed, but for one with less than four bytes")
    func cut() throws {
        let fixture = try ProtectionFixture()
        let content = Array("What was written.".utf8)
        try fixture.replace("file", content)
        let raw = try fixture.raw()
        for count in 4..<raw.count {
            try fixture.setRaw("file", Array(raw.prefix(count)))
            #expect(throws: FileError.self, "\(count) bytes") { _ = try fixture.whole() }
            #expect(throws: FileError.self, "\(count) bytes") { try fixture.open().write([1], at: 0) }
        }
        try fixture.setRaw("file", Array(raw.prefix(3)))
        #expect(try ProtectedFile.protection(of: HomePath("file"), in: fixture.files) == .none)
    }

    @Test("A file of chunks that was cut anywhere is noticed where bytes are missing")
    func cutChunks() throws {
        let fixture = try ProtectionFixture()
        let content = (0..<40_000).map { UInt8($0 % 251) }
        try fixture.replace("file", content)
        let raw = try fixture.raw()
        for count in stride(from: 300, to: raw.count, by: 997) {
            try fixture.setRaw("file", Array(raw.prefix(count)))
            #expect(throws: FileError.self, "\(count) bytes") { _ = try fixture.whole() }
        }
    }

    @Test("Chunks that were swapped, and a chunk of another file in its place, are noticed")
    func swapped() throws {
        let fixture = try ProtectionFixture()
        try fixture.replace("file", [UInt8](repeating: 1, count: 60_000))
        try fixture.replace("other", [UInt8](repeating: 2, count: 60_000))
        let (raw, other) = (try fixture.raw(), try fixture.raw("other"))
        let (second, third) = (33_120..<49_548, 49_548..<65_976)
        var changed = raw
        changed.replaceSubrange(second, with: raw[third])
        changed.replaceSubrange(third, with: raw[second])
        try fixture.setRaw("file", changed)
        #expect(throws: FileError.self) { _ = try fixture.whole() }
        changed = raw
        changed.replaceSubrange(second, with: other[second])
        try fixture.setRaw("file", changed)
        #expect(throws: FileError.self) { _ = try fixture.whole() }
    }

    @Test("Content of class none that would begin as protected files do is refused, however it comes together")
    func mistaken() throws {
        let fixture = try ProtectionFixture()
        try fixture.replace("protected", [1, 2, 3])
        let magic = Array(try fixture.raw("protected").prefix(8))
        #expect(throws: FileError.self) { try fixture.replace("file", magic, ProtectionClass.none) }
        let file = try fixture.open("file", ProtectionClass.none)
        try file.write(Array(magic[5...]), at: 5)
        try file.write(Array(magic[..<3]), at: 0)
        let error = #expect(throws: FileError.self) { try file.write(Array(magic[3..<5]), at: 3) }
        #expect(error?.description.contains("begin as protected files do") == true)
        #expect(try file.read(8, at: 0) == magic[..<3] + [0, 0] + magic[5...])
    }

    @Test("A file of a build with the other cipher, or of a later version, is refused with what it needs")
    func otherBuild() throws {
        let fixture = try ProtectionFixture()
        try fixture.replace("file", [1, 2, 3])
        let raw = try fixture.raw()
        for (place, value, text) in [
            (10, Sealing.encrypts ? UInt8(ascii: "c") : UInt8(ascii: "S"), "trait Sodium"), (8, 2, "version 2"),
        ] {
            var changed = raw
            changed[place] = value
            try fixture.setRaw("file", changed)
            let error = #expect(throws: FileError.self) { try fixture.whole() }
            #expect(error?.description.contains(text) == true)
            #expect(throws: FileError.self) { try fixture.open().write([1], at: 0) }
        }
        let others = try ProtectionFixture()
        try others.setRaw("file", raw)
        let error = #expect(throws: FileError.self) { try others.whole() }
        #expect(error?.description.contains("of another device") == true)
    }
}
