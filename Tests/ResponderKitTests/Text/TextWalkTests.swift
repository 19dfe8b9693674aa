import ResponderKitTesting
import TestSupport
import Testing

@testable import ResponderCore
@testable import ResponderWidgets

/// How many steps a walk has: a tenth of those of the model itself, since each is a turn of a loop.
private let steps = (environment("RESPONDERKIT_EDITING_STEPS") ?? 3_000) / 10

/// Random keys, fingers and answers of a delegate at a field or a text view, and an editor that goes the same way
/// without any of them.
///
/// ``EditingModelTests`` compares the editor with a plain string.
@MainActor
@Suite("Random editing by keys and fingers")
struct TextWalkTests {
    // Rules: R41, R42.
    @Test(
        "Random editing by keys and fingers leaves text, selection and undo as the editor alone has them",
        arguments: 1...6
    )
    func walk(seed: Int) throws {
        var walk = try TextWalk(seed: UInt64(seed), isView: seed % 2 == 0)
        for number in 1...steps {
            let step = walk.step()
            if let fault = walk.fault() {
                Issue.record("seed \(seed), step \(number), \(step): \(fault)")
                return
            }
        }
    }
}

@MainActor
private struct TextWalk {
    private let harness: AppHarness
    private let host: any TextEditingHost
    private let witness = TextWitness()
    private let plain: TextEditor
    private let layout: TextLayout?
    private var random: SeededGenerator

    private static let pieces = [
        "a", "b", "Z", " ", "  ", "word", ".", "'", "e\u{301}", "\u{301}", "\u{1F469}\u{200D}\u{1F467}", "\u{1F1E9}",
        "\u{5D0}\u{5D1}", "\u{6F22}", "\u{200D}",
    ]

    init(seed: UInt64, isView: Bool) throws {
        harness = try AppHarness()
        random = SeededGenerator(seed: seed)
        plain = TextEditor(allowsLineEnds: isView)
        if isView {
            let view = harness.addTextView()
            view.delegate = witness
            (host, layout) = (view, TextLayout(of: plain, width: 142, style: view.resolvedStyle))
        } else {
            let field = harness.addField()
            field.delegate = witness
            (host, layout) = (field, nil)
        }
        witness.onChange = { [unowned witness] _, _ in witness.mayReturn }
        host.becomeFirstResponder()
        harness.settle()
    }

