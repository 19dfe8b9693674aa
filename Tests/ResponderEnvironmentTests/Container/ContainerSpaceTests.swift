import ResponderEnvironment
import ResponderEventLoop
import Testing

/// A disk of some bytes.
private final class Disk: StorageSpace {
    private let lock = Lock()
    nonisolated(unsafe) private var left: Int

    init(_ bytes: Int) { left = bytes }

    var free: Int { lock.locked { left } }

    func take(_ bytes: Int, for path: String) throws(FileError) {
        let isTaken = lock.locked {
            guard bytes <= left else { return false }
            left -= bytes
            return true
        }
        if !isTaken { throw .full(path) }
    }

    func give(_ bytes: Int) { lock.locked { left += bytes } }
}

/// The bytes that a home takes of a disk.
@Suite struct ContainerSpaceTests {
    @Test("The bytes of files are taken and given back as files come, are replaced and go")
    func counted() throws {
        let disk = Disk(10_000)
        let container = try TestHome(space: disk).container
        let former = try container.usedSpace()
        func used() -> Int { 10_000 - disk.free + former }
        try container.createFolder("Documents/a/b")
        for (name, count) in [("Documents/a/1", 100), ("Documents/a/b/2", 200), ("tmp/3", 50), ("Documents/a/1", 30)] {
            try container.write([UInt8](repeating: 7, count: count), to: name)
            #expect(try container.usedSpace() == used())
        }
        try container.move("tmp/3", to: "Documents/a/b/3")
        #expect(try container.usedSpace() == used())
        try container.remove("Documents/a/b/2")
        #expect(try container.usedSpace() == used())
        try container.remove("Documents/a")
        #expect(try container.usedSpace() == used())
        #expect(disk.free == 10_000)
    }

    @Test("A write to a full disk fails, and what was there stays")
    func full() throws {
        let disk = Disk(1000)
        let container = try TestHome(space: disk).container
        try container.write([UInt8](repeating: 1, count: 100), to: "Documents/a")
        let free = disk.free
        #expect(throws: FileError.full("Documents/a")) {
            try container.write([UInt8](repeating: 2, count: 2000), to: "Documents/a")
        }
        #expect(throws: FileError.full("Documents/b")) {
            try container.write([UInt8](repeating: 2, count: 2000), to: "Documents/b")
        }
        #expect(disk.free == free)
        #expect(try container.read("Documents/a") == [UInt8](repeating: 1, count: 100))
        #expect(try container.names(in: "Documents") == ["Inbox", "a"])
    }
}
