public import ResponderCore

// Changes: proposals, and what they do.
extension TextEditor {
    /// Proposes to insert a text in the place of a range; without a range, of the marked text or else the selection.
    ///
    /// Line ends become line feeds, or spaces where ``allowsLineEnds`` is false. The text is cut to the maximum length.
    /// Marked text elsewhere is decided first.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - range: The range to replace; nil for the marked text or else the selection.
    ///   - purpose: `.typing` for a key, `.paste` for a text that comes in one piece.
    /// - Returns: The change, or nil if nothing would change, or if the maximum length leaves no room.
    /// - Complexity: O(log *n*) for *n* lines, and linear in the text and the lines that it touches; allocates the
    ///   text.
    public func insertion(
        of text: String,
        in range: Range<TextPosition>? = nil,
        as purpose: TextReplacement.Purpose = .typing
    ) -> TextReplacement? {
        let bytes: Range<Int>
        if range == nil, let composition {
            bytes = composition.bytes
        } else {
            unmarkText()
            bytes = self.bytes(of: range ?? selection.range)
        }
        let unified = unified(text)
        let limited = limited(unified, replacing: bytes)
        if limited.isEmpty, bytes.isEmpty || !unified.isEmpty { return nil }
        return replacement(bytes, limited, purpose)
    }

    /// Proposes to delete the selection; without a selection, the text at the caret that `deletion` names.
    ///
    /// Marked text is decided first.
    ///
    /// - Returns: The change, or nil if there is nothing to delete.
    /// - Complexity: O(log *n*) for *n* lines, and linear in the lines up to the deletion's end; a word allocates for
    ///   each character of its line.
    public func deletion(_ deletion: TextDeletion) -> TextReplacement? {
        unmarkText()
        var range = selection.range
        if range.isEmpty {
            let end = end(of: deletion)
            range = min(end, selection.head)..<max(end, selection.head)
        }
        return range.isEmpty ? nil : replacement(bytes(of: range), "", .deletion)
    }

    private func end(of deletion: TextDeletion) -> TextPosition {
        let head = selection.head
        switch deletion {
        case .characterBackward: return storage.position(before: head)
        case .characterForward: return storage.position(after: head)
        case .wordBackward: return target(of: .wordBackward).position
        case .wordForward: return target(of: .wordForward).position
        case .lineBackward:
            let row = row(at: selection.caret)
            return row.lowerBound < head ? row.lowerBound : storage.position(before: head)
        case .lineForward:
            let row = row(at: selection.caret)
            return row.upperBound > head ? row.upperBound : storage.position(after: head)
        }
    }

    func replacement(
        _ bytes: Range<Int>,
        _ text: String,
        _ purpose: TextReplacement.Purpose,
        selecting: Range<Int>? = nil
    ) -> TextReplacement {
        let lower = storage.position(at: TextPosition(utf8Offset: bytes.lowerBound))
        let upper = storage.boundary(atOrAfter: bytes.upperBound)
        return TextReplacement(
            range: lower..<max(lower, upper),
            text: text,
            purpose: purpose,
            bytes: bytes,
            selected: selecting,
            storage: ObjectIdentifier(storage),
            revision: storage.revision
        )
    }

