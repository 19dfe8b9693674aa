import ResponderKit

/// A view that performs the action of the controls in it.
private final class ControlArea: View {
    var presses = 0

    override class var actions: ActionTable { [.on(.pressed, ControlArea.countPress)] }

    private func countPress() { presses += 1 }
}

/// Touches each kind of control, uses one by keys, and answers an alert.
///
/// - Parameters:
///   - send: Sends a contact, and has the loop deliver it.
///   - press: Sends what happens to a key, and has the loop deliver it.
@MainActor
func useControls(
    in window: Window,
    send: (TouchContact) -> Void,
    press: (HIDUsage, PressFrame.Phase) -> Void
) {
    let application = window.application
    application?.isTouchCoalescingEnabled = false
    application?.controlAppearance = MyControlAppearance()
    let area = ControlArea(frame: Rect(0, 0, 120, 100))
    area.addGestureRecognizer(TapGestureRecognizer())
    window.addSubview(area)
    let control = MyControl(frame: .zero)
    control.addTarget(nil, action: .pressed, for: .touchUpInside)
    var (taps, changes) = (0, 0)
    control.addAction(for: .touchUpInside) { _ in taps += 1 }
    let segments = MySegmentedControl(titles: ["A", "B"])
    let pages = MyPageControl(frame: .zero)
    (pages.numberOfPages, pages.currentPage) = (2, 1)
    let stepper = MyStepper(frame: .zero)
    stepper.value = 5
    let all: [Control] = [
        control, MyButton(title: "Button"), MySwitch(frame: .zero), MySlider(frame: .zero), stepper, segments, pages,
    ]
    for control in all {
        control.addAction(for: .valueChanged) { _ in changes += 1 }
        control.sizeToFit()
        control.frame = Rect(0, 0, 100, 48)
        area.addSubview(control)
        send(TouchContact(20, .began, at: Point(10, 20)))
        send(TouchContact(20, .moved, at: Point(13, 20)))
        send(TouchContact(20, .ended, at: Point(13, 20)))
        send(TouchContact(21, .began, at: Point(10, 20)))
        send(TouchContact(21, .cancelled, at: Point(10, 20)))
        if control is Slider {
            // A slider leaves taps to the recogniser, but not drags of its knob.
            send(TouchContact(22, .began, at: Point(10, 20)))
            send(TouchContact(22, .moved, at: Point(60, 20)))
            send(TouchContact(22, .ended, at: Point(60, 20)))
        }
        control.removeFromSuperview()
    }
    guard changes == 6, taps == 1, area.presses == 1 else { fatalError("\(changes) changes, \(taps) taps") }

    area.addSubview(control)
    press(.keyboardTab, .began)
    press(.keyboardTab, .ended)
    guard control.isFocused else { fatalError("the tab key did not bring the focus") }
    for last in [PressFrame.Phase.ended, .cancelled] {
        for phase in [.began, .changed, last] { press(.keyboardReturnOrEnter, phase) }
    }
    guard taps == 2, area.presses == 2 else { fatalError("the return key pressed \(taps - 1) times") }

    let next = MyButton(title: "Next")
    next.frame = Rect(0, 48, 100, 48)
    area.addSubview(next)
    press(.keyboardTab, .began)
    press(.keyboardTab, .ended)
    guard next.isFocusVisible else { fatalError("the tab key did not bring the focus to the next control") }
    next.controlAppearance = MyFilledAppearance(.dark)
    window.displayIfNeeded()
    next.removeFromSuperview()

    let shown: [View] = [
        MyLabel(text: "Label"), MyImageView(image: Image(name: "image", size: Size(8, 8))),
        MyProgressView(frame: Rect(0, 0, 50, 16)),
    ]
    for view in shown {
        view.sizeToFit()
        area.addSubview(view)
    }

    var answers: [String] = []
    let alert = AlertController(title: "Go on?")
    alert.addAction("Yes") { answers.append("yes") }
    alert.addAction("No", style: .cancel) { answers.append("no") }
    alert.show(over: window)
    press(.keyboardEscape, .began)
    press(.keyboardEscape, .ended)
    guard answers == ["no"], !alert.isOpen, window.isKeyWindow else { fatalError("the alert was answered \(answers)") }
    area.removeFromSuperview()
    application?.isTouchCoalescingEnabled = true
}
