import Foundation
import ResponderEnvironment
import TestSupport
import Testing

@Suite("A backup's list that somebody made up")
struct BackupListTests {
    private let folder = TemporaryFolder()
    private static let zeros = String(repeating: "0", count: 64)

    private static func hexadecimal(_ text: String) -> String {
        Digest.of(Array(text.utf8)).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    /// A list with sound digests around the lines.
    private static func list(_ lines: [String]) -> String {
        let header = "responderkit-backup 1 \(Digest.name) - - -"
        let text = "\(header) \(hexadecimal(header))\n" + lines.map { $0 + "\n" }.joined()
        return text + "end \(lines.count) \(hexadecimal(text))\n"
    }

    private func open(_ lines: [String]) throws -> Backup {
        try folder.write(Self.list(lines), to: "list")
        return try BackupStore(path: folder.path, cost: .quick, isDurable: false).open()
    }

    private static let start = [
        "device phone", "date day%201", "app org.example.notes Notes.app 1", "folder Documents 700",
    ]

    private static func file(_ path: String, object: String = "1", size: String = "3", rest: String = "9 8 7") -> String
    {
        "file \(path) 600 none \(size) \(zeros) \(object) \(rest)"
    }

    @Test("A list in the documented form is read")
    func sound() throws {
        let backup = try open(
            Self.start + [Self.file("Documents/%c3%a4%20b"), Self.file("Documents/c", object: "2", rest: "1 -5 -")]
        )
        #expect(backup.date == "day 1")
        #expect(backup.apps.map(\.files) == [2] && backup.apps.map(\.bytes) == [6])
    }

    @Test(
        "A list that no backup writes is refused, whatever its digests say",
        arguments: [
            ([file("..")], "could leave the home"), ([file("/etc/passwd")], "could leave the home"),
            ([file("Documents/../../x")], "could leave the home"), ([file("Documents//x")], "could leave the home"),
            ([file("Documents/a%00b")], "could leave the home"), ([file(".")], "could leave the home"),
            ([file("%")], "could leave the home"),
            ([file("Documents/\(String(repeating: "n", count: 256))")], "could leave"),
            ([file("tmp")], "no backup has"), (["folder Library/Caches 700"], "no backup has"),
            ([file("Other.app")], "no backup has"), ([file("Documents/x/y")], "in no folder"),
            ([file("Documents/x"), file("Documents/x", object: "2")], "again"),
            ([file("Documents/x"), file("Documents/x/y", object: "2")], "in no folder"),
            ([file("Documents/x"), file("Documents/y")], "names an object again"),
            ([file("Documents/x", object: "../../etc/passwd")], "describes no file"),
            ([file("Documents/x", object: "-1")], "describes no file"),
            ([file("Documents/x", object: "01")], "describes no file"),
            ([file("Documents/x", object: "18446744073709551616")], "describes no file"),
            ([file("Documents/x", size: "9223372036854775808")], "describes no file"),
            ([file("Documents/x", size: "-3")], "describes no file"),
            ([file("Documents/x", size: "+3")], "describes no file"),
            (
                [
                    file("Documents/x", size: "9007199254740992"),
                    file("Documents/y", object: "2", size: "9007199254740992"),
                ],
                "too large"
            ),
            ([file("Documents/x", rest: "9 8")], "describes no file"),
            ([file("Documents/x", rest: "9 8 7 6")], "describes no file"),
            ([file("Documents/x", rest: "9 8 7 ")], "describes no file"),
            ([file("Documents/x").replacing(" 600 ", with: " 4755 ")], "describes no file"),
            ([file("Documents/x").replacing(" none ", with: " secret ")], "describes no file"),
            ([file("Documents/%GG")], "describes no file"), ([file("Documents/%C3")], "describes no file"),
            (["app org.example.notes - -"], "again"), (["app . - -"], "no app's identifier"),
            (["app a%2fb - -"], "no app's identifier"), (["app %0a - -"], "no app's identifier"),
            (["app other Documents 1"], "no bundle's name"), (["app other a%2fb.app 1"], "no bundle's name"),
            (["app other Other.app -"], "describes no app"), (["device other"], "no known kind"), ([""], "is empty"),
            (["keychain 1 3 \(zeros)"], "no known kind"), (["link Documents/x /etc"], "no known kind"),
            (["folder Documents/\(String(repeating: "%41", count: 6000)) 700"], "too long"),
        ]
    )
    func hostile(lines: [String], reason: String) throws {
        let error = #expect(throws: BackupError.self) { try open(Self.start + lines) }
        #expect(error?.description.contains(reason) == true, "\(String(describing: error))")
        #expect(error?.description.contains("\n") == false)
    }

    @Test("A list without its first lines, or with a huge keychain, is refused")
    func beginnings() throws {
        #expect(throws: BackupError.self) { try open([]) }
        #expect(throws: BackupError.self) { try open(["device phone"]) }
        #expect(throws: BackupError.self) { try open(["date x", "device phone"]) }
        #expect(throws: BackupError.self) { try open(["device phone", "date x", Self.file("Documents/x")]) }
        #expect(throws: BackupError.self) { try open(["device a", "date x", "keychain 1 99999999999 \(Self.zeros)"]) }
        #expect(try open(["device phone", "date x"]).apps.isEmpty)
    }

    @Test("A list with random changes and sound digests is refused, or has only paths that stay in the home")
    func random() throws {
        var generator = SeededGenerator(seed: 44)
        let whole =
            Self.start + [
                "folder Library 700", Self.file("Documents/one"), Self.file("Library/two", object: "2"),
                "app org.example.clock - -", "folder Documents 755", Self.file("Documents/%c3%a4", object: "3"),
            ]
        let words = [
            "..", "/", "%", "-", "%2f", "0", "18446744073709551615", "tmp", "Library/Caches", "file", "app", "%00",
        ]
        var accepted = 0
        for _ in 0..<250 {
            var lines = whole
            for _ in 0...Int.random(in: 0..<3, using: &generator) {
                let index = Int.random(in: 0..<lines.count, using: &generator)
                var parts = lines[index].split(separator: " ", omittingEmptySubsequences: false).map(String.init)
                let part = Int.random(in: 0..<parts.count, using: &generator)
                switch Int.random(in: 0..<6, using: &generator) {
                case 0: lines.swapAt(index, Int.random(in: 0..<lines.count, using: &generator))
                case 1: lines.insert(lines[index], at: index)
                case 2 where lines.count > 1: lines.remove(at: index)
                case 3: parts[part] = words.randomElement(using: &generator) ?? ""
                case 4: parts[part] += words.randomElement(using: &generator) ?? ""
                default: parts.remove(at: part)
                }
                if index < lines.count { lines[index] = parts.joined(separator: " ") }
            }
            guard let backup = try? open(lines) else { continue }
            accepted += 1
            for app in backup.apps {
                #expect(try HomePath(app.identifier).names == [app.identifier])
                for path in backup.paths(of: app.identifier) {
                    #expect(try HomePath(path.description) == path)
                    #expect(DirectoryRules.isBackedUp(path) || path.names.first == app.bundle?.name)
                }
            }
        }
        #expect(accepted > 5)
    }
}
