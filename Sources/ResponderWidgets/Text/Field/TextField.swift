public import ResponderCore
public import ResponderTouchInput

/// A control in which one line of text is edited.
///
/// ```swift
/// let name = TextField(frame: Rect(40, 40, 240, 48))
/// name.placeholder = "Name"
/// name.addAction(for: .editingChanged) { [weak send] field in send?.isEnabled = !field.text.isEmpty }
/// ```
///
/// A tap makes the field the first responder. From then on its text is edited (``isEditing``), and the field gets typed
/// keys, from keyboards and from the keyboard on the screen. The field sends a control's events of touches, and
/// ``Control/Events/editingDidBegin``, ``Control/Events/editingChanged`` and ``Control/Events/editingDidEnd`` (rule
/// C1). Text that the app sets sends nothing.
///
/// The return key asks the delegate (``TextFieldDelegate/textFieldShouldReturn(_:)``), and then sends
/// ``Control/Events/editingDidEndOnExit`` and ``Control/Events/primaryActionTriggered``. The keys up and down leave the
/// field, as in a form that is used by keys. (`UITextField`)
///
/// - Complexity: O(1) without allocation, for each member that does not say otherwise.
open class TextField: Control, TextInput {
    /// The object that is asked about the editing and told of it; not retained.
    public final weak var delegate: (any TextFieldDelegate)?

    final let editing = TextEditing(allowsLineEnds: false)
    /// How far the text is scrolled to the left, in points.
    final var scrolledBy = 0.0

    /// What is shown in the place of an empty text; nil, as at first, for nothing.
    public final var placeholder: String? { didSet { if placeholder != oldValue { setNeedsDisplay() } } }
    /// How the text looks; nil, as at first, for ``ControlAppearance/textStyle``.
    public final var style: TextStyle? { didSet { if style != oldValue { textNeedsDisplay(isText: true) } } }
    /// The color of the text; nil, as at first, for that of the style.
    public final var textColor: Color? { didSet { if textColor != oldValue { setNeedsDisplay() } } }
    /// Where a text that is narrower than the field stands: at the left at first.
    public final var alignment = Label.Alignment.left { didSet { if alignment != oldValue { setNeedsDisplay() } } }
    /// The distance of the text from the edges of the bounds, in points; 8 on the left and the right at first.
    ///
    /// - Precondition: The values are finite.
    public final var contentInsets = EdgeInsets(top: 0, left: 8, bottom: 0, right: 8) {
        didSet {
            checkFinite(contentInsets, "contentInsets")
            if contentInsets != oldValue { textNeedsDisplay(isText: false) }
        }
    }
    /// Whether the text is deleted when its editing begins; false at first.
    public final var clearsOnBeginEditing = false

    /// Which keys the keyboard on the screen offers; all of them at first.
    public final var keyboardType = KeyboardType.normal
    /// What stands on the return key of the keyboard on the screen.
    public final var returnKeyType = ReturnKeyType.normal
    /// Which letters the keyboard on the screen makes upper case by itself; none at first.
    public final var autocapitalizationType = AutocapitalizationType.none
    /// Whether the return key on the screen is disabled while there is no text; false at first.
    public final var enablesReturnKeyAutomatically = false

    /// A field with that frame in its superview's coordinates, in points, and without text.
    ///
    /// - Precondition: The frame is finite.
    /// - Complexity: O(1); allocates the object, its text and three recognisers.
    public override init(frame: Rect) {
        super.init(frame: frame)
        editing.host = self
        editing.gestures.add(to: self)
    }

    // MARK: What a subclass may do

    /// Where the text is, in the field's own coordinates: the bounds without ``contentInsets``.
    ///
    /// Override this method in a field with something beside its text, such as a button.
    open func textRect(forBounds bounds: Rect) -> Rect { bounds.standardized.inset(by: contentInsets) }

    /// Draws the field as its appearance says.
    ///
    /// - Complexity: That of ``ControlAppearance/draw(_:in:)-(TextField,_)``.
    open override func draw(_ rect: Rect, in canvas: any Canvas) { resolvedControlAppearance.draw(self, in: canvas) }

