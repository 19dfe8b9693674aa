import Glibc
import ModelResponders
import ResponderKit
import ResponderSimulator

/// Trees of responders in two applications, which change inside and outside of handlers while fingers are down; each
/// byte decides something.
///
/// `TouchStories` checks the promises of the rules T5, T20, T31 and T32 to each responder.
@MainActor
final class TreeRun: TouchModel {
    let stories = TouchStories()
    private var input: ByteReader
    private var depth = 0
    private var names = 0
    private var isFinishing = false
    /// How many listeners are being called: while there are any, no act may run a loop.
    private var listenerDepth = 0
    private var apps: [TreeApp] = []
    private var windows: [Window] = []
    private var views: [View] = []
    private var controllers: [ModelController] = []
    private var detours: [ModelResponder] = []
    private var keptEvents: [Event] = []
    private var fingers: [TreeFinger] = []

    init(_ bytes: [UInt8]) { input = ByteReader(bytes) }

    func run() throws(Violation) {
        try build()
        while !input.isAtEnd {
            act()
            if input.chance(50) { settle() }
            if let violation = stories.violation { throw violation }
        }
        finish()
        try stories.finish()
    }

    private func build() throws(Violation) {
        for _ in 0..<2 {
            let app = try TreeApp(self, overridesSendEvent: input.bool())
            app.application.isTouchCoalescingEnabled = !input.bool()
            apps.append(app)
            for frame in [Rect(0, 0, 1000, 1000), Rect(300, 0, 500, 500)] { windows.append(show(frame, in: app)) }
        }
        for _ in 0..<2 { detours.append(ModelResponder(self, name(), manner())) }
        for _ in 0..<(4 + input.number(below: 12)) { views.append(makeView()) }
        for _ in 0..<3 { controllers.append(ModelController(self, name(), manner())) }
        for view in views { attachSomewhere(view) }
        for place in 0..<6 { fingers.append(TreeFinger(place, of: apps[place / 4])) }
    }

    private func finish() {
        isFinishing = true
        for app in apps { app.unlock() }
        for finger in fingers where finger.isDown { finger.send(.ended, at: .zero) }
        for app in apps { app.closeSecondSource() }
        // The end of one application may change the other application's touches.
        for _ in 0..<2 { for app in apps { app.device.settle() } }
    }

    /// Whether to print what happens, as the variable RESPONDERKIT_FUZZ_TRACE asks; acts are named by case number.
    private static let isTraced = getenv("RESPONDERKIT_FUZZ_TRACE") != nil

    private func note(_ text: @autoclosure () -> String) {
        guard Self.isTraced else { return }
        print(String(repeating: "  ", count: depth) + text())
        // Written at once, since a crash would lose buffered text.
        fflush(nil)
    }

    // MARK: What responders do

    func heard(_ phase: Touch.Phase, _ touches: TouchSet, _ event: Event, by responder: Int) {
        note("\(phase) for \(responder): \(touches.map { "\($0.phase) at \($0.location(in: nil))" })")
        stories.heard(phase, touches, by: responder)
        for touch in touches where phase == .moved {
            guard let samples = event.coalescedTouches(for: touch) else { continue }
            if samples.isEmpty || zip(samples, samples.dropFirst()).contains(where: { $0.timestamp > $1.timestamp }) {
                stories.fail("samples out of order: \(samples)")
            }
        }
    }

    /// Performs acts inside a handler, or inside an override of the hit-test.
    func misbehave() {
        guard depth < 3, !isFinishing, !input.isAtEnd else { return }
        depth += 1
        defer { depth -= 1 }
        while input.chance(25) { act() }
        if input.chance(12) { settle() }
    }

    /// Whether an override of `sendEvent` passes an event on; performs acts before in some cases.
    func passesOn(_ event: Event) -> Bool {
        note("an event is sent: \(event.allTouches.map { "\($0.phase) at \($0.location(in: nil))" })")
        if input.chance(5) { misbehave() }
        if input.chance(2), keptEvents.count < 8 { keptEvents.append(event) }
        return isFinishing || !input.chance(3)
    }

    // MARK: Acts

    private func act() {
        perform(input.byte() & 63)
    }

    /// Performs an act inside a listener: a change of a tree, which runs no loop.
    func changeTree() {
        guard depth < 3, !isFinishing, !input.isAtEnd else { return }
        depth += 1
        listenerDepth += 1
        defer {
            depth -= 1
            listenerDepth -= 1
        }
        if input.chance(25) { perform(23 + input.byte() % 26) }
    }

