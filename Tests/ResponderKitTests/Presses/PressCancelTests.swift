import ResponderKitTesting
import Testing

@testable import ResponderCore

@Suite("Presses are cancelled")
@MainActor
struct PressCancelTests {
    // Rules: T25, T34, T35.
    @Test(
        "Presses are cancelled when the app becomes inactive; held keys do not go on, and nothing comes meanwhile"
    )
    func inactive() throws {
        let scene = try PressScene()
        scene.inner.passesOn = true
        scene.keyboard.press("a").press("b")
        _ = scene.take()
        try scene.harness.device.perform(.call(from: "Anna"))
        #expect(scene.take() == ["inner.cancelled(a b)", "outer.cancelled(a b)"])
        scene.keyboard.repeat(.keyboard(4)).release("b").press("c")
        #expect(scene.take() == [])
        try scene.harness.device.perform(.declineCall)
        scene.keyboard.repeat(.keyboard(4)).repeat(.keyboard(6)).release("a").release("c")
        #expect(scene.take() == [])
        #expect(scene.harness.application.pressStatistics.refusedWhileInactive == 1)
        scene.keyboard.type("a")
        #expect(scene.take().count == 4)
    }

    // Rules: R29, T25, T26.
    @Test(
        "A press is cancelled when its responder leaves its window, at once or when the handler has returned",
        arguments: 0..<4
    )
    func removed(way: Int) throws {
        let scene = try PressScene()
        scene.keyboard.press("a")
        _ = scene.take()
        switch way {
        case 0: scene.inner.removeFromSuperview()
        case 1: scene.outer.removeFromSuperview()
        case 2: scene.harness.window.isHidden = true
        default:
            // Inside another press's handler the cancel waits (rule T33).
            scene.inner.onPress = { [inner = scene.inner, log = scene.log] message, presses, _ in
                guard message == "began" else { return }
                inner.removeFromSuperview()
                log.add("removed")
            }
            scene.keyboard.press("b")
        }
        let cancels = way == 3 ? ["inner.began(b)", "removed", "inner.cancelled(a b)"] : ["inner.cancelled(a)"]
        #expect(scene.take() == cancels)
        scene.keyboard.repeat(.keyboard(4)).release("a")
        #expect(scene.take() == [])
    }

