public import ResponderCore
public import ResponderTouchInput

/// A keyboard that fingers type on.
///
/// The application shows one by itself while a responder that takes text is the first responder of the key window: see
/// ``Application/screenKeyboard``. An app may also put keyboards into its own views. Each keyboard types into
/// ``Application/textInput`` of its window's application by ``Application/typeKey(_:)``, so keys go through the input
/// method.
///
/// A text, a space or a line feed is typed when the finger is lifted, or as soon as another finger comes down on a key.
/// So characters are typed in the order in which fingers came down. A finger that slides to another key types that key;
/// a finger that is lifted outside of the keyboard types nothing. Shift, delete and the keys of planes act when the
/// finger comes down. After half a second delete repeats ten times a second, until there is no text, by a timer of the
/// application's loop.
///
/// A subclass that overrides methods of ``View`` calls super.
///
/// - Complexity: O(1) without allocation, for each member that does not say otherwise.
open class KeyboardView: View {
    /// What shift does to the next letter.
    public enum Shift: Hashable, Sendable {
        /// The next letter is lower case.
        case off
        /// The next letter is upper case, and further letters are not.
        case once
        /// The next letter and further ones are upper case, until shift is tapped again.
        case locked
    }

    /// The layout for letters, from which ``layout(for:)`` makes the layouts for other types of keyboard.
    ///
    /// ``KeyboardLayout/english`` at first. Setting it shows the first plane.
    public final var layout: KeyboardLayout { didSet { if layout != oldValue { layoutDidChange() } } }
    /// The responder into which the keyboard types, and the traits that the responder wants.
    final var traits = KeyboardTraits()
    /// The layout that is shown, for the type of keyboard that the text input wants.
    public internal(set) final var shownLayout: KeyboardLayout
    final var planeIndex = 0
    final var shiftKey = ShiftKey()
    /// The fingers on the keyboard, in the order in which they came down.
    final var fingers: [KeyboardFinger] = []
    final var deletion: KeyboardDeletion?
    /// Nil after a change of the plane or of the bounds.
    final var knownGeometry: KeyboardGeometry?
    /// The part that is being drawn.
    final var drawnRect: Rect?

    /// A keyboard with that frame in its superview's coordinates, in points.
    ///
    /// - Precondition: The frame is finite.
    /// - Complexity: O(1); allocates the object.
    public init(frame: Rect, layout: KeyboardLayout) {
        self.layout = layout
        shownLayout = layout
        super.init(frame: frame)
        isMultipleTouchEnabled = true
    }

    /// A keyboard with English letters.
    ///
    /// - Precondition: The frame is finite.
    /// - Complexity: O(1); allocates the object.
    public override convenience init(frame: Rect) {
        self.init(frame: frame, layout: .english)
    }

    /// A keyboard with that layout and without extent: the application sets the size when it shows the keyboard.
    ///
    /// - Complexity: O(1); allocates the object.
    public convenience init(layout: KeyboardLayout) {
        self.init(frame: .zero, layout: layout)
    }

    /// The layout that is shown for a type of keyboard; by default ``layout`` made into one for the type.
    ///
    /// Called when the type is read, and when ``layout`` is set.
    ///
    /// - Complexity: By default that of ``KeyboardLayout/layout(for:)``.
    open func layout(for type: KeyboardType) -> KeyboardLayout { layout.layout(for: type) }

    /// What stands on a key; an override may translate it.
    ///
    /// By default the key's own label. Without a label: the text that the key types now, a sign for shift and delete, a
    /// word for space and return (``ReturnKeyType``), or the name of a plane.
    ///
    /// - Complexity: By default O(1); no allocation.
    open func label(of key: KeyboardLayout.Key) -> String { plainLabel(of: key) }

    /// Draws the keyboard as its appearance says.
    ///
    /// - Complexity: That of ``ControlAppearance/draw(_:in:)-(KeyboardView,_)``.
    open override func draw(_ rect: Rect, in canvas: any Canvas) {
        drawnRect = rect
        resolvedControlAppearance.draw(self, in: canvas)
        drawnRect = nil
    }

    /// The given width, and the height of all rows.
    ///
    /// A row's height is ``ControlAppearance/keyboardRowHeight``. If the rows would take more than half of a given
    /// height, they are lower, but at least 16 points high.
    ///
    /// - Complexity: Linear in the planes, and in the depth of the view; no allocation.
    open override func sizeThatFits(_ size: Size) -> Size {
        let rows = Double(shownLayout.planes.reduce(1) { max($0, $1.rows.count) })
        var height = resolvedControlAppearance.keyboardRowHeight
        if size.height > 0, height * rows > size.height / 2 {
            // The row height is a multiple of 16 points: a whole number of lines in a terminal.
            height = min(height, max(16, (size.height / 2 / rows / 16).rounded(.down) * 16))
        }
        return Size(size.width > 0 ? size.width : bounds.width, height * rows)
    }

    /// Places the keys anew after a change of the size.
    open override func layoutSubviews() { knownGeometry = nil }

    /// Presses keys.
    ///
    /// - Complexity: O(log keys) for each touch, besides the work of the text; allocates at most the list of fingers.
    open override func touchesBegan(_ touches: TouchSet, with event: Event) { fingersDown(touches) }

    /// Presses other keys where fingers have slid to them.
    ///
    /// - Complexity: O(log keys) for each touch; allocates nothing in the steady state.
    open override func touchesMoved(_ touches: TouchSet, with event: Event) { fingersMoved(touches) }

    /// Types the keys on which fingers are lifted.
    ///
    /// - Complexity: O(log keys) for each touch, besides the work of the text.
    open override func touchesEnded(_ touches: TouchSet, with event: Event) { fingersUp(touches) }

    /// Lets go of keys without typing.
    ///
    /// - Complexity: O(fingers); no allocation.
    open override func touchesCancelled(_ touches: TouchSet, with event: Event) { fingersCancelled(touches) }

    /// Reads what the new window's application types into; lets go of all keys.
    ///
    /// - Complexity: That of the text's properties; allocates where a list grows.
    open override func didMoveToWindow() { windowDidChange() }
}

extension KeyboardView: AppearanceFollowing {
    final func appearanceDidChange(comesIntoSight: Bool) {
        markForAppearance()
        if !comesIntoSight { fittingHeightMayChange() }
    }
}
