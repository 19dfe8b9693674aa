internal import ResponderCore
internal import ResponderTouchInput
internal import ResponderWidgets

/// Tells, in front of all windows, that the screen is locked and for how long.
final class CleaningWindow: Window {
    private let text = Label(frame: .zero)

    override init(frame: Rect, application: Application) {
        super.init(frame: frame, application: application)
        windowLevel = Level(Level.keyboard.rawValue + 1000)
        backgroundColor = application.controlAppearance.background
        text.alignment = .center
        text.numberOfLines = 0
        text.frame = Rect(0, 0, frame.width, frame.height)
        addSubview(text)
    }

    func show(_ left: Duration) {
        let seconds = max(0, Int((left / .seconds(1)).rounded(.up)))
        text.text =
            "The screen may be cleaned now: \(seconds) s\nTo end this, hold one finger in a corner for "
            + "\(CornerHold.duration.components.seconds) s"
    }
}
