import Glibc
import ResponderKitTesting
import Testing

@testable import ResponderCore

@MainActor
@Suite("Who performs an action")
struct ActionTargetTests {
    private let harness: AppHarness
    private let log = ResponderLog()
    private let ping = Action<View>.ping

    init() throws {
        harness = try AppHarness()
    }

    // Rules: R39.
    @Test("A responder can perform an action only if it implements the action itself")
    func itself() {
        let outer = PingView("outer", log: log)
        let inner = View()
        outer.addSubview(inner)
        #expect(outer.canPerformAction(ping, withSender: nil))
        #expect(!inner.canPerformAction(ping, withSender: nil))
        #expect(!outer.canPerformAction(Action<View>.pong, withSender: nil))
    }

    // Rules: R39.
    @Test("An action's target is the responder itself, or else the next one that can perform the action")
    func target() {
        let outer = PingView("outer", log: log)
        let (between, inner) = (View(), View())
        outer.addSubview(between)
        between.addSubview(inner)
        for isShown in [false, true] {
            if isShown { harness.add(outer) }
            #expect(inner.target(forAction: ping, withSender: nil) === outer)
            #expect(outer.target(forAction: ping, withSender: nil) === outer)
            #expect(inner.target(forAction: Action<View>.pong, withSender: nil) == nil)
        }
    }

    // Rules: R39.
    @Test("An action goes to the next responder while an override of canPerformAction, given the sender, says no")
    func unwilling() {
        let outer = harness.add(PingView("outer", log: log))
        let inner = WillingView("inner", log: log)
        outer.addSubview(inner)
        let sender = View()
        inner.addSubview(sender)
        harness.application.sendAction(.ping, to: nil, from: sender)
        inner.isWilling = true
        harness.application.sendAction(.ping, to: nil, from: sender)
        #expect(log.lines == ["outer.ping", "inner.ping"])
        #expect(inner.senders.count == 2 && inner.senders.allSatisfy { $0 as? View === sender })
        #expect(inner.target(forAction: ping, withSender: nil) === inner)
        #expect(inner.senders.count == 3 && inner.senders[2] == nil)
    }

    // Rules: R39.
    @Test("An action goes to whom an override of target(forAction:) names, or whom super finds")
    func redirected() {
        let outer = harness.add(PingView("outer", log: log))
        let redirecting = RedirectingView()
        outer.addSubview(redirecting)
        let sender = View()
        redirecting.addSubview(sender)
        harness.application.sendAction(.ping, to: nil, from: sender)
        redirecting.other = PingView("other", log: log)
        harness.application.sendAction(.ping, to: nil, from: sender)
        #expect(log.lines == ["outer.ping", "other.ping"])
        #expect(redirecting.asked == 2)
        // Who is named but does not implement the action does not perform it, and nobody else does.
        redirecting.other = View()
        #expect(!harness.application.sendAction(.ping, to: nil, from: sender))
        #expect(log.lines.count == 2)
    }

    // Rules: R39, R37.
    @Test("The sender's target gets an action if an override below the first responder says nobody")
    func decidedNobody() {
        final class Wall: View {
            override func target(forAction action: AnyAction, withSender sender: Any?) -> Responder? { nil }
        }
        let outer = harness.add(PingView("outer", log: log))
        let wall = Wall()
        outer.addSubview(wall)
        let focus = FocusView()
        wall.addSubview(focus)
        #expect(focus.becomeFirstResponder())
        #expect(!harness.application.sendAction(.ping, to: nil, from: wall as View))
        #expect(harness.application.sendAction(.ping, to: nil, from: outer as View))
        #expect(log.lines == ["outer.ping"])
    }

