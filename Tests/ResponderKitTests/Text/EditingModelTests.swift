import ResponderTouchInput
import TestSupport
import Testing

@testable import ResponderCore
@testable import ResponderWidgets

/// How many steps a walk has; `RESPONDERKIT_EDITING_STEPS` sets another number.
private let steps = environment("RESPONDERKIT_EDITING_STEPS") ?? 1500

/// Random editing: an editor and a plain string with two offsets go through the same steps.
@MainActor
@Suite struct EditingModelTests {
    /// Rules: R41.
    @Test(arguments: [UInt64(1), 2, 3, 4]) func aWalkEqualsThePlainModel(seed: UInt64) {
        var walk = EditingWalk(seed: seed, hasLayout: seed % 2 == 0)
        for number in 1...steps {
            let step = walk.step()
            if let fault = walk.fault() {
                Issue.record("seed \(seed), step \(number), \(step): \(fault)")
                return
            }
        }
    }
}

/// A text as a string, the selection as offsets in bytes of UTF-8; every answer is looked for from the beginning.
private struct PlainEditor {
    struct State: Equatable {
        var text = ""
        var anchor = 0
        var head = 0
    }

    private enum Kind { case typing, deletion }

    var now = State()
    var maximum: Int?
    private var undone: [(before: State, after: State)] = []
    private var redone: [(before: State, after: State)] = []
    /// What may be added to the last step, and where it must begin or end.
    private var open: (kind: Kind, offset: Int)?

    var boundaries: [Int] {
        now.text.indices.map { now.text.utf8.distance(from: now.text.startIndex, to: $0) } + [now.text.utf8.count]
    }
    var low: Int { min(now.anchor, now.head) }
    var high: Int { max(now.anchor, now.head) }

    func before(_ offset: Int) -> Int { boundaries.last { $0 < offset } ?? 0 }
    func after(_ offset: Int) -> Int { boundaries.first { $0 > offset } ?? now.text.utf8.count }
    func string(_ start: Int, _ end: Int) -> String {
        String(decoding: Array(now.text.utf8)[start..<end], as: UTF8.self)
    }
    /// The lines' ends, in bytes.
    var lines: [Range<Int>] {
        var (lines, start) = ([Range<Int>](), 0)
        for (offset, byte) in now.text.utf8.enumerated() where byte == 10 {
            lines.append(start..<offset)
            start = offset + 1
        }
        return lines + [start..<now.text.utf8.count]
    }
    func line(_ offset: Int) -> Range<Int> {
        lines.first { $0.upperBound >= offset } ?? 0..<0
    }

    mutating func close() { open = nil }

    mutating func place(_ head: Int, _ extending: Bool) {
        close()
        now.head = head
        if !extending { now.anchor = head }
    }

    private mutating func replace(_ start: Int, _ end: Int, _ text: String) {
        now.text = string(0, start) + text + string(end, now.text.utf8.count)
        let caret = start + text.utf8.count
        now.head = boundaries.first { $0 >= caret } ?? caret
        now.anchor = now.head
    }

    mutating func insert(_ text: String, isTyped: Bool) {
        let (start, end, before) = (low, high, now)
        var bytes: [UInt8] = []
        var last: UInt8 = 0
        for byte in text.utf8 {
            if byte != 10 || last != 13 { bytes.append(byte == 13 ? 10 : byte) }
            last = byte
        }
        var cut = String(decoding: bytes, as: UTF8.self)
        let given = cut
        if let maximum {
            let (head, tail) = (string(0, start), string(end, now.text.utf8.count))
            let limit = max(maximum, (head + tail).count)
            while !cut.isEmpty, (head + cut + tail).count > limit { cut.removeLast() }
        }
        if cut.isEmpty, start == end || !given.isEmpty { return }
        replace(start, end, cut)
        let goesOn = isTyped && start == end && open?.kind == .typing && open?.offset == start
        remember(before, goesOn)
        open = isTyped && !cut.utf8.contains(10) ? (.typing, start + cut.utf8.count) : nil
    }

    mutating func delete(_ start: Int, _ end: Int) {
        guard start < end else { return }
        let (before, isSelection) = (now, now.anchor != now.head)
        replace(start, end, "")
        let goesOn = !isSelection && open?.kind == .deletion && (open?.offset == start || open?.offset == end)
        remember(before, goesOn)
        open = isSelection ? nil : (.deletion, start)
    }

    private mutating func remember(_ before: State, _ goesOn: Bool) {
        redone = []
        if goesOn, let last = undone.popLast() {
            undone.append((last.before, now))
        } else {
            undone.append((before, now))
        }
    }

    mutating func undo() {
        close()
        guard let step = undone.popLast() else { return }
        redone.append(step)
        now = step.before
    }

    mutating func redo() {
        close()
        guard let step = redone.popLast() else { return }
        undone.append(step)
        now = step.after
    }

    mutating func set(_ text: String) {
        now.text = text
        (now.anchor, now.head) = (text.utf8.count, text.utf8.count)
        (undone, redone) = ([], [])
        close()
    }
}

