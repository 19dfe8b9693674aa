import Testing

@testable import ResponderCore
@testable import ResponderWidgets

@MainActor
@Suite("A layout of a keyboard")
struct KeyboardLayoutTests {
    private nonisolated static let shipped: [KeyboardLayout] =
        [KeyboardLayout.english, .german].flatMap { layout in KeyboardType.allCases.map { layout.layout(for: $0) } }
        + [.decimalPad(",")]

    @Test("A keyboard layout that the package ships is valid", arguments: shipped)
    func isValid(_ layout: KeyboardLayout) throws {
        #expect(try KeyboardLayout(layout.planes) == layout)
        #expect(layout.planes.allSatisfy { plane in plane.rows.count == layout.planes[0].rows.count })
        let actions = layout.planes.flatMap(\.rows).flatMap(\.self).map(\.action)
        #expect(actions.contains(.delete))
    }

    @Test("A keyboard layout for letters has all letters, digits and the characters of ASCII")
    func characters() {
        for layout in [KeyboardLayout.english, .german] {
            var texts: Set<String> = [" "]
            for case .text(let text, let shifted) in layout.planes.flatMap(\.rows).flatMap(\.self).map(\.action) {
                texts.formUnion([text, shifted])
            }
            let missing = (UInt8(0x20)..<0x7f).map { String(UnicodeScalar($0)) }.filter { !texts.contains($0) }
            #expect(missing.isEmpty)
        }
    }

    @Test("A keyboard layout is read from text: texts, actions, planes with titles, widths")
    func reading() throws {
        let layout = try KeyboardLayout([
            "a": "q .com 1|! [ | ß\n\n [shift:1.5] [other=12:2] [space:3] [return] [delete]",
            "other": "[a]",
        ])
        #expect(layout.planes[0].rows.count == 2)
        let keys = layout.planes[0].rows
        #expect(
            keys[0].map(\.action) == [
                .text("q", shifted: "Q"), .text(".com", shifted: ".COM"), .text("1", shifted: "!"),
                .text("[", shifted: "["), .text("|", shifted: "|"), .text("ß", shifted: "ß"),
            ]
        )
        #expect(keys[1].map(\.action) == [.shift, .plane("other"), .space, .return, .delete])
        #expect(keys[1].map(\.width) == [1.5, 2, 3, 1, 1] && keys[1][1].label == "12")
        #expect(layout.planes[1].rows == [[KeyboardLayout.Key(.plane("a"))]])
    }

    @Test(
        "A keyboard layout that is none says where and why",
        arguments: [
            (["a": ""], "plane \"a\": there is no row"), ([:], "a layout needs a plane"),
            (["a": "q", "b": "w [c]"], "plane \"b\", row 1: a key goes to plane \"c\", which is missing"),
            (["a": "q", "a": "w"], "plane \"a\": another plane has this name"),
            (["a": "q\nw [space:x]"], "plane \"a\", row 2: \"[space:x]\" ends with a width that is no number"),
            (
                ["a": "[space:0]"],
                "plane \"a\", row 1: a key cannot have the width 0.0; use a number above 0, and 1000 at most"
            ),
            (
                ["a": "[space:nan]"],
                "plane \"a\", row 1: a key cannot have the width nan; use a number above 0, and 1000 at most"
            ),
        ] as [(KeyValuePairs<String, String>, String)]
    )
    func mistakes(_ planes: KeyValuePairs<String, String>, _ message: String) {
        let error = #expect(throws: KeyboardLayout.Invalid.self) { try KeyboardLayout(planes) }
        #expect(error?.description == message)
    }

    @Test("A keyboard layout that is data is refused if it has empty rows or keys that type nothing")
    func data() {
        #expect(throws: KeyboardLayout.Invalid.self) { try KeyboardLayout([.init("a", rows: [[]])]) }
        #expect(throws: KeyboardLayout.Invalid.self) { try KeyboardLayout([.init("a", rows: [[.text("")]])]) }
    }

    @Test("A keyboard layout has other keys in the place of space, as wide together")
    func replacing() {
        let url = KeyboardLayout.english.layout(for: .url).planes[0].rows[3]
        #expect(url.map(\.width).reduce(0, +) == 10 && !url.map(\.action).contains(.space))
        #expect(KeyboardLayout.english.replacingSpace(with: []) == .english)
        #expect(KeyboardLayout.english.replacingSpace(with: [.init(.plane("none"))]) == .english)
        #expect(KeyboardLayout.english.beginning(with: "none") == .english)
        #expect(KeyboardLayout.german.layout(for: .numbersAndPunctuation).planes[0].name == "digits")
    }

    @Test("A keyboard layout is read from lines with leading tabs, a carriage return at the end, and any characters")
    func oddTexts() throws {
        let layout = try KeyboardLayout(["": "\ta\tb \r\n\t[shift]\t\r\n"])
        #expect(layout.planes == [.init("", rows: [[.text("a"), .text("b")], [.init(.shift)]])])
        for text in [
            "[\u{301}]", "\u{301}", "[]", "[[", "]]", "||", "|", "a|", "[=]", "[:]", "[a:1]", "\0", "\u{202E}",
        ] {
            _ = try? KeyboardLayout([text: text])
        }
        #expect(throws: KeyboardLayout.Invalid.self) {
            try KeyboardLayout(["a": "[" + String(repeating: "x", count: 100_000) + "]"])
        }
        #expect(throws: KeyboardLayout.Invalid.self) { try KeyboardLayout(["a": "[space:1e999]"]) }
    }
}
