import ResponderKitTesting
import Testing

@testable import ResponderCore

@MainActor
@Suite("The first responder")
struct FirstResponderTests {
    let harness: AppHarness
    let hooks = HookLog()

    init() throws {
        harness = try AppHarness()
    }

    private func candidate(_ name: String, in superview: View? = nil) -> Candidate {
        let view = Candidate(name, hooks)
        (superview ?? harness.window).addSubview(view)
        return view
    }

    // Rules: R16.
    @Test("A plain responder cannot become first, and could resign")
    func defaults() {
        let view = harness.add(View())
        #expect(!view.canBecomeFirstResponder && view.canResignFirstResponder)
        #expect(!view.becomeFirstResponder() && !view.isFirstResponder && harness.window.firstResponder == nil)
    }

    // Rules: R17.
    @Test("A responder in no window cannot become first, and is not asked")
    func noWindow() {
        let view = Candidate("a", hooks)
        #expect(!view.becomeFirstResponder() && !view.isFirstResponder)
        #expect(hooks.calls.isEmpty)
        #expect(!Willing().becomeFirstResponder())
    }

    // Rules: R17.
    @Test("A responder that is first already becomes first at once: nobody is asked")
    func again() {
        let view = candidate("a")
        #expect(view.becomeFirstResponder())
        hooks.calls = []
        #expect(view.becomeFirstResponder() && view.isFirstResponder)
        #expect(hooks.calls.isEmpty)
    }

    // Rules: R15, R18.
    @Test("The newcomer is asked first, then the former first responder, which resigns; then the newcomer is first")
    func order() {
        let (former, newcomer) = (candidate("former"), candidate("newcomer"))
        #expect(former.becomeFirstResponder())
        hooks.calls = []
        #expect(newcomer.becomeFirstResponder())
        #expect(hooks.calls == ["newcomer.can become", "former.can resign", "former.resign"])
        #expect(harness.window.firstResponder === newcomer && newcomer.isFirstResponder && !former.isFirstResponder)
    }

    // Rules: R18, R19.
    @Test("A newcomer that does not want to be first costs the former first responder nothing")
    func unwilling() {
        let (former, newcomer) = (candidate("former"), candidate("newcomer"))
        #expect(former.becomeFirstResponder())
        newcomer.canBecome = false
        hooks.calls = []
        #expect(!newcomer.becomeFirstResponder())
        #expect(hooks.calls == ["newcomer.can become"] && former.isFirstResponder)
    }

    // Rules: R19.
    @Test("The first responder stays when it refuses, by either of its two methods")
    func refusal() {
        let (former, newcomer) = (candidate("former"), candidate("newcomer"))
        #expect(former.becomeFirstResponder())
        former.canResign = false
        #expect(!newcomer.becomeFirstResponder() && former.isFirstResponder)
        former.canResign = true
        former.resigns = false
        #expect(!newcomer.becomeFirstResponder() && former.isFirstResponder)
    }

    // Rules: R20.
    @Test("A window has no first responder after resigning: nobody up the chain takes its place")
    func resigning() {
        let outer = candidate("outer")
        let inner = candidate("inner", in: outer)
        #expect(inner.becomeFirstResponder())
        #expect(inner.resignFirstResponder())
        #expect(harness.window.firstResponder == nil && !outer.isFirstResponder)
        #expect(outer.resignFirstResponder())
        #expect(inner.becomeFirstResponder())
        inner.canResign = false
        #expect(!inner.resignFirstResponder() && inner.isFirstResponder)
    }

    // Rules: R23.
    @Test("An override of `resignFirstResponder` that does not call super changes nothing, whatever it returns")
    func withoutSuper() {
        let (former, newcomer) = (candidate("former"), candidate("newcomer"))
        #expect(former.becomeFirstResponder())
        former.callsSuper = false
        #expect(!newcomer.becomeFirstResponder())
        #expect(former.isFirstResponder && !newcomer.isFirstResponder)
    }

