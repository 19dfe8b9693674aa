import TestSupport
import Testing

@testable import ResponderCore
@testable import ResponderWidgets

@MainActor
@Suite struct TextStorageTests {
    private func at(_ offset: Int) -> TextPosition { TextPosition(utf8Offset: offset) }

    @Test func emptyTextHasOneLine() {
        let storage = TextStorage()
        #expect(storage.isEmpty && storage.lineCount == 1 && storage.line(at: 0) == "")
        #expect(storage.beginning == storage.end)
        #expect(storage.position(after: at(0)) == at(0) && storage.position(before: at(0)) == at(0))
    }

    @Test(arguments: ["a\r\nb", "a\rb", "a\nb", "a\u{85}b", "a\u{2028}b", "a\u{2029}b"])
    func everyLineEndBecomesALineFeed(text: String) {
        let storage = TextStorage(text)
        #expect(storage.text == "a\nb")
        #expect(storage.lineCount == 2)
    }

    @Test func otherControlCharactersAndNULAreKept() {
        let text = "\0\u{1}a\t\u{B}\u{C}\u{7F}\u{1B}[0m"
        #expect(TextStorage(text).text == text)
    }

    @Test func invalidBytesWereRepairedByTheString() {
        let storage = TextStorage(String(decoding: [0x61, 0xFF, 0xED, 0xA0, 0x80, 0x62] as [UInt8], as: UTF8.self))
        #expect(storage.text.first == "a" && storage.text.last == "b")
        #expect(storage.characterCount == 6)
    }

    @Test func positionsAreBetweenClusters() {
        // e with an accent, a family, a line end, a flag, a syllable of three jamo.
        let clusters = [
            "e\u{301}", "\u{1F469}\u{200D}\u{1F467}", "\n", "\u{1F1E9}\u{1F1EA}", "\u{1100}\u{1161}\u{11A8}",
        ]
        let storage = TextStorage(clusters.joined())
        var (offset, boundaries) = (0, [0])
        for cluster in clusters {
            offset += cluster.utf8.count
            boundaries.append(offset)
        }
        for offset in 0...offset {
            let expected = boundaries.last { $0 <= offset }
            #expect(storage.position(at: at(offset)).utf8Offset == expected)
        }
        for (first, second) in zip(boundaries, boundaries.dropFirst()) {
            #expect(storage.position(after: at(first)) == at(second))
            #expect(storage.position(before: at(second)) == at(first))
        }
        #expect(boundaries.map { storage.characterOffset(of: at($0)) } == [0, 1, 2, 3, 4, 5])
        #expect((0...5).map { storage.position(atCharacter: $0).utf8Offset } == boundaries)
        #expect(storage.position(at(0), offsetBy: .max) == storage.end)
        #expect(storage.position(storage.end, offsetBy: .min) == at(0))
    }

    @Test func linesHaveRangesAndPositionsTheirLine() {
        let storage = TextStorage("one\n\nthree")
        #expect((0..<3).map { storage.text(in: storage.range(ofLine: $0)) } == ["one", "", "three"])
        #expect([0, 3, 4, 5, 10, 99].map { storage.lineIndex(of: at($0)) } == [0, 0, 1, 2, 2, 2])
        #expect(storage.text(in: at(2)..<at(7)) == "e\n\nth")
    }

    // The benchmark measures the time of this; here its work is counted.
    @Test func anEditTouchesItsLineOnly() {
        let storage = TextStorage(
            Array(repeating: String(repeating: "x", count: 99), count: 1000).joined(separator: "\n")
        )
        #expect(storage.utf8Count == 99_999)
        for line in [0, 500, 999] {
            let before = storage.bytesTouched
            storage.replace(line * 100 + 50..<line * 100 + 50, with: "y")
            storage.replace(line * 100 + 50..<line * 100 + 51, with: "")
            #expect(storage.bytesTouched - before < 800)
        }
    }

    /// Whatever walks a line walks it forwards once: these are far too long for anything quadratic.
    @Test(arguments: [
        "\u{301}", "\u{200D}", "\u{1F1E9}", "\u{1F469}\u{200D}", "\u{1161}", "\u{94D}\u{915}", "\u{AD}", "\0",
    ])
    func aFloodOfOneScalarIsWalkedInOneGo(part: String) {
        let editor = TextEditor("a" + String(repeating: part, count: 20_000) + "b")
        for _ in 0..<3 {
            editor.move(.characterBackward)
            editor.move(.wordBackward)
            editor.move(.characterForward)
            editor.delete(.characterForward)
            editor.insert("c")
            editor.undo()
        }
        #expect(editor.storage.position(at: editor.selection.head) == editor.selection.head)
    }

    @Test func aMegabyteIsPastedAndTakenBack() {
        let editor = TextEditor("<>")
        editor.select(TextSelection(at(1)))
        let line = "0123456789 \u{E9}\u{1F600} abcdefghijklmnopqrstuvwxyz\r\n"
        let paste = String(repeating: line, count: 1_000_000 / line.utf8.count)
        editor.maximumLength = 500_000
        #expect(editor.insert(paste, as: .paste))
        #expect(editor.storage.characterCount == 500_000)
        #expect(editor.undo())
        #expect(editor.text == "<>")
    }
}
