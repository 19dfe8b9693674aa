import Foundation
import ResponderEnvironment
import Synchronization
import TestSupport
import Testing

@Suite("A backup that is interrupted")
struct BackupInterruptionTests {
    private let device: BackupFixture

    init() throws { device = try BackupFixture() }

    // Rules: S27.
    @Test(
        "A disk that is full at any write leaves the backup before, and the next one is complete",
        arguments: [nil, "pass"]
    )
    func fullDisk(password: String?) throws {
        try device.backUp(password: password)
        let first = try device.expected()
        try device.write("one more", "Documents/one.txt")
        try device.write("new", "Documents/new.txt")
        device.keychain = [1, 2, 3]
        let second = try device.expected()
        var failures = 0
        while true {
            let limit = failures + 1
            let store = try device.store(
                space: HookedSpace { (call, path) throws(FileError) in
                    if call >= limit { throw .full(path) }
                }
            )
            do {
                _ = try store.backUp(try device.source(), password: password)
                break
            } catch BackupError.files(.full) {
                failures += 1
            }
            try #require(failures < 100)
            let backup = try device.store().open(password: password)
            #expect(backup.verify() == [])
            #expect(try backup.keychain() == Array("sealed items".utf8))
            #expect(try device.restored(password: password) == first)
            // So that the next call has as much to do again.
            try FileManager.default.removeItem(atPath: "\(device.backup)/progress")
        }
        // The journal's header, two files, the keychain, the list's header and the list.
        #expect(failures >= 5)
        #expect(try device.restored(password: password) == second)
        #expect(try device.store().open(password: password).keychain() == [1, 2, 3])
    }

    // Rules: S27.
    @Test("The next backup does not copy what the interrupted one had copied", arguments: [nil, "pass"])
    func goesOn(password: String?) throws {
        // One write for the journal's beginning, and one for each of four files; later ones are for the journal.
        let space = HookedSpace { (call, path) throws(FileError) in if call == 6 { throw .full(path) } }
        #expect(throws: BackupError.self) { try device.backUp(password: password, space: space) }
        #expect(throws: BackupError.noBackup(device.backup)) { try device.store().open(password: password) }
        let report = try device.backUp(password: password)
        #expect(report.copied == 3 && report.unchanged == 4)
        #expect(try device.restored(password: password) == (try device.expected()))
    }

    // Rules: S27.
    @Test("A process that is killed before any write leaves the backup before, and the next backup is complete")
    func killed() throws {
        try device.backUp()
        let first = try device.expected()
        try device.write("one more", "Documents/one.txt")
        try device.write("new", "Documents/new.txt")
        let second = try device.expected()
        let copies = Mutex<[TemporaryFolder]>([])
        let path = device.backup
        // What a process that is killed now would leave.
        try device.backUp(
            space: HookedSpace { (_, _) throws(FileError) in
                let copy = TemporaryFolder()
                try? FileManager.default.copyItem(atPath: path, toPath: "\(copy.path)/backup")
                copies.withLock { $0.append(copy) }
            }
        )
        let states = copies.withLock { $0 }
        #expect(states.count >= 5)
        for state in states {
            let folder = try Folder(path: "\(state.path)/backup", isDurable: false)
            let store = BackupStore(folder: folder, cost: .quick)
            #expect(try device.restored(store: store) == first)
            #expect(try store.open().verify() == [])
            _ = try store.backUp(try device.source())
            #expect(try device.restored(store: store) == second)
        }
    }

    // Rules: S27.
    @Test("A process that is killed when the list is complete leaves the new backup, and the next one removes the rest")
    func killedBeforeRemoval() throws {
        try device.backUp()
        let saved = TemporaryFolder()
        try FileManager.default.copyItem(atPath: device.backup, toPath: "\(saved.path)/backup")
        try device.write("one more", "Documents/one.txt")
        // A journal that is left, and objects that only the backup before names.
        let space = HookedSpace { (call, path) throws(FileError) in if call == 3 { throw .full(path) } }
        #expect(throws: BackupError.self) { try device.backUp(space: space) }
        try FileManager.default.copyItem(
            atPath: "\(device.backup)/progress",
            toPath: "\(saved.path)/backup/progress"
        )
        try device.backUp()
        for name in ["progress", "objects"] {
            let (from, to) = ("\(saved.path)/backup/\(name)", "\(device.backup)/\(name)")
            let inside = name == "objects" ? try FileManager.default.subpathsOfDirectory(atPath: from) : [""]
            for file in inside {
                guard !FileManager.default.fileExists(atPath: file.isEmpty ? to : "\(to)/\(file)") else { continue }
                try FileManager.default.copyItem(
                    atPath: file.isEmpty ? from : "\(from)/\(file)",
                    toPath: file.isEmpty ? to : "\(to)/\(file)"
                )
            }
        }
        #expect(try device.backupFiles().count > 9)
        #expect(try device.restored() == (try device.expected()))
        #expect(try device.backUp() == BackupReport(unchanged: 7))
        #expect(try device.backupFiles().count == 9)
        #expect(try device.store().open().verify() == [])
    }