/// The editor, the plain one, and what they do next.
@MainActor
private struct EditingWalk {
    private let editor = TextEditor()
    private var plain = PlainEditor()
    private var random: SeededGenerator
    private let layout: TextLayout?
    private var goal: Double?
    private var number = 0

    private static let pieces = [
        "a", "b", "word", " ", "  ", "1", ".", ",", "'", "-", "_", "\n", "\r\n", "\r", "\0", "\t", "\u{301}", "\u{308}",
        "\u{200D}", "\u{1F469}", "\u{1F469}\u{200D}\u{1F467}", "\u{1F1E9}", "\u{1F1EA}", "\u{1F3FD}", "\u{FE0F}",
        "\u{1100}",
        "\u{1161}", "\u{11A8}", "\u{D55C}", "\u{645}\u{631}", "\u{64E}", "\u{600}", "\u{6F22}\u{5B57}", "\u{30AB}",
        "\u{E01}\u{E33}",
        "\u{915}", "\u{94D}", "\u{937}\u{93F}", "\u{200B}", "\u{AD}", "\u{FFFD}", "\u{10FFFF}",
    ]

    init(seed: UInt64, hasLayout: Bool) {
        random = SeededGenerator(seed: seed)
        layout = hasLayout ? TextLayout(of: editor, width: 80) : nil
    }

