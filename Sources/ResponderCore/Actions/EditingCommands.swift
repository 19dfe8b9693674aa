/// An action of an editor, with any sender: a key, a menu, a control, or nil.
public typealias EditingCommand = Action<Any?>

// The commands that editors share (rule R40). A responder lists the commands that it performs in `actions`, and tells
// in `canPerformAction(_:withSender:)` whether a command makes sense at present.
extension Action where Sender == Any? {
    /// Removes the selection, and puts it on the pasteboard.
    public static let cut = Action("cut")
    /// Puts the selection on the pasteboard.
    public static let copy = Action("copy")
    /// Replaces the selection by the content of the pasteboard.
    public static let paste = Action("paste")
    /// Like `paste`, but with the style of the place.
    public static let pasteAndMatchStyle = Action("pasteAndMatchStyle")
    /// Selects the text at the place of the sender, such as a word.
    public static let select = Action("select")
    /// Selects everything.
    public static let selectAll = Action("selectAll")
    /// Removes the selection.
    public static let delete = Action("delete")
    /// Has the selected text run from left to right.
    public static let makeTextWritingDirectionLeftToRight = Action("makeTextWritingDirectionLeftToRight")
    /// Has the selected text run from right to left.
    public static let makeTextWritingDirectionRightToLeft = Action("makeTextWritingDirectionRightToLeft")
    /// Makes the selected text bold, or not bold any more.
    public static let toggleBoldface = Action("toggleBoldface")
    /// Makes the selected text italic, or not italic any more.
    public static let toggleItalics = Action("toggleItalics")
    /// Underlines the selected text, or does not underline it any more.
    public static let toggleUnderline = Action("toggleUnderline")
    /// Makes the selected text larger.
    public static let increaseSize = Action("increaseSize")
    /// Makes the selected text smaller.
    public static let decreaseSize = Action("decreaseSize")
    /// Undoes the last group of the undo manager that is nearest to the first responder; a window performs it.
    public static let undo = Action("undo")
    /// Redoes the last group of the undo manager that is nearest to the first responder; a window performs it.
    public static let redo = Action("redo")
}

extension Application {
    /// The responder that would perform an editing command now; nil when the command makes no sense at present.
    ///
    /// Found by ``Responder/target(forAction:withSender:)-(AnyAction,_)`` from the first responder of the key window,
    /// or from the window if it has none (rule R40). A menu calls this method to find out which items to offer.
    ///
    /// - Complexity: Linear in the length of the chain, besides the work of overrides; no allocation.
    public final func editingTarget(for command: EditingCommand, from sender: Any? = nil) -> Responder? {
        guard let entry = keyWindow.map({ $0.firstResponder ?? $0 }) else { return nil }
        return entry.target(forAction: command, withSender: sender)
    }
}

extension Window {
    /// The actions that every window performs.
    static var ownActions: ActionTable {
        [
            .on(.undo) { (window: Window) in (window.firstResponder ?? window).undoManager?.undo() },
            .on(.redo) { (window: Window) in (window.firstResponder ?? window).undoManager?.redo() },
        ]
    }
}