    // Rules: S27.
    @Test("A journal that ends anywhere, or has a flipped bit, is trusted as far as it is whole")
    func damagedJournal() throws {
        let space = HookedSpace { (call, path) throws(FileError) in if call == 8 { throw .full(path) } }
        #expect(throws: BackupError.self) { try device.backUp(space: space) }
        let whole = try Data(contentsOf: URL(fileURLWithPath: "\(device.backup)/progress"))
        let saved = TemporaryFolder()
        try FileManager.default.copyItem(atPath: device.backup, toPath: "\(saved.path)/backup")
        for offset in stride(from: 0, to: whole.count, by: 61) {
            for flips in [true, false] {
                try FileManager.default.removeItem(atPath: device.backup)
                try FileManager.default.copyItem(atPath: "\(saved.path)/backup", toPath: device.backup)
                var damaged = flips ? whole : whole[..<offset]
                if flips { damaged[offset] ^= 1 }
                try damaged.write(to: URL(fileURLWithPath: "\(device.backup)/progress"))
                let report = try device.backUp()
                #expect(report.copied + report.unchanged == 7)
                #expect(report.unchanged == 0 || report.unchanged == 6)
                #expect(try device.store().open().verify() == [])
            }
        }
    }

    @Test("A file that changes while it is copied is copied again, and is refused when it goes on changing")
    func changing() throws {
        let path = "\(device.home)/Documents/one.txt"
        for (times, isComplete) in [(1, true), (3, false)] {
            let changes = Mutex(0)
            device.files = PlainFiles(
                open: { (file, home) throws(FileError) in
                    let reading = try PlainFiles(keys: nil).open(file, home)
                    let count =
                        file.name == "one.txt"
                        ? changes.withLock { count in
                            count += 1
                            return count
                        } : Int.max
                    if count <= times { try? Data("changed \(count)".utf8).write(to: URL(fileURLWithPath: path)) }
                    return reading
                },
                create: PlainFiles(keys: nil).create
            )
            if isComplete {
                try device.backUp()
                #expect(try device.restored()["Documents/one.txt"] == "changed 1")
            } else {
                try device.write("one", "Documents/one.txt")
                #expect(throws: BackupError.changing(app: BackupFixture.app, path: "Documents/one.txt")) {
                    try device.backUp()
                }
                #expect(try device.restored()["Documents/one.txt"] == "changed 1")
            }
        }
    }

    @Test("A file that vanishes while it is copied is not in the backup")
    func vanishing() throws {
        let path = "\(device.home)/Documents/one.txt"
        device.files = PlainFiles(
            open: { (file, home) throws(FileError) in
                if file.name == "one.txt" { try? FileManager.default.removeItem(atPath: path) }
                return try PlainFiles(keys: nil).open(file, home)
            },
            create: PlainFiles(keys: nil).create
        )
        #expect(try device.backUp().copied == 6)
        #expect(try device.restored() == (try device.expected()))
    }

    @Test("A file that the lock closes is named, and the backup before stays")
    func locked() throws {
        try device.backUp()
        let first = try device.expected()
        device.files = PlainFiles(
            open: { (file, home) throws(FileError) in
                if file.name == "one.txt" { throw .locked(file.description, .complete) }
                return try PlainFiles(keys: nil).open(file, home)
            },
            create: PlainFiles(keys: nil).create
        )
        try device.write("one more", "Documents/one.txt")
        let error = #expect(throws: BackupError.self) { try device.backUp() }
        #expect(
            error?.description
                == "app \"org.example.notes\": \"Documents/one.txt\" is locked: its class is complete; try again when "
                + "protected data is available"
        )
        #expect(try device.restored() == first)
    }
}