    // Rules: R21.
    @Test("A view that leaves its window resigns, also inside another view that leaves, and against its will")
    func leaving() {
        let outer = candidate("outer")
        let inner = candidate("inner", in: outer)
        #expect(inner.becomeFirstResponder())
        hooks.calls = []
        outer.removeFromSuperview()
        #expect(hooks.calls == ["inner.resign"] && harness.window.firstResponder == nil)
        harness.add(outer)
        #expect(inner.becomeFirstResponder())
        (inner.canResign, inner.resigns) = (false, false)
        inner.removeFromSuperview()
        #expect(harness.window.firstResponder == nil && !inner.isFirstResponder)
    }

    // Rules: R21.
    @Test("A view that moves inside its window stays first; one that moves to another window does not")
    func moving() {
        let (here, there) = (harness.add(View()), harness.add(View()))
        let view = candidate("a", in: here)
        #expect(view.becomeFirstResponder())
        there.addSubview(view)
        #expect(view.isFirstResponder)
        let other = Window(frame: Rect(0, 0, 10, 10), application: harness.application)
        other.addSubview(view)
        #expect(harness.window.firstResponder == nil && other.firstResponder == nil)
        #expect(view.becomeFirstResponder() && other.firstResponder === view)
    }

    // Rules: R21.
    @Test("A view that becomes first while it leaves is not first afterwards")
    func becomingWhileLeaving() {
        let view = candidate("a")
        view.onWillMove = { [unowned view] in _ = view.becomeFirstResponder() }
        #expect(view.becomeFirstResponder())
        view.removeFromSuperview()
        #expect(harness.window.firstResponder == nil)
    }

    // Rules: R15.
    @Test("Each window has a first responder of its own; events enter at that of the key window")
    func windows() {
        let first = candidate("first")
        let other = Window(frame: Rect(0, 0, 10, 10), application: harness.application)
        let second = candidate("second", in: other)
        other.isHidden = false
        #expect(first.becomeFirstResponder() && second.becomeFirstResponder())
        #expect(first.isFirstResponder && second.isFirstResponder)
        #expect(entry === first)
        other.makeKey()
        #expect(entry === second)
        second.resignFirstResponder()
        #expect(entry === other)
        other.isHidden = true
        #expect(entry === first)
        first.resignFirstResponder()
        #expect(entry === harness.window)
    }

    // Rules: R17, R21.
    @Test("A controller may be first while its view is in a window, and resigns with its view")
    func controllers() {
        let controller = WillingController()
        #expect(!controller.becomeFirstResponder())
        harness.add(controller.view)
        #expect(controller.becomeFirstResponder() && controller.isFirstResponder && entry === controller)
        controller.view.removeFromSuperview()
        #expect(!controller.isFirstResponder && harness.window.firstResponder == nil)
        harness.add(controller.view)
        #expect(controller.becomeFirstResponder())
        controller.view = View()
        #expect(harness.window.firstResponder == nil)
    }

    @Test("A window may be its own first responder, and is released all the same")
    func ownWindow() {
        weak var released: Window?
        do {
            let window = WillingWindow(frame: Rect(0, 0, 10, 10), application: harness.application)
            #expect(window.becomeFirstResponder() && window.isFirstResponder && window.firstResponder === window)
            released = window
        }
        #expect(released == nil)
    }

    @Test("Another responder that becomes first inside a hook stays first")
    func nestedNewcomer() {
        let (former, newcomer, third) = (candidate("former"), candidate("newcomer"), candidate("third"))
        #expect(former.becomeFirstResponder())
        former.onResigned = { _ = third.becomeFirstResponder() }
        #expect(!newcomer.becomeFirstResponder())
        #expect(harness.window.firstResponder === third)
    }

