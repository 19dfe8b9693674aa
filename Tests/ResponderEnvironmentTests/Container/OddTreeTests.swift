import Foundation
import ResponderEnvironment
import Testing

/// Trees that no app makes through its container alone, or only by many moves.
@Suite struct OddTreeTests {
    private let test: TestHome

    init() throws { test = try TestHome() }

    /// Makes a file whose name is not UTF-8, past the container.
    private func makeUnreadable(in folder: String) throws {
        let name = Array("\(test.home.path)/\(folder)/".utf8) + [0x66, 0xfc, 0x72, 0]
        let file = name.withUnsafeBytes { bytes in
            bytes.baseAddress.map { creat($0.assumingMemoryBound(to: CChar.self), 0o600) } ?? -1
        }
        #expect(file >= 0)
        close(file)
    }

    @Test("A name that is not UTF-8 is not listed, and keeps no folder from being listed, counted and removed")
    func notUnicode() throws {
        let container = test.container
        try container.createFolder("tmp/a/b")
        try makeUnreadable(in: "tmp/a")
        try makeUnreadable(in: "tmp/a/b")
        try container.write([1, 2], to: "tmp/a/c")
        #expect(try container.names(in: "tmp/a") == ["b", "c"])
        #expect(try container.usedSpace() == 2)
        let lists = try BackupLists(of: container)
        #expect(lists.excluded.count == 1)
        try container.remove("tmp/a")
        #expect(try container.names(in: "tmp") == [])
    }

    @Test("A tree that moves have made deeper than any path is counted and removed")
    func deep() throws {
        let container = test.container
        let chain = "tmp/" + (0..<4).map { _ in String(repeating: "n", count: 240) }.joined(separator: "/")
        for round in 0..<6 {
            try container.createFolder(chain)
            if round > 0 { try container.move("Documents/a", to: "\(chain)/a") }
            try container.move("tmp/" + String(repeating: "n", count: 240), to: "Documents/a")
        }
        try container.write([1, 2, 3], to: "Documents/b")
        #expect(try container.usedSpace() == 3)
        try container.remove("Documents/a")
        #expect(try container.names(in: "Documents") == ["Inbox", "b"])
    }

    @Test("A folder is removed also where its permissions forbid to change it")
    func readOnly() throws {
        let container = test.container
        try container.createFolder("tmp/a/b")
        try container.write([1], to: "tmp/a/b/c")
        #expect(chmod("\(test.home.path)/tmp/a/b", 0o555) == 0)
        #expect(chmod("\(test.home.path)/tmp/a", 0) == 0)
        try container.remove("tmp/a")
        #expect(try !container.exists("tmp/a"))
    }

    @Test(
        "A file may have any name that the system takes, up to 255 bytes",
        arguments: [String(repeating: "n", count: 255), String(repeating: "\u{1f600}", count: 63), longCharacter]
    )
    func longNames(name: String) throws {
        let container = test.container
        for bytes in [[1], [2, 2]] as [[UInt8]] {
            try container.write(bytes, to: "tmp/\(name)")
            #expect(try container.read("tmp/\(name)") == bytes)
        }
        try Folder(path: test.home.path).replace(HomePath("tmp/\(name)"), with: [3], durable: false)
        #expect(try container.names(in: "tmp") == [name])
    }

    /// One character of 255 bytes.
    private static let longCharacter = "e" + String(repeating: "\u{301}", count: 127)

    @Test("A file with holes, which is longer than the memory, is refused as a whole and read in parts")
    func holes() throws {
        let container = test.container
        let file = try container.open("tmp/a")
        try file.truncate(to: 1 << 43)
        let error = #expect(throws: FileError.self) { try container.read("tmp/a") }
        #expect(error?.description.contains("read it in parts") == true)
        #expect(throws: FileError.self) { try file.read(.max, at: 0) }
        #expect(try file.read(10, at: 1 << 42) == [UInt8](repeating: 0, count: 10))
    }
}
