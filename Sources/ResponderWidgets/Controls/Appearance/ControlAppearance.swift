public import ResponderCore

/// How controls and labels look: colors, extents, and a drawing for each kind.
///
/// An embedder makes an appearance, changes its values, or overrides drawings in a subclass, and sets it for an
/// application or a view: ``Application/controlAppearance``, ``View/controlAppearance``. A control uses the appearance
/// of the nearest view above it that has one. A control calls its drawing method to draw, and marks itself to draw
/// whenever the drawing may change.
///
/// The initial extents suit fingers, and the cells of a terminal, which are 8 by 16 points: a line of text is 16 points
/// high, and a control 48.
@MainActor
open class ControlAppearance {
    /// Whether what is drawn is dark on light, or light on dark.
    public enum ColorScheme: Hashable, Sendable, CaseIterable {
        /// Dark text on a light background.
        case light
        /// Light text on a dark background.
        case dark
    }

    /// For which scheme the colors were set last: light at first.
    public final private(set) var colorScheme = ColorScheme.light
    /// The color of things that can be touched, or are selected.
    public final var tint = Color.black
    /// The color of a pressed thing whose color is otherwise ``tint``.
    public final var pressed = Color.black
    /// The color of a pressed thing whose color is otherwise ``background``.
    public final var pressedBackground = Color.black
    /// The color behind text and frames, and of text on ``tint``.
    public final var background = Color.black
    /// The color of lines, and of tracks behind a value.
    public final var line = Color.black
    /// The color of disabled controls.
    public final var disabled = Color.black
    /// The color of the tracks and backgrounds of disabled controls.
    public final var disabledTrack = Color.black
    /// The color of a button that destroys something.
    public final var destructive = Color.black
    /// The color of the frame around the control to which keys have brought the focus.
    public final var focus = Color.black
    /// The color behind selected text.
    public final var selection = Color.black
    /// The color of the caret.
    public final var caret = Color.black
    /// The color of a placeholder, which is shown in the place of an empty text.
    public final var placeholder = Color.black
    /// The color of text that is less important, such as that of a tab that is not selected.
    public final var secondaryText = Color.black
    /// The color of navigation bars and tab bars.
    ///
    /// A bar may have another color: ``NavigationBar/barTintColor``, ``TabBar/barTintColor``.
    public final var barBackground = Color.black
    /// The color of the panel of an alert.
    public final var panel = Color.black
    /// The color that dims what is behind an alert.
    public final var dimming = Color.black
    /// The color of the bars that show the place in a scroll view's content.
    public final var scrollIndicator = Color.black
    /// The color of the line between two rows of a list.
    public final var separator = Color.black
    /// The color of the badge of a tab.
    public final var badge = Color.black
    /// The color of the text in a badge.
    public final var badgeText = Color.black
    /// The radius of the corners of an alert's panel, in points.
    public final var panelCornerRadius = 12.0
    /// The radius of the corners of buttons, fields and of frames around other controls, in points.
    public final var cornerRadius = 6.0
    /// The width of the caret, in points.
    public final var caretWidth = 2.0
    /// The style of text in labels and controls; in a control the color depends on the state.
    public final var textStyle = TextStyle(fontSize: ControlAppearance.defaultFontSize)
    /// The height of a control that fits itself, in points.
    public final var height = 48.0
    /// The width of a switch, in points; a narrower one has its own width.
    public final var switchWidth = 48.0
    /// The width of a stepper that fits itself, in points.
    public final var stepperWidth = 96.0
    /// The width of the knob of a slider, in points.
    public final var knobWidth = 16.0
    /// The distance from one dot of a page control to the next, in points.
    public final var dotDistance = 24.0

    /// The height of a row of keys on a ``KeyboardView`` that fits itself, in points.
    ///
    /// A keyboard that would take more than half of a window has lower rows.
    public final var keyboardRowHeight = 48.0

    /// The size of the plain appearance's font, in points: ``FixedWidthTextMeasurer`` measures its lines 16 points
    /// high, and its characters 8 points wide.
    public nonisolated static let defaultFontSize = 40.0 / 3

    /// The plain appearance in light colors: frames, and text that fits a terminal's cells.
    ///
    /// - Complexity: O(1); allocates the object.
    public init() { setColors(for: .light) }

    /// The appearance in the colors of a scheme: that of ``init()``, with ``setColors(for:)``.
    ///
    /// - Complexity: O(1); allocates the object.
    public convenience init(_ colorScheme: ColorScheme) {
        self.init()
        setColors(for: colorScheme)
    }