    // Rules: R18, R20.
    @Test("A third responder that the former makes first before it calls super stays first", arguments: [false, true])
    func nestedBeforeSuper(isLeaving: Bool) {
        let (former, newcomer, third) = (candidate("former"), candidate("newcomer"), candidate("third"))
        #expect(former.becomeFirstResponder())
        former.onResigning = { #expect(third.becomeFirstResponder()) }
        if isLeaving {
            former.canResign = false
            former.removeFromSuperview()
        } else {
            #expect(!newcomer.becomeFirstResponder())
        }
        #expect(harness.window.firstResponder === third)
        // The newcomer itself, too.
        third.onResigning = { #expect(newcomer.becomeFirstResponder()) }
        #expect(newcomer.becomeFirstResponder() && newcomer.isFirstResponder)
        // And where it resigns for nobody.
        newcomer.onResigning = { #expect(third.becomeFirstResponder()) }
        #expect(newcomer.resignFirstResponder() && third.isFirstResponder)
    }

    // Rules: R19.
    @Test("No responder becomes first while the former is asked whether it may resign")
    func nestedWhileAsked() {
        let (former, newcomer, third) = (candidate("former"), candidate("newcomer"), candidate("third"))
        #expect(former.becomeFirstResponder())
        former.canResign = false
        former.onAsked = { #expect(!third.becomeFirstResponder()) }
        #expect(!newcomer.becomeFirstResponder() && former.isFirstResponder)
        // Its hook resigns by itself: nobody is first, and the newcomer may be.
        former.canResign = true
        former.onAsked = {
            former.onAsked = nil
            #expect(former.resignFirstResponder())
        }
        #expect(newcomer.becomeFirstResponder() && newcomer.isFirstResponder)
    }

    // Rules: R21.
    @Test("A controller whose view is replaced by another view is no longer first")
    func replacedView() {
        let controller = WillingController()
        harness.window.rootViewController = controller
        #expect(controller.becomeFirstResponder())
        controller.view = View(frame: Rect(0, 0, 10, 10))
        #expect(controller.isFirstResponder == (harness.window.firstResponder === controller))
        harness.window.rootViewController = nil
        #expect(harness.window.firstResponder == nil)
    }

    @Test("A newcomer that its predecessor takes out of the window does not become first")
    func removedNewcomer() {
        let (former, newcomer) = (candidate("former"), candidate("newcomer"))
        #expect(former.becomeFirstResponder())
        former.onResigned = { newcomer.removeFromSuperview() }
        #expect(!newcomer.becomeFirstResponder())
        #expect(harness.window.firstResponder == nil)
    }

    private var entry: Responder? {
        harness.application.dispatcherState.pointee.firstResponder?.pointee.object.takeUnretainedValue()
    }
}

/// The calls of hooks, as text.
@MainActor
final class HookLog {
    var calls: [String] = []
}

/// A view that may become first, and notes the calls of its hooks.
private final class Candidate: View {
    let name: String
    let log: HookLog
    var canBecome = true
    var canResign = true
    /// Whether `resignFirstResponder` asks super.
    var resigns = true
    /// Whether `resignFirstResponder` asks super; if not, it claims to have resigned.
    var callsSuper = true
    var onResigned: (() -> Void)?
    /// Called before `resignFirstResponder` asks super.
    var onResigning: (() -> Void)?
    var onAsked: (() -> Void)?
    var onWillMove: (() -> Void)?

    init(_ name: String, _ log: HookLog) {
        (self.name, self.log) = (name, log)
        super.init(frame: Rect(0, 0, 10, 10))
    }

    override var canBecomeFirstResponder: Bool {
        log.calls.append("\(name).can become")
        return canBecome
    }
    override var canResignFirstResponder: Bool {
        log.calls.append("\(name).can resign")
        onAsked?()
        return canResign
    }
    @discardableResult
    override func resignFirstResponder() -> Bool {
        guard resigns else { return false }
        guard callsSuper else { return true }
        log.calls.append("\(name).resign")
        onResigning?()
        guard super.resignFirstResponder() else { return false }
        onResigned?()
        return true
    }
    override func willMove(toWindow window: Window?) { onWillMove?() }
}

private final class Willing: Responder {
    override var canBecomeFirstResponder: Bool { true }
}
private final class WillingController: ViewController {
    override var canBecomeFirstResponder: Bool { true }
}
private final class WillingWindow: Window {
    override var canBecomeFirstResponder: Bool { true }
}
