import TestSupport
import Testing

@testable import ResponderCore
@testable import ResponderWidgets

@MainActor
@Suite struct TextEditorTests {
    private func at(_ offset: Int) -> TextPosition { TextPosition(utf8Offset: offset) }
    private func range(_ start: Int, _ end: Int) -> Range<TextPosition> { at(start)..<at(end) }

    // MARK: Undoing

    /// Rules: R41.
    @Test func typedKeysAreOneStepUntilAMovement() {
        let editor = TextEditor()
        for key in ["a", "b", "c"] { editor.insert(key) }
        editor.move(.characterBackward)
        for key in ["d", "e"] { editor.insert(key) }
        #expect(editor.text == "abdec")
        #expect(editor.undo() && editor.text == "abc" && editor.selection == TextSelection(at(2)))
        #expect(editor.undo() && editor.text == "" && editor.selection == TextSelection(at(0)))
        #expect(!editor.undo() && !editor.canUndo)
        #expect(editor.redo() && editor.text == "abc" && editor.selection == TextSelection(at(3)))
        #expect(editor.redo() && editor.text == "abdec" && editor.selection == TextSelection(at(4)))
        #expect(!editor.redo() && !editor.canRedo)
    }

    /// Rules: R41.
    @Test func aPasteADeletionALineEndAndAReplacedSelectionEndTheStepOfTyping() {
        let editor = TextEditor()
        editor.insert("a")
        editor.insert("paste", as: .paste)
        editor.insert("b")
        editor.delete(.characterBackward)
        editor.delete(.characterBackward)
        editor.insert("c")
        editor.insert("\n")
        editor.insert("d")
        editor.selectAll()
        editor.insert("e")
        editor.insert("f")
        var texts = [editor.text]
        while editor.undo() { texts.append(editor.text) }
        #expect(texts == ["ef", "apastc\nd", "apastc\n", "apast", "apasteb", "apaste", "a", ""])
        while editor.redo() {
            #expect(editor.text == texts[texts.count - 2])
            texts.removeLast()
        }
        #expect(texts.count == 1)
    }

    /// Rules: R41.
    @Test func deletionsOneAfterTheOtherAreOneStep() {
        let editor = TextEditor("one two three")
        editor.select(TextSelection(at(7)))
        editor.delete(.characterBackward)
        editor.delete(.characterForward)
        editor.delete(.wordBackward)
        editor.delete(.wordForward)
        #expect(editor.text == "one ")
        #expect(editor.undo() && editor.text == "one two three" && editor.selection == TextSelection(at(7)))
        #expect(editor.redo() && editor.text == "one " && editor.selection == TextSelection(at(4)))
    }

    /// Rules: R41.
    @Test func aDeletedSelectionIsAStepAndIsSelectedAgain() {
        let editor = TextEditor("abcdef")
        editor.delete(.characterBackward)
        editor.select(range(1, 3))
        editor.delete(.characterForward)
        editor.delete(.characterBackward)
        #expect(editor.text == "de")
        #expect(editor.undo() && editor.text == "ade")
        #expect(editor.undo() && editor.text == "abcde" && editor.selection.range == range(1, 3))
        #expect(editor.undo() && editor.text == "abcdef")
    }

    /// Rules: R41.
    @Test func clearedUndoForgetsEverythingAndLevelsForgetTheOldest() {
        let editor = TextEditor()
        for word in ["a", "b", "c"] { editor.insert(word, as: .paste) }
        editor.levelsOfUndo = 2
        editor.undo()
        editor.undo()
        #expect(!editor.undo() && editor.text == "a")
        editor.clearUndo()
        #expect(!editor.canRedo)
        editor.insert("b")
        editor.setText("new")
        #expect(!editor.canUndo && editor.selection == TextSelection(at(3)))
    }

    // MARK: Clusters

    @Test func aDeletionTakesAWholeCluster() {
        let editor = TextEditor("e\u{301}\u{1F469}\u{200D}\u{1F467}\u{1F1E9}\u{1F1EA}")
        #expect(editor.delete(.characterBackward) && editor.text == "e\u{301}\u{1F469}\u{200D}\u{1F467}")
        #expect(editor.delete(.characterBackward) && editor.text == "e\u{301}")
        #expect(editor.delete(.characterBackward) && editor.text == "")
        #expect(!editor.delete(.characterBackward) && editor.deletion(.characterForward) == nil)
    }

