import ResponderKitTesting
import ResponderSimulator
import Testing

@testable import ResponderCore

@MainActor
@Suite("A controller appears and disappears")
struct AppearanceTests {
    private let harness: AppHarness
    private let log = ResponderLog()

    init() throws { harness = try AppHarness() }

    private func hooked(_ name: String) -> HookedController { HookedController(name, log) }

    // Rules: VC3, VC16, V4.
    @Test("A controller added to a shown window will appear, then is appearing, then has its layout, then did appear")
    func appears() {
        let controller = hooked("a")
        _ = controller.view
        log.clear()
        var windows: [String: Window?] = [:]
        controller.body = { [unowned controller] in windows[$0] = controller.view.window }
        harness.add(controller.view)
        #expect(log.lines == ["a.willAppear", "a.isAppearing", "a.willLayout", "a.didLayout", "a.didAppear"])
        #expect(windows["willAppear"] == .some(nil) && windows["isAppearing"] == .some(harness.window))
        #expect(controller.next === harness.window)
        controller.body = nil
    }

    // Rules: VC4, VC16.
    @Test("A removed controller will disappear in the window, and did disappear out of the window")
    func disappears() {
        let controller = hooked("a")
        harness.add(controller.view)
        log.clear()
        var windows: [String: Window?] = [:]
        controller.body = { [unowned controller] in windows[$0] = controller.view.window }
        controller.view.removeFromSuperview()
        #expect(log.take() == ["a.willDisappear", "a.didDisappear"])
        #expect(windows["willDisappear"] == .some(harness.window) && windows["didDisappear"] == .some(nil))
        controller.body = nil
    }

