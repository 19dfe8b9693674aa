import Glibc
import ResponderInterface
import ResponderKit
import TestSupport
import Testing

@Suite("A file of an interface with an error")
struct InterfaceFileTests {
    private func problem(_ text: String) -> String? {
        #expect(throws: InterfaceError.self) { try InterfaceFile(parsing: text, path: "clock.json") }?.description
    }

    /// The problem of a root view.
    private func problem(view: String) -> String? {
        problem("{\"window\": {\"size\": [9, 9]},\n\"controller\": {\"view\":\n\(view)}}")
    }

    @Test(
        "An interface's error names the line of broken syntax, and the place in the tree",
        arguments: [
            ("", #"line 1: a value is expected, and there is the end of the file"#),
            ("{\n\n", #"line 3: a key in double quotes is expected, and there is the end of the file"#),
            ("{\n\"window\" 1", #"line 2, window: ":" is expected after the key, and there is '1'"#),
            ("{\r\n\"window\": {}\r\n\"controller\": {}}", #"line 3: "," or "}" is expected after the value, and"#),
            ("{\"window\": {\"size\": [1 2]}}", #"line 1, window.size: "," or "]" is expected after the value, and"#),
            ("{\"window\": {},\n}", "line 2: a key in double quotes is expected, and there is '}'"),
            ("{\"window\": [1,\n]}", "line 2, window[1]: a value is expected, and there is ']'"),
            ("{'window': 1}", "line 1: a key in double quotes is expected, and there is '''"),
            ("{\"window\": tru}", "line 1, window: a value is expected, and there is 't'"),
            ("{\"window\": 01}", "line 1, window: a number begins with a superfluous 0"),
            ("{\"window\": -}", "line 1, window: a digit is expected, and there is '}'"),
            ("{\"window\": 1.}", "line 1, window: a digit is expected, and there is '}'"),
            ("{\"window\": 1e999}", "line 1, window: the number \"1e999\" is too large"),
            ("{\"window\": 1 // one\n}", #"line 1: "," or "}" is expected after the value, and there is '/'"#),
            ("{\"window\": \"a\nb\"}", "line 1, window: text holds the end of the line; close the quotes"),
            ("{\"window\": \"a", "line 1, window: text has no closing quotes"),
            ("{\"window\": \"\\x\"}", "line 1, window: after \\ there is 'x'; write one of \" \\ / b f n r t u"),
            (
                "{\"window\": \"\\u12g4\"}",
                "line 1, window: \\u is followed by four hexadecimal digits, and there is 'g'"
            ),
            ("{\"window\": \"\\ud800\"}", "line 1, window: text holds half of a pair of \\u escapes"),
            ("{}\n{}", "line 2: the text goes on after its value, with '{'"),
        ]
    )
    func syntax(text: String, expected: String) {
        #expect(problem(text)?.hasPrefix("clock.json, \(expected)") == true, "\(problem(text) ?? "")")
    }

    @Test("A file of an interface has one of each key, and a second interface is an error")
    func doubledKeys() {
        #expect(
            problem("{\"window\": {\"size\": [1, 1]},\n\"controller\": {},\n\"controller\": {}}")
                == "clock.json, line 3, controller: the key was set before, in line 2; remove one"
        )
        #expect(
            problem(view: "{\"subviews\": [{}, {\"tag\": 1,\n\"t\\u0061g\": 2}]}")
                == "clock.json, line 4, controller.view.subviews[1].tag: the key was set before, in line 3; remove one"
        )
    }

    @Test(
        "An interface's error names the line, the place and what would be right",
        arguments: [
            (#"{"fraem": []}"#, #"view.fraem: "fraem" is no key of a view; did you mean "frame"? the keys are"#),
            (
                #"{"subviews": [{}, {}, {"fraem": 1}]}"#,
                #"view.subviews[2].fraem: "fraem" is no key of a view"#
            ),
            (#"[]"#, "view: a view is an object in braces, and this is a list"),
            (#"null"#, "view: a view is an object in braces, and this is null"),
            (#"{"subviews": {}}"#, "view.subviews: a list in brackets is expected, and this is an object"),
            (#"{"subviews": [3]}"#, "view.subviews[0]: a view is an object in braces, and this is a number"),
            (#"{"class": 3}"#, "view.class: text in double quotes is expected, and this is a number"),
            (#"{"class": ""}"#, "view.class: the name is empty; write one, or leave the key out"),
            (#"{"id": ""}"#, "view.id: the name is empty"),
            (#"{"frame": [0, 0, 1]}"#, "view.frame: [x, y, width, height] is expected, and this is a list of 3"),
            (#"{"frame": "0 0 1 1"}"#, "view.frame: [x, y, width, height] is expected, and this is text"),
            (#"{"frame": [0, 0, 1, "1"]}"#, "view.frame[3]: the height is a number of points, at most 1000000000, and"),
            (
                #"{"frame": [1e10, 0, 1, 1]}"#,
                "view.frame[0]: the x is a number of points, at most 1000000000, and this"
            ),
            (#"{"frame": [-1, -1, 1, -0.5]}"#, "view.frame[3]: the height -0.5 is negative"),
            (#"{"tag": 1.5}"#, "view.tag: a whole number is expected, and this is 1.5"),
            (#"{"tag": 1e300}"#, "view.tag: a whole number is expected, and this is 1e+300"),
            (#"{"tag": 9007199254740994}"#, "view.tag: a whole number is expected, and this is"),
            (#"{"tag": 9007199254740993}"#, "view.tag: a whole number is expected, and this is"),
            (
                ##"{"backgroundColor": "red"}"##,
                "view.backgroundColor: a color as \"#rrggbb\" or \"#rrggbbaa\" is expected, a"
            ),
            (##"{"backgroundColor": "#12345"}"##, "view.backgroundColor: a color as"),
            (##"{"backgroundColor": "#12345é"}"##, "view.backgroundColor: a color as"),
            (##"{"backgroundColor": "+123456"}"##, "view.backgroundColor: a color as"),
            (##"{"backgroundColor": 1}"##, "view.backgroundColor: a color as"),
            (#"{"tag": true}"#, "view.tag: a whole number is expected, and this is true"),
            (#"{"alpha": 1.5}"#, "view.alpha: a number from 0.0 to 1.0 is expected, and this is 1.5"),
            (#"{"isHidden": 1}"#, "view.isHidden: true or false is expected, and this is a number"),
            (#"{"isHidden": null}"#, "view.isHidden: true or false is expected, and this is null"),
            (
                #"{"autoresizingMask": ["width"]}"#,
                #"view.autoresizingMask[0]: "width" is no part of a mask; there are flexibleLeftMargin, "#
            ),
            (#"{"autoresizingMask": [1]}"#, "view.autoresizingMask[0]: a number is no part of a mask"),
        ]
    )
    func views(text: String, expected: String) {
        let said = problem(view: text)
        #expect(said?.hasPrefix("clock.json, line 3, controller.\(expected)") == true, "\(said ?? "")")
    }

    @Test(
        "An interface's error says what is missing above the views",
        arguments: [
            ("[]", "line 1: an interface is an object in braces, and this is a list"),
            ("{}", "line 1: there is no window; write \"window\": {\"size\": [width, height]}"),
            ("{\"window\": {\"size\": [1, 1]}}", "line 1: there is no root controller; write"),
            ("{\"window\": {},\n\"controller\": {}}", "line 1, window: the window has no size; write"),
            (
                "{\"window\": {\"size\": [0, -1]},\n\"controller\": {}}",
                "line 1, window.size[1]: the height -1.0 is negative"
            ),
            (
                "{\"window\": {\"size\": [1, 1]},\n\"controller\": 1}",
                "line 2, controller: a controller is an object in"
            ),
            (
                "{\"windows\": []}",
                "line 1, windows: \"windows\" is no key of an interface; did you mean \"window\"? the keys"
            ),
        ]
    )
    func above(text: String, expected: String) {
        #expect(problem(text)?.hasPrefix("clock.json, \(expected)") == true, "\(problem(text) ?? "")")
    }

    @Test("A file nested too deeply is refused, and one as deep as allowed is read")
    func deep() throws {
        let (open, close) = (#"{"subviews":["#, "]}")
        func text(_ depth: Int) -> String {
            #"{"window":{"size":[1,1]},"controller":{"view":"# + String(repeating: open, count: depth)
                + String(repeating: close, count: depth) + "}}"
        }
        #expect(throws: Never.self) { try InterfaceFile(parsing: text(255)) }
        // The place of a mistake that is deep leaves out its middle; the line says where it is.
        let mistake = text(100).replacing(open + close, with: open + #"{"frame":1}"# + close)
        let ends = "controller.view.subviews[0].subviews[0]….subviews[0].subviews[0].subviews[0].subviews[0].frame: "
        #expect(problem(mistake)?.hasPrefix("clock.json, line 1, \(ends)") == true, "\(problem(mistake) ?? "")")
        #expect(problem(text(256))?.contains("values are nested more than 512 deep") == true)
        #expect(problem(String(repeating: open, count: 50_000))?.contains("nested more than 512 deep") == true)
        #expect(problem(String(repeating: "[", count: 1_000_000))?.contains("nested more than 512 deep") == true)
    }

    @Test("An interface's error escapes what could steer a terminal")
    func hostile() throws {
        let hostile = "\u{1b}]0;x\u{7}\u{202e}"
        let texts = [
            "{\"\\u001b]0;x\\u0007\\u202e\": 1}", "{\"\(hostile)\": 1}", "\(hostile)", "{\"window\": \(hostile)}",
            "{\"window\": {\"size\": [1, 1]}, \"controller\": {\"view\": {\"\\u001b\\u202e\": 1}}}",
        ]
        for text in texts {
            let said =
                #expect(throws: InterfaceError.self) { try InterfaceFile(parsing: text, path: "\(hostile).json") }?
                .description ?? ""
            #expect(said.hasPrefix(#"\u{1B}]0;x\u{07}\u{202E}.json, line 1"#), "\(said.debugDescription)")
            #expect(!said.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x202e }, "\(said.debugDescription)")
        }
    }

    @Test("A file that is missing, no plain file, larger than a mebibyte or not in UTF-8 is named")
    func unreadable() throws {
        func problem(_ path: String) -> String? {
            #expect(throws: InterfaceError.self) { try InterfaceFile(contentsOfFile: path) }?.description
        }
        #expect(problem("/no/such.json") == "/no/such.json: it cannot be read: No such file or directory")
        #expect(
            problem("/dev/zero")
                == "/dev/zero: it cannot be read: it is a folder, a pipe or a device; name a plain file"
        )
        #expect(problem("/etc\0.json") == #"/etc\0.json: it cannot be read: its name holds a zero byte"#)
        let large = try TemporaryFile(".json", containing: String(repeating: " ", count: 1 << 20 + 1))
        #expect(
            problem(large.path)
                == "\(large.path): it cannot be read: it has more than 1048576 bytes; an interface is a short text"
        )
        let latin = try TemporaryFile(".json", containing: "")
        let bytes: [UInt8] = Array("{\n\"window\": \"".utf8) + [0xE9] + Array("\"}".utf8)
        let stream = try #require(fopen(latin.path, "w"))
        fwrite(bytes, 1, bytes.count, stream)
        fclose(stream)
        #expect(
            problem(latin.path)
                == "\(latin.path), line 2, window: text holds bytes that are not UTF-8; save the file as UTF-8"
        )
    }

    @Test("A file of an interface may begin with the byte order mark of an editor")
    func byteOrderMark() throws {
        #expect(throws: Never.self) {
            try InterfaceFile(parsing: "\u{feff}{\"window\": {\"size\": [1, 1]}, \"controller\": {}}")
        }
    }
}
