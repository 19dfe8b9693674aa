import Foundation
import ResponderEnvironment
import TestSupport
import Testing

@Suite struct ProcessContainerTests {
    // Rules: S1.
    @Test("A process's home has the standard directories, each where the system keeps what is in it")
    func directories() throws {
        let home = ProcessHome()
        let container = try home.open()
        try container.write([1], to: "Documents/a")
        try container.write([2], to: "Library/Caches/b")
        try container.write([3], to: "tmp/c")
        #expect(try home.folder.text(of: "state/Documents/a") == "\u{1}")
        #expect(try home.folder.text(of: "cache/b") == "\u{2}")
        #expect(try home.folder.text(of: "run/c") == "\u{3}")
        #expect(try container.path(of: .caches) == container.path(of: "Library/Caches"))
        #expect(try container.path(of: .caches).hasSuffix("/cache"))
        #expect(try container.names(in: "Library") == ["Application Support", "Caches", "Preferences"])
        #expect(try container.names(in: "Library/Caches") == ["b"])
        let bundle = try #require(container.bundleName)
        #expect(try container.names(in: "") == ["Documents", "Library", "tmp", bundle].sorted())
        #expect(try container.names(in: bundle).contains(String(bundle.dropLast(".app".count))))
        #expect(try container.usedSpace() == 3)
    }

    // Rules: S1.
    @Test("A process's bundle, lock and keys cannot be written through the home")
    func refused() throws {
        let home = ProcessHome()
        let container = try home.open()
        for path in ["\(try #require(container.bundleName))/x", ".lock", ".protection/keys", "x"] {
            #expect(throws: FileError.self) { try container.write([1], to: path) }
            #expect(throws: FileError.self) { try container.remove(path) }
        }
        #expect(throws: FileError.self) { try container.read(".lock") }
        #expect(try home.folder.text(of: "state/.lock") == "\(getpid())\n")
    }

    @Test("An error in a directory of its own has the path in the home")
    func errors() throws {
        let home = ProcessHome()
        let container = try home.open()
        #expect(throws: FileError.notFound("Library/Caches/a/b")) { try container.read("Library/Caches/a/b") }
        #expect(throws: FileError.notFound("tmp/a")) { try container.write([1], to: "tmp/a/b") }
        try container.createFolder("tmp/f")
        try container.createFolder("Documents/g")
        #expect(throws: FileError.exists("tmp/f")) { try container.move("Documents/g", to: "tmp/f") }
        #expect(try home.folder.text(of: "state/.lock") == "\(getpid())\n")
    }

    @Test("A move from tmp to Documents keeps what is moved, also from another file system")
    func moved() throws {
        let home = ProcessHome()
        var variables = home.systemd
        let memory = "/dev/shm/responderkit-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: memory) }
        if access("/dev/shm", W_OK) == 0 { variables["RUNTIME_DIRECTORY"] = memory }
        let container = try home.open(variables)
        let bytes = (0..<1_500_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        try container.createFolder("tmp/folder/inner")
        try container.write(bytes, to: "tmp/folder/inner/large")
        try container.write([1], to: "tmp/folder/small")
        try container.move("tmp/folder", to: "Documents/folder")
        #expect(try container.read("Documents/folder/inner/large") == bytes)
        #expect(try container.read("Documents/folder/small") == [1])
        #expect(try !container.exists("tmp/folder"))
        try container.write([2], to: "tmp/small")
        #expect(throws: FileError.exists("Documents/folder/small")) {
            try container.move("tmp/small", to: "Documents/folder/small")
        }
        #expect(try container.read("Documents/folder/small") == [1])
        #expect(throws: FileError.notFound("tmp/gone")) { try container.move("tmp/gone", to: "Documents/gone") }
        let left = try FileManager.default.contentsOfDirectory(atPath: home.folder.path + "/state/Documents/folder")
        #expect(left.sorted() == ["inner", "small"])
    }

    @Test("While a home is open it cannot be opened again, and the error names the process")
    func locked() throws {
        let home = ProcessHome()
        let first = try home.open()
        #expect(throws: FileError.inUse(home.folder.path + "/state", process: getpid())) { try home.open() }
        withExtendedLifetime(first) {}
    }

    @Test("What a killed process was writing is gone after the next opening, and what it had written is there")
    func drafts() throws {
        let home = ProcessHome()
        try home.folder.write("new", to: "state/Documents/a/.responderkit-new-x")
        try home.folder.write("new", to: "cache/.responderkit-new-x")
        try home.folder.write("kept", to: "state/Documents/a/x")
        let container = try home.open()
        #expect(try container.read("Documents/a/x") == Array("kept".utf8))
        #expect(throws: (any Error).self) { try home.folder.text(of: "state/Documents/a/.responderkit-new-x") }
        #expect(throws: (any Error).self) { try home.folder.text(of: "cache/.responderkit-new-x") }
    }

    @Test("Without a directory for it, tmp is in the one of the caches, unseen there, and empty at each opening")
    func temporary() throws {
        let home = ProcessHome()
        var variables = home.systemd
        variables["RUNTIME_DIRECTORY"] = nil
        func writeOnce() throws {
            let container = try home.open(variables)
            try container.write([1], to: "tmp/a")
            try container.write([1], to: "Library/Caches/b")
            #expect(try container.names(in: "Library/Caches") == ["b"])
        }
        try writeOnce()
        let container = try home.open(variables)
        #expect(try container.names(in: "tmp") == [])
        #expect(try container.names(in: "Library/Caches") == ["b"])
    }

    @Test("A directory that is a file, is inside another one, or cannot be made is an error that names the variables")
    func wrongDirectories() throws {
        let home = ProcessHome()
        try home.folder.write("file", to: "file")
        let cases = [
            ("STATE_DIRECTORY", "\(home.folder.path)/file", "file"),
            ("CACHE_DIRECTORY", "\(home.folder.path)/state/cache", "must be apart"),
            ("CACHE_DIRECTORY", "\(home.folder.path)/state", "must be apart"),
            ("STATE_DIRECTORY", "/proc/state", "STATE_DIRECTORY"),
        ]
        for (variable, path, word) in cases {
            let refusal = home.refusal(home.systemd.merging([variable: path]) { $1 })
            #expect(refusal?.contains(word) == true, "it said: \(refusal ?? "nothing")")
        }
    }
}
