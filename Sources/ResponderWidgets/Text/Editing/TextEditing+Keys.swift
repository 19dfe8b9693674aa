internal import ResponderCore
internal import ResponderTouchInput

// What keys do to a text.
extension TextEditing {
    /// Does what a key does; returns whether it does anything.
    ///
    /// Tab, escape and arrows that lead nowhere do nothing to a text, so they are free to move the focus, or to close
    /// the view around the text.
    func handle(_ key: Key) -> Bool { byUser { act(on: key) } }

    private func act(on key: Key) -> Bool {
        guard let host else { return false }
        if let command = command(of: key) { return perform(command) }
        if let deletion = TextDeletion(key) {
            guard host.isTextEditable else { return false }
            // A subclass may override what backspace does.
            if deletion == .characterBackward { host.deleteBackward() } else { delete(deletion) }
            return true
        }
        if let movement = TextMovement(key) {
            return moveCaret(movement, extending: key.modifiers.contains(.shift))
        }
        if key.usage == .keyboardPageUp || key.usage == .keyboardPageDown {
            return movePage(key.usage == .keyboardPageUp ? .up : .down, extending: key.modifiers.contains(.shift))
        }
        return host.isTextEditable && host.typeText(of: key)
    }

    /// Whether the key changes the text or moves the caret, so that the text gets it before key commands.
    func wants(_ key: Key) -> Bool {
        TextDeletion(key) != nil || TextMovement(key) != nil || key.typedText != nil
    }

    private func moveCaret(_ movement: TextMovement, extending: Bool) -> Bool {
        let isVertical = movement == .up || movement == .down
        // A field has one line: up and down lead out of it.
        if isVertical, !editor.allowsLineEnds { return false }
        let former = editor.selection
        move(movement, extending: extending)
        return !isVertical || editor.selection != former
    }

    private func movePage(_ movement: TextMovement, extending: Bool) -> Bool {
        guard editor.allowsLineEnds, let host else { return false }
        // One row less than fits, so that one row stays in sight.
        let distance = max(layout.rowHeight, host.bounds.height - layout.rowHeight)
        observe { editor.moveVertically(by: movement == .up ? -distance : distance, extending: extending) }
        return true
    }

    private func command(of key: Key) -> EditingCommand? {
        switch key.commandLetter {
        case "a": .selectAll
        case "c": .copy
        case "v": key.modifiers.contains(.shift) ? .pasteAndMatchStyle : .paste
        case "x": .cut
        default: key.undoCommand
        }
    }

    /// Has the application find the responder that performs the command, as for a menu.
    private func perform(_ command: EditingCommand) -> Bool {
        // Marked text is the last step that can be undone.
        if command == .undo { unmark() }
        guard let application = host?.window?.application else { return false }
        defer { registerUndo() }
        return application.sendAction(command, to: nil, from: host)
    }
}

extension TextMovement {
    /// The movement of a key, with the usual modifiers; nil for a key that moves no caret.
    fileprivate init?(_ key: Key) {
        let byWords = !key.modifiers.isDisjoint(with: [.control, .alternate])
        if key.modifiers.contains(.command) { return nil }
        switch key.usage {
        case .keyboardLeftArrow: self = byWords ? .wordBackward : .characterBackward
        case .keyboardRightArrow: self = byWords ? .wordForward : .characterForward
        case .keyboardUpArrow where !byWords: self = .up
        case .keyboardDownArrow where !byWords: self = .down
        case .keyboardHome: self = byWords ? .textBeginning : .lineBeginning
        case .keyboardEnd: self = byWords ? .textEnd : .lineEnd
        default: return nil
        }
    }
}

extension TextDeletion {
    /// The deletion of a key; nil for a key that deletes nothing.
    fileprivate init?(_ key: Key) {
        if key.modifiers.contains(.command) { return nil }
        let byWords = !key.modifiers.isDisjoint(with: [.control, .alternate])
        switch key.usage {
        case .keyboardDeleteOrBackspace: self = byWords ? .wordBackward : .characterBackward
        case .keyboardDeleteForward: self = byWords ? .wordForward : .characterForward
        default: return nil
        }
    }
}

// The editing commands of a text (rule R40).
extension TextEditing {
    /// Whether a command makes sense now; nil for one that a text does not know.
    func canPerform(_ action: AnyAction) -> Bool? {
        guard let host else { return false }
        let hasSelection = !editor.selection.isEmpty
        return switch action {
        case .copy: hasSelection && !editor.isSecure
        case .cut: hasSelection && !editor.isSecure && host.isTextEditable
        case .delete: hasSelection && host.isTextEditable
        case .paste, .pasteAndMatchStyle: host.isTextEditable && pasteboard?.hasString == true
        case .select: !hasSelection && !editor.storage.isEmpty
        case .selectAll: !editor.storage.isEmpty && editor.selection.range != whole
        default: nil
        }
    }

    private var whole: Range<TextPosition> { editor.storage.beginning..<editor.storage.end }
    private var pasteboard: Pasteboard? { host?.window?.application?.pasteboard }

    func copy() {
        // Whoever sends the action to the view itself is not asked whether it makes sense.
        if !editor.isSecure, !editor.selection.isEmpty { pasteboard?.string = editor.selectedText }
    }

    func cut() {
        guard !editor.isSecure, !editor.selection.isEmpty, let host, host.isTextEditable else { return }
        let text = editor.selectedText
        // The pasteboard keeps what it has when the delegate forbids the cut.
        if delete(.characterBackward) { pasteboard?.string = text }
    }

    func paste() {
        if let text = pasteboard?.string { insert(text, as: .paste) }
    }

    func deleteSelection() {
        if !editor.selection.isEmpty { delete(.characterBackward) }
    }

    func selectWord() { observe { _ = editor.selectWord(at: editor.selection.head) } }

    func selectAll() { observe { editor.selectAll() } }
}

extension ActionTable {
    /// What fields and text views perform.
    @MainActor
    static func ofText<Host: TextEditingHost>(_: Host.Type) -> ActionTable {
        [
            .on(.copy) { (host: Host) in host.editing.copy() },
            .on(.cut) { (host: Host) in host.editing.cut() },
            .on(.paste) { (host: Host) in host.editing.paste() },
            .on(.pasteAndMatchStyle) { (host: Host) in host.editing.paste() },
            .on(.delete) { (host: Host) in host.editing.deleteSelection() },
            .on(.select) { (host: Host) in host.editing.selectWord() },
            .on(.selectAll) { (host: Host) in host.editing.selectAll() },
        ]
    }
}
