internal import ResponderCore
internal import ResponderTouchInput

/// Edits the text of a view: everything that fields and text views have in common.
///
/// The editor proposes a change, and performs the change when the delegate allows it. The delegate may do anything in
/// its callbacks. It is not asked about changes that it makes while it is asked, and not told of changes that it makes
/// while it is told. So a delegate that reformats the text comes to an end.
@MainActor
final class TextEditing {
    let editor: TextEditor
    let layout: TextLayout
    weak var host: (any TextEditingHost)?
    lazy var gestures = TextGestures(self)
    /// Tells the listeners when the editing begins and ends.
    let session = EditingSession()
    /// Whether the text is being edited.
    var isBegun = false
    /// Whether the measurer may be another one than the layout has.
    var awaitsMeasurer = true
    /// Whether the caret is to be seen after the next layout.
    var awaitsCaret = false
    /// What the view shows in the place of the keyboard, and above it.
    var inputView: View? { didSet { inputViewDidChange() } }
    var inputAccessoryView: View? { didSet { inputViewDidChange() } }
    /// Whether the delegate is being asked or told just now.
    private var isAsking = false
    private var isTelling = false
    /// The undo manager of the view; nil until the view is asked for one.
    private var undoManager: UndoManager?
    /// How many steps the editor had begun when the undo manager was last told.
    private var registeredSteps = 0

    init(allowsLineEnds: Bool) {
        editor = TextEditor(allowsLineEnds: allowsLineEnds)
        layout = TextLayout(of: editor)
    }

    private func inputViewDidChange() {
        if let host, host.isFirstResponder { host.reloadInputViews() }
    }

    // MARK: Changes

    /// Performs a change that the editor proposes, unless the delegate forbids it; returns whether it was performed.
    @discardableResult
    func perform(_ propose: (TextEditor) -> TextReplacement?) -> Bool {
        // A proposal decides marked text elsewhere.
        guard let change = observe({ propose(editor) }), let host, host.isTextEditable else { return false }
        if !isAsking, !isTelling {
            isAsking = true
            let isAllowed = host.mayChange(change.range, to: change.text)
            isAsking = false
            guard isAllowed else { return false }
        }
        return observe {
            // The app may have removed the step to which the typed text would be added from the manager.
            if let undoManager, !undoManager.canUndo || !undoManager.hasGroup { editor.log.close() }
            return editor.apply(change)
        }
    }

    /// Performs what the user has asked for by a key.
    ///
    /// The delegate is asked and told as usual, even if the key comes in a run of the loop inside a callback of the
    /// delegate.
    func byUser<Result>(_ body: () -> Result) -> Result {
        let outer = (isAsking, isTelling)
        (isAsking, isTelling) = (false, false)
        defer { (isAsking, isTelling) = outer }
        return body()
    }

    /// Does something to the editor, and tells what has changed.
    @discardableResult
    func observe<Result>(_ body: () -> Result) -> Result {
        let former = (editor.storage.revision, editor.selection, editor.composition?.bytes)
        let result = body()
        let isText = editor.storage.revision != former.0
        let isSelection = editor.selection != former.1
        guard isText || isSelection || editor.composition?.bytes != former.2 else { return result }
        registerUndo()
        guard let host else { return result }
        host.textNeedsDisplay(isText: isText)
        if isText || isSelection && !gestures.isDragging { host.showCaret() }
        guard !isTelling else { return result }
        isTelling = true
        if isText { host.tellTextChanged() }
        if isSelection { host.tellSelectionChanged() }
        isTelling = false
        return result
    }

    /// Makes the text a secret, or none any more; returns whether that is new.
    @discardableResult
    func setSecure(_ isSecure: Bool) -> Bool {
        guard isSecure != editor.isSecure else { return false }
        editor.isSecure = isSecure
        host?.textNeedsDisplay(isText: true)
        return true
    }

