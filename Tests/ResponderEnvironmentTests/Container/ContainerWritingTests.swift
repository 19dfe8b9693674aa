import Foundation
import ResponderEnvironment
import Testing

/// Who may write where in a home.
@Suite struct ContainerWritingTests {
    // Rules: S1.
    @Test("A new home has its standard directories, and a folder of the app's own in Application Support")
    func standardDirectories() throws {
        let test = try TestHome()
        #expect(try test.container.names(in: "") == ["Clock.app", "Documents", "Library", "tmp"])
        #expect(try test.container.names(in: "Documents") == ["Inbox"])
        #expect(try test.container.names(in: "Library") == ["Application Support", "Caches", "Preferences"])
        #expect(try test.container.names(in: "Library/Application Support") == ["org.example.clock"])
        for directory in StandardDirectory.allCases {
            #expect(FileManager.default.fileExists(atPath: try test.container.path(of: directory)))
        }
    }

    // Rules: S1.
    @Test(
        "A write where the app may not write is refused with the place to write instead, and changes nothing",
        arguments: [
            ("Clock.app/Clock", "Library/Application Support"), ("Clock.app/new", "Library/Application Support"),
            ("Library/Preferences/p.plist", "preferences alone"), ("notes.txt", "Documents"),
            ("Other/notes.txt", "Documents"), ("Documents/Inbox/mine.txt", "move it to Documents"),
            ("documents/notes.txt", "Documents"), ("../notes.txt", "leads out"), ("/tmp/notes.txt", "slash"),
            ("Documents/a\0b", "zero byte"), ("Documents/.responderkit-new-a", "the package's own"),
        ]
    )
    func refused(path: String, remedy: String) throws {
        let test = try TestHome()
        let before = try FileManager.default.subpathsOfDirectory(atPath: test.home.path).sorted()
        for refusal in [
            test.refusal { (container) throws(FileError) in try container.write([1], to: path) },
            test.refusal { (container) throws(FileError) in _ = try container.open(path) },
            test.refusal { (container) throws(FileError) in try container.createFolder(path) },
            test.refusal { (container) throws(FileError) in try container.move("tmp", to: path) },
        ] {
            #expect(refusal != nil)
        }
        let refusal = test.refusal { (container) throws(FileError) in try container.write([1], to: path) }
        #expect(refusal?.contains(remedy) == true, "it said: \(refusal ?? "nothing")")
        #expect(try FileManager.default.subpathsOfDirectory(atPath: test.home.path).sorted() == before)
        #expect(try test.container.read("Clock.app/Clock") == Array("tick".utf8))
    }

    // Rules: S8.
    @Test("What was handed over in the Inbox is read, moved away and removed, and never written")
    func inbox() throws {
        let test = try TestHome()
        let container = test.container
        let first = try container.handOver([1], named: "notes.txt")
        #expect("\(first)" == "Documents/Inbox/notes.txt")
        #expect("\(try container.handOver([2], named: "notes.txt"))" == "Documents/Inbox/notes-2.txt")
        #expect("\(try container.handOver([3], named: "notes.txt"))" == "Documents/Inbox/notes-3.txt")
        #expect(try container.read("\(first)") == [1])
        #expect(throws: FileError.self) { try container.write([9], to: "\(first)") }
        #expect(throws: FileError.self) { _ = try container.open("\(first)") }
        #expect(throws: FileError.self) { try container.setExcludedFromBackup(true, at: "\(first)") }
        #expect(throws: FileError.self) { try container.move("Documents/Inbox/notes-2.txt", to: "Documents/Inbox/x") }
        #expect(try container.read("\(first)") == [1])
        try container.move("\(first)", to: "Documents/notes.txt")
        try container.write([4], to: "Documents/notes.txt")
        try container.remove("Documents/Inbox/notes-2.txt")
        #expect(try container.names(in: "Documents/Inbox") == ["notes-3.txt"])
    }

    @Test(
        "The name of a document that is handed over is one name, and never a path",
        arguments: ["../x", "a/b", "", "/a"]
    )
    func handedOverName(name: String) throws {
        let test = try TestHome()
        #expect(throws: FileError.self) { try test.container.handOver([1], named: name) }
        #expect(try test.container.names(in: "Documents") == ["Inbox"])
    }

    @Test("A standard directory stays", arguments: ["Documents", "Library", "Library/Caches", "tmp", ""])
    func stays(path: String) throws {
        let test = try TestHome()
        #expect(throws: FileError.self) { try test.container.remove(path) }
        #expect(throws: FileError.self) { try test.container.move(path, to: "Documents/x") }
        #expect(try test.container.exists(path))
    }

    // Rules: S1.
    @Test("A symbolic link in a path is refused, and removed as itself")
    func links() throws {
        let test = try TestHome()
        let outside = test.around.appendingPathComponent("secret")
        try Data("secret".utf8).write(to: outside)
        for (name, target) in [("file", outside.path), ("folder", test.around.path), ("inside", "../tmp")] {
            let link = test.home.appendingPathComponent("Documents/\(name)").path
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: target)
        }
        for path in ["Documents/file", "Documents/folder/secret", "Documents/inside/x"] {
            #expect(throws: FileError.self) { try test.container.read(path) }
            let refusal = test.refusal { (container) throws(FileError) in _ = try container.open(path) }
            #expect(refusal?.contains("symbolic link") == true, "it said: \(refusal ?? "nothing")")
        }
        #expect(throws: FileError.self) { try test.container.write([1], to: "Documents/folder/secret") }
        try test.container.remove("Documents/file")
        try test.container.remove("Documents/folder")
        #expect(try Data(contentsOf: outside) == Data("secret".utf8))
    }
}
