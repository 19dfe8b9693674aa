import ResponderKit

/// The demo's button was tapped.
struct DemoTapped: TypedNotification {
    static let name = "DemoTapped"

    let button: DemoButton

    var subject: AnyObject? { button }
}

/// A button that counts its taps, and tells of each in a notification.
@MainActor
final class DemoButton: Button, DemoBox {
    var mark: DemoMark? { didSet { if mark != oldValue { setNeedsDisplay() } } }
    var isUnderPointer = false { didSet { if isUnderPointer != oldValue { setNeedsDisplay() } } }
    private(set) var taps = 0 { didSet { setNeedsDisplay() } }

    var title: String { DemoMonitor.name(of: self) }
    var caption: String? { isHighlighted ? "pressed" : "taps \(taps)" }
    var isCaptionReversed: Bool { isHighlighted }
    var hasFocus: Bool { state.contains(.focused) }

    override init(frame: Rect) {
        super.init(frame: frame)
        isMultipleTouchEnabled = true
        backgroundColor = .white
        // A cell further is outside: what is drawn is what is pressed.
        trackingMargin = 0
        addAction(for: .primaryActionTriggered) { button in
            button.taps += 1
            button.window?.application?.notificationCenter.post(DemoTapped(button: button))
        }
    }

    override func draw(_ rect: Rect, in canvas: any Canvas) { drawBox(in: canvas) }
}
