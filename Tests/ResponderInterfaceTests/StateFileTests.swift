import Foundation
import ResponderKit
import TestSupport
import Testing

@testable import ResponderInterface

/// A state with each kind of value.
private let everything = StateValue.dictionary([
    "null": .null, "yes": .boolean(true), "no": .boolean(false),
    "numbers": .array([.integer(.min), .integer(.max), .integer(0), .integer(-1)]),
    "doubles": .array([
        .double(0), .double(-0.0), .double(1), .double(0.1), .double(1e300), .double(.leastNonzeroMagnitude),
        .double(.infinity), .double(-.infinity), .double(1e16),
    ]),
    "text": .string("a \"quoted\" \\ text\n\u{1B}[31m\u{2028} é 🙂 \u{7F}"), "empty": .string(""),
    "bytes": .array((0...5).map { count in .bytes((0..<count).map { UInt8(255 - $0) }) }),
    "$key": .dictionary(["$$bytes": .null, "$": .array([]), "": .dictionary([:])]),
    "$bytes": .string("not bytes"),
])

@MainActor
@Suite("A saved state in a file")
struct StateFileTests {
    private let folder: String

    init() throws {
        folder = NSTemporaryDirectory() + "state-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    /// Runs with a store in a folder of its own, which is removed afterwards.
    private func withStore(_ body: (StateFile) throws -> Void) throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try body(StateFile(path: folder + "/state.json"))
    }

    private var files: [String] { (try? FileManager.default.contentsOfDirectory(atPath: folder).sorted()) ?? [] }

    // Rules: A35.
    @Test("Every value of a state is read as it was written, and equal values are equal files")
    func values() throws {
        try withStore { store in
            #expect(try store.load() == nil)
            try store.save(everything)
            #expect(try store.load() == everything)
            #expect(files == ["state.json"])
            let text = try StateText.write(everything)
            #expect(try String(contentsOfFile: store.path, encoding: .utf8) == text)
            // Foundation agrees that this is JSON, and no character of it steers a terminal.
            #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(text.utf8)) }
            #expect(!text.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" || 0x7F...0x9F ~= $0.value })
            let attributes = try FileManager.default.attributesOfItem(atPath: store.path)
            #expect(attributes[.posixPermissions] as? Int == 0o600)
        }
    }

    @Test("A number that is none is kept, and random bytes as well")
    func oddValues() throws {
        guard case .array(let values) = try StateText.read(Array(StateText.write(.array([.double(.nan)])).utf8)),
            case .double(let number)? = values.first
        else {
            Issue.record("no number")
            return
        }
        #expect(number.isNaN)
        var generator = SeededGenerator(seed: 1)
        for count in 0..<200 {
            let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
            let text = try StateText.write(.bytes(bytes))
            #expect(try StateText.read(Array(text.utf8)) == .bytes(bytes))
            #expect(text == "{\"$bytes\": \"\(Data(bytes).base64EncodedString())\"}\n")
        }
    }

    @Test(
        "A file that is no state is refused with its line",
        arguments: [
            ("", "line 1: a value is expected, and there is the end of the file"),
            ("{\"a\": 1,\n\"a\": 2}", "line 2, a: the key was set before, in line 1; remove one"),
            ("{\"$double\": \"big\"}", "line 1, \"$double\": the value is none of nan, infinity, -infinity"),
            ("[\n{\"$bytes\": \"AQ=\"}]", "line 2, [0].\"$bytes\": the value is no base64"),
            ("{\"$bytes\": \"A===\"}", "line 1, \"$bytes\": the value is no base64"),
            ("{\"$bytes\": \"AQJ=\"}", "line 1, \"$bytes\": the value is no base64"),
            ("{\"$bytes\": 1}", "line 1, \"$bytes\": the value is no base64"),
            (
                "{\"$x\": 1}",
                "line 1, \"$x\": the key is none of $bytes and $double; a key with a $ has two at its beginning"
            ),
            ("[1e999]", "line 1, [0]: the number \"1e999\" is too large"),
        ]
    )
    func damaged(text: String, problem: String) throws {
        try withStore { store in
            try text.write(toFile: store.path, atomically: false, encoding: .utf8)
            #expect(throws: StateStoreError("\(store.path), \(problem)")) { try store.load() }
        }
    }

