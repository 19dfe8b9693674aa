import Glibc
import ResponderEventLoop
import TestSupport
import Testing

@Suite("Folders whose files change")
@MainActor
struct FolderSourceTests {
    typealias Changes = MainRunLoop.FolderChanges

    /// A folder, a loop on a virtual clock that watches it, and what the source was told.
    @MainActor
    private final class Bench {
        let folder = TemporaryFolder()
        let loop: MainRunLoop
        private(set) var told: [Changes] = []
        private(set) var source: MainRunLoop.FolderSource?

        init(names: Set<String>? = nil, kinds: Changes.Kinds = .usual, folder name: String? = nil) throws {
            loop = try makeLoop()
            let path = name.map { "\(folder.path)/\($0)" } ?? folder.path
            if let name { try folder.makeFolder(name) }
            source = try loop.addFolderSource(path, names: names, kinds: kinds) { [unowned self] in told.append($0) }
        }

        func path(_ name: String) -> String { "\(folder.path)/\(name)" }

        /// Writes a file as a program does that opens, writes and closes it.
        func write(_ name: String, _ text: String = "text") {
            let descriptor = open(path(name), O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
            precondition(descriptor >= 0)
            precondition(Glibc.write(descriptor, text, text.utf8.count) == text.utf8.count)
            close(descriptor)
        }

        /// One turn, and what it has told, as `name: bits`.
        func turn() -> [String] {
            told = []
            loop.turn()
            return told.flatMap(\.changes).map { "\($0.name): \($0.kinds.rawValue)" }
        }
    }

    @Test("A file that is made, written and closed is told once a turn, with all kinds in one")
    func written() throws {
        // Rules: L49.
        let bench = try Bench()
        #expect(bench.turn() == [])
        bench.write("a")
        #expect(bench.turn() == ["a: \(Changes.Kinds([.created, .written]).rawValue)"])
        #expect(bench.told.count == 1)
        #expect(bench.turn() == [])
        bench.write("a")
        #expect(bench.turn() == ["a: \(Changes.Kinds.written.rawValue)"])
        bench.source?.cancel()
    }

    @Test("Changes are merged by name, in the order of the first change of each name")
    func merged() throws {
        // Rules: L49.
        let bench = try Bench()
        for name in ["b", "a", "c", "a", "b"] { bench.write(name) }
        let both = Changes.Kinds([.created, .written]).rawValue
        #expect(bench.turn() == ["b: \(both)", "a: \(both)", "c: \(both)"])
        bench.source?.cancel()
    }

    @Test("A move is told at both names, and a removal at its name")
    func moved() throws {
        // Rules: L49.
        let bench = try Bench()
        bench.write("old")
        _ = bench.turn()
        rename(bench.path("old"), bench.path("new"))
        #expect(
            bench.turn() == ["old: \(Changes.Kinds.movedAway.rawValue)", "new: \(Changes.Kinds.movedHere.rawValue)"]
        )
        unlink(bench.path("new"))
        #expect(bench.turn() == ["new: \(Changes.Kinds.removed.rawValue)"])
        bench.source?.cancel()
    }

    @Test("With names, only their changes are told: a file that is replaced by a move is one of them")
    func names() throws {
        // Rules: L49.
        let bench = try Bench(names: ["settings.json"])
        bench.write("other")
        bench.write("settings.json.new")
        #expect(bench.turn() == [])
        #expect(bench.told.isEmpty)
        rename(bench.path("settings.json.new"), bench.path("settings.json"))
        #expect(bench.turn() == ["settings.json: \(Changes.Kinds.movedHere.rawValue)"])
        bench.source?.cancel()
    }

    @Test("Only the wanted kinds are told; each write is told where it is wanted")
    func kinds() throws {
        // Rules: L49.
        let bench = try Bench(kinds: [.modified, .removed])
        bench.write("a")
        #expect(bench.turn() == ["a: \(Changes.Kinds.modified.rawValue)"])
        truncate(bench.path("a"), 0)
        #expect(bench.turn() == ["a: \(Changes.Kinds.modified.rawValue)"])
        unlink(bench.path("a"))
        #expect(bench.turn() == ["a: \(Changes.Kinds.removed.rawValue)"])
        bench.source?.cancel()
    }