    /// Performs a change that this editor has proposed.
    ///
    /// The caret is then behind the new text. Does nothing when the text has changed since the proposal, for example by
    /// a delegate that was asked.
    ///
    /// - Returns: Whether the change was performed.
    /// - Complexity: O(log *n*) for *n* lines, and linear in the new text and the lines that it touches; allocates
    ///   lines and what is remembered for undoing.
    @discardableResult
    public func apply(_ change: TextReplacement) -> Bool {
        guard change.storage == ObjectIdentifier(storage), change.revision == storage.revision else { return false }
        goal = nil
        if change.purpose == .marking {
            mark(change)
            return true
        }
        if let composition, composition.bytes == change.bytes {
            // The decided text takes the place of the marked text, and of the text that the marked text has replaced.
            replaceBytes(change.bytes, with: change.text)
            finishComposition(composition, inserted: change.text)
            return true
        }
        // There is no marked text elsewhere, since marking changes the text, which makes former proposals void.
        let before = selection
        let removed = storage.text(from: change.bytes.lowerBound, to: change.bytes.upperBound)
        if !removed.isEmpty, change.purpose != .deletion || !before.isEmpty { log.close() }
        replaceBytes(change.bytes, with: change.text)
        let edit = TextUndoLog.Edit(offset: change.bytes.lowerBound, removed: removed, inserted: change.text)
        let remainsOpen =
            switch change.purpose {
            case .typing: !change.text.utf8.contains(0x0A)
            case .deletion: before.isEmpty
            case .paste, .marking: false
            }
        log.record(edit, purpose: change.purpose, from: before, to: selection, remainsOpen: remainsOpen)
        return true
    }

    /// Inserts a text in the place of the marked text or the selection, as ``insertion(of:in:as:)`` proposes.
    ///
    /// - Returns: Whether anything has changed.
    /// - Complexity: As for proposing and performing it.
    @discardableResult
    public func insert(_ text: String, as purpose: TextReplacement.Purpose = .typing) -> Bool {
        insertion(of: text, as: purpose).map { apply($0) } ?? false
    }

    /// Deletes, as ``deletion(_:)`` proposes.
    ///
    /// - Returns: Whether anything has changed.
    /// - Complexity: As for proposing and performing it.
    @discardableResult
    public func delete(_ deletion: TextDeletion) -> Bool {
        self.deletion(deletion).map { apply($0) } ?? false
    }

    /// Replaces bytes, and puts the caret behind the new text.
    func replaceBytes(_ bytes: Range<Int>, with text: String) {
        storage.replace(bytes, with: text)
        selection = TextSelection(storage.boundary(atOrAfter: bytes.lowerBound + text.utf8.count))
    }

    // MARK: Undoing

    /// Whether there is a step to undo.
    public var canUndo: Bool { composition != nil || !log.undoSteps.isEmpty }
    /// Whether there is a step to redo.
    public var canRedo: Bool { composition == nil && !log.redoSteps.isEmpty }
    /// How many steps can be undone at most; the oldest beyond are forgotten.
    ///
    /// 0, as at first, for any number.
    public var levelsOfUndo: Int {
        get { log.levels }
        set { log.levels = max(0, newValue) }
    }

    /// Undoes the last step, and restores the selection from before the step (rule R41).
    ///
    /// Marked text is decided first, and is a step itself.
    ///
    /// Keys that are typed in a row are one step, which ends with a movement, a paste, a deletion, a selection that is
    /// replaced, or a line end. Deletions in a row are one step.
    ///
    /// - Returns: Whether there was a step.
    /// - Complexity: As for the changes of the step.
    @discardableResult
    public func undo() -> Bool {
        unmarkText()
        guard let step = log.takeUndo() else { return false }
        goal = nil
        for edit in step.edits.reversed() {
            storage.replace(edit.offset..<edit.offset + edit.inserted.utf8.count, with: edit.removed)
        }
        selection = step.before
        return true
    }

    /// Redoes the step that was undone last, and restores the selection from after the step.
    ///
    /// Does nothing while text is marked. Once the marked text is decided, no step can be redone; if the marking
    /// changes nothing in the end, the step still can.
    ///
    /// - Returns: Whether there was a step.
    /// - Complexity: As for the changes of the step.
    @discardableResult
    public func redo() -> Bool {
        guard composition == nil, let step = log.takeRedo() else { return false }
        goal = nil
        for edit in step.edits {
            storage.replace(edit.offset..<edit.offset + edit.removed.utf8.count, with: edit.inserted)
        }
        selection = step.after
        return true
    }

    /// Forgets everything that could be undone or redone, as a field does when it resigns (rule R41).
    ///
    /// - Complexity: Linear in what is forgotten; no allocation.
    public func clearUndo() { log.clear() }
}