    @Test("A bomb of nested values is refused when it is read and when it is written")
    func bombs() throws {
        for (open, close) in [("[", "]"), ("{\"a\":", "}")] {
            let text = String(repeating: open, count: 100_000) + "1" + String(repeating: close, count: 100_000)
            #expect(throws: StateStoreError.self) { try StateText.read(Array(text.utf8)) }
        }
        // Bytes and numbers that JSON lacks are objects, which count.
        for (inner, most) in [(StateValue.null, 512), (.bytes([1]), 511), (.double(.nan), 511), (.double(1), 512)] {
            var value = inner
            for _ in 0..<most { value = .array([value]) }
            let text = try StateText.write(value)
            #expect(try StateText.write(StateText.read(Array(text.utf8))) == text)
            value = .dictionary(["a": value])
            #expect(throws: StateStoreError("values are nested more than 512 deep")) { try StateText.write(value) }
        }
        let deep = String(repeating: "[", count: 100) + #"{"$x":1}"# + String(repeating: "]", count: 100)
        let error = #expect(throws: StateStoreError.self) { try StateText.read(Array(deep.utf8)) }
        #expect(error?.description.hasPrefix("line 1, [0][0][0][0][0][0]…[0][0][0][0][0][0][0][0].\"$x\": ") == true)
        // What can be read can be written.
        let brackets = String(repeating: "[", count: 512) + String(repeating: "]", count: 512)
        let deepest = try StateText.read(Array(brackets.utf8))
        #expect(try StateText.read(Array(StateText.write(deepest).utf8)) == deepest)
    }

