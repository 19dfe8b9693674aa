import ResponderKit
import ResponderKitTesting
import ResponderScenarios

/// A view that becomes first responder when it is tapped, and notes what it is asked and told.
final class Taker: View {
    private let name: String
    private let diary: Diary
    var (isWilling, isStubborn) = (true, false)

    init(_ name: String, _ x: Double, _ y: Double, _ diary: Diary) {
        (self.name, self.diary) = (name, diary)
        super.init(frame: Rect(x, y, 100, 100))
    }

    override var canBecomeFirstResponder: Bool {
        diary.note("\(name) may become first?")
        return isWilling
    }

    override var canResignFirstResponder: Bool {
        diary.note("\(name) may resign?")
        return !isStubborn
    }

    override func becomeFirstResponder() -> Bool {
        let result = super.becomeFirstResponder()
        diary.note("\(name) \(result ? "is first" : "is not first")")
        return result
    }

    override func resignFirstResponder() -> Bool {
        let result = super.resignFirstResponder()
        diary.note("\(name) \(result ? "resigns" : "does not resign")")
        return result
    }

    override func touchesEnded(_ touches: TouchSet, with event: Event) { _ = becomeFirstResponder() }
}

/// A view that tries to become first responder, with the standard answers.
final class StandardView: View {
    override func touchesEnded(_ touches: TouchSet, with event: Event) { becomeFirstResponder() }
}

/// A view with an input view of its own, for all that is inside it.
final class InputHolder: View {
    private let ownInput = Label(text: "Own keys")
    override var inputView: View? { ownInput }
}

extension ScenarioApps {
    /// `focus`: views, each 100 x 100, that become first responder when they are tapped, and note what they are asked.
    ///
    /// At y = 0: a and b at x = 0 and 200; stubborn, which never resigns, at 400; unwilling, which may not become
    /// first, at 600; a view with the standard answers at 800. At (0, 200): c, in a view that fits it. At (200, 200): a
    /// field in a view with an input view of its own. At (500, 200): another window, 400 x 200, with d at (10, 0) and a
    /// field at (200, 0), named Name, in it.
    ///
    /// Keys: r has the first responder resign; x removes the view around c; o has a view in no window try to become
    /// first; w makes the other window key; m makes the first window key.
    mutating func registerFocus() {
        register("focus") { window in
            guard let application = window.application else { return }
            let diary = Diary()
            let stubborn = Taker("stubborn", 400, 0, diary)
            stubborn.isStubborn = true
            let unwilling = Taker("unwilling", 600, 0, diary)
            unwilling.isWilling = false
            let holder = View(frame: Rect(0, 200, 100, 100))
            holder.addSubview(Taker("c", 0, 0, diary))
            let inputs = InputHolder(frame: Rect(200, 200, 200, 100))
            let code = TextField(frame: Rect(0, 0, 200, 60))
            code.placeholder = "Code"
            inputs.addSubview(code)
            for view in [
                Taker("a", 0, 0, diary), Taker("b", 200, 0, diary), stubborn, unwilling,
                StandardView(frame: Rect(800, 0, 100, 100)), holder, inputs, diary,
            ] {
                window.addSubview(view)
            }
            // The window comes to the front when it is shown, after this.
            window.windowLevel = Window.Level(-1)
            let other = Window(frame: Rect(500, 200, 400, 200), application: application)
            let name = TextField(frame: Rect(200, 0, 200, 60))
            name.placeholder = "Name"
            other.addSubview(Taker("d", 10, 0, diary))
            other.addSubview(name)
            other.isHidden = false
            let outside = Taker("outside", 0, 0, diary)
            let acts: [String: @MainActor () -> Void] = [
                "r": { [weak application] in application?.keyWindow?.firstResponder?.resignFirstResponder() },
                "x": { [weak holder] in holder?.removeFromSuperview() },
                "o": { _ = outside.becomeFirstResponder() },
                "w": { [weak other] in other?.makeKey() },
                "m": { [weak window] in window?.makeKey() },
            ]
            let delegate = KeyDelegate(acts)
            delegate.windows = [other]
            application.delegate = delegate
        }
    }
}

// MARK: - Keys

/// A view with key commands that note their names.
class CommandView: View {
    var commands: [KeyCommand] = []
    override var keyCommands: [KeyCommand]? { commands }
    override var canBecomeFirstResponder: Bool { true }
    override func touchesEnded(_ touches: TouchSet, with event: Event) { becomeFirstResponder() }
}

/// A command view that gets the presses of what is inside it, and performs `mark`.
final class OuterView: CommandView {
    var diary: Diary?
    override func pressesBegan(_ presses: PressSet, with event: PressesEvent) {}
    override func pressesEnded(_ presses: PressSet, with event: PressesEvent) {}
    override func pressesCancelled(_ presses: PressSet, with event: PressesEvent) {}
    override class var actions: ActionTable { [.on(.mark) { (view: OuterView) in view.diary?.note("outer marks") }] }
}

final class InnerView: CommandView {}

extension Action where Sender == KeyCommand {
    fileprivate static let mark = Action("mark")
}

extension ScenarioApps {
    /// `keys`: an outer view, 600 x 600, with an inner one, 300 x 300, and a field named Name at (0, 400) in it.
    ///
    /// A view becomes first responder when it is tapped; no one is at first. The diary says which command a key
    /// performs: outer has a, b, and with shift c,
    /// and r, by which the first responder resigns; inner has a, k, and m for an action that outer performs. The
    /// application has k before all. Outer's z has priority over what the field types. Outer gets presses.
    mutating func registerKeys() {
        register("keys") { window in
            let diary = Diary()
            @MainActor func command(_ key: KeyCommand.Input, _ words: String, _ modifiers: KeyModifiers = [])
                -> KeyCommand
            {
                KeyCommand(key, modifiers) { _ in diary.note(words) }
            }
            let outer = OuterView(frame: Rect(0, 0, 600, 600))
            outer.diary = diary
            var urgent = command("z", "outer z")
            urgent.wantsPriorityOverSystemBehavior = true
            outer.commands = [
                command("a", "outer a"), command("b", "outer b"), command("c", "outer C", .shift), urgent,
                KeyCommand("r") { [weak window] _ in window?.firstResponder?.resignFirstResponder() },
            ]
            let inner = InnerView(frame: Rect(0, 0, 300, 300))
            inner.commands = [command("a", "inner a"), command("k", "inner k"), KeyCommand("m", action: .mark)]
            let name = TextField(frame: Rect(0, 400, 300, 60))
            name.placeholder = "Name"
            outer.addSubview(inner)
            outer.addSubview(name)
            window.addSubview(outer)
            window.addSubview(diary)
            window.application?.systemKeyCommands = [command("k", "application k")]
        }
    }
}