    @Test("A name that is not UTF-8 is repaired, and one with a line break is told as it is")
    func oddNames() throws {
        // Rules: L49.
        let bench = try Bench(kinds: .created)
        bench.write("line\nbreak")
        let path = Array(bench.path("").utf8CString.dropLast()) + [CChar(bitPattern: 0xFF), 0]
        close(open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600))
        _ = bench.turn()
        #expect(bench.told.first?.changes.map(\.name) == ["line\nbreak", "\u{FFFD}"])
        bench.source?.cancel()
    }

    @Test("A folder that is removed is told once, with what happened in it before, and ends the source")
    func removedFolder() throws {
        // Rules: L49, L2.
        let bench = try Bench(folder: "watched")
        bench.write("watched/a")
        unlink(bench.path("watched/a"))
        rmdir(bench.path("watched"))
        #expect(bench.turn() == ["a: \(Changes.Kinds([.created, .written, .removed]).rawValue)"])
        #expect(bench.told.map(\.isFolderGone) == [true])
        try bench.folder.makeFolder("watched")
        bench.write("watched/a")
        #expect(bench.turn() == [])
        #expect(bench.told.isEmpty)
        #expect(bench.loop.runNow() == .finished)
    }

    @Test("A folder that is moved is gone from its path, which is told once and ends the source")
    func movedFolder() throws {
        // Rules: L49.
        let bench = try Bench(folder: "watched")
        rename(bench.path("watched"), bench.path("elsewhere"))
        _ = bench.turn()
        #expect(bench.told.map(\.isFolderGone) == [true])
        bench.write("elsewhere/a")
        _ = bench.turn()
        #expect(bench.told.isEmpty)
    }

    @Test("More changes than a turn reads are told in the turns that follow, each name once a turn, and none is lost")
    func many() throws {
        // Rules: L49, L9.
        let bench = try Bench(kinds: .created)
        // Long names, so that few fit into what one turn reads.
        let names = (0..<1000).map { "\($0)-" + String(repeating: "n", count: 200) }
        for name in names { bench.write(name) }
        var found: [String] = []
        var turns = 0
        while found.count < names.count, turns < names.count {
            _ = bench.turn()
            #expect(bench.told.allSatisfy { !$0.hasLostChanges })
            found += bench.told.flatMap(\.changes).map(\.name)
            turns += 1
        }
        #expect(found == names)
        #expect(turns > 1)
        bench.source?.cancel()
    }

    @Test("Changes that the system has dropped are told as lost")
    func overflow() throws {
        // Rules: L49.
        let bench = try Bench(kinds: [.created, .removed])
        let limit = try #require(Int(try readLine(of: "/proc/sys/fs/inotify/max_queued_events")))
        // Equal events are merged by the kernel where they follow each other.
        for number in 0..<(limit / 2 + 2) {
            close(open(bench.path("\(number % 2)"), O_WRONLY | O_CREAT | O_CLOEXEC, 0o600))
            unlink(bench.path("\(number % 2)"))
        }
        var hasLost = false
        for _ in 0..<100 where !hasLost {
            _ = bench.turn()
            hasLost = bench.told.contains { $0.hasLostChanges }
        }
        #expect(hasLost)
        bench.source?.cancel()
    }

    private func readLine(of path: String) throws -> String {
        let file = try #require(fopen(path, "r"))
        defer { fclose(file) }
        var bytes = [CChar](repeating: 0, count: 64)
        try #require(fgets(&bytes, 64, file) != nil)
        return String(
            decoding: bytes.prefix { $0 >= CChar(bitPattern: 0x30) }.map { UInt8(bitPattern: $0) },
            as: UTF8.self
        )
    }

    @Test("What cannot be watched is refused, and the error names the folder in one line and the remedy")
    func refused() throws {
        // Rules: L49.
        let (loop, folder) = (try makeLoop(), TemporaryFolder())
        let file = try folder.write("text", to: "file")
        let cases: [(String, Set<String>?, Changes.Kinds, Int32, String)] = [
            ("\(folder.path)/none", nil, .usual, ENOENT, "make the folder first"),
            (file, nil, .usual, ENOTDIR, "give the file's name"),
            ("", nil, .usual, ENOENT, "make the folder first"),
            (folder.path, ["a/b"], .usual, EINVAL, "names without slashes"),
            (folder.path, [""], .usual, EINVAL, "names without slashes"),
            (folder.path, nil, [], EINVAL, "at least one kind"),
            ("a\0b", nil, .usual, EINVAL, "the path of a folder"),
        ]
        for (path, names, kinds, code, remedy) in cases {
            let error = #expect(throws: MainRunLoop.Error.self) {
                _ = try loop.addFolderSource(path, names: names, kinds: kinds) { _ in }
            }
            #expect(error == .cannotWatchFolder(path: path, errno: code))
            #expect(error?.description.contains(remedy) == true, "it said: \(error?.description ?? "nothing")")
        }
        #expect(
            MainRunLoop.Error.cannotWatchFolder(path: "/a\nb", errno: ENOSPC).description
                == "cannot watch the folder \"/a\\nb\": No space left on device (errno 28); raise the limit of watched "
                + "folders (fs.inotify.max_user_watches)"
        )
        #expect(loop.runNow() == .finished)
    }

    @Test("A source that is cancelled tells no more, even what has changed already, and keeps no run alive")
    func cancelled() throws {
        // Rules: L49, L19.
        let bench = try Bench()
        bench.write("a")
        bench.source?.cancel()
        bench.source?.cancel()
        #expect(bench.turn() == [])
        #expect(bench.loop.runNow() == .finished)
    }

    @Test("A source with a name may keep no run alive, and in a mode that is not served its changes wait")
    func modes() throws {
        // Rules: L49, L45.
        let (loop, folder, mode) = (try makeLoop(), TemporaryFolder(), MainRunLoop.Mode("folders"))
        var count = 0
        let source = try loop.addFolderSource(folder.path, in: [mode]) { count += $0.changes.count }
        source.keepsRunAlive = false
        try folder.write("text", to: "a")
        loop.runPresent()
        #expect(count == 0)
        loop.turn(mode: mode)
        #expect(count > 0)
        #expect(loop.runNow(mode: mode) == .finished)
        source.cancel()
    }
}
