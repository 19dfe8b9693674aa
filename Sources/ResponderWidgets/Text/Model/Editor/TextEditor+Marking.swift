public import ResponderCore

/// Marked text: what an input method has put into the text, and may still change.
struct TextComposition {
    /// Where the marked text is.
    var bytes: Range<Int>
    /// The text that the marked text has replaced.
    let removed: String
    /// What was selected before.
    let before: TextSelection
}

extension TextEditor {
    /// The range of the text that an input method may still change; nil when there is none.
    ///
    /// The range begins and ends at boundaries of characters. So if the marked text merges with a character beside it,
    /// the range includes this character.
    public var markedRange: Range<TextPosition>? {
        guard let bytes = composition?.bytes else { return nil }
        let lower = storage.position(at: TextPosition(utf8Offset: bytes.lowerBound))
        return lower..<max(lower, storage.boundary(atOrAfter: bytes.upperBound))
    }

    /// Proposes to mark a text in the place of the marked text, or else of the selection.
    ///
    /// The text is cut to the maximum length only when it is decided.
    ///
    /// - Parameters:
    ///   - text: The text. An empty one ends the marking.
    ///   - selected: What is selected in the marked text, in bytes of UTF-8 from its beginning; nil for a caret behind
    ///     it.
    /// - Returns: The change; nil when that would change nothing.
    /// - Complexity: As for ``insertion(of:in:as:)``.
    public func marking(of text: String, selecting selected: Range<Int>? = nil) -> TextReplacement? {
        let bytes = composition?.bytes ?? bytes(of: selection.range)
        if text.isEmpty, bytes.isEmpty, composition == nil { return nil }
        return replacement(bytes, unified(text), .marking, selecting: selected)
    }

    /// Marks a text, as ``marking(of:selecting:)`` proposes.
    ///
    /// - Returns: Whether anything has changed.
    /// - Complexity: As for proposing and performing it.
    @discardableResult
    public func setMarkedText(_ text: String, selecting selected: Range<Int>? = nil) -> Bool {
        marking(of: text, selecting: selected).map { apply($0) } ?? false
    }

    /// Decides the marked text: it becomes ordinary text, as far as the maximum length allows, and can be undone.
    ///
    /// When there is no room, everything is as it was before the marking. The selection stays, unless the text is cut.
    /// Does nothing without marked text.
    ///
    /// - Complexity: O(log *n*) for *n* lines, and linear in the marked text and the lines that it touches; allocates
    ///   what is remembered for undoing.
    public func unmarkText() {
        guard let composition else { return }
        let text = storage.text(from: composition.bytes.lowerBound, to: composition.bytes.upperBound)
        let limited = limited(text, replacing: composition.bytes)
        if limited.isEmpty, !text.isEmpty {
            // There is no room: the text that the marked text has replaced comes back.
            storage.replace(composition.bytes, with: composition.removed)
            selection = composition.before
            self.composition = nil
            return
        }
        if limited.utf8.count < text.utf8.count { replaceBytes(composition.bytes, with: limited) }
        finishComposition(composition, inserted: limited)
    }

    /// Performs a change of the marked text.
    func mark(_ change: TextReplacement) {
        let former = composition
        let removed =
            former?.removed ?? storage.text(from: change.bytes.lowerBound, to: change.bytes.upperBound)
        let before = former?.before ?? selection
        replaceBytes(change.bytes, with: change.text)
        let end = change.bytes.lowerBound + change.text.utf8.count
        let marked = TextComposition(bytes: change.bytes.lowerBound..<end, removed: removed, before: before)
        guard !change.text.isEmpty else { return finishComposition(marked, inserted: "") }
        composition = marked
        guard let selected = change.selected else { return }
        func position(_ offset: Int) -> TextPosition {
            let offset = max(0, min(offset, change.text.utf8.count))
            return storage.position(at: TextPosition(utf8Offset: change.bytes.lowerBound + offset))
        }
        selection = TextSelection(anchor: position(selected.lowerBound), head: position(selected.upperBound))
    }

    /// Remembers the composition as one change.
    ///
    /// The change belongs to the undo step of the keys that were typed before, unless it replaced something.
    func finishComposition(_ composition: TextComposition, inserted: String) {
        self.composition = nil
        if inserted.isEmpty, composition.removed.isEmpty { return }
        let edit = TextUndoLog.Edit(
            offset: composition.bytes.lowerBound,
            removed: composition.removed,
            inserted: inserted
        )
        if !composition.removed.isEmpty { log.close() }
        log.record(
            edit,
            purpose: .typing,
            from: composition.before,
            to: selection,
            remainsOpen: !inserted.utf8.contains(0x0A)
        )
    }
}