    // Rules: R29, T20.
    @Test("A press is cancelled for a responder above that leaves the chain; the first responder goes on")
    func lostRecipient() throws {
        let scene = try PressScene()
        scene.inner.passesOn = true
        scene.keyboard.press("a")
        #expect(scene.take() == ["inner.began(a)", "outer.began(a)"])
        // A responder that comes between gets nothing of the press.
        let newcomer = KeyView("newcomer", scene.log)
        newcomer.passesOn = true
        scene.harness.add(newcomer)
        newcomer.addSubview(scene.middle)
        #expect(scene.take() == ["outer.cancelled(a)"])
        scene.keyboard.repeat(.keyboard(4)).press("b").release("a").release("b")
        #expect(
            scene.take() == [
                "inner.changed(a)", "inner.began(b)", "newcomer.began(b)", "inner.ended(a)", "inner.ended(b)",
                "newcomer.ended(b)",
            ]
        )
    }

    // Rules: R29, T20.
    @Test("A responder that is still above keeps the press when one between has left")
    func stillAbove() throws {
        let scene = try PressScene()
        let between = KeyView("between", scene.log)
        scene.outer.addSubview(between)
        between.addSubview(scene.middle)
        for view in [scene.inner, between] { view.passesOn = true }
        scene.keyboard.press("a")
        #expect(scene.take() == ["inner.began(a)", "between.began(a)", "outer.began(a)"])
        scene.outer.addSubview(scene.middle)
        #expect(scene.take() == ["between.cancelled(a)"])
        scene.keyboard.repeat(.keyboard(4)).release("a")
        #expect(
            scene.take() == ["inner.changed(a)", "outer.changed(a)", "inner.ended(a)", "outer.ended(a)"]
        )
    }

    // Rules: R29, T20.
    @Test("One leaves from between inside any handler: each that had the began gets one end", arguments: 0..<9)
    func leavesInHandler(way: Int) throws {
        let scene = try PressScene()
        let between = KeyView("between", scene.log)
        scene.outer.addSubview(between)
        between.addSubview(scene.middle)
        let views = [scene.inner, between, scene.outer]
        for view in views { view.passesOn = true }
        let message = ["began", "changed", "ended"][way / 3]
        views[way % 3].onPress = { [outer = scene.outer, middle = scene.middle] told, _, _ in
            if told == message { outer.addSubview(middle) }
        }
        scene.keyboard.press("a").repeat(.keyboard(4)).release("a")
        let lines = scene.take()
        for view in views {
            let began = lines.count { $0 == "\(view.name).began(a)" }
            let ends = lines.count { $0 == "\(view.name).ended(a)" || $0 == "\(view.name).cancelled(a)" }
            #expect(began == ends && began <= 1, "\(view.name): \(lines)")
        }
        for view in views { view.onPress = { _, _, _ in } }
    }

    // Rules: R14, R29.
    @Test("A press that none has handled is cancelled for nobody when a responder comes into its chain")
    func newcomer() throws {
        let scene = try PressScene()
        let (bottom, root) = (PlainField(frame: .zero), View(frame: .zero))
        scene.harness.add(root).addSubview(bottom)
        bottom.becomeFirstResponder()
        scene.keyboard.press("a")
        scene.harness.settle()
        let newcomer = KeyView("newcomer", scene.log)
        scene.harness.add(newcomer).addSubview(root)
        scene.keyboard.repeat(.keyboard(4)).release("a")
        #expect(scene.take() == [])
        scene.keyboard.type("b")
        #expect(scene.take() == ["newcomer.began(b)", "newcomer.ended(b)"])
    }

    // Rules: R29.
    @Test("Presses are cancelled when their keyboard is unplugged, and when their sender is gone")
    func lostKeyboard() throws {
        let scene = try PressScene()
        scene.keyboard.press("a").press("b")
        _ = scene.take()
        scene.keyboard.unplug()
        #expect(scene.take() == ["inner.cancelled(a)", "inner.cancelled(b)"])
        var sender: TouchPort.Sender? = scene.harness.application.touchPort.makeSender()
        sender?.send(PressFrame(time: .zero, usage: .keyboard(4), phase: .began, characters: "x"))
        sender?.send(TouchContact(1, .began, at: Point(900, 900)), at: .zero)
        sender = nil
        #expect(scene.take() == ["inner.began(x)", "inner.cancelled(x)"])
    }

    // Rules: R29, T33.
    @Test("A press ends in a run inside a handler, and what the handler then passes on is closed")
    func nestedRun() throws {
        let scene = try PressScene()
        scene.inner.passesOn = true
        scene.inner.onPress = { [unowned harness = scene.harness] message, _, _ in
            guard message == "began" else { return }
            harness.keyboard.release("a")
            harness.application.runLoop.runUntilIdle()
        }
        scene.keyboard.press("a")
        #expect(scene.take() == ["inner.began(a)", "inner.ended(a)"])
        // A removal inside the inner run: the cancel waits for the outermost handler, and nothing comes before it.
        scene.inner.onPress = {
            [unowned inner = scene.inner, unowned harness = scene.harness, log = scene.log] message, _, _ in
            guard message == "began" else { return }
            inner.removeFromSuperview()
            harness.keyboard.repeat(.keyboard(4)).release("a")
            harness.application.runLoop.runUntilIdle()
            log.add("returns")
        }
        scene.keyboard.press("a")
        #expect(scene.take() == ["inner.began(a)", "returns", "inner.cancelled(a)"])
    }

    // Rules: R29.
    @Test("A press is cancelled for those that get no end or cancel since the responder below has changed the tree")
    func treeChangesInEnd() throws {
        let scene = try PressScene(KeyApplication.self)
        (scene.inner.passesOn, scene.outer.passesOn) = (true, true)
        let application = try #require(scene.harness.application as? KeyApplication)
        application.log = scene.log
        for message in ["ended", "cancelled"] {
            scene.inner.onPress = { [inner = scene.inner] heard, _, _ in
                if heard == message { inner.removeFromSuperview() }
            }
            scene.keyboard.press("a")
            if message == "ended" { scene.keyboard.release("a") } else { scene.keyboard.unplug() }
            #expect(
                scene.take() == [
                    "inner.began(a)", "outer.began(a)", "application.began", "inner.\(message)(a)",
                    "outer.cancelled(a)",
                    "application.cancelled",
                ]
            )
            scene.middle.addSubview(scene.inner)
            scene.inner.becomeFirstResponder()
        }
        // A controller replaces the root before it passes the end on.
        let controller = ReplacingController()
        scene.harness.window.rootViewController = controller
        scene.inner.removeFromSuperview()
        controller.becomeFirstResponder()
        scene.harness.keyboard.press("a").release("a")
        #expect(scene.take() == ["application.began", "application.cancelled"])
        #expect(scene.harness.window.rootViewController !== controller)
        #expect(application.dispatcherState.pointee.pressCount == 0)
    }

    // Rules: R29.
    @Test("Presses are cancelled without a call when the application is gone or killed while a key is held")
    func gone() throws {
        let log = PressLog()
        weak var application: Application?
        do {
            let loop = try MainRunLoop(clock: VirtualClock())
            let app = Application(runLoop: loop)
            application = app
            app.launch()
            let window = Window(frame: Rect(0, 0, 10, 10), application: app)
            window.makeKeyAndVisible()
            let view = KeyView("view", log)
            window.addSubview(view)
            view.becomeFirstResponder()
            let sender = app.touchPort.makeSender()
            sender.send(PressFrame(time: .zero, usage: .keyboard(4), phase: .began, characters: "a"))
            loop.runUntilIdle()
            #expect(log.take() == ["view.began(a)"])
        }
        #expect(application == nil)
        #expect(log.take() == [])
        let scene = try PressScene()
        scene.keyboard.press("a")
        _ = scene.take()
        try scene.harness.device.perform(.crash("Application"))
        #expect(scene.take() == [])
    }
}

/// An application that handles presses.
private final class KeyApplication: Application {
    var log: PressLog?

    override func pressesBegan(_ presses: PressSet, with event: PressesEvent) { log?.add("application.began") }
    override func pressesEnded(_ presses: PressSet, with event: PressesEvent) { log?.add("application.ended") }
    override func pressesCancelled(_ presses: PressSet, with event: PressesEvent) { log?.add("application.cancelled") }
}

/// A controller that takes the focus, and goes before it passes the end of a key on.
private final class ReplacingController: ViewController {
    override var canBecomeFirstResponder: Bool { true }
    override func pressesBegan(_ presses: PressSet, with event: PressesEvent) {
        super.pressesBegan(presses, with: event)
    }
    override func pressesEnded(_ presses: PressSet, with event: PressesEvent) {
        view.window?.rootViewController = ViewController()
        super.pressesEnded(presses, with: event)
    }
}
