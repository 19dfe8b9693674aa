internal import ResponderCore

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
        // An action that is sent to the view directly comes without a call of `canPerform`.
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
