import Foundation
import ResponderEnvironment
import ResponderKit
import Testing

@Suite struct ContainerTests {
    @Test("A file that was written is read, listed, moved and removed by its path in the home")
    func files() throws {
        let container = try TestHome().container
        try container.createFolder("Documents/a/b")
        try container.write(Array("one".utf8), to: "Documents/a/b/1.txt")
        try container.write(Array("three".utf8), to: "Documents/a/b/1.txt")
        #expect(try container.read("Documents/a/b/1.txt") == Array("three".utf8))
        #expect(try container.size(of: "Documents/a/b/1.txt") == 5)
        #expect(try container.names(in: "Documents/a/b") == ["1.txt"])
        try container.move("Documents/a", to: "Library/a")
        #expect(try !container.exists("Documents/a"))
        #expect(try container.read("Library/a/b/1.txt") == Array("three".utf8))
        try container.remove("Library/a")
        #expect(try !container.exists("Library/a"))
    }

    // Rules: S2.
    @Test("Two files whose names differ in case are two files")
    func cased() throws {
        let container = try TestHome().container
        try container.write([1], to: "Documents/a.txt")
        try container.write([2], to: "Documents/A.txt")
        #expect(try container.read("Documents/a.txt") == [1])
        #expect(try container.names(in: "Documents") == ["A.txt", "Inbox", "a.txt"])
        // Equal as texts, and different files.
        try container.write([3], to: "tmp/\u{e9}")
        try container.write([4], to: "tmp/e\u{301}")
        #expect(try container.names(in: "tmp").count == 2)
        #expect(try container.read("tmp/\u{e9}") == [3])
    }

    // Rules: S7.
    @Test("After the home was moved the container goes on, its paths are new, and a path that was kept is stale")
    func moved() throws {
        let test = try TestHome()
        let container = test.container
        try container.write([1], to: "Documents/a.txt")
        let file = try container.open("Documents/a.txt", .reading)
        let kept = try container.path(of: .documents)
        #expect(kept == test.home.path + "/Documents")
        try test.move()
        #expect(try container.path(of: .documents) == test.home.path + "/Documents")
        #expect(try container.path(of: "Documents/a.txt") == test.home.path + "/Documents/a.txt")
        #expect(!FileManager.default.fileExists(atPath: kept))
        #expect(try container.read("Documents/a.txt") == [1])
        try container.write([2], to: "Documents/b.txt")
        #expect(FileManager.default.fileExists(atPath: test.home.path + "/Documents/b.txt"))
        withExtendedLifetime(file) {}
    }

    @Test("The path in a home that was removed is an error, and no stale path")
    func removedHome() throws {
        let test = try TestHome()
        try FileManager.default.removeItem(at: test.home)
        #expect(throws: FileError.notFound(test.home.path)) { try test.container.path(of: .documents) }
    }

    @Test("A move replaces nothing, and puts no folder into itself")
    func refusedMoves() throws {
        let container = try TestHome().container
        try container.createFolder("Documents/a")
        try container.write([1], to: "Documents/1")
        try container.write([2], to: "Documents/2")
        #expect(throws: FileError.exists("Documents/2")) { try container.move("Documents/1", to: "Documents/2") }
        #expect(throws: FileError.exists("Documents/1")) { try container.move("Documents/1", to: "Documents/1") }
        #expect(throws: FileError.notFound("Documents/3")) { try container.move("Documents/3", to: "Documents/4") }
        #expect(throws: FileError.notFound("Documents/x")) { try container.move("Documents/1", to: "Documents/x/1") }
        #expect(throws: FileError.self) { try container.move("Documents/a", to: "Documents/a/b") }
        #expect(try container.read("Documents/2") == [2])
    }

    @Test("An error of a missing folder names the folder")
    func missingFolder() throws {
        let container = try TestHome().container
        #expect(throws: FileError.notFound("Documents/a/b")) { try container.write([1], to: "Documents/a/b/c") }
        #expect(throws: FileError.notFound("Documents/a")) { try container.read("Documents/a") }
        #expect(throws: FileError.notFound("Documents/a")) { try container.remove("Documents/a") }
        #expect(throws: FileError.notFound("Documents/a")) { try container.names(in: "Documents/a") }
    }

    // Rules: S9.
    @Test("The exclude attribute goes with a moved file, and a file saved anew has lost it")
    func excluded() throws {
        let container = try TestHome().container
        try container.createFolder("Documents/folder")
        try container.write([1], to: "Documents/a")
        for path in ["Documents/folder", "Documents/a"] {
            #expect(try !container.isExcludedFromBackup(at: path))
            try container.setExcludedFromBackup(true, at: path)
            #expect(try container.isExcludedFromBackup(at: path))
        }
        try container.move("Documents/a", to: "Documents/folder/a")
        #expect(try container.isExcludedFromBackup(at: "Documents/folder/a"))
        try container.open("Documents/folder/a").write([2], at: 0)
        #expect(try container.isExcludedFromBackup(at: "Documents/folder/a"))
        try container.write([3], to: "Documents/folder/a")
        #expect(try !container.isExcludedFromBackup(at: "Documents/folder/a"))
        try container.setExcludedFromBackup(false, at: "Documents/folder")
        try container.setExcludedFromBackup(false, at: "Documents/folder")
        #expect(try !container.isExcludedFromBackup(at: "Documents/folder"))
    }

    @Test("Without keys a class other than none is refused, and nothing is written")
    func noKeys() throws {
        let test = try TestHome()
        let refusal = test.refusal { (container) throws(FileError) in
            try container.write([1], to: "Documents/a", protection: .complete)
        }
        #expect(refusal?.contains("no keys") == true, "it said: \(refusal ?? "nothing")")
        #expect(throws: FileError.self) { try test.container.open("Documents/a", protection: .completeUnlessOpen) }
        #expect(try !test.container.exists("Documents/a"))
        try test.container.write([1], to: "Documents/a")
        #expect(try test.container.protection(of: "Documents/a") == ProtectionClass.none)
    }

    @Test("Drafts of a process that was killed are not seen, and are removed with all that they have")
    func drafts() throws {
        let test = try TestHome()
        let draft = test.home.appendingPathComponent("Documents/a/.responderkit-new-b/c")
        try FileManager.default.createDirectory(at: draft, withIntermediateDirectories: true)
        try Data([1]).write(to: test.home.appendingPathComponent("tmp/.responderkit-new-x"))
        try test.container.write([1], to: "Documents/a/kept")
        #expect(try test.container.names(in: "Documents/a") == ["kept"])
        try Folder(path: test.home.path).removeDrafts()
        #expect(try FileManager.default.contentsOfDirectory(atPath: test.home.path + "/Documents/a") == ["kept"])
        #expect(try FileManager.default.contentsOfDirectory(atPath: test.home.path + "/tmp") == [])
    }

    @MainActor
    @Test("An application's container is the one that its host gave it")
    func ofApplication() throws {
        let container = try TestHome().container
        let application = Application(runLoop: try MainRunLoop(clock: VirtualClock()))
        application.parts.container = container
        #expect(try application.container === container)
    }
}