    private func perform(_ act: UInt8) {
        note("act \(act)")
        switch act {
        case 0..<20: moveFinger()
        case 20, 21: moveSeveral()
        case 22: tapInOneFrame()
        case 23..<30: if let view = anyView { attachSomewhere(view) }
        case 30: anyView?.removeFromSuperview()
        case 31: replaceView()
        case 32: anyView?.isHidden.toggle()
        case 33: if let view = anyView { view.alpha = input.bool() ? 1 : 0 }
        case 34: anyView?.isUserInteractionEnabled.toggle()
        case 35: anyView?.isMultipleTouchEnabled.toggle()
        case 36: anyView?.isExclusiveTouch.toggle()
        case 37: place(anyView)
        case 38: if let view = anyView { view.superview?.bringSubviewToFront(view) }
        case 39: if let view = anyView { view.superview?.sendSubviewToBack(view) }
        case 40: exchangeSubviews()
        case 41: takeOtherWay()
        case 42: anyWindow?.isHidden = true
        case 43: for window in windows { window.isHidden = false }
        case 44: anyWindow?.makeKeyAndVisible()
        case 45: anyWindow?.windowLevel = Window.Level(rawValue: Double(input.number(below: 3)))
        case 46: anyWindow?.rootViewController = input.chance(30) ? nil : input.element(of: controllers)
        case 47: replaceWindow()
        case 48: if let view = anyView { input.element(of: controllers)?.view = view }
        case 49: anyApp.application.isTouchCoalescingEnabled.toggle()
        case 50: anyApp.toggleIgnoring()
        case 51: anyApp.toggleListener(self)
        case 52: anyApp.application.tracesHitTests.toggle()
        case 53: anyApp.toggleDelegate(self, name())
        case 54: if listenerDepth == 0 { anyApp.lockOrUnlock() }
        case 55: if listenerDepth == 0 { anyApp.ring() }
        case 56: if let event = input.element(of: keptEvents) { anyApp.application.sendEvent(event) }
        case 57: lookAtKeptEvent()
        case 58: settle()
        case 59: nestedRun()
        case 60: if listenerDepth == 0 { anyApp.device.advance(by: .milliseconds(input.number(below: 256))) }
        case 61: anyApp.touchBySecondSource(anyPoint, isOver: input.bool())
        case 62: anyApp.closeSecondSource()
        default: _ = anyApp.application.explainTouch(at: anyPoint)
        }
    }

    private func settle() {
        let app = anyApp
        guard listenerDepth == 0 else { return }
        note("settle")
        app.device.settle()
    }

    private func nestedRun() {
        guard listenerDepth == 0 else { return }
        let loop = anyApp.application.runLoop
        loop.run(until: loop.now, returnAfterSource: input.bool())
    }

    private func lookAtKeptEvent() {
        guard let event = input.element(of: keptEvents) else { return }
        for touch in event.allTouches where !touch.location(in: nil).isFinite {
            stories.fail("a kept touch of nowhere")
        }
    }

    // MARK: Fingers

    private func moveFinger() {
        guard let finger = input.element(of: fingers) else { return }
        finger.send(phase(of: finger), at: anyPoint)
    }

    private func moveSeveral() {
        let app = anyApp
        var contacts: [TouchContact] = []
        for finger in fingers where finger.app === app && input.chance(60) {
            contacts.append(finger.contact(phase(of: finger), at: anyPoint))
        }
        if !contacts.isEmpty { app.device.touch(contacts) }
    }

    /// Sends a frame in which a contact begins and ends, or ends and begins again, perhaps several times.
    private func tapInOneFrame() {
        guard let finger = input.element(of: fingers) else { return }
        var contacts: [TouchContact] = []
        for _ in 0..<(2 + input.number(below: 3)) {
            contacts.append(finger.contact(finger.isDown ? .ended : .began, at: anyPoint))
        }
        finger.app.device.touch(contacts)
    }

    private func phase(of finger: TreeFinger) -> TouchContact.Phase {
        guard finger.isDown else { return .began }
        switch input.number(below: 10) {
        case 0..<7: return .moved
        case 9: return .cancelled
        default: return .ended
        }
    }

    // MARK: Trees

    private func attachSomewhere(_ view: View) {
        let parents = windows + views.filter { !$0.isDescendant(of: view) }
        guard let parent = input.element(of: parents) else { return }
        parent.insertSubview(view, at: input.number(below: parent.subviews.count + 1))
    }

    private func takeOtherWay() {
        guard let view = anyView as? DetourView else { return }
        view.takeOtherWay()
        let mark = View()
        view.addSubview(mark)
        mark.removeFromSuperview()
    }

    private func replaceView() {
        let place = input.number(below: views.count)
        views[place].removeFromSuperview()
        views[place] = makeView()
        attachSomewhere(views[place])
    }

    private func exchangeSubviews() {
        guard let parent = anyView?.superview else { return }
        let count = parent.subviews.count
        parent.exchangeSubview(at: input.number(below: count), withSubviewAt: input.number(below: count))
    }

    private func place(_ view: View?) {
        guard let view else { return }
        switch input.number(below: 6) {
        case 0: view.transform = .identity
        case 1: view.transform = Transform(scaleX: Double(input.number(below: 3)), y: 1)
        case 2: view.transform = Transform(rotationAngle: Double(input.byte()))
        case 3: view.bounds = Rect(Double(input.byte()), 0, 500, 500)
        default: view.center = anyPoint
        }
    }

    /// Hides a window, and replaces it with a new one.
    private func replaceWindow() {
        let place = input.number(below: windows.count)
        windows[place].isHidden = true
        windows[place] = show(windows[place].frame, in: apps[place / 2])
    }

    private func show(_ frame: Rect, in app: TreeApp) -> Window {
        let window =
            input.bool()
            ? ModelWindow(frame: frame, application: app.application)
            : Window(frame: frame, application: app.application)
        (window as? ModelWindow)?.model = self
        window.isHidden = false
        return window
    }

    private func makeView() -> View {
        let frame = Rect(Double(input.number(below: 64)), 0, 700, 700)
        let view: View =
            switch input.number(below: 8) {
            case 0: View(frame: frame)
            case 1: DetourView(detours, frame: frame)
            case 2: HitView(self, frame: frame)
            default: ModelView(self, name(), manner(), frame: frame)
            }
        view.isMultipleTouchEnabled = input.bool()
        return view
    }

    private func manner() -> Manner { Manner(ofTen: input.number(below: 10)) }

    private var anyApp: TreeApp { apps[input.number(below: 4) / 3] }
    private var anyView: View? { input.element(of: views) }
    private var anyWindow: Window? { input.element(of: windows) }
    private var anyPoint: Point { Point(Double(input.byte()) * 3.5, Double(input.byte()) * 2.5) }

    private func name() -> Int {
        names += 1
        return names
    }
}
