extension UndoManager {
    /// Names the action of the open group, for a menu; without an open group, of the last group that can be undone.
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

    /// The name of the group that ``undo()`` would undo; empty without a name or a group.
    public var undoActionName: String {
        if let open, open.isAlive { return open.name }
        return undoStack.top()?.name ?? ""
    }

    /// The name of the group that ``redo()`` would redo; empty without a name or a group.
    public var redoActionName: String { redoStack.top()?.name ?? "" }
}
