import Foundation
import ResponderEnvironment
import Synchronization
import TestSupport
import Testing

@Suite("The restoration of a device")
struct DeviceRestorationTests {
    private let device: BackupFixture
    private let target = TemporaryFolder()

    init() throws { device = try BackupFixture() }

    private func source() throws -> BackupSource {
        try device.folder.write("tock", to: "device/clock/Documents/time")
        return BackupSource(
            device: "phone",
            date: "day 1",
            apps: [
                .init(
                    identifier: BackupFixture.app,
                    home: try Folder(path: device.home),
                    bundle: .init(name: "Notes.app", version: "1")
                ),
                .init(
                    identifier: "org.example.clock",
                    home: try Folder(path: "\(device.folder.path)/device/clock"),
                    bundle: nil
                ),
            ],
            keychain: nil,
            files: device.files
        )
    }

    private static let homes = [
        (app: BackupFixture.app, home: HomePath(names: ["homes", "notes"])),
        (app: "org.example.clock", home: HomePath(names: ["homes", "clock"])),
    ]

    private func restore(_ files: PlainFiles? = nil) throws {
        try Restoration.restore(
            try device.store().open(),
            to: Self.homes,
            in: try Folder(path: target.path),
            files: files ?? device.files,
            isDurable: false
        )
    }

    private func content() throws -> [String: String] { try BackupFixture.content(of: target.path) }

    // Rules: S26.
    @Test("All apps are restored; what the homes had before is gone, and nothing is left over")
    func complete() throws {
        _ = try device.store().backUp(try source())
        // One of the homes is there already.
        try target.write("old", to: "homes/notes/Documents/old.txt")
        try target.write("old", to: "homes/notes/Library/Caches/old.png")
        try target.write("other", to: "homes/other/Documents/other.txt")
        try restore()
        let content = try content()
        for (path, text) in try device.expected() { #expect(content["homes/notes/\(path)"] == text) }
        #expect(content["homes/clock/Documents/time"] == "tock")
        #expect(content["homes/other/Documents/other.txt"] == "other")
        #expect(!content.keys.contains { $0.contains("old") || $0.contains(".responderkit") })
    }

    @Test("A restoration that fails at any write leaves all homes as they were, and nothing beside them")
    func failing() throws {
        _ = try device.store().backUp(try source())
        try target.write("old", to: "homes/notes/Documents/old.txt")
        try target.write("old", to: "homes/clock/Documents/old.txt")
        let before = try content()
        var failures = 0
        while true {
            let limit = failures + 1
            let space = HookedSpace { (call, path) throws(FileError) in if call >= limit { throw .full(path) } }
            do {
                try restore(PlainFiles(keys: nil, space: space))
                break
            } catch BackupError.home(_, .full) {
                failures += 1
            }
            try #require(failures < 100)
            #expect(try content() == before)
        }
        // A write for each file with content.
        #expect(failures == 7)
        #expect(try content()["homes/clock/Documents/time"] == "tock")
    }

    @Test("A restoration that is killed at any write leaves all homes as they were, and the next one is complete")
    func killed() throws {
        _ = try device.store().backUp(try source())
        try target.write("old", to: "homes/notes/Documents/old.txt")
        let before = try content()
        let states = Mutex<[TemporaryFolder]>([])
        let path = target.path
        try restore(
            PlainFiles(
                keys: nil,
                space: HookedSpace { (_, _) throws(FileError) in
                    let copy = TemporaryFolder()
                    try? FileManager.default.copyItem(atPath: path, toPath: "\(copy.path)/root")
                    states.withLock { $0.append(copy) }
                }
            )
        )
        let after = try content()
        #expect(states.withLock { $0.count } == 7)
        for state in states.withLock({ $0 }) {
            let root = try Folder(path: "\(state.path)/root")
            try Restoration.recover(in: root)
            #expect(try BackupFixture.content(of: root.path) == before)
            try Restoration.restore(
                try device.store().open(),
                to: Self.homes,
                in: root,
                files: device.files,
                isDurable: false
            )
            #expect(try BackupFixture.content(of: root.path) == after)
        }
    }

    @Test("A restoration that is killed while homes are swapped is ended by the next start", arguments: [0, 1, 2])
    func killedWhileSwapping(swapped: Int) throws {
        let root = try Folder(path: target.path)
        try target.write("old", to: "homes/notes/Documents/x")
        for (index, name) in ["notes", "clock"].enumerated() {
            try target.write("new", to: ".responderkit-restore/\(index)/Documents/x")
            let inode = try #require(try root.status(HomePath(".responderkit-restore/\(index)"))?.inode)
            try target.write(
                ((try? target.text(of: ".responderkit-restore/lines")) ?? "") + "home \(inode) homes/\(name)\n",
                to: ".responderkit-restore/lines"
            )
        }
        let lines = try target.text(of: ".responderkit-restore/lines")
        let digest = Digest.of(Array(lines.utf8)).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        try target.write(lines + digest, to: ".responderkit-restore/plan")
        if swapped > 0 {
            try root.exchange(HomePath(".responderkit-restore/0"), with: HomePath("homes/notes"))
        }
        if swapped > 1 { try root.move(HomePath(".responderkit-restore/1"), to: HomePath("homes/clock")) }
        try Restoration.recover(in: root)
        let files = try content().filter { !$0.key.hasSuffix("/") }
        #expect(files == ["homes/notes/Documents/x": "new", "homes/clock/Documents/x": "new"])
        try Restoration.recover(in: root)
        #expect(try content().filter { !$0.key.hasSuffix("/") } == files)
    }

    @Test("An app that the backup has not, or a damaged object, leaves all homes as they were")
    func damaged() throws {
        _ = try device.store().backUp(try source())
        try target.write("old", to: "homes/notes/Documents/old.txt")
        let before = try content()
        let root = try Folder(path: target.path)
        #expect(throws: BackupError.noApp("none")) {
            try Restoration.restore(
                try device.store().open(),
                to: Self.homes + [(app: "none", home: HomePath("homes/none"))],
                in: root,
                files: device.files
            )
        }
        let object = try #require(
            try device.backupFiles().first { try device.folder.text(of: "backup/\($0)") == "tock" }
        )
        try device.folder.write("tick", to: "backup/\(object)")
        let error = BackupError.damagedFile(
            app: "org.example.clock",
            path: "Documents/time",
            "its bytes were changed"
        )
        #expect(throws: error) { try restore() }
        #expect(try content() == before)
    }

    @Test("A damaged plan is refused and named at the start, and another restoration does without it")
    func damagedPlan() throws {
        _ = try device.store().backUp(try source())
        try target.write("home 1 homes/notes\n" + String(repeating: "0", count: 64), to: ".responderkit-restore/plan")
        let error = #expect(throws: BackupError.self) { try Restoration.recover(in: try Folder(path: target.path)) }
        #expect(error?.description.contains(".responderkit-restore/plan") == true)
        try restore()
        #expect(try content()["homes/clock/Documents/time"] == "tock")
        #expect(try !content().keys.contains { $0.contains(".responderkit") })
    }
}
