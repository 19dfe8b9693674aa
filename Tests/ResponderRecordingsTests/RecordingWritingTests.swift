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

    @Test("A written recording takes the place of a former file as a whole, with its permissions")
    func replaces() throws {
        let (path, link) = ("\(folder.path)/taps.evemu", "\(folder.path)/former")
        #expect(FileManager.default.createFile(atPath: path, contents: nil, attributes: [.posixPermissions: 0o640]))
        try Data("former\n".utf8).write(to: URL(fileURLWithPath: path))
        // Another name of the same file: it keeps what that held, so nothing was written over it.
        try FileManager.default.linkItem(atPath: path, toPath: link)
        try EvdevRecording.sample.write(to: path)
        #expect(try folder.text("taps.evemu") == EvdevRecording.sample.text)
        #expect(try folder.text("former") == "former\n")
        #expect(try folder.names == ["former", "taps.evemu"])
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o640)
    }

    @Test("A written recording keeps the former file's owner where it can, but not its set-user-ID bits")
    func owner() throws {
        let path = "\(folder.path)/taps.evemu"
        try Data("former\n".utf8).write(to: URL(fileURLWithPath: path))
        // Only root may give a file away.
        let isGiven = chown(path, 65534, 65534) == 0
        let (user, group) = isGiven ? (65534, 65534) : (geteuid(), getegid())
        #expect(chmod(path, 0o6750) == 0)
        try EvdevRecording.sample.write(to: path)
        var status = stat()
        #expect(stat(path, &status) == 0)
        #expect(status.st_mode & 0o7777 == 0o750)
        #expect(status.st_uid == user && status.st_gid == group)
    }

    @Test("A folder that takes no file to replace the former one is named in the error")
    func folderTakesNone() {
        // A plain file that may be written.
        let error = #expect(throws: RecordingError.self) { try EvdevRecording.sample.write(to: "/proc/self/comm") }
        let beginning = "/proc/self/comm: cannot be written: its replacement cannot be created in its folder: "
        #expect(error?.description.hasPrefix(beginning) == true)
        #expect(error?.problem == .unwritable)
    }

    @Test(
        "A recording is not written through a symbolic link, wherever the link leads",
        arguments: ["target", "nowhere"]
    )
    func symbolicLink(target: String) throws {
        try Data("former\n".utf8).write(to: URL(fileURLWithPath: "\(folder.path)/target"))
        let link = "\(folder.path)/link"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: target)
        let error = #expect(throws: RecordingError.self) { try EvdevRecording.sample.write(to: link) }
        #expect(
            error?.description == "\(link): cannot be written: it is a symbolic link, which is not followed; "
                + "name the file that it leads to"
        )
        #expect(error?.problem == .unwritable)
        #expect(try folder.names == ["link", "target"] && folder.text("target") == "former\n")
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == target)
    }

    @Test("A recording that cannot be written is named, with the reason")
    func unwritable() throws {
        let error = #expect(throws: RecordingError.self) { try EvdevRecording.sample.write(to: "/nowhere/taps.evemu") }
        #expect(error?.description == "/nowhere/taps.evemu: cannot be written: No such file or directory")
        #expect(error?.problem == .unwritable)
        let inFolder = #expect(throws: RecordingError.self) { try EvdevRecording.sample.write(to: folder.path) }
        #expect(inFolder?.description == "\(folder.path): cannot be written: Is a directory")
        let inNothing = #expect(throws: RecordingError.self) { try EvdevRecording.sample.write(to: "") }
        #expect(inNothing?.description == ": cannot be written: No such file or directory")
    }
}