    /// Sets all colors to those of a scheme; an override calls super first.
    ///
    /// Text has a contrast of at least 4.5 on what it is drawn on, except for that of disabled controls. What is shown
    /// already changes when the appearance is set again: ``Application/controlAppearance``.
    ///
    /// - Complexity: O(1); no allocation.
    open func setColors(for colorScheme: ColorScheme) {
        self.colorScheme = colorScheme
        (focus, badgeText) = (Color(red: 1, green: 0.6, blue: 0), .white)
        switch colorScheme {
        case .light: setLightColors()
        case .dark: setDarkColors()
        }
        caret = tint
    }

    private func setLightColors() {
        (background, panel, barBackground) = (.white, .white, Color(white: 0.97))
        tint = Color(red: 0, green: 0.4, blue: 0.9)
        pressed = Color(red: 0, green: 0.25, blue: 0.65)
        pressedBackground = Color(white: 0.88)
        line = Color(white: 0.7)
        disabled = Color(white: 0.6)
        disabledTrack = Color(white: 0.84)
        destructive = Color(red: 0.8, green: 0, blue: 0)
        selection = Color(red: 0.7, green: 0.84, blue: 1)
        (placeholder, secondaryText) = (Color(white: 0.44), Color(white: 0.4))
        dimming = Color(white: 0, alpha: 0.3)
        scrollIndicator = Color(white: 0, alpha: 0.35)
        separator = Color(white: 0.85)
        badge = Color(red: 0.8, green: 0, blue: 0)
        textStyle.color = .black
    }

    private func setDarkColors() {
        (background, panel, barBackground) = (Color(white: 0.08), Color(white: 0.15), Color(white: 0.12))
        tint = Color(red: 0.4, green: 0.68, blue: 1)
        pressed = Color(red: 0.62, green: 0.81, blue: 1)
        pressedBackground = Color(white: 0.25)
        line = Color(white: 0.42)
        disabled = Color(white: 0.45)
        disabledTrack = Color(white: 0.22)
        destructive = Color(red: 1, green: 0.48, blue: 0.44)
        selection = Color(red: 0.1, green: 0.3, blue: 0.56)
        (placeholder, secondaryText) = (Color(white: 0.62), Color(white: 0.68))
        dimming = Color(white: 0, alpha: 0.55)
        scrollIndicator = Color(white: 1, alpha: 0.4)
        separator = Color(white: 0.25)
        badge = Color(red: 0.8, green: 0.1, blue: 0.1)
        textStyle.color = Color(white: 0.95)
    }

    /// Draws a button, in the button's own coordinates.
    ///
    /// - Complexity: By default O(1), and linear in the title; allocates what the canvas needs.
    open func draw(_ button: Button, in canvas: any Canvas) { drawPlain(button, canvas) }

    /// Draws a switch, in the switch's own coordinates.
    ///
    /// - Complexity: By default O(1); allocates what the canvas needs.
    open func draw(_ control: Switch, in canvas: any Canvas) { drawPlain(control, canvas) }

    /// Draws a slider.
    ///
    /// - Complexity: By default O(1); allocates what the canvas needs.
    open func draw(_ slider: Slider, in canvas: any Canvas) { drawPlain(slider, canvas) }

    /// Draws a stepper.
    ///
    /// - Complexity: By default O(1); allocates what the canvas needs.
    open func draw(_ stepper: Stepper, in canvas: any Canvas) { drawPlain(stepper, canvas) }

    /// Draws a segmented control.
    ///
    /// - Complexity: By default linear in the segments; allocates what the canvas needs.
    open func draw(_ control: SegmentedControl, in canvas: any Canvas) { drawPlain(control, canvas) }

    /// Draws a page control.
    ///
    /// - Complexity: By default linear in the pages; allocates what the canvas needs.
    open func draw(_ control: PageControl, in canvas: any Canvas) { drawPlain(control, canvas) }

    /// Draws a text field.
    ///
    /// - Complexity: By default linear in the text that is seen, besides what measuring takes; allocates what the
    ///   canvas needs.
    open func draw(_ field: TextField, in canvas: any Canvas) { drawPlain(field, canvas) }

    /// Draws the part of a text view that is seen, in the coordinates of its content.
    ///
    /// - Complexity: By default linear in the text that is seen, besides what measuring takes; allocates what the
    ///   canvas needs.
    open func draw(_ textView: TextView, in canvas: any Canvas) { drawPlain(textView, canvas) }

