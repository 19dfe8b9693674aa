import Foundation
import ResponderEnvironment
import TestSupport
import Testing

@Suite("A backup of a device")
struct BackupTests {
    private let device: BackupFixture

    init() throws { device = try BackupFixture() }

    // Rules: S3, S26.
    @Test("A restored app has what the longest standard directory lets in; its Caches and tmp are there and empty")
    func restored() throws {
        let report = try device.backUp()
        #expect(report.copied == 7)
        let restored = try device.restored()
        #expect(restored == (try device.expected()))
        #expect(restored["Library/Caches/"] != nil && restored["tmp/"] != nil)
        #expect(restored["Library/Caches/one.png"] == nil && restored["tmp/draft"] == nil)
    }

    // Rules: S5.
    @Test("A second backup copies only what has changed, and keeps nothing that no file needs")
    func incremental() throws {
        try device.backUp()
        let before = try device.backupFiles()
        #expect(try device.backUp() == BackupReport(unchanged: 7))
        #expect(try device.backupFiles() == before)

        try device.write("one more", "Documents/one.txt")
        try device.write("new", "Documents/new.txt")
        try device.remove("Documents/deep/er/two.txt")
        #expect(try device.backUp() == BackupReport(copied: 2, unchanged: 5, removed: 1, bytes: 11))
        #expect(try device.restored() == (try device.expected()))
        // The list, seven files and the keychain.
        #expect(try device.backupFiles().count == 9)
    }

    // Rules: S5.
    @Test("The bundle is copied once for each version, even where its files changed")
    func bundle() throws {
        try device.backUp()
        try device.write("tampered", "Notes.app/Notes")
        #expect(try device.backUp().copied == 0)
        #expect(try device.restored()["Notes.app/Notes"] == "program")

        device.version = "2"
        #expect(try device.backUp() == BackupReport(copied: 1, unchanged: 6, bytes: 8))
        #expect(try device.restored()["Notes.app/Notes"] == "tampered")
    }

    @Test("A file of the same length whose date went back is copied again")
    func clockThatGoesBack() throws {
        try device.backUp()
        try device.write("eno", "Documents/one.txt")
        let path = "\(device.home)/Documents/one.txt"
        try FileManager.default.setAttributes([.modificationDate: Date(timeIntervalSince1970: 0)], ofItemAtPath: path)
        #expect(try device.backUp().copied == 1)
        #expect(try device.restored()["Documents/one.txt"] == "eno")
    }

    @Test("A file that changed in the moment of the backup is read again by the next one")
    func changedInTheSameTick() throws {
        let reads = ReadCounter()
        device.files = reads.files
        device.time = 0
        try device.backUp()
        reads.reset()
        #expect(try device.backUp() == BackupReport(unchanged: 7))
        // Not the bundle's two.
        #expect(reads.count == 5)
        device.time = .max
        try device.backUp()
        reads.reset()
        #expect(try device.backUp() == BackupReport(unchanged: 7))
        #expect(reads.count == 0)
    }

    @Test("Restored files have their dates and permissions")
    func attributes() throws {
        let path = "\(device.home)/Notes.app/Notes"
        let date = Date(timeIntervalSince1970: 1_000_000_000.5)
        try FileManager.default.setAttributes([.modificationDate: date, .posixPermissions: 0o750], ofItemAtPath: path)
        try device.backUp()
        let target = TemporaryFolder()
        try device.store().open().restore(
            app: BackupFixture.app,
            into: try Folder(path: target.path),
            files: device.files
        )
        let attributes = try FileManager.default.attributesOfItem(atPath: "\(target.path)/Notes.app/Notes")
        #expect(attributes[.modificationDate] as? Date == date)
        #expect(attributes[.posixPermissions] as? Int == 0o750)
    }

    @Test("An opened backup says what it has, and gives the keychain back")
    func questions() throws {
        try device.backUp()
        let backup = try device.store().open()
        #expect(backup.device == "phone" && backup.date == "day 1" && !backup.isSealed)
        let app = try #require(backup.apps.first)
        #expect(backup.apps.count == 1 && app.identifier == BackupFixture.app)
        #expect(app.bundle == BackedUpBundle(name: "Notes.app", version: "1") && app.files == 7)
        #expect(app.bytes == (try device.expected().values.reduce(0) { $0 + $1.utf8.count }))
        #expect(try backup.keychain() == Array("sealed items".utf8))
        #expect(backup.verify() == [])
        #expect(throws: BackupError.noApp("other")) {
            try backup.restore(app: "other", into: try Folder(path: device.home), files: device.files)
        }
    }

    @Test(
        "Files of several pieces, and one that ends with its piece, are restored byte for byte",
        arguments: [nil, "pass"]
    )
    func large(password: String?) throws {
        let piece = String(repeating: "0123456789abcdef", count: 65_536)
        try device.write(piece, "Documents/piece")
        try device.write(piece + piece + "end", "Documents/pieces")
        try device.backUp(password: password)
        #expect(try device.restored(password: password) == (try device.expected()))
    }

    @Test("A symbolic link is not followed, and the report names it; drafts are left out")
    func links() throws {
        try device.folder.link("device/home/Documents/link", to: "/etc/passwd")
        try device.write("half", "Documents/\(Folder.draftPrefix)one")
        let report = try device.backUp()
        #expect(report.copied == 7)
        #expect(report.skipped == ["org.example.notes: Documents/link"])
    }

    @Test("The space that a backup takes is what its files have, also after a second backup")
    func space() throws {
        let space = HookedSpace()
        try device.backUp(space: space)
        try device.write("another one", "Documents/one.txt")
        try device.backUp(space: space)
        let sizes = try BackupFixture.content(of: device.backup).values.map(\.utf8.count)
        #expect(space.taken == sizes.reduce(0, +))
        try FileManager.default.removeItem(atPath: device.backup)
        #expect(throws: BackupError.noBackup(device.backup)) { try device.store().open() }
    }

    @Test("While a backup is open no other is made, and the error says so")
    func busy() throws {
        try device.backUp()
        let backup = try device.store().open()
        #expect(throws: BackupError.files(.inUse(device.backup, process: nil))) { try device.backUp() }
        _ = try backup.keychain()
    }
}

/// Counts the files that are read.
private final class ReadCounter: Sendable {
    private let space = HookedSpace()
    var count: Int { space.taken }
    func reset() { space.give(space.taken) }

    var files: PlainFiles {
        PlainFiles(
            open: { (path, home) throws(FileError) in
                try self.space.take(1, for: "")
                return try PlainFiles(keys: nil).open(path, home)
            },
            create: PlainFiles(keys: nil).create
        )
    }
}
