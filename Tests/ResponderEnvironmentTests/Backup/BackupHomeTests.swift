import Foundation
import ResponderEnvironment
import TestSupport
import Testing

@Suite("What a backup has of a home")
struct BackupHomeTests {
    private let device: BackupFixture

    init() throws { device = try BackupFixture() }

    // Rules: S9.
    @Test("Neither an excluded file nor what is in an excluded folder is backed up; the next file of that name is")
    func excluded() throws {
        let home = try Folder(path: device.home)
        try device.write("big", "Documents/deep/er/er/big")
        try home.setExcludedFromBackup(true, at: HomePath("Documents/one.txt"))
        try home.setExcludedFromBackup(true, at: HomePath("Documents/deep/er"))
        try device.backUp()
        let restored = try device.restored()
        #expect(restored["Documents/one.txt"] == nil)
        #expect(restored["Documents/deep/"] != nil && restored["Documents/deep/er/"] == nil)
        #expect(restored["Documents/Inbox/letter.txt"] != nil)

        // As an app saves a file anew.
        try home.replace(HomePath("Documents/one.txt"), with: Array("one".utf8), durable: false)
        #expect(try device.backUp().copied == 1)
        #expect(try device.restored()["Documents/one.txt"] == "one")
    }

    // Rules: S9.
    @Test("A file that is excluded later is in the next backup no longer")
    func excludedLater() throws {
        try device.backUp()
        try Folder(path: device.home).setExcludedFromBackup(true, at: HomePath("Documents"))
        #expect(try device.backUp().removed == 3)
        #expect(try device.restored()["Documents/one.txt"] == nil)
    }

    @Test("Protected files are read by the unlocked device's keys, and restored in their classes by another's")
    func classes() throws {
        let folders = TemporaryFolder()
        let keys = try DataProtection(keys: Folder(path: "\(folders.path)/one", creating: true), cost: .quick)
        try keys.setPasscode("1234")
        let home = try Folder(path: device.home)
        for protection in ProtectionClass.allCases {
            try ProtectedFile.replaceWhole(
                Array("secret of \(protection)".utf8),
                HomePath("Documents/\(protection)"),
                in: home,
                protection: protection,
                keys: keys,
                space: nil
            )
        }
        device.files = PlainFiles(keys: keys)
        try device.backUp(password: "pass")
        #expect(try device.backUp(password: "pass").copied == 0)

        let others = try DataProtection(keys: Folder(path: "\(folders.path)/two", creating: true), cost: .quick)
        let restored = try Folder(path: "\(folders.path)/home", creating: true)
        let backup = try device.store().open(password: "pass")
        try backup.restore(app: BackupFixture.app, into: restored, files: PlainFiles(keys: others))
        for protection in ProtectionClass.allCases {
            let path = try HomePath("Documents/\(protection)")
            #expect(try ProtectedFile.protection(of: path, in: restored) == protection)
            let bytes = try ProtectedFile.readWhole(path, in: restored, keys: others)
            #expect(String(decoding: bytes, as: UTF8.self) == "secret of \(protection)")
        }
    }

    @Test("A locked device's protected files end the backup with an error that names the file")
    func locked() throws {
        let folders = TemporaryFolder()
        let keys = try DataProtection(keys: Folder(path: folders.path), cost: .quick)
        try keys.setPasscode("1234")
        try ProtectedFile.replaceWhole(
            [1],
            HomePath("Documents/secret"),
            in: Folder(path: device.home),
            protection: .complete,
            keys: keys,
            space: nil
        )
        keys.lock()
        device.files = PlainFiles(keys: keys)
        let error = BackupError.home(app: BackupFixture.app, .locked("Documents/secret", .complete))
        #expect(throws: error) { try device.backUp() }
        try keys.unlock(passcode: "1234")
        #expect(try device.backUp().copied > 0)
    }

