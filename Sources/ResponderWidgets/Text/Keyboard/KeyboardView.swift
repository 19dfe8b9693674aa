public import ResponderCore
public import ResponderTouchInput

/// A keyboard that fingers type on.
///
/// The application shows one by itself while a responder that takes text is the first responder of the key window: see
/// ``Application/screenKeyboard``. An app may also put keyboards into its own views. Each types into
/// ``Application/textInput`` of its window's application, by ``Application/typeKey(_:)``: the input method takes part.
///
/// A text, a space and a line feed are typed when the finger is lifted on the key, or as soon as another finger comes
/// down on a key: so the order of typing is the order in which fingers came down. A finger that slides takes another
/// key, and one that is lifted outside of the keyboard types nothing. Shift, delete and the keys of planes act when the
/// finger comes down; delete goes on by itself after half a second, ten times a second, by a timer of the application's
/// loop, until there is no text.
///
/// A subclass that overrides methods of ``View`` calls super.
///
/// - Complexity: O(1) without allocation, for each member that does not say otherwise.
open class KeyboardView: View {
    /// What shift does to the next letter.
    public enum Shift: Hashable, Sendable {
        /// Nothing: it is lower case.
        case off
        /// It is upper case, and those after it are not.
        case once
        /// It is upper case, and so are those after it, until shift is tapped again.
        case locked
    }

    /// The layout for letters; ``layout(for:)`` makes those for other types of it.
    ///
    /// ``KeyboardLayout/english`` at first. Setting it shows the first plane.
    public final var layout: KeyboardLayout { didSet { if layout != oldValue { layoutDidChange() } } }
    /// What is typed into, and what it wants.
    final var traits = KeyboardTraits()
    /// The layout that is shown: that for the type of keyboard that the text wants.
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

    /// A keyboard with that layout, without extent: the application gives it one when it is shown.
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
    /// By default the key's own label; or else what it types now, a sign for shift and delete, a word for space and
    /// return (``ReturnKeyType``), and the name of a plane.
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

    /// The width that is given, and rows as high as the appearance says
    /// (``ControlAppearance/keyboardRowHeight``): lower ones, but at least 16 points, where they would take more than
    /// half of a given height.
    ///
    /// - Complexity: Linear in the planes, and in the depth of the view; no allocation.
    open override func sizeThatFits(_ size: Size) -> Size {
        let rows = Double(shownLayout.planes.reduce(1) { max($0, $1.rows.count) })
        var height = resolvedControlAppearance.keyboardRowHeight
        if size.height > 0, height * rows > size.height / 2 {
            // Whole lines of a terminal.
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

    /// Has fingers take other keys.
    ///
    /// - Complexity: O(log keys) for each touch; allocates nothing in the steady state.
    open override func touchesMoved(_ touches: TouchSet, with event: Event) { fingersMoved(touches) }

    /// Types the keys on which fingers are lifted.
    ///
    /// - Complexity: O(log keys) for each touch, besides the work of the text.
    open override func touchesEnded(_ touches: TouchSet, with event: Event) { fingersUp(touches) }

    /// Lets go of keys, which type nothing.
    ///
    /// - Complexity: O(fingers); no allocation.
    open override func touchesCancelled(_ touches: TouchSet, with event: Event) { fingersCancelled(touches) }

    /// Reads what the new window's application types into; lets go of all keys.
    ///
    /// - Complexity: That of the text's properties; allocates where a list grows.
    open override func didMoveToWindow() { windowDidChange() }
}

extension KeyboardView: AppearanceFollowing {
    final func appearanceDidChange() {
        markForAppearance()
        fittingHeightMayChange()
    }
}