    @Test func whatMergesIsOneClusterWithTheCaretBehind() {
        let editor = TextEditor("x\u{1F1EA}")
        editor.select(TextSelection(at(1)))
        editor.insert("\u{1F1E9}")
        #expect(editor.text == "x\u{1F1E9}\u{1F1EA}" && editor.selection.head == editor.storage.end)
        editor.undo()
        #expect(editor.text == "x\u{1F1EA}" && editor.selection.head == at(1))
        editor.insert("\u{301}")
        #expect(editor.storage.characterCount == 2 && editor.selection.head == at(3))
        // The line end was all that kept these apart.
        let lines = TextEditor("e\n\u{301}")
        lines.select(TextSelection(at(2)))
        lines.delete(.characterBackward)
        #expect(lines.storage.characterCount == 1 && lines.selection.head == at(3))
        lines.undo()
        #expect(lines.text == "e\n\u{301}" && lines.selection.head == at(2))
    }

    // MARK: Movements

    @Test func movementsCollapseASelectionOrExtendIt() {
        let editor = TextEditor("one two")
        editor.select(range(2, 5))
        editor.move(.characterBackward)
        #expect(editor.selection == TextSelection(at(2)))
        editor.select(range(2, 5))
        editor.move(.characterForward)
        #expect(editor.selection == TextSelection(at(5)))
        editor.move(.wordBackward, extending: true)
        #expect(editor.selection.range == range(4, 5) && editor.selection.head == at(4))
        editor.move(.textEnd, extending: true)
        #expect(editor.selection == TextSelection(anchor: at(5), head: at(7)))
        editor.move(.textBeginning)
        #expect(editor.selection == TextSelection(at(0)))
        #expect(editor.selectWord(at: at(5)) == range(4, 7) && editor.selectedText == "two")
    }

    @Test func movementsUpAndDownKeepTheirColumn() {
        let editor = TextEditor("abcdef\n\u{E9}\nghijkl")
        editor.select(TextSelection(at(4)))
        editor.move(.down)
        #expect(editor.selection.head == at(9))
        editor.move(.down)
        #expect(editor.selection.head == at(14))
        editor.move(.down)
        #expect(editor.selection.head == editor.storage.end)
        editor.move(.up)
        #expect(editor.selection.head == at(9))
        editor.move(.up)
        editor.move(.up)
        #expect(editor.selection.head == at(0))
    }

    @Test func linesAreDeletedToTheirEndsAndThenTheLineEnds() {
        let editor = TextEditor("one\ntwo")
        editor.select(TextSelection(at(5)))
        #expect(editor.delete(.lineBackward) && editor.text == "one\nwo")
        #expect(editor.delete(.lineBackward) && editor.text == "onewo")
        editor.select(TextSelection(at(1)))
        #expect(editor.delete(.lineForward) && editor.text == "o")
        #expect(!editor.delete(.lineForward))
    }

    // MARK: Length

    @Test(
        arguments: [
            // before, caret, inserted, maximum, after
            ("abc", 3, "defgh", 5, "abcde"), ("abc", 3, "d", 3, "abc"), ("abc", 1, "\u{301}", 3, "a\u{301}bc"),
            ("", 0, "e\u{301}\u{1F1E9}\u{1F1EA}x", 2, "e\u{301}\u{1F1E9}\u{1F1EA}"), ("ab", 2, "\r\n\r\n", 3, "ab\n"),
            ("abcdef", 6, "g", 3, "abcdef"), ("abcdef", 1, "\u{301}", 3, "a\u{301}bcdef"), ("", 0, "abc", 0, ""),
            ("", 0, "abc", -1, ""),
        ] as [(String, Int, String, Int, String)]
    ) func insertionsAreCutToTheMaximumLength(_ given: (String, Int, String, Int, String)) {
        let editor = TextEditor(given.0)
        editor.maximumLength = given.3
        editor.select(TextSelection(at(given.1)))
        editor.insert(given.2, as: .paste)
        #expect(editor.text.unicodeScalars.elementsEqual(given.4.unicodeScalars))
    }

    @Test func aReplacedSelectionMakesRoomAndSettingATextIsNotLimited() {
        let editor = TextEditor()
        editor.maximumLength = 3
        editor.setText("abcdef")
        #expect(editor.text == "abcdef")
        editor.select(range(0, 5))
        editor.insert("xyz")
        #expect(editor.text == "xyf")
        editor.selectAll()
        #expect(editor.insertion(of: "12345", as: .paste)?.text == "123")
    }

