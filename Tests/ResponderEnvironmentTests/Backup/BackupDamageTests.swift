import Foundation
import ResponderEnvironment
import TestSupport
import Testing

@Suite("A backup that is damaged, or of another kind")
struct BackupDamageTests {
    private let device: BackupFixture

    init() throws { device = try BackupFixture() }

    private func url(_ name: String) -> URL { URL(fileURLWithPath: "\(device.backup)/\(name)") }

    private func refusal(password: String? = nil) throws -> BackupError? {
        let store = try device.store()
        do throws(BackupError) {
            _ = try store.open(password: password)
            return nil
        } catch {
            return error
        }
    }

    @Test("A list with any flipped bit, or cut off anywhere, is refused", arguments: [nil, "pass"])
    func damagedList(password: String?) throws {
        try device.backUp(password: password)
        let whole = try Data(contentsOf: url("list"))
        for offset in stride(from: 0, to: whole.count, by: 29) {
            var flipped = whole
            flipped[offset] ^= 1 << UInt8(offset % 8)
            for damaged in [flipped, whole[..<offset]] {
                try damaged.write(to: url("list"))
                let error = try #require(try refusal(password: password), "byte \(offset)")
                switch error {
                case .damaged, .version, .digest: #expect(!error.description.contains("\n"))
                default: Issue.record("byte \(offset): \(error)")
                }
            }
        }
        // Nor is anything after the end.
        try (whole + Data("x".utf8)).write(to: url("list"))
        #expect(try refusal(password: password) != nil)
    }

    @Test(
        "A flipped bit anywhere in an object, or its end, is named with the file and the app",
        arguments: [nil, "pass"]
    )
    func damagedObject(password: String?) throws {
        device.keychain = nil
        for path in try BackupFixture.content(of: device.home).keys
        where !path.hasSuffix("/") && !path.contains("one.txt") {
            try device.remove(path)
        }
        try device.write("", "Notes.app/Notes")
        try device.backUp(password: password)
        // Four bytes of length, a nonce, the bytes and a tag, where the object is sealed.
        let object = try #require(try device.backupFiles().last { $0.hasPrefix("objects") })
        let whole = try Data(contentsOf: url(object))
        for offset in stride(from: 0, to: whole.count, by: 5) {
            var flipped = whole
            flipped[offset] ^= 1 << UInt8(offset % 8)
            for damaged in [flipped, whole[..<offset]] {
                try damaged.write(to: url(object))
                let problems = try device.store().open(password: password).verify()
                guard case .damagedFile(BackupFixture.app, "Documents/one.txt", _) = problems.first else {
                    Issue.record("byte \(offset): \(problems)")
                    continue
                }
                #expect(throws: BackupError.self) { try device.restored(password: password) }
            }
        }
        try (whole + Data("x".utf8)).write(to: url(object))
        #expect(try device.store().open(password: password).verify().count == 1)
        try FileManager.default.removeItem(at: url(object))
        let problem = try #require(try device.store().open(password: password).verify().first)
        #expect(
            problem.description
                == "\"Documents/one.txt\" of the app \"org.example.notes\" is damaged in the backup: its content is "
                + "missing; restore another backup, or remove this one and back up again"
        )
        // The next backup notices a missing object, and copies the file.
        #expect(try device.backUp(password: password).copied == 1)
        #expect(try device.store().open(password: password).verify() == [])
    }

    @Test("Objects that changed places are noticed, although each is sound", arguments: [nil, "pass"])
    func swappedObjects(password: String?) throws {
        try device.write("abc", "Documents/one.txt")
        try device.write("xyz", "Documents/two.txt")
        try device.backUp(password: password)
        for (first, second) in [(1, 2), (3, 4), (5, 6)] {
            let (one, two) = (url("objects/0/\(first)"), url("objects/0/\(second)"))
            let (left, right) = (try Data(contentsOf: one), try Data(contentsOf: two))
            guard left != right else { continue }
            try left.write(to: two)
            try right.write(to: one)
            #expect(try device.store().open(password: password).verify().count == 2)
            try left.write(to: one)
            try right.write(to: two)
        }
        #expect(try device.store().open(password: password).verify() == [])
    }

    @Test("A damaged keychain is refused, and named")
    func damagedKeychain() throws {
        try device.backUp()
        // Foundation leaks the memory that it reads an empty file into, and an object may be empty.
        let folder = try Folder(path: device.backup)
        let object = try #require(
            try device.backupFiles().first {
                try $0.hasPrefix("objects") && folder.read(HomePath($0)) == Array("sealed items".utf8)
            }
        )
        try Data("Sealed items".utf8).write(to: url(object))
        let error = BackupError.damagedKeychain("its bytes were changed")
        #expect(throws: error) { try device.store().open().keychain() }
        #expect(try device.store().open().verify() == [error])
    }

    @Test("A wrong password has an error of its own, as has a missing one, and neither harms the backup")
    func wrongPassword() throws {
        try device.backUp(password: "right")
        let wrong = BackupError.wrongPassword(device.backup)
        #expect(try refusal(password: "wrong") == wrong)
        #expect(try refusal(password: "") == wrong)
        #expect(try refusal() == .passwordNeeded(device.backup))
        #expect(throws: wrong) { try device.backUp(password: "wrong") }
        #expect(throws: BackupError.passwordNeeded(device.backup)) { try device.backUp() }
        #expect(try device.restored(password: "right") == (try device.expected()))

        #expect(try device.backUp(password: "other", anew: true).copied == 7)
        #expect(try refusal(password: "right") == wrong)
        #expect(try device.restored(password: "other") == (try device.expected()))
        #expect(try device.backupFiles().count == 9)
    }

    @Test("A backup in the clear becomes a sealed one, whose files do not have the plain bytes")
    func sealing() throws {
        try device.backUp()
        #expect(try device.backUp(password: "pass").copied == 7)
        #expect(try device.restored(password: "pass") == (try device.expected()))
        #expect(try device.backupFiles().count == 9)
        guard Sealing.encrypts else { return }
        for file in try device.backupFiles() {
            let bytes = try Data(contentsOf: url(file))
            for text in ["program", "one.txt", "org.example.notes", "sealed items"] {
                #expect(bytes.range(of: Data(text.utf8)) == nil)
            }
        }
    }

    @Test("A backup of another version, or with other digests, is refused with the remedy, and made anew at will")
    func otherKinds() throws {
        try device.backUp()
        let list = try String(contentsOf: url("list"), encoding: .utf8)
        try list.replacing("responderkit-backup 1 ", with: "responderkit-backup 27 ")
            .write(to: url("list"), atomically: true, encoding: .utf8)
        #expect(try refusal() == .version(device.backup, "27"))
        try list.replacing(" \(Digest.name) ", with: " md5 ")
            .write(to: url("list"), atomically: true, encoding: .utf8)
        #expect(try refusal() == .digest(device.backup, "md5"))
        #expect(throws: BackupError.digest(device.backup, "md5")) { try device.backUp() }
        #expect(try device.backUp(anew: true).copied == 7)
        #expect(try device.restored() == (try device.expected()))
    }
}
