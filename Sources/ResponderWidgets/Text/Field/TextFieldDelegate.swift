public import ResponderCore

/// An object that is asked about the editing of a ``TextField``, and told of it.
///
/// Every method has a default, which changes nothing. A method may do anything to the field, and to the views around
/// it. If a method changes the text while the object is asked about a change, its change takes the place of the
/// proposed one. If a method changes the text while the object is told of a change, the object is not told again.
/// (`UITextFieldDelegate`)
@MainActor
public protocol TextFieldDelegate: AnyObject {
    /// Whether the editing may begin: asked before the field becomes the first responder.
    func textFieldShouldBeginEditing(_ textField: TextField) -> Bool
    /// The editing has begun: the field is the first responder.
    ///
    /// Called before ``TextField/DidBeginEditing`` is posted and ``Control/Events/editingDidBegin`` is sent.
    func textFieldDidBeginEditing(_ textField: TextField)
    /// Whether the editing may end.
    ///
    /// A field that leaves its window, or is disabled, ends its editing without this question.
    func textFieldShouldEndEditing(_ textField: TextField) -> Bool
    /// The editing has ended: the field is no longer the first responder.
    ///
    /// Called before ``TextField/DidEndEditing`` is posted and ``Control/Events/editingDidEnd`` is sent.
    func textFieldDidEndEditing(_ textField: TextField)

    /// Whether the user's change may be made: typed, pasted, cut or deleted, or marked by an input method.
    ///
    /// - Parameters:
    ///   - textField: The field.
    ///   - range: The range of the present text that is replaced.
    ///   - replacement: The new text, cut to the maximum length; empty for a deletion.
    func textField(
        _ textField: TextField,
        shouldChangeCharactersIn range: Range<TextPosition>,
        to replacement: String
    ) -> Bool
    /// The user has changed the text.
    ///
    /// Called before ``TextField/DidChange`` is posted and ``Control/Events/editingChanged`` is sent.
    func textFieldDidChange(_ textField: TextField)
    /// The selection, or the place of the caret, has changed.
    func textFieldDidChangeSelection(_ textField: TextField)

    /// Whether the field may be emptied by ``TextField/clear()``.
    func textFieldShouldClear(_ textField: TextField) -> Bool
    /// Whether the return key is to send ``Control/Events/editingDidEndOnExit``.
    ///
    /// A form makes the next field the first responder here.
    func textFieldShouldReturn(_ textField: TextField) -> Bool
}

extension TextFieldDelegate {
    /// True.
    ///
    /// - Complexity: O(1); no allocation.
    public func textFieldShouldBeginEditing(_ textField: TextField) -> Bool { true }

    /// Does nothing.
    ///
    /// - Complexity: O(1); no allocation.
    public func textFieldDidBeginEditing(_ textField: TextField) {}

    /// True.
    ///
    /// - Complexity: O(1); no allocation.
    public func textFieldShouldEndEditing(_ textField: TextField) -> Bool { true }

    /// Does nothing.
    ///
    /// - Complexity: O(1); no allocation.
    public func textFieldDidEndEditing(_ textField: TextField) {}

    /// True.
    ///
    /// - Complexity: O(1); no allocation.
    public func textField(
        _ textField: TextField,
        shouldChangeCharactersIn range: Range<TextPosition>,
        to replacement: String
    ) -> Bool { true }

    /// Does nothing.
    ///
    /// - Complexity: O(1); no allocation.
    public func textFieldDidChange(_ textField: TextField) {}

    /// Does nothing.
    ///
    /// - Complexity: O(1); no allocation.
    public func textFieldDidChangeSelection(_ textField: TextField) {}

    /// True.
    ///
    /// - Complexity: O(1); no allocation.
    public func textFieldShouldClear(_ textField: TextField) -> Bool { true }

    /// True.
    ///
    /// - Complexity: O(1); no allocation.
    public func textFieldShouldReturn(_ textField: TextField) -> Bool { true }
}
