extension UndoManager {
    /// Names what the open group does, for a menu; without an open group, what the last group does that can be undone.
    ///
    /// - Complexity: Linear in the changes whose targets have gone, which are forgotten; no allocation.
    public func setActionName(_ name: String) {
        guard isUndoRegistrationEnabled else { return }
        if open != nil {
            open?.name = name
        } else {
            undoStack.rename(name)
        }
    }

    /// The name of what ``undo()`` would undo; empty when it has none, or when there is nothing.
    public var undoActionName: String {
        if let open, open.isAlive { return open.name }
        return undoStack.top()?.name ?? ""
    }

    /// The name of what ``redo()`` would redo; empty when it has none, or when there is nothing.
    public var redoActionName: String { redoStack.top()?.name ?? "" }
}
