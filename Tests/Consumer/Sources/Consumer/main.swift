import ResponderInterface
import ResponderKit
import ResponderRecordings

let clock = VirtualClock()
let application = MyApplication(runLoop: try MainRunLoop(clock: clock))
application.delegate = MyDelegate()
// The clock stands still, so a new screen would never come to take touches.
application.newScreenDelay = .zero
let window = MyWindow(frame: Rect(0, 0, 100, 100), application: application)
let controller = MyViewController()
let view = MyView(frame: Rect(10, 10, 50, 50))
window.rootViewController = controller
controller.view.addSubview(view)
window.makeKeyAndVisible()
application.launch()

_ = application.elementTree()
view.accessibilityIdentifier = "mine"
guard application.elementTree().contains(where: { $0.identifier == "mine" && $0.reachablePoint != nil }) else {
    fatalError("the element tree has no view of the consumer's")
}

// From here to the chain's end: the responder above the view is in nobody's chain, so it is asked by hand.
var chain: [Responder] = []
for start in [view.above, controller.view] as [Responder] {
    var responder: Responder? = start
    while let current = responder {
        chain.append(current)
        responder = current.next
    }
}

let sender = application.touchPort.makeSender()
for (contact, last) in [(1, TouchContact.Phase.ended), (2, .cancelled)] {
    for phase in [.began, .moved, last] {
        sender.send(TouchContact(contact, phase, at: Point(15, 20)), at: clock.now)
    }
}
var estimate = TouchContact(3, .began, at: Point(15, 20), kind: .pencil)
estimate.details.estimatedPropertiesExpectingUpdates = .force
estimate.details.estimationUpdateIndex = 1
sender.send(estimate, at: clock.now)
estimate.details.estimatedPropertiesExpectingUpdates = []
sender.update(estimate)
application.runLoop.run(until: clock.now)

// A recording as getevent printed it, through a player.
let recording = try EvdevRecording(
    """
    [ 1.000000] 0003 0035 00000063
    [ 1.000000] 0003 0036 00000063
    [ 1.000000] 0000 0002 00000000
    [ 1.000000] 0000 0000 00000000
    [ 1.100000] 0000 0002 00000000
    [ 1.100000] 0000 0000 00000000
    """
)
let (frames, statistics) = try recording.decoded(size: Size(100, 100))
let player = RecordingPlayer(frames, to: sender, on: application.runLoop, pace: .speed(1))
var isPlayed = false
player.play { isPlayed = true }
application.runLoop.run(until: clock.now.advanced(by: .seconds(1)))
guard isPlayed, statistics.contacts == 1 else { fatalError("the recording was not played") }

negotiate(on: view, sender, application, clock)

let label = View(frame: Rect(0, 0, 10, 10))
view.addSubview(label)
label.removeFromSuperview()
view.sizeToFit()

let row = MyStackView(arrangedSubviews: [label])
row.sizeToFit()
row.layoutIfNeeded()
label.removeFromSuperview()
guard row.frame.size == Size(10, 10), row.arrangedSubviews.isEmpty else { fatalError("the stack view is \(row.frame)") }
application.addDisplayLink { $0.cancel() }
let child = MyViewController()
controller.addChild(child)
controller.view.addSubview(child.view)
child.didMove(toParent: controller)
let sheet = MyViewController()
sheet.modalPresentationStyle = .overFullScreen
child.present(sheet)
guard controller.presentedViewController === sheet else { fatalError("the sheet is not presented") }
sheet.dismiss()
try application.receive(.memoryWarning)