    @Test("A source that the list could not say is refused before anything is written")
    func badSources() throws {
        let home = try Folder(path: device.home)
        for (identifier, bundle) in [
            ("", nil), ("..", nil), ("a/b", nil), ("a\nb", nil), ("a", "Documents"), ("a", ""),
        ] {
            let app = BackupSource.App(
                identifier: identifier,
                home: home,
                bundle: bundle.map { BackedUpBundle(name: $0, version: "1") }
            )
            let source = BackupSource(device: "d", date: "", apps: [app], keychain: nil, files: device.files)
            #expect(throws: BackupError.self) { try device.store().backUp(source) }
        }
        let app = BackupSource.App(identifier: "a", home: home, bundle: nil)
        for (device, apps) in [("d", [app, app]), (String(repeating: "d", count: 2000), [])] {
            let source = BackupSource(device: device, date: "", apps: apps, keychain: nil, files: self.device.files)
            #expect(throws: BackupError.self) { try self.device.store().backUp(source) }
        }
        #expect(try device.backupFiles() == [])
    }

    @Test("A tree of 500 folders in each other is backed up and restored")
    func deep() throws {
        let home = try Folder(path: device.home)
        try home.createFolder(HomePath(names: ["Documents"] + (0..<500).map { _ in "d" }))
        try device.backUp()
        #expect(try device.restored() == (try device.expected()))

        // No path of an app is so long.
        try home.createFolder(HomePath(names: ["Documents"] + (0..<510).map { _ in "d" } + ["long"]))
        let report = try device.backUp()
        #expect(
            report.skipped.count == 1 && report.skipped.allSatisfy { $0.hasPrefix("org.example.notes: Documents/d/") }
        )
        #expect(try device.store().open().apps.first?.files == 7)
    }

    @Test("Names that look the same are different names: both files are backed up, noticed and restored")
    func sameLook() throws {
        let home = try Folder(path: device.home)
        let (one, other) = (try HomePath("Documents/\u{e9}"), try HomePath("Documents/e\u{301}"))
        func replace(_ path: HomePath, _ text: String) throws {
            try home.replace(path, with: Array(text.utf8), durable: false)
        }
        try replace(one, "composed")
        try replace(other, "decomposed")
        try device.backUp()
        try replace(other, "changed")
        let report = try device.backUp()
        #expect(report.copied == 1 && report.removed == 0)
        let restored = try Folder(path: device.folder.path + "/restored", creating: true)
        try device.store().open().restore(app: BackupFixture.app, into: restored, files: device.files)
        #expect(String(decoding: try restored.read(one), as: UTF8.self) == "composed")
        #expect(String(decoding: try restored.read(other), as: UTF8.self) == "changed")
        try home.remove(one)
        #expect(try device.backUp().removed == 1)
    }

    @Test("A name that is not UTF-8 is left out and reported, and all else is backed up")
    func notUnicode() throws {
        let name = Array("\(device.home)/Documents/".utf8) + [0xff, 0x0a, 0]
        let folder = name.withUnsafeBytes { bytes in
            bytes.baseAddress.map { mkdir($0.assumingMemoryBound(to: CChar.self), 0o700) } ?? -1
        }
        #expect(folder == 0)
        let report = try device.backUp()
        #expect(report.skipped == ["org.example.notes: Documents/\u{fffd}\n"])
        #expect(report.copied == 7)
    }

    @Test("A damaged protected file is left out and reported, and the backup keeps what it has of the file")
    func damaged() throws {
        let folders = TemporaryFolder()
        let keys = try DataProtection(keys: Folder(path: folders.path), cost: .quick)
        let home = try Folder(path: device.home)
        let path = try HomePath("Documents/secret")
        try ProtectedFile.replaceWhole([7], path, in: home, protection: .complete, keys: keys, space: nil)
        device.files = PlainFiles(keys: keys)
        try device.backUp()
        var bytes = try home.read(path)
        bytes[20] ^= 1
        try home.replace(path, with: bytes, durable: false)
        try device.write("new", "Documents/new.txt")
        let report = try device.backUp()
        #expect(report.skipped == ["org.example.notes: Documents/secret"])
        #expect(report.copied == 1 && report.removed == 0)
        let restored = try Folder(path: folders.path + "/restored", creating: true)
        try device.store().open().restore(app: BackupFixture.app, into: restored, files: device.files)
        #expect(try ProtectedFile.readWhole(path, in: restored, keys: keys) == [7])
    }
}