    /// Makes another text the whole text, as the app does: nobody is asked or told.
    func setText(_ text: String) {
        editor.setText(text)
        forgetUndo()
        host?.textNeedsDisplay(isText: true)
        host?.showCaret()
    }

    func insert(_ text: String, as purpose: TextReplacement.Purpose = .typing) {
        perform { $0.insertion(of: text, as: purpose) }
    }

    @discardableResult
    func delete(_ deletion: TextDeletion) -> Bool { perform { $0.deletion(deletion) } }

    func replace(_ range: Range<TextPosition>, with text: String) {
        perform { $0.insertion(of: text, in: range, as: .paste) }
    }

    func mark(_ text: String, selecting selected: Range<Int>?) {
        perform { $0.marking(of: text, selecting: selected) }
    }

    func unmark() { observe { editor.unmarkText() } }

    func select(_ selection: TextSelection) { observe { editor.select(selection) } }

    func move(_ movement: TextMovement, extending: Bool) {
        observe { editor.move(movement, extending: extending) }
    }

    // MARK: Undo (rule R41)

    /// The view's own undo manager, in a window with an application; else nil.
    var ownUndoManager: UndoManager? {
        guard let loop = host?.window?.application?.runLoop, undoManager?.loop !== loop else { return undoManager }
        // The former manager's loop belongs to another application, so it closes no groups of this application.
        undoManager?.removeAllActions()
        undoManager?.undecided = nil
        let manager = UndoManager(loop: loop)
        manager.undecided = self
        undoManager = manager
        registeredSteps = editor.log.stepsBegun - editor.log.undoSteps.count
        registerUndo()
        return manager
    }

    /// Forgets what could be undone: the view is no longer edited, or has another text.
    func forgetUndo() {
        editor.clearUndo()
        registeredSteps = editor.log.stepsBegun
        undoManager?.removeAllActions()
    }

    /// Registers the steps that the editor has begun since the last call; further typing belongs to the step before.
    ///
    /// A change that is made while the manager undoes or redoes waits for the next call: the manager would take the
    /// change for the reverse of its own step.
    func registerUndo() {
        guard editor.log.stepsBegun != registeredSteps, let manager = ownUndoManager, !manager.isUndoing,
            !manager.isRedoing
        else { return }
        if !manager.isUndoRegistrationEnabled {
            // Text that is typed after the registration is enabled again belongs to a new step, which can be undone.
            editor.log.close()
            registeredSteps = editor.log.stepsBegun
        }
        while registeredSteps < editor.log.stepsBegun {
            registeredSteps += 1
            manager.registerUndo(withTarget: self) { $0.undo() }
        }
    }

    private func undo() {
        // Marked text is a step of its own, which is undone too, like other steps that are not registered yet.
        editor.unmarkText()
        let count = 1 + editor.log.stepsBegun - registeredSteps
        registeredSteps = editor.log.stepsBegun
        for _ in 0..<count {
            // The delegate or an observer may have changed the text again.
            guard observe({ editor.undo() }), editor.canRedo else { return }
            undoManager?.registerUndo(withTarget: self) { $0.redo() }
        }
    }

    private func redo() {
        guard observe({ editor.redo() }) else { return }
        undoManager?.registerUndo(withTarget: self) { $0.undo() }
    }

    // MARK: Places, in the view's own coordinates

    /// Where the caret is shown at a place.
    func caretRect(at caret: TextCaret) -> Rect {
        guard let host else { return .zero }
        let rect = layout.caretRect(at: caret)
        return Rect(origin: rect.origin + host.textOrigin, size: rect.size)
    }

    /// The nearest place for a caret to a point.
    func caret(at point: Point) -> TextCaret {
        guard let host else { return TextCaret(editor.storage.beginning) }
        return layout.caret(at: point - host.textOrigin)
    }
}

extension TextEditing: UndecidedChange {
    var isUndecided: Bool { editor.composition != nil }

    func decide() {
        // The manager has forgotten the step to which the marked text would be added.
        editor.log.close()
        unmark()
    }
}