window.frame.size = Size(120, 100)
var classes = InterfaceClasses()
classes.registerView("MyView", MyView.init(frame:))
let file = try InterfaceFile(
    parsing: #"{"window": {"size": [9, 9]}, "controller": {"view": {"class": "MyView", "id": "all"}}}"#
)
let interface = try file.makeInterface(of: classes, for: application)
guard interface.view(withID: "all") is MyView else { fatalError("the interface has another view") }
useContinuousRecognizers(in: view) {
    sender.send($0, at: clock.now)
    application.runLoop.run(until: clock.now)
}
useContainers(in: window)
useRecognizers(in: window) { contact in
    sender.send(contact, at: clock.now)
    application.runLoop.run(until: clock.now)
}
useScrolling(in: window) { contact in
    sender.send(contact, at: clock.now)
    application.runLoop.run(until: clock.now)
} turn: { place in
    sender.send(WheelFrame(time: clock.now, location: place, delta: Point(0, -10)))
    application.runLoop.run(until: clock.now)
}
useLists(in: window) { contact in
    sender.send(contact, at: clock.now)
    application.runLoop.run(until: clock.now)
}

@MainActor
func press(_ usage: HIDUsage, _ phase: PressFrame.Phase) {
    sender.send(PressFrame(time: clock.now, usage: usage, phase: phase, isRepeat: phase == .changed))
    application.runLoop.run(until: clock.now)
}
useResponders(view, of: application, press: press)
useControls(
    in: window,
    send: { contact in
        sender.send(contact, at: clock.now)
        application.runLoop.run(until: clock.now)
    },
    press: press
)
useKeyboard(in: window) { contact in
    sender.send(contact, at: clock.now)
    application.runLoop.run(until: clock.now)
}
try useEnvironment(of: application)
useText(in: window) { place in
    for phase in [TouchContact.Phase.began, .ended] {
        sender.send(TouchContact(1, phase, at: place), at: clock.now)
        application.runLoop.run(until: clock.now)
    }
} type: { usage, modifiers in
    let map = USKeyMap()
    for phase in [PressFrame.Phase.began, .ended] {
        sender.send(
            PressFrame(
                time: clock.now,
                usage: usage,
                phase: phase,
                characters: map.characters(for: usage, modifiers: modifiers),
                charactersIgnoringModifiers: map.charactersIgnoringModifiers(for: usage, isShifted: false),
                modifiers: modifiers
            )
        )
        application.runLoop.run(until: clock.now)
    }
}

window.windowLevel = .alert
window.isHidden = true
application.terminate()

