import ResponderKitTesting
import Testing

@testable import ResponderCore

@MainActor
@Suite("Sending an action")
struct SendActionTests {
    private let harness: AppHarness
    private let log = ResponderLog()

    init() throws {
        harness = try AppHarness()
    }

    private func send(_ action: Action<View> = .ping, to target: Responder? = nil, from sender: View) -> Bool {
        harness.application.sendAction(action, to: target, from: sender)
    }

    // Rules: R36.
    @Test("An action sent to a target is performed by the target, and nobody else")
    func toTarget() {
        let outer = harness.add(PingView("outer", log: log))
        let target = PingView("target", log: log)
        outer.addSubview(target)
        #expect(send(to: target, from: outer))
        #expect(log.lines == ["target.ping"])
    }

    // Rules: R36, R38.
    @Test("An action sent to a target without it returns false, also where the target's next responder has it")
    func toTargetWithout() {
        let outer = harness.add(PingView("outer", log: log))
        let target = View()
        outer.addSubview(target)
        #expect(!send(to: target, from: outer))
        #expect(!send(.pong, to: outer, from: outer))
        #expect(log.lines.isEmpty)
    }

    // Rules: R36.
    @Test("An action sent to a target does not ask the target whether it can perform the action")
    func targetIsNotAsked() {
        let target = WillingView("target", log: log)
        #expect(send(to: target, from: target))
        #expect(log.lines == ["target.ping"] && target.senders.isEmpty)
    }

    // Rules: R37.
    @Test(
        "An action without a target goes up from the first responder, whatever the sender's chain does",
        arguments: 0...12
    )
    func fromFirstResponder(depth: Int) {
        let sender = harness.add(PingView("sender", log: log))
        var view = harness.add(depth == 0 ? FocusView() : PingView("handler", log: log))
        for level in 0..<12 {
            let inner = level == depth ? PingView("handler", log: log) : level == 11 ? FocusView() : View()
            view.addSubview(inner)
            view = inner
        }
        #expect(view.becomeFirstResponder())
        #expect(send(from: sender))
        #expect(log.lines == ["handler.ping"])
    }

    // Rules: R37.
    @Test("An action without a target goes up from the sender if the first responder's chain does not perform it")
    func fromSender() {
        let outer = harness.add(PingView("outer", log: log))
        let sender = View()
        outer.addSubview(sender)
        let focus = harness.add(FocusView())
        #expect(focus.becomeFirstResponder())
        #expect(send(from: sender))
        #expect(log.lines == ["outer.ping"])
    }

    // Rules: R37.
    @Test("An action without target and first responder goes up from the sender, then from the key window")
    func withoutFirstResponder() {
        final class PingWindow: Window {
            var pings = 0
            override var canBecomeFirstResponder: Bool { true }
            override class var actions: ActionTable {
                [.on(.ping as Action<View>) { (window: PingWindow) in window.pings += 1 }]
            }
        }
        let key = PingWindow(frame: Rect(0, 0, 100, 100), application: harness.application)
        key.makeKeyAndVisible()
        let other = harness.show(Window(frame: Rect(0, 0, 100, 100), application: harness.application))
        key.makeKey()
        let outer = PingView("outer", log: log)
        other.addSubview(outer)
        let sender = View()
        outer.addSubview(sender)
        #expect(send(from: sender))
        #expect(log.lines == ["outer.ping"] && key.pings == 0)
        sender.removeFromSuperview()
        #expect(send(from: sender))
        #expect(log.lines == ["outer.ping"] && key.pings == 1)
        // A window that is its own first responder comes before the sender.
        #expect(key.becomeFirstResponder())
        #expect(send(from: outer))
        #expect(log.lines == ["outer.ping"] && key.pings == 2)
    }

    // Rules: R37.
    @Test("An action without a target reaches the first responder with a sender that is no responder")
    func senderIsNoResponder() {
        final class Reader: View {
            var read: [String] = []
            override var canBecomeFirstResponder: Bool { true }
            override class var actions: ActionTable {
                [.on(.ping) { (reader: Reader, sender: String) in reader.read.append(sender) }]
            }
        }
        let reader = harness.add(Reader())
        #expect(!harness.application.sendAction(.ping, to: nil, from: "nobody"))
        #expect(reader.becomeFirstResponder())
        #expect(harness.application.sendAction(.ping, to: nil, from: "hello"))
        #expect(reader.read == ["hello"])
        // Of the same name, but for another type of sender.
        #expect(!harness.application.sendAction(.ping as Action<View>, to: nil, from: reader))
    }

    // Rules: R38.
    @Test("Sending an action that nobody implements returns false")
    func nobody() {
        let sender = harness.add(View())
        #expect(!send(from: sender))
        #expect(!send(from: View()))
        #expect(!harness.application.sendAction(Action<View>(""), to: nil, from: sender))
        #expect(log.lines.isEmpty)
    }

    // Rules: R14.
    @Test("An action without a target honours overrides of next, and ends in a circle of them")
    func overriddenNext() {
        let (first, second) = (LooseResponder(), LooseResponder())
        first.other = second
        second.other = first
        let action = Action<LooseResponder>("none")
        #expect(!harness.application.sendAction(action, to: nil, from: first))
        let target = PingView("target", log: log)
        second.other = target
        #expect(first.target(forAction: .ping as Action<View>, withSender: nil) === target)
        first.other = nil
        second.other = nil
    }

    @Test("An action sent from its own handler ends well when the handler has removed and released its owner")
    func removedInside() {
        weak var gone: PingView?
        let sender = harness.add(FocusView())
        do {
            let handler = harness.add(PingView("handler", log: log))
            handler.addSubview(sender)
            gone = handler
            #expect(sender.becomeFirstResponder())
            handler.onPing = { [log, harness, unowned handler] in
                sender.removeFromSuperview()
                handler.removeFromSuperview()
                handler.onPing = {}
                #expect(!harness.application.sendAction(.pong as Action<View>, to: nil, from: sender))
                log.note("still \(handler.name)")
            }
        }
        #expect(send(from: sender))
        #expect(log.lines == ["handler.ping", "still handler"])
        #expect(gone == nil)
    }

    @Test("An override of sendAction sees every action, and suppresses those that it does not hand to super")
    func overridden() throws {
        final class Watching: Application {
            var seen: [String] = []
            override func sendAction<Sender>(
                _ action: Action<Sender>,
                to target: Responder?,
                from sender: Sender,
                for event: Event? = nil
            ) -> Bool {
                seen.append(action.name)
                return action.name != "pong" && super.sendAction(action, to: target, from: sender, for: event)
            }
        }
        let application = Watching(runLoop: harness.loop)
        let view = PingView("view", log: log)
        #expect(application.sendAction(.ping, to: view, from: view as View))
        #expect(!application.sendAction(.pong, to: view, from: view as View))
        #expect(application.seen == ["ping", "pong"] && log.lines == ["view.ping"])
    }
}