    /// The extent of the text, or else of the placeholder, with the insets, and the height of a control.
    ///
    /// - Complexity: Linear in the text; allocates what measuring needs.
    open override func sizeThatFits(_ size: Size) -> Size { fittingSize }

    /// Takes the style and the width that the field has now; an override calls super.
    ///
    /// - Complexity: Linear in the text.
    open override func layoutSubviews() {
        updateTextStyle()
        layOutCaret()
    }

    /// An override calls super.
    open override func didMoveToWindow() { textDidMoveToWindow() }

    // MARK: First responder

    /// Begins the editing, unless the delegate forbids it.
    ///
    /// - Returns: Whether the field is the first responder now.
    /// - Complexity: O(1), besides the work of delegate, actions and observers.
    @discardableResult
    open override func becomeFirstResponder() -> Bool {
        becomeFirstResponder(by: { super.becomeFirstResponder() })
    }

    /// Ends the editing, unless the delegate forbids it.
    ///
    /// - Returns: Whether the field is not the first responder any more.
    /// - Complexity: O(1), besides the work of delegate, actions and observers.
    @discardableResult
    open override func resignFirstResponder() -> Bool {
        resignFirstResponder(by: { super.resignFirstResponder() })
    }

    /// Whether the delegate allows the end of the editing.
    ///
    /// - Complexity: That of the delegate's method.
    open override var canResignFirstResponder: Bool { mayEndEditing }

    /// What is shown in the place of the keyboard; nil, as at first, for the keyboard.
    ///
    /// A new one is shown at once while the field is the first responder.
    open override var inputView: View? {
        get { editing.inputView }
        set { editing.inputView = newValue }
    }

    /// What is shown above the keyboard; nil, as at first, for nothing.
    ///
    /// A new one is shown at once while the field is the first responder.
    open override var inputAccessoryView: View? {
        get { editing.inputAccessoryView }
        set { editing.inputAccessoryView = newValue }
    }

    /// The field's own undo manager for changes of the text; emptied when the editing ends (rule R41).
    ///
    /// - Complexity: O(1); allocates the manager the first time.
    open override var undoManager: UndoManager? { editing.ownUndoManager ?? super.undoManager }

    // MARK: Keys and touches

    override var isPressedByKeys: Bool { false }

    /// True for keys that type, delete or move the caret.
    open override func wantsKeyBeforeCommands(_ key: Key) -> Bool { editing.wants(key) }

    /// False for a tap recogniser of an ancestor: the tap belongs to the field (rule G40).
    open override func gestureRecognizerShouldBegin(_ recognizer: GestureRecognizer) -> Bool {
        !keepsTap(from: recognizer)
    }

    /// Cut, copy, paste, select, select all and delete.
    open override class var actions: ActionTable { .ofText(TextField.self) }

    /// Whether an editing command makes sense now: copy, for example, needs a selection in a text that is not secret.
    ///
    /// - Complexity: O(1), and linear in the pasteboard's text for paste.
    open override func canPerformAction(_ action: AnyAction, withSender sender: Any?) -> Bool {
        editing.canPerform(action) ?? super.canPerformAction(action, withSender: sender)
    }

    // MARK: Typing

    /// Types a text at the caret, as the keyboard does; a line feed alone is the return key.
    ///
    /// - Complexity: Linear in the text and the inserted text, besides the work of delegate and actions.
    open func insertText(_ text: String) { text == "\n" ? pressReturn() : editing.insert(text) }

    /// Deletes the selection, or else the character before the caret, as the keyboard does.
    ///
    /// - Complexity: Linear in the text, besides the work of delegate and actions.
    open func deleteBackward() { editing.delete(.characterBackward) }

    // MARK: State

    /// Writes the text and the selection, unless the text is a secret; an override calls super.
    ///
    /// - Complexity: Linear in the text; allocates a copy.
    open override func encodeRestorableState(with coder: StateCoder) {
        super.encodeRestorableState(with: coder)
        editing.encode(with: coder)
    }

    /// Reads the text and the selection; an override calls super.
    ///
    /// - Complexity: Linear in the text; allocates a copy.
    open override func decodeRestorableState(with coder: StateCoder) {
        super.decodeRestorableState(with: coder)
        editing.decode(with: coder)
    }
}