    @Test("`canPerformAction` gets a sender without its optional, and nil for none")
    func optionalSender() {
        final class Noting: View {
            var senders: [Any?] = []
            override func canPerformAction(_ action: AnyAction, withSender sender: Any?) -> Bool {
                senders.append(sender)
                return false
            }
        }
        let view = harness.add(Noting())
        final class Focus: FocusedIn {}
        let focus = Focus()
        view.addSubview(focus)
        #expect(focus.becomeFirstResponder())
        let application = harness.application
        application.sendAction(Action<Any?>("any"), to: nil, from: nil)
        application.sendAction(Action<Any?>("any"), to: nil, from: 7)
        application.sendAction(Action<View?>("view"), to: nil, from: nil)
        application.sendAction(Action<Int>("number"), to: nil, from: 7)
        #expect(view.senders.map { $0.map { "\($0)" } } == [nil, "7", nil, "7"])
    }

    @Test("A target is found up a chain of 10,000, also by asking each one and by overrides that call super")
    func deep() async {
        await #expect(processExitsWith: .success) { try await checkDeep() }
    }

    @Test("An action's target is the same without the override table", arguments: ["off", "absent"])
    func withoutTable(mode: String) async {
        await #expect(processExitsWith: .success) { [mode] in
            setenv("RESPONDERKIT_OVERRIDE_TABLE", mode, 1)
            try await checkWithoutTable()
            try await checkDeep()
        }
    }

    @Test("The search for a target ends with nobody in a circle of overrides that call super")
    func circle() async {
        await #expect(processExitsWith: .success) { try await checkCircle() }
    }
}

/// A view that can become first responder, to be subclassed.
private class FocusedIn: View {
    override var canBecomeFirstResponder: Bool { true }
}

/// A responder that asks super for the target.
private final class AskingResponder: Responder {
    var other: Responder?
    override var next: Responder? { other }
    override func target(forAction action: AnyAction, withSender sender: Any?) -> Responder? {
        super.target(forAction: action, withSender: sender)
    }
}

@MainActor
private func checkDeep() throws {
    let harness = try AppHarness()
    let log = ResponderLog()
    let outermost = harness.add(PingView("outermost", log: log))
    var view: View = outermost
    for _ in 0..<10_000 {
        let inner = View()
        view.addSubview(inner)
        view = inner
    }
    for _ in 0..<2 { try #require(harness.application.sendAction(.ping, to: nil, from: view)) }
    try #require(view.target(forAction: Action<View>.ping, withSender: nil) === outermost)
    try #require(!harness.application.sendAction(.pong, to: nil, from: view))
    try #require(log.lines.count == 2)
    // Of overrides as of plain responders.
    let asking = (0..<10_000).map { _ in AskingResponder() }
    for (lower, upper) in zip(asking, asking.dropFirst()) { lower.other = upper }
    asking.last?.other = outermost
    try #require(asking[0].target(forAction: Action<View>.ping, withSender: nil) === outermost)
    try #require(asking[0].target(forAction: Action<View>.pong, withSender: nil) == nil)
    for responder in asking { responder.other = nil }
}

@MainActor
private func checkCircle() throws {
    let ring = (0..<3).map { _ in AskingResponder() }
    for index in 0..<3 { ring[index].other = ring[(index + 1) % 3] }
    try #require(ring[0].target(forAction: Action<View>.ping, withSender: nil) == nil)
    for responder in ring { responder.other = nil }
}

@MainActor
private func checkWithoutTable() throws {
    try #require(!OverrideTable.shared.skips)
    let tests: [@MainActor (ActionTargetTests) -> @MainActor () -> Void] = [
        ActionTargetTests.itself, ActionTargetTests.target, ActionTargetTests.unwilling, ActionTargetTests.redirected,
        ActionTargetTests.decidedNobody, ActionTargetTests.optionalSender,
    ]
    for test in tests { test(try ActionTargetTests())() }
    let sending: [@MainActor (SendActionTests) -> @MainActor () -> Void] = [
        SendActionTests.toTarget, SendActionTests.fromSender, SendActionTests.withoutFirstResponder,
        SendActionTests.senderIsNoResponder, SendActionTests.nobody, SendActionTests.overriddenNext,
        SendActionTests.removedInside,
    ]
    for test in sending { test(try SendActionTests())() }
}
