import ResponderKitTesting
import Testing

@testable import ResponderCore

@MainActor
@Suite("A class's actions")
struct ActionTableTests {
    private let harness: AppHarness

    init() throws {
        harness = try AppHarness()
    }

    // Rules: C16.
    @Test("Actions are methods or closures without arguments, with the sender, and with the sender and the event")
    func forms() {
        let (view, sender) = (FormsView(), View())
        let actions: [Action<View>] = [.method0, .method1, .method2, .closure0, .closure1, .closure2, .statements]
        for action in actions { #expect(harness.application.sendAction(action, to: view, from: sender)) }
        #expect(view.calls == ["method0", "method1", "method2", "closure0", "closure1", "closure2", "statements"])
        #expect(view.senders == [sender, sender, sender, sender])
    }

    // Rules: C16.
    @Test("An action's handler gets the event that caused the action")
    func event() throws {
        final class EventSender: View {
            weak var application: Application?
            override func touchesBegan(_ touches: TouchSet, with event: Event) {
                application?.sendAction(.method2, to: nil, from: self as View, for: event)
            }
        }
        let view = harness.add(FormsView(frame: Rect(0, 0, 100, 100)))
        let sender = EventSender(frame: Rect(0, 0, 100, 100))
        sender.application = harness.application
        view.addSubview(sender)
        harness.finger().down(at: Point(10, 10)).up()
        harness.settle()
        #expect(view.calls == ["method2"] && view.touches == [1])
    }

    @Test("Actions are inherited, and performed in another way where a subclass lists them anew")
    func inherited() {
        class Base: View {
            var calls: [String] = []
            override class var actions: ActionTable {
                [
                    .on(.method0) { (view: Base) in view.calls.append("base 0") },
                    .on(.method1) { (view: Base) in view.calls.append("base 1") },
                ]
            }
        }
        class Between: Base {}
        final class Derived: Between {
            override class var actions: ActionTable {
                [
                    .on(.method1) { (view: Derived) in view.calls.append("derived 1") },
                    .on(.method2) { (view: Between) in view.calls.append("derived 2") },
                ]
            }
        }
        let (base, derived) = (Base(), Derived())
        for view in [base, Between(), derived] {
            for action: Action<View> in [.method0, .method1, .method2] {
                harness.application.sendAction(action, to: view, from: view as View)
            }
        }
        #expect(base.calls == ["base 0", "base 1"])
        #expect(derived.calls == ["base 0", "derived 1", "derived 2"])
    }

    @Test("A class is asked for its actions once")
    func resolvedOnce() {
        final class Asked: View {
            static var count = 0
            override class var actions: ActionTable {
                count += 1
                return [.on(.method0) { (_: Asked) in }]
            }
        }
        for _ in 0..<10 {
            let view = Asked()
            #expect(harness.application.sendAction(.method0, to: view, from: view as View))
            #expect(!harness.application.sendAction(.method1, to: view, from: view as View))
        }
        #expect(Asked.count == 1)
    }

    @Test("An action is found among thousands, and not among those of other classes")
    func many() {
        final class Busy: View {
            static let all = (0..<3000).map { Action<View>("busy \($0)") }
            var performed: [Int] = []
            override class var actions: ActionTable {
                ActionTable(
                    (0..<3000).filter { $0 % 3 != 0 }.map { number in
                        .on(all[number]) { (view: Busy) in view.performed.append(number) }
                    }
                )
            }
        }
        let view = Busy()
        for number in 0..<3000 {
            let isPerformed = harness.application.sendAction(Busy.all[number], to: view, from: view as View)
            #expect(isPerformed == (number % 3 != 0))
        }
        #expect(view.performed == (0..<3000).filter { $0 % 3 != 0 })
    }

    @Test("A row of actions that a class other than a superclass performs stops the process with a message")
    func foreignReceiver() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
            final class Wrong: View {
                override class var actions: ActionTable { [.on(Action<View>("wrong\n"), FormsView.method0)] }
            }
            _ = Wrong().canPerformAction(Action<View>.method0, withSender: nil)
        }
        let error = result.map { String(decoding: $0.standardErrorContent, as: UTF8.self) } ?? ""
        let message =
            #"Wrong.actions has a row for "wrong\n" that FormsView performs, which is not a superclass; "#
            + "name a method of Wrong"
        #expect(error.contains(message), "\(error)")
    }
}

extension Action where Sender == View {
    fileprivate static let method0 = Action("method0")
    fileprivate static let method1 = Action("method1")
    fileprivate static let method2 = Action("method2")
    fileprivate static let closure0 = Action("closure0")
    fileprivate static let closure1 = Action("closure1")
    fileprivate static let closure2 = Action("closure2")
    fileprivate static let statements = Action("statements")
}

/// A view with an action of each form.
private final class FormsView: View {
    var calls: [String] = []
    var senders: [View] = []
    var touches: [Int] = []

    func method0() { calls.append("method0") }
    func method1(_ sender: View) {
        calls.append("method1")
        senders.append(sender)
    }
    func method2(_ sender: View, for event: Event?) {
        calls.append("method2")
        senders.append(sender)
        if let event { touches.append(event.allTouches.count) }
    }

    override class var actions: ActionTable {
        [
            .on(.method0, FormsView.method0),
            .on(.method1, FormsView.method1),
            .on(.method2, method2),
            .on(.closure0) { (view: FormsView) in view.calls.append("closure0") },
            .on(.closure1) { (view: FormsView, sender) in
                view.calls.append("closure1")
                view.senders.append(sender)
            },
            .on(.closure2) { (view: FormsView, sender, event) in
                view.calls.append("closure2")
                if event == nil { view.senders.append(sender) }
            },
            .on(.statements) { (view: FormsView) in
                let word = "statements"
                view.calls.append(word)
            },
        ]
    }
}
