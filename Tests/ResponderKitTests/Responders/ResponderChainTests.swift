import ResponderKitTesting
import Testing

@testable import ResponderCore

@MainActor
@Suite("The responder chain")
struct ResponderChainTests {
    // Rules: R1.
    @Test("A plain responder has no next")
    func base() {
        #expect(Responder().next == nil)
    }

    // Rules: R1, R2.
    @Test("The next responder is computed anew, and follows every change of the tree")
    func live() {
        let (outer, other, view) = (View(), View(), View())
        #expect(view.next == nil)
        outer.addSubview(view)
        #expect(view.next === outer)
        other.addSubview(view)
        #expect(view.next === other)
        let controller = ViewController()
        controller.view = view
        #expect(view.next === controller && controller.next === other)
        view.removeFromSuperview()
        #expect(view.next === controller && controller.next == nil)
    }

    // Rules: R2.
    @Test("A view whose controller is gone has its superview as next, also when the view is shown only then")
    func controllerGone() throws {
        let harness = try AppHarness()
        let log = ResponderLog()
        let outer = RecordingView("outer", log: log, frame: Rect(0, 0, 100, 100))
        let view = View(frame: Rect(0, 0, 100, 100))
        outer.addSubview(view)
        do {
            let controller = ViewController()
            controller.view = view
        }
        #expect(view.next === outer)
        harness.add(outer)
        harness.finger().down(at: Point(10, 10)).up()
        harness.settle()
        #expect(log.lines == ["outer.began(10, 10)", "outer.ended(10, 10)"])
    }

    // Rules: R3, R8.
    @Test("The chain goes from the leaf over controllers, window and application to the delegate")
    func whole() throws {
        let delegate = RespondingDelegate()
        let harness = try AppHarness(delegate: delegate)
        let (root, inner) = (ViewController(), ViewController())
        harness.window.rootViewController = root
        let (between, leaf) = (View(), View())
        root.view.addSubview(between)
        between.addSubview(inner.view)
        inner.view.addSubview(leaf)
        var chain: [Responder] = []
        var current: Responder? = leaf
        while let responder = current {
            chain.append(responder)
            current = responder.next
        }
        #expect(
            chain == [leaf, inner.view, inner, between, root.view, root, harness.window, harness.application, delegate]
        )
    }

    // Rules: R4.
    @Test("A controller inside another controller's view reaches that controller through the views between")
    func nestedController() throws {
        let (outer, inner) = (ViewController(), ViewController())
        let between = View()
        outer.view.addSubview(between)
        between.addSubview(inner.view)
        #expect(inner.next === between && between.next === outer.view && outer.view.next === outer)
    }

    // Rules: R5.
    @Test("Reading a controller's next does not load its view")
    func notLoaded() {
        let controller = ViewController()
        #expect(controller.next == nil)
        #expect(!controller.isViewLoaded)
    }

    // Rules: R6.
    @Test("A window's next is its application, shown or not, and nil when the application is gone")
    func window() throws {
        var window: Window?
        do {
            let harness = try AppHarness()
            window = Window(frame: .zero, application: harness.application)
            #expect(window?.next === harness.application)
            window?.isHidden = false
            #expect(window?.next === harness.application)
        }
        #expect(window?.next == nil)
    }

    // Rules: R7.
    @Test("A delegate that is a plain responder ends the chain; any other delegate is not in the chain")
    func delegate() throws {
        let application = try AppHarness().application
        let responder = RespondingDelegate()
        application.delegate = responder
        #expect(application.next === responder && responder.next == nil)
        let others: [any ApplicationDelegate] = [PlainDelegate(), ViewDelegate(), ControllerDelegate()]
        for other in others {
            application.delegate = other
            #expect(application.next == nil)
        }
        application.delegate = nil
        #expect(application.next == nil)
    }

    // Rules: R7.
    @Test("An application that is its own delegate is not its own next")
    func ownDelegate() throws {
        let harness = try AppHarness(SelfDelegate.self)
        let application = try #require(harness.application as? SelfDelegate)
        application.delegate = application
        #expect(application.next == nil)
        harness.finger().down(at: Point(10, 10)).up()
        harness.settle()
        #expect(harness.isIdle)
    }

    // Rules: R13.
    @Test("A recogniser is not in the chain: what its view does not handle passes on to the superview beside it")
    func recognizer() throws {
        let harness = try AppHarness()
        let log = ResponderLog()
        let outer = RecordingView("outer", log: log, frame: Rect(0, 0, 100, 100))
        let view = View(frame: Rect(0, 0, 100, 100))
        let recognizer = LongPressGestureRecognizer()
        view.addGestureRecognizer(recognizer)
        outer.addSubview(view)
        harness.add(outer)
        #expect(!((recognizer as AnyObject) is Responder))
        #expect(view.next === outer)
        harness.finger().down(at: Point(10, 10)).up()
        harness.settle()
        #expect(log.lines == ["outer.began(10, 10)", "outer.ended(10, 10)"])
    }

    @Test("A view has one controller: a controller that had the view before no longer has any")
    func oneController() {
        let (first, second) = (ViewController(), ViewController())
        let view = View()
        first.view = view
        second.view = view
        #expect(!first.isViewLoaded && view.next === second)
        first.view = View()
        #expect(view.next === second)
    }

    // Rules: VC26.
    @Test("A root view that was moved to another window stays there when its first window gets another root")
    func rootMoved() throws {
        let harness = try AppHarness()
        let (root, window) = (ViewController(), Window(frame: .zero, application: harness.application))
        harness.window.rootViewController = root
        window.rootViewController = root
        harness.window.rootViewController = ViewController()
        #expect(root.view.superview === window)
    }

    @Test(
        "A window keeps the controllers of its views, shown or hidden, and releases them with their views",
        arguments: [false, true]
    )
    func keptControllers(isHiddenFirst: Bool) throws {
        let harness = try AppHarness()
        harness.window.isHidden = isHiddenFirst
        let view = harness.add(View())
        weak var controller: ViewController?
        do {
            let made = ViewController()
            made.view = view
            controller = made
        }
        #expect(controller != nil && view.next === controller)
        harness.window.isHidden.toggle()
        harness.window.isHidden.toggle()
        #expect(controller != nil && view.next === controller)
        view.removeFromSuperview()
        #expect(controller == nil && view.next == nil)
    }
}

private final class RespondingDelegate: Responder, ApplicationDelegate {}
private final class ViewDelegate: View, ApplicationDelegate {}
private final class ControllerDelegate: ViewController, ApplicationDelegate {}
private final class PlainDelegate: ApplicationDelegate {}
private final class SelfDelegate: Application, ApplicationDelegate {}