    // Rules: A35.
    @Test("A state that cannot be written leaves the one before, and no other file")
    func unwritable() throws {
        try withStore { store in
            try store.save(.integer(1))
            let obstacle = store.path + ".new"
            try FileManager.default.createDirectory(atPath: obstacle, withIntermediateDirectories: true)
            #expect(throws: StateStoreError("\(obstacle): open: File exists")) { try store.save(.integer(2)) }
            try FileManager.default.removeItem(atPath: obstacle)
            #expect(try store.load() == .integer(1) && files == ["state.json"])
            // What an earlier process left half written is no obstacle, nor is a link that leads elsewhere.
            try FileManager.default.createSymbolicLink(atPath: obstacle, withDestinationPath: folder + "/victim")
            try store.save(.integer(3))
            #expect(try store.load() == .integer(3) && files == ["state.json"])
        }
        let missing = StateFile(path: folder + "/no/such/state.json")
        #expect(throws: StateStoreError("\(missing.path).new: open: No such file or directory")) {
            try missing.save(.null)
        }
        #expect(throws: StateStoreError.self) { try StateFile(path: "/tmp/a\0b").save(.null) }
        let folderFile = StateFile(path: "/proc")
        #expect(throws: StateStoreError.self) { try folderFile.load() }
    }

    @Test("A link whose name is no text is read through, and stays")
    func unnamedLink() throws {
        try withStore { store in
            let target: [CChar] = (folder + "/real").utf8.map(CChar.init) + [CChar(bitPattern: 0xe9), 0]
            let file = open(target, O_CREAT | O_WRONLY | O_CLOEXEC, 0o600)
            #expect(write(file, "1", 1) == 1 && close(file) == 0 && symlink(target, store.path) == 0)
            var states = [try store.load()]
            #expect(throws: StateStoreError.self) { try store.save(.integer(2)) }
            #expect(throws: StateStoreError.self) { try store.beginRestoration() }
            store.endRestoration()
            store.discard()
            states.append(try store.load())
            #expect(states == [.integer(1), .integer(1)] && files.count == 2)
        }
    }

    // Rules: A35.
    @Test("A link in the file's place stays, and the state is in the file that the link names")
    func links() throws {
        try withStore { store in
            let manager = FileManager.default
            try manager.createDirectory(atPath: folder + "/data", withIntermediateDirectories: true)
            // A relative link is relative to its own folder; the file need not be there.
            try manager.createSymbolicLink(atPath: store.path, withDestinationPath: "link")
            try manager.createSymbolicLink(atPath: folder + "/link", withDestinationPath: "data/elsewhere")
            let elsewhere = StateFile(path: folder + "/data/elsewhere")
            @MainActor func places() throws -> [String] {
                try files.filter { $0 != "data" } + manager.contentsOfDirectory(atPath: folder + "/data").sorted()
            }
            var found = [try places()]
            #expect(try store.load() == nil)
            try store.save(.integer(1))
            found.append(try places())
            #expect(try store.load() == .integer(1) && elsewhere.load() == .integer(1))
            try store.beginRestoration()
            #expect(try store.load() == .integer(1) && elsewhere.load() == .integer(1))
            found.append(try places())
            store.endRestoration()
            found.append(try places())
            try store.beginRestoration()
            try store.save(.integer(2))
            store.endRestoration()
            #expect(try elsewhere.load() == .integer(2))
            store.discard()
            found.append(try places())
            let links = ["link", "state.json"]
            #expect(
                found == [
                    links, links + ["elsewhere"], links + ["elsewhere.restoring"], links + ["elsewhere"], links,
                ]
            )
            try manager.removeItem(atPath: store.path)
            try manager.createSymbolicLink(atPath: store.path, withDestinationPath: "state.json")
            #expect(throws: StateStoreError("\(store.path).new: open: Too many levels of symbolic links")) {
                try store.save(.null)
            }
        }
    }

    // Rules: A35.
    @Test("An obstacle in the file's place is replaced or an error that names it, and nothing else is touched")
    func obstacles() throws {
        try withStore { store in
            let manager = FileManager.default
            // A link to itself and a folder are no states, and no places for one.
            try manager.createSymbolicLink(atPath: folder + "/loop", withDestinationPath: "loop")
            let inLoop = StateFile(path: folder + "/loop/state.json")
            #expect(
                throws: StateStoreError("\(inLoop.path): it cannot be read: Too many levels of symbolic links")
            ) { try inLoop.load() }
            #expect(throws: StateStoreError("\(inLoop.path).new: open: Too many levels of symbolic links")) {
                try inLoop.save(.null)
            }
            try manager.createDirectory(atPath: store.path, withIntermediateDirectories: true)
            #expect(throws: StateStoreError.self) { try store.load() }
            #expect(throws: StateStoreError("\(store.path).new: rename: Is a directory")) { try store.save(.null) }
            store.discard()
            #expect(files == ["loop", "state.json"])
        }
    }

    @Test("A state that is discarded leaves nothing, nor does a saving in which the process was killed")
    func discardAfterKill() throws {
        try withStore { store in
            try store.save(.integer(1))
            try "half a sta".write(toFile: store.path + ".new", atomically: false, encoding: .utf8)
            store.discard()
            #expect(files.isEmpty)
        }
    }

    @Test("A path with a zero byte is an error, and not the shorter path")
    func zeroByte() throws {
        try withStore { store in
            try store.save(.integer(1))
            let cut = StateFile(path: store.path + "\0.json")
            #expect(throws: StateStoreError.self) { try cut.load() }
            #expect(throws: StateStoreError.self) { try cut.save(.null) }
            #expect(throws: StateStoreError.self) { try cut.beginRestoration() }
            cut.endRestoration()
            cut.discard()
            #expect(!cut.wasRestorationCutShort)
            #expect(try store.load() == .integer(1) && files == ["state.json"])
        }
    }

    // Rules: A35.
    @Test("A full disk is an error when a state is saved")
    func fullDisk() throws {
        let descriptor = open("/dev/full", O_WRONLY)
        try #require(descriptor >= 0)
        defer { close(descriptor) }
        #expect { try DurableFile.write([1, 2, 3], to: descriptor) } throws: { error in
            "\(error)" == "write: No space left on device"
        }
        try? FileManager.default.removeItem(atPath: folder)
    }

    // Rules: A35.
    @Test("A restoration that was cut short is tried once more by the next process, and not a third time")
    func restoration() throws {
        try withStore { store in
            try store.save(.integer(1))
            #expect(!store.wasRestorationCutShort)
            try store.beginRestoration()
            let (second, third) = (StateFile(path: store.path), StateFile(path: store.path))
            #expect(try !second.wasRestorationCutShort && second.load() == .integer(1))
            second.endRestoration()
            #expect(try store.load() == .integer(1) && files == ["state.json"])
            // A restoration that ends well begins the count anew.
            try store.beginRestoration()
            try second.beginRestoration()
            second.endRestoration()
            #expect(try store.load() == .integer(1) && files == ["state.json"])
            try store.beginRestoration()
            try second.beginRestoration()
            #expect(try third.wasRestorationCutShort && third.load() == nil)
            third.setAside()
            #expect(!third.wasRestorationCutShort && files == ["state.json.discarded"])
            try store.save(.integer(1))
            try store.beginRestoration()
            store.discard()
            #expect(files.isEmpty && !store.wasRestorationCutShort)
            // A state that is saved in the midst of it counts.
            try store.save(.integer(1))
            try store.beginRestoration()
            try store.beginRestoration()
            #expect(store.wasRestorationCutShort)
            try store.save(.integer(2))
            #expect(!store.wasRestorationCutShort)
            // Its own restoration is the first one, whatever the marks of the state before.
            try store.beginRestoration()
            #expect(!store.wasRestorationCutShort)
            store.endRestoration()
            #expect(try store.load() == .integer(2) && files == ["state.json"])
            store.discard()
            #expect(throws: StateStoreError("\(store.path): rename: No such file or directory")) {
                try store.beginRestoration()
            }
        }
    }

    @Test("A state that was damaged at random is read, or refused in a line", arguments: 1...5)
    func fuzz(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let text = Array(try StateText.write(everything).utf8)
        for _ in 0..<500 {
            var bytes = text
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                let place = Int.random(in: 0..<bytes.count, using: &generator)
                if Bool.random(using: &generator) {
                    bytes[place] = Array("{}[]\",:\\$0=-.e\n".utf8).randomElement(using: &generator) ?? 0
                } else {
                    bytes.remove(at: place)
                }
            }
            do throws(StateStoreError) {
                let value = try StateText.read(bytes)
                let again = try StateText.read(Array(StateText.write(value).utf8))
                // A number that is none is not equal to itself.
                #expect(again == value || "\(again)".contains("nan"), "seed \(seed)")
            } catch {
                #expect(!error.description.unicodeScalars.contains { $0.value < 0x20 }, "seed \(seed): \(error)")
            }
        }
        try? FileManager.default.removeItem(atPath: folder)
    }
}