    private mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }

    mutating func step() -> String {
        witness.log.clear()
        // The delegate forbids a change now and then.
        witness.mayReturn = number(0...9) > 0
        let isAllowed = witness.mayReturn
        switch number(0...19) {
        case 0...6:
            let text = Self.pieces.randomElement(using: &random) ?? ""
            harness.application.typeKey(Key(characters: text))
            if isAllowed { plain.insert(text) }
            return settled("typed \(text.debugDescription)")
        case 7...8:
            guard plain.allowsLineEnds else { return "nothing" }
            harness.type("\n")
            if isAllowed { plain.insert("\n") }
            return settled("a line end")
        case 9...10:
            let deletion = [
                (HIDUsage.keyboardDeleteOrBackspace, KeyModifiers(), TextDeletion.characterBackward),
                (.keyboardDeleteForward, [], .characterForward), (.keyboardDeleteOrBackspace, .control, .wordBackward),
                (.keyboardDeleteForward, .control, .wordForward),
            ][number(0...3)]
            harness.press(deletion.0, deletion.1)
            if isAllowed { plain.delete(deletion.2) }
            return settled("deleted \(deletion.2)")
        case 11...13: return move()
        case 14: return undo()
        case 15: return pasteboard(isAllowed)
        case 16...17: return touch()
        case 18:
            guard number(0...3) == 0 else { return "nothing" }
            host.resignFirstResponder()
            host.becomeFirstResponder()
            plain.clearUndo()
            plain.log.close()
            return settled("left and came back")
        default:
            guard number(0...9) == 0 else { return "nothing" }
            let text = number(0...1) == 0 ? "" : "some words\nto begin with"
            (host as? TextField)?.text = text
            (host as? TextView)?.text = text
            plain.setText(text)
            return settled("set")
        }
    }

    private func settled(_ step: String) -> String {
        harness.settle()
        return step
    }

    private mutating func move() -> String {
        let isExtending = number(0...2) == 0
        let movement = [
            (HIDUsage.keyboardLeftArrow, KeyModifiers(), TextMovement.characterBackward),
            (.keyboardRightArrow, [], .characterForward), (.keyboardLeftArrow, .control, .wordBackward),
            (.keyboardRightArrow, .alternate, .wordForward), (.keyboardHome, [], .lineBeginning),
            (.keyboardEnd, [], .lineEnd), (.keyboardHome, .control, .textBeginning),
            (.keyboardEnd, .control, .textEnd), (.keyboardUpArrow, [], .up), (.keyboardDownArrow, [], .down),
        ][number(0...(plain.allowsLineEnds ? 9 : 7))]
        harness.press(movement.0, isExtending ? movement.1.union(.shift) : movement.1)
        plain.move(movement.2, extending: isExtending)
        return settled("moved \(movement.2)")
    }

    private mutating func undo() -> String {
        if number(0...2) > 0 {
            harness.press(.keyboardZ, .control)
            if plain.canUndo { plain.undo() }
            return settled("undid")
        }
        harness.press(.keyboardY, .control)
        // Where nothing can be redone, the editor is not asked, and typing goes on.
        if plain.canRedo { plain.redo() }
        return settled("redid")
    }

    private mutating func pasteboard(_ isAllowed: Bool) -> String {
        let hadSelection = !plain.selection.isEmpty
        switch number(0...3) {
        case 0:
            harness.press(.keyboardA, .control)
            if !plain.storage.isEmpty, plain.selection.range != plain.storage.beginning..<plain.storage.end {
                plain.selectAll()
            }
            return settled("selected all")
        case 1:
            harness.press(.keyboardX, .control)
            if hadSelection, isAllowed { plain.delete(.characterBackward) }
            return settled("cut")
        default:
            let text = (0..<number(1...5)).map { _ in Self.pieces.randomElement(using: &random) ?? "" }.joined()
            harness.application.pasteboard.string = text
            harness.press(.keyboardV, .control)
            if isAllowed { plain.insert(text, as: .paste) }
            return settled("pasted \(text.debugDescription)")
        }
    }

    /// A tap, a double tap or a drag, whose places are looked for by widths of characters.
    private mutating func touch() -> String {
        // Estimated heights of rows that are not seen would differ.
        for layout in [host.editing.layout, layout] { layout?.layoutAll() }
        host.setNeedsLayout()
        harness.advance(by: .seconds(1))
        let bounds = host.bounds
        let point = Point(Double(number(0...19) * 8) + 2, Double(number(0...10) * 8) + 3)
        guard bounds.height > point.y else { return "nothing" }
        let place = host.convert(point + bounds.origin, to: nil)
        let first = caret(at: point + bounds.origin)
        harness.tap(at: place)
        harness.settle()
        plain.select(TextSelection(first.position, affinity: first.affinity))
        guard number(0...2) == 0 else { return "tapped" }
        harness.advance(by: .milliseconds(100))
        // The first tap may have scrolled.
        let second = caret(at: point + host.bounds.origin)
        harness.tap(at: place)
        plain.selectWord(at: second.position)
        return settled("tapped twice")
    }

    /// The nearest place to a point of the view, found in the rows of a new layout.
    private func caret(at point: Point) -> TextCaret {
        let place = point - host.textOrigin
        guard let layout else {
            let fresh = TextEditor(plain.text, allowsLineEnds: false)
            return TextLayout(of: fresh, style: host.editing.layout.style).caret(at: place)
        }
        return layout.caret(at: place)
    }

    func fault() -> String? {
        let editor = host.editing.editor
        if editor.text != plain.text { return "\(editor.text.debugDescription), not \(plain.text.debugDescription)" }
        if editor.selection.range != plain.selection.range {
            return "selected \(editor.selection.range), not \(plain.selection.range)"
        }
        if host.undoManager?.canUndo != plain.canUndo { return "can be undone: \(!plain.canUndo)" }
        if host.undoManager?.canRedo != plain.canRedo { return "can be redone: \(!plain.canRedo)" }
        if !host.isFirstResponder { return "is not edited any more" }
        return nil
    }
}
