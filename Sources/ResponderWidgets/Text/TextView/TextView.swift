public import ResponderCore
public import ResponderTouchInput

/// A scroll view in which text of any number of lines is edited.
///
/// Lines are broken to the view's width. The cost of an edit depends on the length of its line, not of the text. Only
/// the rows that are seen are laid out and drawn; the height of the others is an estimate.
///
/// A tap makes the text view the first responder. From then on its text is edited (``isEditing``), and the text view
/// gets typed keys. The text view tells its ``ScrollView/delegate`` what happens, if the delegate is a
/// ``TextViewDelegate``. Text that the app sets is told to nobody. (`UITextView`)
///
/// - Complexity: O(1) without allocation, for each member that does not say otherwise.
open class TextView: ScrollView, TextInput {
    final let editing = TextEditing(allowsLineEnds: true)
    final let content = TextContent(frame: .zero)
    /// The rows that are seen, as of the last layout.
    final var visibleRows: [TextRow] = []
    /// The first character that was seen at the last layout, and where; nil after a change of the text.
    final var anchor: (position: TextPosition, y: Double)?

    /// Whether the user may change the text; true at first.
    ///
    /// If false, the text can be selected and copied, and no keyboard is shown.
    public final var isEditable = true { didSet { if isEditable != oldValue, isFirstResponder { reloadInputViews() } } }
    /// How the text looks; nil, as at first, for ``ControlAppearance/textStyle``.
    public final var style: TextStyle? { didSet { if style != oldValue { textNeedsDisplay(isText: true) } } }
    /// The color of the text; nil, as at first, for that of the style.
    public final var textColor: Color? { didSet { if textColor != oldValue { textNeedsDisplay(isText: false) } } }
    /// The distance of the text from the edges of the content, in points; 8 at first.
    ///
    /// - Precondition: The values are finite.
    public final var textContainerInset = EdgeInsets(top: 8, left: 8, bottom: 8, right: 8) {
        didSet {
            checkFinite(textContainerInset, "textContainerInset")
            if textContainerInset != oldValue { textNeedsDisplay(isText: true) }
        }
    }

    /// Which keys the keyboard on the screen offers; all of them at first.
    public final var keyboardType = KeyboardType.normal
    /// What stands on the return key of the keyboard on the screen.
    public final var returnKeyType = ReturnKeyType.normal
    /// Which letters the keyboard on the screen makes upper case by itself; none at first.
    public final var autocapitalizationType = AutocapitalizationType.none
    /// Whether the return key on the screen is disabled while there is no text; false at first.
    public final var enablesReturnKeyAutomatically = false

    /// A text view with that frame in its superview's coordinates, in points, and without text.
    ///
    /// - Precondition: The frame is finite.
    /// - Complexity: O(1); allocates the object, its text and its recognisers.
    public override init(frame: Rect) {
        super.init(frame: frame)
        editing.host = self
        content.textView = self
        insertSubview(content, at: 0)
        editing.gestures.add(to: self)
        // A drag of the caret comes before scrolling; its recogniser fails at once where there is no caret.
        pan.require(toFail: editing.gestures.drag)
    }

    // MARK: What a subclass may do

    /// Lays out the rows that are seen; an override calls super.
    ///
    /// - Complexity: O(log *n*) for *n* lines, and linear in the lines that are seen; allocates their rows.
    open override func layoutSubviews() {
        super.layoutSubviews()
        layOutTextAndCaret()
    }

    /// The width of `size`, and the height of the text at this width; a width that is not positive stands for the
    /// present width.
    ///
    /// - Complexity: Linear in the text; allocates what measuring needs.
    open override func sizeThatFits(_ size: Size) -> Size { fittingSize(size) }

    /// An override calls super.
    open override func didMoveToWindow() {
        super.didMoveToWindow()
        textDidMoveToWindow()
    }

    // MARK: First responder

    /// True.
    open override var canBecomeFirstResponder: Bool { true }

    /// True: the tab key moves the focus to the text, and from there to the next view.
    open override var canBecomeFocused: Bool { true }

    /// Begins the editing, unless the delegate forbids it.
    ///
    /// - Returns: Whether the text view is the first responder now.
    /// - Complexity: O(1), besides the work of the delegate and of observers.
    @discardableResult
    open override func becomeFirstResponder() -> Bool {
        becomeFirstResponder(by: { super.becomeFirstResponder() })
    }

    /// Ends the editing, unless the delegate forbids it.
    ///
    /// - Returns: Whether the text view is not the first responder any more.
    /// - Complexity: O(1), besides the work of the delegate and of observers.
    @discardableResult
    open override func resignFirstResponder() -> Bool {
        resignFirstResponder(by: { super.resignFirstResponder() })
    }

    /// Whether the delegate allows the end of the editing.
    ///
    /// - Complexity: That of the delegate's method.
    open override var canResignFirstResponder: Bool { mayEndEditing }

    /// What is shown in the place of the keyboard; nil, as at first, for the keyboard.
    open override var inputView: View? {
        get { editing.inputView }
        set { editing.inputView = newValue }
    }

    /// What is shown above the keyboard; nil, as at first, for nothing.
    open override var inputAccessoryView: View? {
        get { editing.inputAccessoryView }
        set { editing.inputAccessoryView = newValue }
    }

    /// The text view's own undo manager for changes of the text; emptied when the editing ends (rule R41).
    ///
    /// If the text is not editable, the manager of the next responder: an undo by the user would change the text, too.
    ///
    /// - Complexity: O(1); allocates the manager the first time.
    open override var undoManager: UndoManager? {
        (isEditable ? editing.ownUndoManager : nil) ?? super.undoManager
    }

    // MARK: Keys and actions

    /// True for keys that type, delete or move the caret.
    open override func wantsKeyBeforeCommands(_ key: Key) -> Bool { editing.wants(key) }

    /// Cut, copy, paste, select, select all and delete.
    open override class var actions: ActionTable { .ofText(TextView.self) }

    /// Whether an editing command makes sense now.
    ///
    /// - Complexity: O(1), and linear in the pasteboard's text for paste.
    open override func canPerformAction(_ action: AnyAction, withSender sender: Any?) -> Bool {
        editing.canPerform(action) ?? super.canPerformAction(action, withSender: sender)
    }

    // MARK: Typing

    /// Types a text at the caret, as the keyboard does.
    ///
    /// - Complexity: O(log *n*) for *n* lines, and linear in the line and the inserted text, besides the work of the
    ///   delegate.
    open func insertText(_ text: String) { editing.insert(text) }

    /// Deletes the selection, or else the character before the caret, as the keyboard does.
    ///
    /// - Complexity: O(log *n*) for *n* lines, and linear in the line, besides the work of the delegate.
    open func deleteBackward() { editing.delete(.characterBackward) }

    // MARK: State

    /// Writes the text, the selection and the place, unless the text is a secret; an override calls super.
    ///
    /// - Complexity: Linear in the text; allocates a copy.
    open override func encodeRestorableState(with coder: StateCoder) {
        super.encodeRestorableState(with: coder)
        editing.encode(with: coder)
    }

    /// Reads the text, the selection and the place; an override calls super.
    ///
    /// - Complexity: Linear in the text; allocates a copy.
    open override func decodeRestorableState(with coder: StateCoder) {
        editing.decode(with: coder)
        super.decodeRestorableState(with: coder)
    }
}
