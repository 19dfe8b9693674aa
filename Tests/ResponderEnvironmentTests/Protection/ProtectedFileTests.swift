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
}
