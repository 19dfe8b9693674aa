import Foundation
import TestSupport
import Testing

@testable import ResponderScenarios

@Suite("The files that the program of scenarios finds")
struct ScenarioFilesTests {
    /// A folder with these files.
    private func makeFolder(_ files: [String]) throws -> TemporaryFolder {
        let folder = TemporaryFolder()
        for file in files { try folder.write("", to: file) }
        return folder
    }

    @Test("A folder stands for its scenarios at any depth, sorted, without those that are included or hidden")
    func folder() throws {
        let folder = try makeFolder([
            "b.yaml", "a/z.yml", "a/b/c.json", "_part.yaml", "a/_part.json", "notes.txt", ".hidden.yaml", ".git/x.yaml",
            "_folder/d.yaml", "yaml",
        ])
        let names = ["_folder/d.yaml", "a/b/c.json", "a/z.yml", "b.yaml"]
        #expect(try ScenarioFiles.find([folder.path]) == names.map { "\(folder.path)/\($0)" })
        // With a slash behind the folder, no path has two of them.
        #expect(try ScenarioFiles.find([folder.path + "/"]) == names.map { "\(folder.path)/\($0)" })
    }

    @Test("A file that is named several times, or is in a named folder too, is there once")
    func once() throws {
        let folder = try makeFolder(["a.yaml", "_part.yaml"])
        let (file, part) = (folder.path + "/a.yaml", folder.path + "/_part.yaml")
        #expect(try ScenarioFiles.find([file, folder.path, file]) == [file])
        // Who names a file wants it to run.
        #expect(try ScenarioFiles.find([part]) == [part])
    }

    @Test("A link to a file is found in a folder, and one to a folder is not followed")
    func links() throws {
        let folder = try makeFolder(["a/a.yaml"])
        let files = FileManager.default
        try files.createSymbolicLink(atPath: folder.path + "/loop", withDestinationPath: folder.path)
        try files.createSymbolicLink(atPath: folder.path + "/link.yaml", withDestinationPath: "a/a.yaml")
        try files.createSymbolicLink(atPath: folder.path + "/lost.yaml", withDestinationPath: "nothing")
        #expect(try ScenarioFiles.find([folder.path]) == ["a/a.yaml", "link.yaml"].map { "\(folder.path)/\($0)" })
    }

    @Test("A path that is not there is named, with the reason", arguments: ["/no/such.yaml", "", "a\0b"])
    func missing(path: String) {
        let reason = path.hasPrefix("/") ? "No such file or directory" : "it is no path"
        #expect(throws: ScenarioFiles.Unreadable(path: path, reason: reason)) { try ScenarioFiles.find([path]) }
    }

    @Test(
        "The folder and the name of a path are its parts",
        arguments: [
            ("a/b/c.yaml", "a/b", "c"), ("c.yaml", ".", "c"), ("/c.d.json", "/", "c.d"), ("a/.x", "a", ".x"),
            ("a/", "a", ""), ("", ".", ""),
        ]
    )
    func parts(path: String, folder: String, name: String) {
        #expect(path.folderOfPath == folder)
        #expect(path.nameOfPath == name)
    }
}
