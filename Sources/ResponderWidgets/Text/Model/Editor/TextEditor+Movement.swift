internal import ResponderCore
internal import ResponderTouchInput

// Movements of the caret.
extension TextEditor {
    /// Moves the caret, or the moving end of the selection.
    ///
    /// Marked text is decided first; the next key begins a new undo step. Rows are those of ``layout``.
    ///
    /// - Parameters:
    ///   - movement: Where the caret goes.
    ///   - extending: Whether the other end of the selection stays, as with shift.
    /// - Complexity: O(log *n*) for *n* lines, and linear in the lines between; movements by words and rows allocate
    ///   for each character of these lines.
    public func move(_ movement: TextMovement, extending: Bool = false) {
        unmarkText()
        log.close()
        let isVertical = movement == .up || movement == .down
        if !isVertical { goal = nil }
        let caret: TextCaret
        switch movement {
        case .characterBackward where !selection.isEmpty && !extending: caret = TextCaret(selection.range.lowerBound)
        case .characterForward where !selection.isEmpty && !extending: caret = TextCaret(selection.range.upperBound)
        default:
            if isVertical, !extending, !selection.isEmpty {
                // A movement up starts at the beginning of the selection, a movement down at its end.
                let range = selection.range
                let isHead = (movement == .up ? range.lowerBound : range.upperBound) == selection.head
                selection = TextSelection(
                    movement == .up ? range.lowerBound : range.upperBound,
                    affinity: isHead ? selection.affinity : .downstream
                )
            }
            caret = target(of: movement)
        }
        setHead(caret, extending)
    }

    /// Moves the caret up or down by a distance, for example by a page; the caret stays in its goal column.
    ///
    /// Without ``layout`` only decides marked text.
    ///
    /// - Parameters:
    ///   - distance: The distance downwards in points; negative for upwards.
    ///   - extending: Whether the other end of the selection stays, as with shift.
    /// - Complexity: As for the layout's `caret(at:)`.
    public func moveVertically(by distance: Double, extending: Bool = false) {
        unmarkText()
        log.close()
        guard let layout, distance.isFinite else { return }
        let rect = layout.caretRect(at: selection.caret)
        let x = goal ?? rect.origin.x
        goal = x
        setHead(layout.caret(at: Point(x, rect.center.y + distance)), extending)
    }

    private func setHead(_ caret: TextCaret, _ extending: Bool) {
        selection = TextSelection(
            anchor: extending ? selection.anchor : caret.position,
            head: caret.position,
            affinity: caret.affinity
        )
    }

    /// Where a movement takes the moving end of the selection.
    func target(of movement: TextMovement) -> TextCaret {
        let head = selection.head
        switch movement {
        case .characterBackward: return TextCaret(storage.position(before: head))
        case .characterForward: return TextCaret(storage.position(after: head))
        case .wordBackward: return TextCaret(isSecure ? storage.beginning : storage.wordStart(before: head))
        case .wordForward: return TextCaret(isSecure ? storage.end : storage.wordEnd(after: head))
        case .up: return vertical(-1)
        case .down: return vertical(1)
        case .lineBeginning: return TextCaret(row(at: selection.caret).lowerBound)
        // At a break of a row the end of the row is the beginning of the next.
        case .lineEnd: return TextCaret(row(at: selection.caret).upperBound, affinity: .upstream)
        case .textBeginning: return TextCaret(storage.beginning)
        case .textEnd: return TextCaret(storage.end)
        }
    }

    /// The range of the row that shows a caret.
    func row(at caret: TextCaret) -> Range<TextPosition> {
        layout?.row(at: caret).range ?? storage.range(ofLine: storage.lineIndex(of: caret.position))
    }

    private func vertical(_ step: Int) -> TextCaret {
        if let layout {
            let x = goal ?? layout.caretRect(at: selection.caret).origin.x
            goal = x
            return layout.caret(fromRowOf: selection.caret, by: step, x: x)
                ?? TextCaret(step < 0 ? storage.beginning : storage.end)
        }
        let place = storage.place(of: selection.head)
        let column = goal ?? Double(place.line.bytes(0..<place.column).count)
        goal = column
        let index = place.index + step
        guard index >= 0 else { return TextCaret(storage.beginning) }
        guard index < storage.lineCount else { return TextCaret(storage.end) }
        let start = storage.lines.sum(before: index).bytes
        return TextCaret(TextPosition(utf8Offset: start + storage.line(at: index).column(ofCluster: Int(column))))
    }
}
