internal import ResponderCore

/// The changes of a text, in steps: the changes of a step are undone together.
struct TextUndoLog {
    /// One change, in bytes of the text as it was then.
    struct Edit {
        var offset: Int
        var removed: String
        var inserted: String
    }

    struct Step {
        var edits: [Edit]
        let before: TextSelection
        var after: TextSelection
    }

    private(set) var undoSteps: [Step] = []
    private(set) var redoSteps: [Step] = []
    /// How many steps were begun so far.
    private(set) var stepsBegun = 0
    /// The purpose of changes that may be added to the last step; nil when the next change begins a new step.
    private var open: TextReplacement.Purpose?

    /// How many steps are kept at most; 0 for any number.
    var levels = 0 {
        didSet { trim() }
    }

    /// Remembers a change, and forgets everything that could be redone.
    ///
    /// - Parameter remainsOpen: Whether the next change of the same purpose may be added to this step.
    mutating func record(
        _ edit: Edit,
        purpose: TextReplacement.Purpose,
        from before: TextSelection,
        to after: TextSelection,
        remainsOpen: Bool
    ) {
        redoSteps.removeAll()
        if open == purpose, let last = undoSteps.last?.edits.last, Self.continues(last, edit, purpose) {
            append(edit, after)
        } else {
            stepsBegun += 1
            undoSteps.append(Step(edits: [edit], before: before, after: after))
            trim()
        }
        open = remainsOpen ? purpose : nil
    }

    /// Makes the next change begin a new step.
    mutating func close() { open = nil }

    mutating func clear() {
        undoSteps.removeAll()
        redoSteps.removeAll()
        close()
    }

    mutating func takeUndo() -> Step? {
        close()
        guard let step = undoSteps.popLast() else { return nil }
        redoSteps.append(step)
        return step
    }

    mutating func takeRedo() -> Step? {
        close()
        guard let step = redoSteps.popLast() else { return nil }
        undoSteps.append(step)
        return step
    }

    /// Whether an edit continues where the last edit of the same purpose has ended.
    private static func continues(_ last: Edit, _ edit: Edit, _ purpose: TextReplacement.Purpose) -> Bool {
        switch purpose {
        case .typing: edit.removed.isEmpty && edit.offset == last.offset + last.inserted.utf8.count
        case .deletion: edit.offset == last.offset || edit.offset + edit.removed.utf8.count == last.offset
        case .paste, .marking: false
        }
    }

    private mutating func append(_ edit: Edit, _ after: TextSelection) {
        let (step, last) = (undoSteps.count - 1, undoSteps[undoSteps.count - 1].edits.count - 1)
        undoSteps[step].after = after
        let (offset, length) = (undoSteps[step].edits[last].offset, undoSteps[step].edits[last].inserted.utf8.count)
        if edit.removed.isEmpty, edit.offset == offset + length {
            undoSteps[step].edits[last].inserted += edit.inserted
        } else if edit.inserted.isEmpty, length == 0, edit.offset == offset {
            undoSteps[step].edits[last].removed += edit.removed
        } else {
            // Backward deletions stay separate edits: joining their texts would copy all earlier ones each time.
            undoSteps[step].edits.append(edit)
        }
    }

    private mutating func trim() {
        guard levels > 0 else { return }
        undoSteps.removeFirst(max(0, undoSteps.count - levels))
        redoSteps.removeFirst(max(0, redoSteps.count - levels))
        if undoSteps.isEmpty { close() }
    }
}