    private mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }

    private mutating func text(_ most: Int) -> String {
        (0..<number(1...most)).map { _ in Self.pieces.randomElement(using: &random) ?? "" }.joined()
    }

    /// One step; returns what it was.
    mutating func step() -> String {
        number += 1
        let extending = number(0...3) == 0
        switch number(0...19) {
        case 0...5:
            let text = text(1)
            goal = editor.insert(text) ? nil : goal
            plain.insert(text, isTyped: true)
            return "typed \(text.unicodeScalars.map { String($0.value, radix: 16) })"
        case 6:
            let text = text(plain.now.text.utf8.count > 400 ? 2 : 12)
            goal = editor.insert(text, as: .paste) ? nil : goal
            plain.insert(text, isTyped: false)
            return "pasted \(text.debugDescription)"
        case 7...9: return delete(TextDeletion.allCases.randomElement(using: &random) ?? .characterBackward)
        case 10...14: return move(TextMovement.allCases.randomElement(using: &random) ?? .up, extending)
        case 15: return select()
        case 16...17:
            goal = editor.undo() ? nil : goal
            plain.undo()
            return "undid"
        case 18:
            goal = editor.redo() ? nil : goal
            plain.redo()
            return "redid"
        default: return number(0...9) == 0 ? set() : mark()
        }
    }

    private mutating func set() -> String {
        goal = nil
        plain.maximum = number(0...2) == 0 ? number(0...120) : nil
        editor.maximumLength = plain.maximum
        layout?.width = Double(number(0...20) * 10)
        let text = number(0...4) == 0 ? "" : text(10).withUnifiedLineEnds()
        editor.setText(text)
        plain.set(text)
        return "set \(text.debugDescription)"
    }

    /// Marked text that is decided is what the same text would be that was typed.
    private mutating func mark() -> String {
        let (first, text) = (text(3), text(2))
        editor.setMarkedText(first)
        editor.setMarkedText(text)
        editor.unmarkText()
        plain.insert(text, isTyped: true)
        goal = nil
        return "marked \(first.debugDescription), \(text.debugDescription)"
    }

    private mutating func select() -> String {
        goal = nil
        let (anchor, head) = (number(0...plain.now.text.utf8.count + 3), number(0...plain.now.text.utf8.count + 3))
        editor.select(
            TextSelection(anchor: TextPosition(utf8Offset: anchor), head: TextPosition(utf8Offset: head))
        )
        plain.close()
        plain.now.anchor = plain.boundaries.last { $0 <= anchor } ?? 0
        plain.now.head = plain.boundaries.last { $0 <= head } ?? 0
        return "selected \(anchor), \(head)"
    }

    private mutating func delete(_ deletion: TextDeletion) -> String {
        let head = plain.now.head
        var (start, end) = (plain.low, plain.high)
        if start == end {
            switch deletion {
            case .characterBackward: start = plain.before(head)
            case .characterForward: end = plain.after(head)
            case .wordBackward: start = wordStart(head)
            case .wordForward: end = wordEnd(head)
            case .lineBackward: start = row(head).lowerBound == head ? plain.before(head) : row(head).lowerBound
            case .lineForward: end = row(head).upperBound == head ? plain.after(head) : row(head).upperBound
            }
        }
        if editor.delete(deletion) { goal = nil }
        plain.delete(start, end)
        return "deleted \(deletion)"
    }

    private mutating func move(_ movement: TextMovement, _ extending: Bool) -> String {
        let (head, isEmpty) = (plain.now.head, plain.now.anchor == plain.now.head)
        let target: Int
        switch movement {
        case .characterBackward: target = isEmpty || extending ? plain.before(head) : plain.low
        case .characterForward: target = isEmpty || extending ? plain.after(head) : plain.high
        case .wordBackward: target = wordStart(head)
        case .wordForward: target = wordEnd(head)
        case .lineBeginning: target = row(head).lowerBound
        case .lineEnd: target = row(head).upperBound
        case .textBeginning: target = 0
        case .textEnd: target = plain.now.text.utf8.count
        case .up: target = vertical(extending ? head : plain.low, -1)
        case .down: target = vertical(extending ? head : plain.high, 1)
        }
        if movement != .up, movement != .down { goal = nil }
        editor.move(movement, extending: extending)
        plain.place(target, extending)
        return "moved \(movement)\(extending ? ", extending" : "")"
    }

    // MARK: What the plain editor needs

    private func wordStart(_ offset: Int) -> Int {
        words().last { $0.lowerBound < offset }?.lowerBound ?? 0
    }

    private func wordEnd(_ offset: Int) -> Int {
        words().first { $0.upperBound > offset }?.upperBound ?? plain.now.text.utf8.count
    }

    private func words() -> [Range<Int>] {
        plain.lines.flatMap { line in
            var words: [Range<Int>] = []
            plain.string(line.lowerBound, line.upperBound).forEachWordSegment {
                if $0.isWord { words.append(line.lowerBound + $0.start..<line.lowerBound + $0.end) }
                return true
            }
            return words
        }
    }

    /// The rows of a layout that was made anew, or the lines.
    private func rows() -> [Range<Int>] {
        guard let layout else { return plain.lines }
        let fresh = TextLayout(of: TextEditor(plain.now.text), width: layout.width)
        fresh.layoutAll()
        return fresh.rows(in: Rect(0, 0, 1, .infinity)).map {
            $0.range.lowerBound.utf8Offset..<$0.range.upperBound.utf8Offset
        }
    }

    private func rowIndex(_ offset: Int, _ rows: [Range<Int>]) -> Int {
        let isUpstream = offset == plain.now.head && editor.selection.affinity == .upstream
        if isUpstream { return rows.firstIndex { $0.upperBound >= offset } ?? 0 }
        return rows.lastIndex { $0.lowerBound <= offset } ?? 0
    }

    private func row(_ offset: Int) -> Range<Int> {
        let rows = rows()
        return rows[rowIndex(offset, rows)]
    }

    private mutating func vertical(_ offset: Int, _ step: Int) -> Int {
        let rows = rows()
        let row = rowIndex(offset, rows)
        // In the fixed-width font of the layout a character is 9.6 points wide.
        let scale = layout == nil ? 1 : 9.6
        let column = goal ?? Double(plain.string(rows[row].lowerBound, offset).count) * scale
        goal = column
        guard rows.indices.contains(row + step) else { return step < 0 ? 0 : plain.now.text.utf8.count }
        let target = rows[row + step]
        let count = Int((column / scale).rounded())
        var (place, left) = (target.lowerBound, count)
        while left > 0, place < target.upperBound {
            place = plain.after(place)
            left -= 1
        }
        return place
    }

    // MARK: Comparing

    /// What differs; nil if nothing does.
    func fault() -> String? {
        let state = PlainEditor.State(
            text: editor.text,
            anchor: editor.selection.anchor.utf8Offset,
            head: editor.selection.head.utf8Offset
        )
        guard state.anchor == plain.now.anchor, state.head == plain.now.head,
            state.text.utf8.elementsEqual(plain.now.text.utf8)
        else { return "\(state) instead of \(plain.now)" }
        if !plain.boundaries.contains(state.head) || !plain.boundaries.contains(state.anchor) { return "no boundary" }
        if editor.storage.characterCount != plain.now.text.count { return "count \(editor.storage.characterCount)" }
        if editor.storage.lineCount != plain.lines.count { return "lines \(editor.storage.lineCount)" }
        return number % 20 == 0 ? layoutFault() : nil
    }

    /// The rows of a layout that went through all edits, and those of a new one.
    private func layoutFault() -> String? {
        guard let layout else { return nil }
        let rows = rows()
        layout.layoutAll()
        let shown = layout.rows(in: Rect(0, 0, 1, layout.height)).map(\.range)
        guard shown.map({ $0.lowerBound.utf8Offset..<$0.upperBound.utf8Offset }) == rows else { return "rows \(shown)" }
        for (line, next) in zip(rows, rows.dropFirst()) where next.lowerBound - line.upperBound > 1 {
            return "a gap behind \(line)"
        }
        for offset in plain.boundaries {
            for affinity in [TextAffinity.upstream, .downstream] {
                let caret = TextCaret(TextPosition(utf8Offset: offset), affinity: affinity)
                let rect = layout.caretRect(at: caret)
                if layout.caret(at: rect.center).position != caret.position { return "caret at \(offset)" }
                if layout.row(at: caret).frame.origin.y != rect.origin.y { return "row of \(offset)" }
            }
        }
        return nil
    }
}
