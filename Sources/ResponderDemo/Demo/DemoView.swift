import ResponderKit

/// The base class of the demo's boxes that are no controls.
///
/// A view takes any number of fingers, so that no contact of a recording is refused.
@MainActor
class DemoView: View, DemoBox {
    final var mark: DemoMark? { didSet { if mark != oldValue { setNeedsDisplay() } } }
    final var isUnderPointer = false { didSet { if isUnderPointer != oldValue { setNeedsDisplay() } } }

    var title: String { DemoMonitor.name(of: self) }
    var caption: String? { nil }
    var isCaptionReversed: Bool { false }
    final var hasFocus: Bool { false }

    override init(frame: Rect) {
        super.init(frame: frame)
        isMultipleTouchEnabled = true
        backgroundColor = .white
    }

    override func draw(_ rect: Rect, in canvas: any Canvas) { drawBox(in: canvas) }
}
