import Foundation
import ResponderRecordings
import Testing

@Suite("A recording that is written")
struct RecordingWritingTests {
    /// A folder for a test's files.
    private final class Folder {
        let path = NSTemporaryDirectory() + "recordings-\(UUID().uuidString)"

        init() throws { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false) }
        deinit { try? FileManager.default.removeItem(atPath: path) }

        var names: [String] { get throws { try FileManager.default.contentsOfDirectory(atPath: path).sorted() } }
        func text(_ name: String) throws -> String { try String(contentsOfFile: "\(path)/\(name)", encoding: .utf8) }
    }

    private let folder: Folder

    init() throws { folder = try Folder() }

    @Test("takes the place of a former file as a whole, with its permissions")
    func replaces() throws {
        let (path, link) = ("\(folder.path)/taps.evemu", "\(folder.path)/former")
        #expect(FileManager.default.createFile(atPath: path, contents: nil, attributes: [.posixPermissions: 0o640]))
        try Data("former\n".utf8).write(to: URL(fileURLWithPath: path))
        // Another name of the same file: it keeps what that held, so nothing was written over it.
        try FileManager.default.linkItem(atPath: path, toPath: link)
        try EvemuRecording.sample.write(to: path)
        #expect(try folder.text("taps.evemu") == EvemuRecording.sample.text)
        #expect(try folder.text("former") == "former\n")
        #expect(try folder.names == ["former", "taps.evemu"])
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o640)
    }

    @Test("is not written through a symbolic link, wherever it leads", arguments: ["target", "nowhere"])
    func symbolicLink(target: String) throws {
        try Data("former\n".utf8).write(to: URL(fileURLWithPath: "\(folder.path)/target"))
        let link = "\(folder.path)/link"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: target)
        let error = #expect(throws: RecordingError.self) { try EvemuRecording.sample.write(to: link) }
        #expect(
            error?.description == "\(link): cannot be written: it is a symbolic link, which is not followed; "
                + "name the file that it leads to"
        )
        #expect(error?.problem == .unwritable)
        #expect(try folder.names == ["link", "target"] && folder.text("target") == "former\n")
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == target)
    }

    @Test("that cannot be written is named, with the reason")
    func unwritable() throws {
        let error = #expect(throws: RecordingError.self) { try EvemuRecording.sample.write(to: "/nowhere/taps.evemu") }
        #expect(error?.description == "/nowhere/taps.evemu: cannot be written: No such file or directory")
        #expect(error?.problem == .unwritable)
        let inFolder = #expect(throws: RecordingError.self) { try EvemuRecording.sample.write(to: folder.path) }
        #expect(inFolder?.description == "\(folder.path): cannot be written: Is a directory")
        let inNothing = #expect(throws: RecordingError.self) { try EvemuRecording.sample.write(to: "") }
        #expect(inNothing?.description == ": cannot be written: No such file or directory")
    }
}
