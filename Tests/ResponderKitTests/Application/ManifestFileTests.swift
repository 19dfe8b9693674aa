import Glibc
import ResponderKit
import TestSupport
import Testing

@Suite("A manifest in a file")
struct ManifestFileTests {
    private func mistake(_ path: String) -> String? {
        #expect(throws: Manifest.Invalid.self) { try Manifest(contentsOfFile: path) }?.description
    }

    @Test("A manifest in a file is read whole, up to a mebibyte")
    func whole() throws {
        let text = "identifier = org.example.clock\n#"
        let rest = String(repeating: "x", count: 1 << 20 - text.utf8.count)
        let file = try TemporaryFile(".manifest", containing: text + rest)
        #expect(try Manifest(contentsOfFile: file.path).identifier == "org.example.clock")
        let larger = try TemporaryFile(".manifest", containing: text + rest + "x")
        #expect(
            mistake(larger.path) == "\(larger.path): it cannot be read: it has more than 1048576 bytes; "
                + "a manifest is a short text"
        )
    }

    @Test("A manifest in a file may begin with the byte order mark of an editor")
    func byteOrderMark() throws {
        let file = try TemporaryFile(".manifest", containing: "\u{feff}identifier = org.example.clock\n")
        #expect(try Manifest(contentsOfFile: file.path).identifier == "org.example.clock")
    }

    @Test("A manifest that is not in UTF-8 is an error in the line of the first such byte")
    func encoding() throws {
        let file = try TemporaryFile(".manifest", containing: "")
        let bytes = Array("# ü\r\n\nidentifier = caf".utf8) + [0xE9] + Array("\n\u{e9}".utf8)
        let stream = try #require(fopen(file.path, "w"))
        fwrite(bytes, 1, bytes.count, stream)
        fclose(stream)
        #expect(
            mistake(file.path) == "\(file.path), line 3: there are bytes that are not UTF-8; save the file as UTF-8"
        )
    }

    @Test("A manifest that is no plain file is not read, endless or not", arguments: ["/dev/zero", "/dev/null", "/"])
    func special(path: String) {
        #expect(
            mistake(path) == "\(path): it cannot be read: it is a folder, a pipe or a device; name a plain file"
        )
    }

    @Test("A manifest that is a pipe without a writer is not waited for")
    func pipe() throws {
        let file = TemporaryFile(".pipe")
        try #require(mkfifo(file.path, 0o600) == 0)
        #expect(mistake(file.path)?.contains("it is a folder, a pipe or a device") == true)
    }

    @Test("A missing manifest's path and a wrong line are named in the error, escaped")
    func hostile() throws {
        #expect(
            mistake("/no/\u{1b}c\u{202e}") == #"/no/\u{1B}c\u{202E}: it cannot be read: No such file or directory"#
        )
        let hostile = "\u{1b}]0;x\u{7}\u{202e}"
        let escaped = #"\u{1B}]0;x\u{07}\u{202E}"#
        for (text, what) in [
            "\(hostile) = a": #""\#(escaped)" is no key"#,
            "exits-on-suspend = \(hostile)": #""\#(escaped)" is neither"#,
            "url-schemes = \(hostile)": #""\#(escaped)" is not a scheme"#,
            "background-modes = \(hostile)": #""\#(escaped)" is no background mode"#,
        ] {
            let file = try TemporaryFile("\u{1b}.manifest", containing: text)
            let problem = mistake(file.path) ?? ""
            #expect(problem.contains(what), "\(problem.debugDescription)")
            #expect(problem.unicodeScalars.allSatisfy { $0.value >= 0x20 }, "\(problem.debugDescription)")
        }
    }
}