    /// Draws a progress view.
    ///
    /// - Complexity: By default O(1); allocates what the canvas needs.
    open func draw(_ view: ProgressView, in canvas: any Canvas) { drawPlain(view, canvas) }

    /// Draws a keyboard.
    ///
    /// - Complexity: By default linear in the keys; allocates what the canvas needs.
    open func draw(_ keyboard: KeyboardView, in canvas: any Canvas) { drawPlain(keyboard, canvas) }

    /// Draws a frame around what keys have brought the focus to; it has the control's shape.
    ///
    /// - Parameters:
    ///   - rect: The place of the control's shape, in the view's own coordinates.
    ///   - cornerRadius: The radius of the shape's corners, in points.
    ///   - canvas: Draws the frame.
    /// - Complexity: By default O(1); allocates what the canvas needs.
    open func drawFocus(around rect: Rect, cornerRadius: Double, in canvas: any Canvas) {
        let inner = rect.standardized.insetBy(dx: 1.5, dy: 1.5)
        let radius = max(0, min(cornerRadius, min(inner.width, inner.height) / 2))
        canvas.stroke(Path(roundedRect: inner, cornerRadius: radius), with: focus, width: 3)
    }
}

extension View {
    /// The appearance of controls and labels in this view and in the views inside it; nil, as at first, for that of the
    /// nearest view above, or of the application (``Application/controlAppearance``).
    ///
    /// Setting the property marks these controls and labels to draw. After a change of the appearance's own values set
    /// the property again, since such a change marks nothing.
    ///
    /// - Complexity: Reading is O(1). Setting is linear in the views inside this one, and allocates a temporary list.
    public final var controlAppearance: ControlAppearance? {
        get { ownAppearance }
        set {
            guard newValue != nil || appearanceReference != nil else { return }
            appearanceReference = newValue
            View.appearancesDiffer = true
            markAppearance()
        }
    }

    /// The appearance that applies to this view: see ``controlAppearance``.
    ///
    /// - Complexity: Linear in the depth of the view. Allocates nothing, except for a view in no window: an appearance
    ///   for such views is made once for the process.
    public final var resolvedControlAppearance: ControlAppearance {
        var view: View? = self
        while let current = view {
            if let appearance = current.ownAppearance { return appearance }
            view = current.superview
        }
        if let window { return window.updatePass.appearance }
        // The view may come to a place with another appearance.
        View.appearancesDiffer = true
        return .plain
    }

    /// Marks the controls and labels in this view to draw, since their appearance has changed.
    final func markAppearance(comesIntoSight: Bool = false) {
        var views = [self]
        var index = 0
        while index < views.count {
            let view = views[index]
            index += 1
            (view as? any AppearanceFollowing)?.appearanceDidChange(comesIntoSight: comesIntoSight)
            view.record.forEachChild { views.append($0.pointee.view) }
        }
    }
}

extension Application {
    /// The appearance of the application's controls and labels, where no view above them has an appearance of its own.
    ///
    /// Setting the property marks the controls and labels in shown windows to draw; those that are in none draw when
    /// they come onto the screen.
    ///
    /// - Complexity: Reading is O(1). Setting is linear in the views of the windows.
    public final var controlAppearance: ControlAppearance {
        get { updatePass.appearance }
        set {
            // Before the first one of a process nothing was drawn by another.
            if updatePass.controlAppearance != nil || View.appearanceWasSet { View.appearancesDiffer = true }
            View.appearanceWasSet = true
            updatePass.controlAppearance = newValue
            for window in windows { window.markAppearance() }
        }
    }
}

extension ControlAppearance {
    static let plain = ControlAppearance()
}

extension View {
    /// Whether an application has got an appearance of its own.
    fileprivate static var appearanceWasSet = false
}

// The core stores appearances without knowing their class.
extension View {
    fileprivate final var ownAppearance: ControlAppearance? {
        appearanceReference.map { unsafeDowncast($0, to: ControlAppearance.self) }
    }
}

extension UpdatePass {
    /// See ``Application/controlAppearance``; made when it is first asked for.
    fileprivate var appearance: ControlAppearance {
        if let controlAppearance { return unsafeDowncast(controlAppearance, to: ControlAppearance.self) }
        let appearance = ControlAppearance()
        controlAppearance = appearance
        return appearance
    }
}
