import TestSupport
import Testing

@testable import ResponderEnvironment

@Suite struct ProtectedFileThreadTests {
    // Rules: S16.
    @Test(
        "Threads that write, read and lock at once find each write whole, or the file locked",
        .timeLimit(.minutes(5))
    )
    func atOnce() throws {
        let temporary = TemporaryFolder()
        let protection = try DataProtection(
            keys: try Folder(path: temporary.path + "/keys", creating: true),
            cost: .quick
        )
        try protection.setPasscode("word")
        let files = try Folder(path: temporary.path + "/files", creating: true)
        @Sendable func open() throws -> ProtectedFile {
            try .open(
                HomePath("file"),
                in: files,
                protection: .complete,
                mode: .writing,
                keys: protection,
                space: nil
            )
        }
        let shared = try open()
        let width = 20_000
        for part in 0..<3 { try shared.write([UInt8](repeating: 1, count: width), at: part * width) }
        // The thread sanitizer does not see the standard library's Mutex.
        let problems = Guarded<[String]>([])
        let threads = Threads()
        for part in 0..<3 {
            threads.start {
                for round in 1...25 {
                    do {
                        // One thread has a handle of its own.
                        let file = part == 0 ? try open() : shared
                        try file.write([UInt8](repeating: UInt8(round), count: width), at: part * width)
                        let read = try file.read(width, at: part * width)
                        if read != [UInt8](repeating: UInt8(round), count: width) {
                            problems.withLock { $0.append("part \(part), round \(round)") }
                        }
                    } catch FileError.locked {} catch {
                        problems.withLock { $0.append("\(error)") }
                    }
                }
            }
        }
        threads.start {
            for _ in 0..<25 {
                protection.lock()
                do { try protection.unlock(passcode: "word") } catch { problems.withLock { $0.append("\(error)") } }
            }
        }
        threads.join()
        #expect(problems.withLock { $0 } == [])
        for part in 0..<3 {
            let whole = try shared.read(width, at: part * width)
            #expect(whole.allSatisfy { $0 == whole[0] }, "part \(part)")
        }
    }

    @Test("Of several threads that make one file at once, exactly one makes it, and all others open it")
    func making() throws {
        let temporary = TemporaryFolder()
        let files = try Folder(path: temporary.path + "/files", creating: true)
        let protection = try DataProtection(
            keys: try Folder(path: temporary.path + "/keys", creating: true),
            cost: .quick
        )
        for round in 0..<10 {
            let path = try HomePath("file\(round)")
            let results = Guarded<(made: Int, there: Int, opened: Int)>((0, 0, 0))
            let threads = Threads()
            for mode in [OpenMode.creating, .creating, .writing, .writing] {
                threads.start {
                    do {
                        _ = try ProtectedFile.open(path, in: files, mode: mode, keys: protection, space: nil)
                        results.withLock { mode == .creating ? ($0.made += 1) : ($0.opened += 1) }
                    } catch FileError.exists {
                        results.withLock { $0.there += 1 }
                    } catch {}
                }
            }
            threads.join()
            let found = results.withLock { $0 }
            #expect(found.opened == 2)
            #expect(found.made <= 1 && found.made + found.there == 2)
        }
        #expect(try files.names().count == 10)
    }
}