    @Test func lineEndsAreSpacesInAField() {
        let editor = TextEditor("a\r\nb", allowsLineEnds: false)
        editor.insert("\nc\u{2028}")
        #expect(editor.text == "a b c ")
    }

    // MARK: Proposals

    @Test func aProposalIsVoidOnceTheTextHasChanged() {
        let editor = TextEditor("abc")
        let change = editor.insertion(of: "d")
        #expect(change?.range == range(3, 3) && change?.text == "d" && editor.text == "abc")
        editor.setText("")
        #expect(change.map { editor.apply($0) } == false)
        #expect(editor.text == "" && !editor.canUndo)
        #expect(change.map { TextEditor("abc").apply($0) } == false)
    }

    @Test func rangesAreTakenToBoundariesWithinTheText() {
        let editor = TextEditor("e\u{301}x")
        #expect(editor.insertion(of: "y", in: range(2, 99))?.range == range(0, 4))
        editor.select(TextSelection(anchor: at(1), head: at(1_000)))
        #expect(editor.selection == TextSelection(anchor: at(0), head: at(4)))
        #expect(editor.insertion(of: "", in: range(1, 1)) == nil)
    }

    // MARK: Marked text

    @Test func markedTextIsReplacedUntilItIsDecidedAndIsOneStep() {
        let editor = TextEditor("ab")
        editor.select(range(1, 2))
        #expect(editor.setMarkedText("n"))
        #expect(editor.setMarkedText("ni", selecting: 0..<1))
        #expect(editor.text == "ani" && editor.markedRange == range(1, 3) && editor.selection.range == range(1, 2))
        #expect(editor.insert("\u{4F60}"))
        #expect(editor.text == "a\u{4F60}" && editor.markedRange == nil && editor.selection.head == at(4))
        #expect(editor.undo() && editor.text == "ab" && editor.selection.range == range(1, 2))
        #expect(editor.redo() && editor.text == "a\u{4F60}")
    }

    @Test func markedTextStaysWhenTheCaretMoves() {
        let editor = TextEditor()
        editor.insert("a")
        editor.setMarkedText("bc")
        editor.move(.characterBackward)
        #expect(editor.text == "abc" && editor.markedRange == nil && editor.selection.head == at(2))
        #expect(editor.undo() && editor.text == "")
    }

    @Test func markedTextIsCutToTheMaximumLengthWhenItIsDecided() {
        let editor = TextEditor("a")
        editor.maximumLength = 2
        editor.setMarkedText("nihao")
        #expect(editor.text == "anihao")
        editor.unmarkText()
        #expect(editor.text == "an" && editor.selection.head == at(2))
        editor.setMarkedText("x")
        editor.setMarkedText("")
        #expect(editor.text == "an" && editor.markedRange == nil)
        #expect(editor.undo() && editor.text == "a" && !editor.undo())
    }

    @Test func whatMarkedTextReplacedComesBackWhenNothingOfItHasRoom() {
        let editor = TextEditor("abcdef")
        editor.maximumLength = 2
        editor.select(range(1, 3))
        editor.setMarkedText("x")
        #expect(editor.text == "axdef")
        editor.unmarkText()
        #expect(editor.text == "abcdef" && editor.selection.range == range(1, 3) && !editor.canUndo)
    }

    @Test func anUndoDecidesMarkedTextAndTakesItBack() {
        let editor = TextEditor("a")
        editor.setMarkedText("\u{301}")
        #expect(editor.markedRange == range(0, 3) && editor.storage.characterCount == 1)
        editor.setMarkedText("b")
        #expect(editor.text == "ab" && editor.canUndo && !editor.canRedo && !editor.redo())
        #expect(editor.undo() && editor.text == "a" && editor.markedRange == nil)
    }

    // MARK: Secrets

    @Test func aSecretHasNoWords() {
        let editor = TextEditor("one two three")
        editor.isSecure = true
        editor.select(TextSelection(at(5)))
        #expect(editor.word(at: at(5)) == range(0, 13))
        editor.delete(.wordBackward)
        #expect(editor.text == "wo three")
        editor.move(.wordForward)
        #expect(editor.selection.head == editor.storage.end)
    }
}