let expected: Set = [
    "Responder.next", "Responder.touchesBegan", "Responder.touchesMoved", "Responder.touchesEnded",
    "Responder.touchesCancelled", "Responder.touchesEstimatedPropertiesUpdated", "View.next", "View.hitTest",
    "GestureRecognizer.touchesBegan", "GestureRecognizer.touchesMoved", "GestureRecognizer.touchesEnded",
    "GestureRecognizer.touchesCancelled", "GestureRecognizer.reset", "GestureRecognizer.canPrevent",
    "GestureRecognizer.canBePrevented", "GestureRecognizer.shouldRequireFailure",
    "GestureRecognizer.shouldBeRequiredToFail", "GestureRecognizer.shouldReceive", "GestureRecognizer.location",
    "View.gestureRecognizerShouldBegin", "View.point", "View.layoutSubviews", "View.draw", "View.sizeThatFits",
    "View.willMove", "View.didMoveToSuperview",
    "View.didMoveToWindow", "View.didAddSubview", "View.willRemoveSubview", "StackView.layoutSubviews",
    "StackView.sizeThatFits", "StackView.willRemoveSubview", "Window.next", "Window.sendEvent",
    "Window.becomeKey", "Window.resignKey", "ViewController.next", "ViewController.loadView",
    "ViewController.viewDidLoad", "ViewController.viewWillLayoutSubviews", "ViewController.viewDidLayoutSubviews",
    "ViewController.viewWillTransition",
    "ViewController.supportedInterfaceOrientations",
    "ViewController.viewWillAppear", "ViewController.viewIsAppearing", "ViewController.viewDidAppear",
    "ViewController.viewWillDisappear", "ViewController.viewDidDisappear", "ViewController.willMove",
    "ViewController.didMove", "ViewController.shouldAutomaticallyForwardAppearanceMethods",
    "ViewController.didReceiveMemoryWarning",
    "Application.next", "Application.sendEvent", "ApplicationDelegate",
    "NavigationController.viewWillAppear", "NavigationController.viewDidAppear",
    "NavigationController.viewWillDisappear", "NavigationController.viewDidDisappear",
    "NavigationController.pushViewController", "NavigationController.popViewController",
    "NavigationController.popToViewController", "NavigationController.popToRootViewController",
    "TabBarController.viewWillAppear", "TabBarController.viewDidAppear", "TabBarController.viewWillDisappear",
    "TabBarController.viewDidDisappear",
    "TapGestureRecognizer.touchesBegan", "TapGestureRecognizer.touchesMoved", "TapGestureRecognizer.touchesEnded",
    "TapGestureRecognizer.reset", "TapGestureRecognizer.canPrevent", "TapGestureRecognizer.location",
    "LongPressGestureRecognizer.touchesBegan", "LongPressGestureRecognizer.touchesMoved",
    "LongPressGestureRecognizer.touchesEnded", "LongPressGestureRecognizer.reset",
    "SwipeGestureRecognizer.touchesBegan", "SwipeGestureRecognizer.touchesMoved",
    "SwipeGestureRecognizer.touchesEnded", "SwipeGestureRecognizer.reset",
    "PanGestureRecognizer.touchesBegan", "PanGestureRecognizer.touchesMoved", "PanGestureRecognizer.touchesEnded",
    "PanGestureRecognizer.reset", "PinchGestureRecognizer.touchesBegan", "PinchGestureRecognizer.touchesMoved",
    "PinchGestureRecognizer.touchesEnded", "PinchGestureRecognizer.reset", "RotationGestureRecognizer.touchesBegan",
    "RotationGestureRecognizer.touchesMoved", "RotationGestureRecognizer.touchesEnded",
    "RotationGestureRecognizer.reset", "ScreenEdgePanGestureRecognizer.touchesBegan",
    "ScreenEdgePanGestureRecognizer.reset", "HoverGestureRecognizer.reset",
    "Responder.scrollWheel", "ScrollView.touchesShouldBegin", "ScrollView.touchesShouldCancel",
    "ScrollView.gestureRecognizerShouldBegin", "ScrollView.scrollWheel", "ScrollView.layoutSubviews",
    "ScrollView.didMoveToWindow",
    "Responder.pressesBegan", "Responder.pressesChanged", "Responder.pressesEnded", "Responder.pressesCancelled",
    "Responder.keyCommands", "Responder.wantsKeyBeforeCommands", "Responder.motionBegan", "Responder.motionEnded",
    "Responder.motionCancelled",
    "Responder.remoteControlReceived", "Responder.canBecomeFirstResponder", "Responder.canResignFirstResponder",
    "Responder.inputView", "Responder.inputAccessoryView",
    "Responder.becomeFirstResponder", "Responder.resignFirstResponder", "Responder.canPerformAction",
    "Responder.target", "Responder.undoManager", "View.canBecomeFocused", "View.isAccessibilityElement",
    "View.accessibilityIdentifier", "View.accessibilityLabel", "View.accessibilityValue", "View.accessibilityTraits",
    "View.accessibilityElements", "View.encodeRestorableState",
    "View.decodeRestorableState", "ViewController.encodeRestorableState", "ViewController.decodeRestorableState",
    "ViewController.applicationFinishedRestoringState", "NavigationController.encodeRestorableState",
    "NavigationController.decodeRestorableState", "TabBarController.encodeRestorableState",
    "TabBarController.decodeRestorableState", "ScrollView.encodeRestorableState", "ScrollView.decodeRestorableState",
    "Application.sendAction", "Pasteboard.items", "Pasteboard.changeCount", "Control.touchesBegan",
    "Control.touchesMoved", "Control.touchesEnded", "Control.touchesCancelled", "Control.beginTracking",
    "Control.continueTracking", "Control.endTracking", "Control.cancelTracking", "Control.stateDidChange",
    "Control.canBecomeFocused", "Control.canBecomeFirstResponder", "Control.pressesBegan", "Control.pressesChanged",
    "Control.pressesEnded", "Control.pressesCancelled", "Control.sendAction", "Control.sendAction to",
    "Control.gestureRecognizerShouldBegin", "Button.draw", "Button.sizeThatFits",
    "Button.gestureRecognizerShouldBegin", "Switch.draw", "Switch.sizeThatFits",
    "Switch.gestureRecognizerShouldBegin", "Switch.beginTracking", "Switch.continueTracking", "Switch.endTracking",
    "Switch.cancelTracking", "Slider.draw", "Slider.sizeThatFits", "Slider.gestureRecognizerShouldBegin",
    "Slider.beginTracking", "Slider.continueTracking", "Slider.endTracking", "Slider.cancelTracking", "Stepper.draw",
    "Stepper.sizeThatFits", "Stepper.gestureRecognizerShouldBegin", "Stepper.beginTracking",
    "Stepper.continueTracking", "Stepper.endTracking", "Stepper.cancelTracking", "SegmentedControl.draw",
    "SegmentedControl.sizeThatFits", "SegmentedControl.gestureRecognizerShouldBegin",
    "SegmentedControl.beginTracking", "SegmentedControl.continueTracking", "SegmentedControl.endTracking",
    "SegmentedControl.cancelTracking", "PageControl.draw", "PageControl.sizeThatFits",
    "PageControl.gestureRecognizerShouldBegin", "PageControl.endTracking", "Label.draw", "Label.sizeThatFits",
    "ImageView.draw", "ImageView.sizeThatFits", "ProgressView.draw", "ProgressView.sizeThatFits",
    "ControlAppearance.setColors", "ControlAppearance.drawFocus", "FilledAppearance.setColors",
    "FilledAppearance.draw", "ControlAppearance.draw", "KeyboardView.layout", "KeyboardView.label", "KeyboardView.draw",
    "KeyboardView.sizeThatFits", "KeyboardView.layoutSubviews", "KeyboardView.touchesBegan",
    "KeyboardView.touchesMoved", "KeyboardView.touchesEnded", "KeyboardView.touchesCancelled",
    "KeyboardView.didMoveToWindow",
    "TextField.textRect", "TextField.sizeThatFits", "TextField.layoutSubviews", "TextField.didMoveToWindow",
    "TextField.becomeFirstResponder", "TextField.resignFirstResponder", "TextField.canResignFirstResponder",
    "TextField.inputView", "TextField.inputAccessoryView", "TextField.undoManager",
    "TextField.wantsKeyBeforeCommands", "TextField.actions", "TextField.canPerformAction", "TextField.insertText",
    "TextField.deleteBackward", "TextField.encodeRestorableState", "TextField.decodeRestorableState",
    "TextField.draw", "TextField.gestureRecognizerShouldBegin", "TextView.sizeThatFits", "TextView.layoutSubviews",
    "TextView.didMoveToWindow", "TextView.becomeFirstResponder", "TextView.resignFirstResponder",
    "TextView.canResignFirstResponder", "TextView.inputView", "TextView.inputAccessoryView", "TextView.undoManager",
    "TextView.wantsKeyBeforeCommands", "TextView.actions", "TextView.canPerformAction", "TextView.insertText",
    "TextView.deleteBackward", "TextView.encodeRestorableState", "TextView.decodeRestorableState",
    "TextView.canBecomeFirstResponder",
]
let missing = expected.subtracting(called).sorted()
guard missing.isEmpty else { fatalError("these overrides were not called: \(missing.joined(separator: ", "))") }
guard view.locations == Array(repeating: Point(5, 10), count: 3) else {
    fatalError("touches came at \(view.locations)")
}
guard chain.count == 6, chain.last === application.delegate else { fatalError("the chain is \(chain)") }
print("Consumer: three touches arrived, by way of \(called.count) overrides")
