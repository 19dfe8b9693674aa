public import ResponderCore

/// An object that is asked about the editing of a ``TextView``, and told of the editing and of scrolling.
///
/// Set the object as the text view's ``ScrollView/delegate``. Every method has a default, which changes nothing. A
/// method may do anything to the text view, and to the views around it: see ``TextFieldDelegate``.
/// (`UITextViewDelegate`)
@MainActor
public protocol TextViewDelegate: ScrollViewDelegate {
    /// Whether the editing may begin: asked before the text view becomes the first responder.
    func textViewShouldBeginEditing(_ textView: TextView) -> Bool
    /// The editing has begun.
    func textViewDidBeginEditing(_ textView: TextView)
    /// Whether the editing may end.
    ///
    /// A text view that leaves its window ends its editing without this question.
    func textViewShouldEndEditing(_ textView: TextView) -> Bool
    /// The editing has ended.
    func textViewDidEndEditing(_ textView: TextView)

    /// Whether the user's change may be made: typed, pasted, cut or deleted, or marked by an input method.
    ///
    /// - Parameters:
    ///   - textView: The text view.
    ///   - range: The range of the present text that is replaced.
    ///   - replacement: The new text, cut to the maximum length; empty for a deletion.
    func textView(_ textView: TextView, shouldChangeTextIn range: Range<TextPosition>, to replacement: String) -> Bool
    /// The user has changed the text.
    func textViewDidChange(_ textView: TextView)
    /// The selection, or the place of the caret, has changed.
    func textViewDidChangeSelection(_ textView: TextView)
}

extension TextViewDelegate {
    /// True.
    ///
    /// - Complexity: O(1); no allocation.
    public func textViewShouldBeginEditing(_ textView: TextView) -> Bool { true }

    /// Does nothing.
    ///
    /// - Complexity: O(1); no allocation.
    public func textViewDidBeginEditing(_ textView: TextView) {}

    /// True.
    ///
    /// - Complexity: O(1); no allocation.
    public func textViewShouldEndEditing(_ textView: TextView) -> Bool { true }

    /// Does nothing.
    ///
    /// - Complexity: O(1); no allocation.
    public func textViewDidEndEditing(_ textView: TextView) {}

    /// True.
    ///
    /// - Complexity: O(1); no allocation.
    public func textView(
        _ textView: TextView,
        shouldChangeTextIn range: Range<TextPosition>,
        to replacement: String
    ) -> Bool { true }

    /// Does nothing.
    ///
    /// - Complexity: O(1); no allocation.
    public func textViewDidChange(_ textView: TextView) {}

    /// Does nothing.
    ///
    /// - Complexity: O(1); no allocation.
    public func textViewDidChangeSelection(_ textView: TextView) {}
}