    // Rules: VC16.
    @Test("Controllers deep inside of what is added and removed get their calls, outer ones before inner ones")
    func deep() {
        let (outer, inner) = (hooked("o"), hooked("i"))
        let between = View()
        outer.view.addSubview(between)
        between.addSubview(inner.view)
        let holder = View()
        holder.addSubview(outer.view)
        log.clear()
        harness.add(holder)
        #expect(
            log.take() == [
                "o.willAppear", "i.willAppear", "o.isAppearing", "i.isAppearing", "o.didAppear", "i.didAppear",
            ]
        )
        holder.removeFromSuperview()
        #expect(log.take() == ["o.willDisappear", "i.willDisappear", "o.didDisappear", "i.didDisappear"])
    }

    // Rules: VC16.
    @Test("A controller appears and disappears with its window; a move to another shown window calls nothing")
    func windows() {
        let controller = hooked("a")
        let window = Window(frame: Rect(0, 0, 10, 10), application: harness.application)
        window.rootViewController = controller
        #expect(log.take() == ["a.loadView", "a.didLoad"])
        window.isHidden = false
        #expect(log.take() == ["a.willAppear", "a.isAppearing", "a.didAppear"])
        let holder = View()
        window.addSubview(holder)
        holder.addSubview(controller.view)
        harness.add(controller.view)
        #expect(log.take() == [])
        window.addSubview(controller.view)
        window.isHidden = true
        #expect(log.take() == ["a.willDisappear", "a.didDisappear"])
        window.isHidden = false
        #expect(log.take() == ["a.willAppear", "a.isAppearing", "a.didAppear"])
        window.isHidden = true
    }

    // Rules: VC17.
    @Test("A controller gets no call when the application goes to the background and comes back")
    func background() throws {
        let controller = hooked("a")
        harness.add(controller.view)
        log.clear()
        try harness.device.perform(.home)
        harness.settle()
        #expect(harness.application.applicationState == .background)
        #expect(log.take() == [])
        try harness.device.perform(.openSwitcher)
        try harness.device.perform(.choose("Application"))
        harness.settle()
        #expect(harness.application.applicationState == .active)
        #expect(log.take() == [])
    }

    // Rules: V12.
    @Test("A controller that appears in the background is laid out when the application comes back")
    func layoutInBackground() throws {
        let controller = hooked("a")
        controller.loadViewIfNeeded()
        try harness.device.perform(.home)
        harness.settle()
        log.clear()
        harness.add(controller.view)
        #expect(log.lines == ["a.willAppear", "a.isAppearing", "a.didAppear"])
        try harness.device.perform(.openSwitcher)
        try harness.device.perform(.choose("Application"))
        harness.settle()
        #expect(log.lines.contains("a.didLayout"))
        log.clear()
    }

    // Rules: VC14.
    @Test("A controller appears though its loading ends a transition that was not begun, and nothing is left held")
    func unbalancedEnd() {
        let controller = hooked("a")
        controller.body = { [unowned controller] in if $0 == "didLoad" { controller.endAppearanceTransition() } }
        harness.window.rootViewController = controller
        #expect(log.take().suffix(3) == ["a.willAppear", "a.isAppearing", "a.didAppear"])
        #expect(controller.appearance.holds == 0)
        controller.body = nil
    }

    @Test("Thousands of children that appear one after another do not make their superview lay out each time")
    func many() {
        let (parent, sizer) = (ViewController(), Counter())
        harness.window.rootViewController = parent
        parent.view.addSubview(sizer)
        harness.settle()
        sizer.layouts = 0
        for _ in 0..<5000 {
            let child = ViewController()
            child.view = View(frame: Rect(0, 0, 10, 10))
            parent.addChild(child)
            sizer.addSubview(child.view)
        }
        #expect(sizer.layouts == 0)
        harness.settle()
        #expect(sizer.layouts == 1)
    }

    // Rules: VC18, VC19.
    @Test("A controller appears during the launch, as the window is assembled, in the foreground and the background")
    func launch() throws {
        for isInBackground in [false, true] {
            let application = Application(runLoop: try MainRunLoop(clock: VirtualClock()))
            let delegate = AssemblingDelegate(hooked("a"), log)
            application.delegate = delegate
            try application.receive(isInBackground ? .launchInBackground() : .launch())
            #expect(
                log.take() == [
                    "a.loadView", "a.didLoad", "a.willAppear", "a.isAppearing", "a.didAppear", "didFinish",
                    isInBackground ? "background" : "active",
                ]
            )
            delegate.window = nil
        }
    }

    @Test("`viewIsAppearing` finds the view in its place, with the superview's layout still to come")
    func sizes() {
        let controller = hooked("a")
        harness.window.bounds.size = Size(300, 200)
        controller.body = { [unowned controller] call in
            if call == "isAppearing" { #expect(controller.view.frame == Rect(0, 0, 300, 200)) }
        }
        harness.window.rootViewController = controller
        #expect(log.lines.contains("a.isAppearing"))
        controller.body = nil
    }

    @Test("A view without extent is laid out by its marked superviews before it has appeared")
    func superviewLayout() {
        let (controller, sizer) = (hooked("a"), Sizer())
        controller.view.frame = .zero
        harness.add(sizer)
        var size: Size?
        controller.body = { [unowned controller] in if $0 == "didAppear" { size = controller.view.bounds.size } }
        sizer.addSubview(controller.view)
        #expect(size == Size(33, 44))
        controller.body = nil
    }
}

private final class Counter: View {
    var layouts = 0
    override func layoutSubviews() { layouts += 1 }
}

private final class Sizer: View {
    override func layoutSubviews() {
        for view in subviews { view.frame = Rect(0, 0, 33, 44) }
    }
}

@MainActor
private final class AssemblingDelegate: ApplicationDelegate {
    var window: Window?
    let controller: ViewController
    let log: ResponderLog

    init(_ controller: ViewController, _ log: ResponderLog) {
        self.controller = controller
        self.log = log
    }

    func application(_ application: Application, didFinishLaunchingWithOptions options: LaunchOptions) -> Bool {
        let window = Window(frame: Rect(0, 0, 100, 100), application: application)
        window.rootViewController = controller
        window.makeKeyAndVisible()
        self.window = window
        log.note("didFinish")
        return true
    }

    func applicationDidBecomeActive(_ application: Application) { log.note("active") }
    func applicationDidEnterBackground(_ application: Application) { log.note("background") }
}
