import ResponderEnvironment
import ResponderKit
import ResponderSimulator
import TestSupport
import Testing

@MainActor
@Suite("The space on a device's storage")
struct SpaceTests {
    // Rules: S6.
    @Test("Caches and tmp of apps that do not run are purged where space is short, one app after the other, never else")
    func purge() throws {
        let stored = try StoredDevice(capacity: 100_000)
        let (device, apps) = (stored.device, ["one", "two", "asleep"])
        for app in apps {
            try stored.launch(app)
            try device.perform(
                .files(app, .write("Library/Caches/map", .size(10_000), protection: ProtectionClass.none))
            )
            try device.perform(.files(app, .write("tmp/x", .size(10_000), protection: ProtectionClass.none)))
            try device.perform(.files(app, .write("Documents/a", .size(1000), protection: ProtectionClass.none)))
            if app != "asleep" { try device.perform(.crash(app)) }
        }
        try stored.launch("notes")
        #expect(try device.state(of: "asleep") == .suspended)
        func isThere(_ app: String) throws -> [Bool] {
            try ["Library/Caches", "tmp", "Documents"].map {
                try !stored.names($0, of: app).filter { $0 != "Inbox" }.isEmpty
            }
        }
        try device.perform(.files("notes", .write("Documents/a", .size(30_000), protection: ProtectionClass.none)))
        for app in apps { #expect(try isThere(app) == [true, true, true]) }
        // What is asked for takes the space of one app, and then of two.
        try device.perform(.files("notes", .write("Documents/b", .size(10_000), protection: ProtectionClass.none)))
        #expect(try isThere("one") == [false, false, true])
        #expect(try isThere("two") == [true, true, true])
        try device.perform(.files("notes", .write("Documents/c", .size(20_000), protection: ProtectionClass.none)))
        #expect(try isThere("two") == [false, false, true])
        #expect(throws: DeviceError.file(.full("Documents/d"))) {
            try device.perform(.files("notes", .write("Documents/d", .size(30_000), protection: ProtectionClass.none)))
        }
        #expect(try isThere("asleep") == [true, true, true])
        let notes = device.history.entries.compactMap { if case .note(let text) = $0.kind { text } else { nil } }
        #expect(notes.count == 2 && notes.allSatisfy { $0.hasPrefix("space is short: 20") })
    }

    @Test("The space in use is that of the files, after each write, removal, update and when attached again")
    func accounting() throws {
        let folder = TemporaryFolder()
        let used: Int
        do {
            let stored = try StoredDevice(in: folder, capacity: 1_000_000)
            try stored.launch("notes", "mail")
            let empty = stored.device.usedSpace
            let container = try stored.container("mail")
            try container.write([UInt8](repeating: 1, count: 5000), to: "Documents/a", protection: ProtectionClass.none)
            #expect(stored.device.usedSpace >= empty + 5000)
            #expect(stored.device.freeSpace == 1_000_000 - stored.device.usedSpace)
            try container.remove("Documents/a")
            #expect(stored.device.usedSpace == empty)
            let file = try container.open("Documents/b", protection: .complete)
            try file.write([UInt8](repeating: 1, count: 50_000), at: 0)
            try file.truncate(to: 10)
            file.close()
            try stored.device.perform(.update("mail"))
            try stored.device.perform(.uninstall("notes"))
            used = stored.device.usedSpace
        }
        #expect(try StoredDevice(in: folder).device.usedSpace == used)
    }

    @Test("A filler leaves as many bytes as it is told to, no more than there are, and can be taken away")
    func fill() throws {
        let stored = try StoredDevice(capacity: 10_000)
        try stored.device.perform(.fill(100))
        #expect(stored.device.freeSpace == 100)
        #expect(throws: DeviceError.self) { try stored.device.perform(.fill(20_000)) }
        #expect(throws: DeviceError.self) { try stored.device.perform(.fill(-1)) }
        #expect(throws: DeviceError.file(.full("notes.app"))) {
            try stored.device.perform(.fill(0))
            try stored.device.install(Manifest(identifier: "notes"))
        }
        #expect(stored.device.installedApps == [] && stored.device.usedSpace == 0)
        try stored.device.perform(.fill(nil))
        #expect(stored.device.freeSpace == 10_000)
        let unlimited = try StoredDevice()
        #expect(unlimited.device.freeSpace == nil)
        try unlimited.device.perform(.fill(5))
        #expect(unlimited.device.freeSpace == 5)
    }
}
