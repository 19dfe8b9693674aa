public import ResponderCore
public import ResponderTouchInput

/// A row of segments, one of which may be selected.
///
/// A finger that is lifted on a segment selects it; ``Control/Events/valueChanged`` and then
/// ``Control/Events/primaryActionTriggered`` are sent when the user has selected another segment, never for a change by
/// the app. (`UISegmentedControl`)
///
/// - Complexity: O(1) without allocation, for each member that does not say otherwise.
open class SegmentedControl: Control {
    fileprivate struct Segment {
        var title: String
        var isEnabled = true
    }

    // Without a property observer, since it would copy all segments when one changes.
    fileprivate final var segments: [Segment] = []
    fileprivate final var selected: Int? { didSet { if selected != oldValue { setNeedsDisplay() } } }
    fileprivate final var pressed: Int? { didSet { if pressed != oldValue { setNeedsDisplay() } } }

    /// Whether segments are pressed like buttons, and none stays selected; false at first.
    public final var isMomentary = false { didSet { if isMomentary { selected = nil } } }

    /// A control with that frame in its superview's coordinates, in points, without segments.
    ///
    /// - Precondition: The frame is finite.
    /// - Complexity: O(1); allocates the object and its state.
    public override init(frame: Rect) {
        super.init(frame: frame)
    }

    /// A control with these segments, as large as it needs to be, at its superview's origin; none is selected.
    ///
    /// - Complexity: Linear in the titles; allocates the object and its state.
    public convenience init(titles: [String]) {
        self.init(frame: .zero)
        setTitles(titles)
        sizeToFit()
    }

    /// Draws the segments as the appearance says.
    ///
    /// - Complexity: That of ``ControlAppearance/draw(_:in:)-(SegmentedControl,_)``.
    open override func draw(_ rect: Rect, in canvas: any Canvas) { resolvedControlAppearance.draw(self, in: canvas) }

    /// The width of the widest title with its margins, times the number of segments, and the height of a control.
    ///
    /// - Complexity: Linear in the titles; allocates what measuring needs.
    open override func sizeThatFits(_ size: Size) -> Size {
        let appearance = resolvedControlAppearance
        let (style, measurer) = (appearance.textStyle, textMeasurer)
        let widest = segments.map { measurer.extentInEitherWeight(of: $0.title, in: style).width }.max() ?? 0
        return Size(Double(segments.count) * (widest + 2 * Self.margin), appearance.height)
    }

    /// False for a tap recogniser of an ancestor (rule G40).
    open override func gestureRecognizerShouldBegin(_ recognizer: GestureRecognizer) -> Bool {
        !keepsTap(from: recognizer)
    }

    /// Presses the segment under the finger.
    open override func beginTracking(_ touch: Touch, with event: Event) -> Bool {
        pressed = segmentIndex(at: touch.location(in: self))
        return true
    }

    /// Presses the segment under the finger.
    open override func continueTracking(_ touch: Touch, with event: Event) -> Bool {
        pressed = segmentIndex(at: touch.location(in: self))
        return true
    }

    /// Selects the segment under the finger.
    ///
    /// - Complexity: O(1), besides the actions; no allocation.
    open override func endTracking(_ touch: Touch?, with event: Event?) {
        var index: Int?
        if let touch, isTouchInside { index = segmentIndex(at: touch.location(in: self)) }
        pressed = nil
        if let index { select(index, event) }
    }

    /// Ends the press of a segment.
    open override func cancelTracking(with event: Event?) { pressed = nil }

    override func moveValue(_ movement: FocusMovement) -> Bool {
        guard movement == .left || movement == .right else { return false }
        let others =
            movement == .left
            ? Array((0..<(selected ?? segments.count)).reversed())
            : Array((selected.map { $0 + 1 } ?? 0)..<segments.count)
        if let index = others.first(where: { isEnabled(forSegment: $0) }) { select(index, nil) }
        return true
    }

    private static let margin = 16.0
}

extension SegmentedControl {
    /// How many segments there are.
    public final var numberOfSegments: Int { segments.count }

    /// The index of the selected segment; nil, as at first, for none.
    ///
    /// An index without a segment counts as nil.
    ///
    /// While ``isMomentary`` is true, the index is nil except during the actions of a tap. Setting the index sends no
    /// event.
    ///
    /// - Complexity: O(1); allocates where the list of marked views grows.
    public final var selectedSegmentIndex: Int? {
        get { selected }
        set { selected = newValue.flatMap { segments.indices.contains($0) ? $0 : nil } }
    }

    /// The segment that a finger presses; nil while none does.
    public final var pressedSegment: Int? { isTracking ? pressed : nil }

    /// Replaces all segments; the new ones are enabled.
    ///
    /// A selected index stays selected if it still has a segment.
    ///
    /// - Complexity: Linear in the titles; allocates the segments.
    public final func setTitles(_ titles: [String]) {
        segments = titles.map { Segment(title: $0) }
        selectedSegmentIndex = selected
        if let pressed, !segments.indices.contains(pressed) { self.pressed = nil }
        setNeedsDisplay()
    }

    /// The title of a segment; nil for an index that no segment has.
    public final func title(forSegment index: Int) -> String? {
        segments.indices.contains(index) ? segments[index].title : nil
    }

    /// Sets the title of a segment; does nothing for an index that no segment has.
    public final func setTitle(_ title: String, forSegment index: Int) {
        guard segments.indices.contains(index), segments[index].title != title else { return }
        segments[index].title = title
        setNeedsDisplay()
    }

    /// Whether a segment can be selected by the user; false for an index that no segment has.
    public final func isEnabled(forSegment index: Int) -> Bool {
        segments.indices.contains(index) && segments[index].isEnabled
    }

    /// Sets whether the user can select a segment; does nothing for an index that no segment has.
    public final func setEnabled(_ isEnabled: Bool, forSegment index: Int) {
        guard segments.indices.contains(index), segments[index].isEnabled != isEnabled else { return }
        segments[index].isEnabled = isEnabled
        setNeedsDisplay()
    }

    /// The rectangle of a segment in the bounds: all segments are equally wide.
    ///
    /// Zero for an index that no segment has.
    public final func rect(ofSegment index: Int) -> Rect {
        guard segments.indices.contains(index) else { return .zero }
        let bounds = bounds.standardized
        let width = bounds.width / Double(segments.count)
        return Rect(bounds.minX + Double(index) * width, bounds.minY, width, bounds.height)
    }

    /// Selects a segment for the user.
    final func select(_ index: Int, _ event: Event?) {
        guard isEnabled(forSegment: index), isMomentary || index != selected else { return }
        selected = index
        sendValueChanged(event)
        if isMomentary { selected = nil }
    }

    /// The enabled segment at a place, which may be above or below the bounds by the margin of tracking.
    private final func segmentIndex(at place: Point) -> Int? {
        let bounds = bounds.standardized
        let margin = trackingMargin
        guard !segments.isEmpty, bounds.width > 0, place.y >= bounds.minY - margin, place.y < bounds.maxY + margin,
            place.x >= bounds.minX, place.x < bounds.maxX
        else { return nil }
        let index = Int((place.x - bounds.minX) / bounds.width * Double(segments.count))
        return isEnabled(forSegment: index) ? index : nil
    }
}
