internal import ResponderCore
internal import ResponderNotifications
internal import ResponderTouchInput

/// A view whose text is edited: what ``TextEditing`` asks of it, and tells it.
@MainActor
protocol TextEditingHost: View, KeyEditing, TextInput {
    var editing: TextEditing { get }
    /// How the text looks; nil as the appearance says.
    var style: TextStyle? { get }
    /// Where the layout's origin is, in the view's own coordinates.
    var textOrigin: Point { get }
    /// Whether a drag that begins beside the caret selects text.
    var selectsByDrag: Bool { get }

    /// Asks the delegate whether the editing may begin.
    var mayBeginEditing: Bool { get }
    /// The editing is about to begin: changes the text as the app wants that.
    func prepareForEditing()
    /// Tells a listener that the editing has begun or ended.
    func tellEditing(_ listener: EditingListener, begins: Bool)

    /// Asks the delegate about a change.
    func mayChange(_ range: Range<TextPosition>, to text: String) -> Bool
    /// The user has changed the text: tells the delegate and others.
    func tellTextChanged()
    /// The selection has changed: tells the delegate.
    func tellSelectionChanged()
    /// What is seen of the text is another; `isText` tells whether the text itself is.
    func textNeedsDisplay(isText: Bool)
    /// The caret comes or goes: nothing has another place.
    func caretNeedsDisplay()
    /// Scrolls, and has the scroll views around the view scroll, so that the caret is seen.
    func showCaret()

    /// Where text is seen in the view, in the view's own coordinates.
    var shownTextRect: Rect { get }
    /// Where all of the text is, in the view's own coordinates.
    var textExtent: Rect { get }
    /// Scrolls the text in the view by a distance, as far as there is more of it; returns whether it has moved.
    func scrollText(by distance: Point) -> Bool
}

extension TextEditingHost {
    /// How the text is measured.
    var resolvedStyle: TextStyle { style ?? resolvedControlAppearance.textStyle }

    /// Has the layout know the style and the measurer.
    func updateTextStyle() {
        let style = resolvedStyle
        if editing.awaitsMeasurer || editing.layout.style != style {
            editing.layout.setStyle(style, measurer: textMeasurer)
        }
        editing.awaitsMeasurer = false
    }

    /// Posts in the centre of the application that shows the view.
    func post(_ notification: some TypedNotification) {
        window?.application?.notificationCenter.post(notification)
    }

    /// The view is in another window, or in none.
    func textDidMoveToWindow() {
        editing.awaitsMeasurer = true
        setNeedsLayout()
        // A hook of a view that was leaving may have begun the editing.
        if !isFirstResponder { stopEditing() }
    }

    // MARK: The begin and the end of the editing

    /// Becomes the first responder by the method of `super`, and begins the editing, unless the delegate forbids it.
    func becomeFirstResponder(by method: () -> Bool) -> Bool {
        if isFirstResponder { return method() }
        guard mayBeginEditing else { return false }
        if method() { startEditing() }
        return isFirstResponder
    }

    /// Ends the editing, unless the method of `super` does not resign.
    func resignFirstResponder(by method: () -> Bool) -> Bool {
        let hasResigned = method()
        if !isFirstResponder { stopEditing() }
        return hasResigned
    }

    private func startEditing() {
        guard !editing.isBegun else { return }
        prepareForEditing()
        // A call may have ended the editing, or begun it.
        guard isFirstResponder, !editing.isBegun else { return }
        editing.isBegun = true
        caretNeedsDisplay()
        // The caret is shown by the layout: a tap may put it elsewhere before.
        editing.awaitsCaret = true
        setNeedsLayout()
        editing.session.set(true, tellEditing)
    }

    private func stopEditing() {
        guard editing.isBegun else { return }
        editing.unmark()
        // Who was told of what was cut may have made the view first again, or have ended the editing.
        guard editing.isBegun, !isFirstResponder else { return }
        editing.isBegun = false
        editing.forgetUndo()
        caretNeedsDisplay()
        showCaret()
        editing.session.set(false, tellEditing)
    }
}
