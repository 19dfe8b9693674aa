import ResponderKitTesting
import Testing

@testable import ResponderCore

@Suite("Key commands")
@MainActor
struct KeyCommandTests {
    private static let save = Action<KeyCommand>("save")

    private class CommandView: KeyView {
        var commands: [KeyCommand]?
        override var keyCommands: [KeyCommand]? { commands }
    }

    private final class Saver: View {
        let log: PressLog
        init(_ log: PressLog) {
            self.log = log
            super.init(frame: .zero)
        }
        override class var actions: ActionTable {
            [
                .on(save) { (saver: Saver, command: KeyCommand) in
                    saver.log.add("saved by \(command.title)")
                }
            ]
        }
    }

    /// `root` in the window, in it `saver`, in that `field`, the first responder.
    @MainActor
    private struct Scene {
        let harness: AppHarness
        let log = PressLog()
        let root: CommandView
        let saver: Saver
        let field: CommandView

        init() throws {
            harness = try AppHarness()
            root = CommandView("root", log)
            saver = Saver(log)
            field = CommandView("field", log)
            harness.add(root).addSubview(saver)
            saver.addSubview(field)
            field.becomeFirstResponder()
        }

        func take() -> [String] {
            harness.settle()
            return log.take()
        }

        func command(_ input: KeyCommand.Input, _ modifiers: KeyModifiers = [], _ title: String) -> KeyCommand {
            KeyCommand(input, modifiers, title: title) { [log] in log.add($0.title) }
        }
    }

    // Rules: R31.
    @Test("Key commands are searched up the chain from the first responder, as is who performs the action")
    func action() throws {
        let scene = try Scene()
        scene.root.commands = [KeyCommand("s", .command, title: "root", action: Self.save)]
        scene.harness.keyboard.press(.keyboardLeftGUI).press("s").release("s").press("x").release("x")
        #expect(scene.take() == ["field.began(227)", "saved by root", "field.began(x)", "field.ended(x)"])
        // Its action goes to the first object that implements it; without one the key is a press.
        scene.root.addSubview(scene.field)
        scene.field.becomeFirstResponder()
        #expect(scene.take() == ["field.cancelled(227)"] || scene.log.lines.isEmpty)
        scene.harness.keyboard.press("s").release("s")
        #expect(scene.take().suffix(2) == ["field.began(s)", "field.ended(s)"])
    }

    // Rules: R30, R31.
    @Test("Commands of the application come first; without a first responder the search begins at the key window")
    func system() throws {
        let scene = try Scene()
        scene.field.commands = [scene.command("q", .command, "field's")]
        scene.harness.application.systemKeyCommands = [scene.command("q", .command, "system's")]
        scene.harness.keyboard.shortcut("q", .command)
        #expect(scene.take() == ["field.began(227)", "system's", "field.ended(227)"])
        scene.field.resignFirstResponder()
        scene.harness.application.systemKeyCommands = []
        scene.harness.keyboard.shortcut("q", .command)
        #expect(scene.take() == [])
    }

    // Rules: R32.
    @Test("All key commands of the chain are on offer; of one key the nearest to the first responder wins")
    func union() throws {
        let scene = try Scene()
        scene.root.commands = [
            scene.command("a", [], "root a"), scene.command("B", .command, "root b"), scene.command("c", [], "root c"),
        ]
        scene.field.commands = [
            scene.command("A", .alphaShift, "field a"), scene.command("b", .command, "field b"),
            scene.command("b", .shift, "field B"),
        ]
        #expect(
            scene.harness.application.availableKeyCommands.map(\.title) == [
                "field a", "field b", "field B", "root c",
            ]
        )
        scene.harness.keyboard.type("a").shortcut("b", .command).type("c")
        #expect(scene.take().filter { !$0.contains("(227)") } == ["field a", "field b", "root c"])
    }

    // Rules: R31.
    @Test("Key commands match the key and exactly the modifiers, and take the press with its end and repetitions")
    func matching() throws {
        let scene = try Scene()
        var once = scene.command(.usage(.keyboardF1), [], "once")
        once.allowsAutomaticRepeat = false
        scene.field.commands = [
            scene.command("é", .command, "é"), scene.command(.usage(.keyboardUpArrow), [], "up"), once,
        ]
        func send(_ usage: HIDUsage, _ phase: PressFrame.Phase, _ modifiers: KeyModifiers, _ text: String = "") {
            scene.harness.device.press(
                PressFrame(
                    time: .zero,
                    usage: usage,
                    phase: phase,
                    characters: text,
                    modifiers: modifiers,
                    isRepeat: phase == .changed
                )
            )
        }
        send(.keyboardE, .began, [.command, .alphaShift], "É")
        send(.keyboardE, .changed, [.command, .alphaShift], "É")
        send(.keyboardE, .ended, [.command])
        #expect(scene.take() == ["é", "é"])
        send(.keyboardE, .began, [.command, .shift], "É")
        send(.keyboardE, .ended, [])
        #expect(scene.take() == ["field.began(É)", "field.ended(É)"])
        for usage in [HIDUsage.keyboardUpArrow, .keyboardF1] {
            for phase: PressFrame.Phase in [.began, .changed, .changed, .ended, .changed] { send(usage, phase, []) }
        }
        #expect(scene.take() == ["up", "up", "up", "once"])
        #expect(scene.harness.application.pressStatistics.keyCommands == 6)
        // Where the keyboard is lost, or the application becomes inactive, the command is over.
        send(.keyboardUpArrow, .began, [])
        #expect(scene.take() == ["up"])
        try scene.harness.device.perform(.call(from: "Anna"))
        try scene.harness.device.perform(.declineCall)
        send(.keyboardUpArrow, .changed, [])
        #expect(scene.take() == [])
    }

    // Rules: R31, R32.
    @Test("A key command that nobody performs is passed over: the next command of the key is tried")
    func unperformed() throws {
        let scene = try Scene()
        scene.field.commands = [
            KeyCommand("s", title: "unknown", action: Action("nobody performs this")),
            KeyCommand("s", title: "field", action: Self.save),
        ]
        scene.root.commands = [scene.command("s", [], "root")]
        scene.harness.keyboard.type("s")
        #expect(scene.take() == ["saved by field"])
        scene.field.commands?.removeLast()
        scene.harness.keyboard.type("s")
        #expect(scene.take() == ["root"])
    }

    // Rules: R31.
    @Test("Key commands leave a key to a first responder that wants it, unless they have priority")
    func wantedKey() throws {
        final class Editor: CommandView {
            override func wantsKeyBeforeCommands(_ key: Key) -> Bool {
                key.modifiers.isDisjoint(with: [.command, .control]) && !key.characters.isEmpty
            }
        }
        let scene = try Scene()
        let editor = Editor("editor", scene.log)
        var urgent = scene.command("u", [], "urgent")
        urgent.wantsPriorityOverSystemBehavior = true
        editor.commands = [scene.command("a", [], "editor's")]
        scene.root.commands = [
            scene.command("a", [], "plain"), scene.command("a", .command, "with command"),
            scene.command(.usage(.keyboardF1), [], "F1"), urgent,
        ]
        scene.harness.application.systemKeyCommands = [scene.command("q", [], "system")]
        scene.field.addSubview(editor)
        editor.becomeFirstResponder()
        scene.harness.keyboard.type("auq").press(.keyboardF1).release(.keyboardF1).shortcut("a", .command)
        #expect(
            scene.take().filter { !$0.contains("(227)") } == [
                "editor.began(a)", "editor.ended(a)", "urgent", "system", "F1", "with command",
            ]
        )
        // It is asked only while it is the first responder, where the key enters.
        let inner = CommandView("inner", scene.log)
        editor.addSubview(inner)
        inner.becomeFirstResponder()
        scene.harness.keyboard.type("a")
        #expect(scene.take() == ["editor's"])
    }

    // Rules: R31, T34.
    @Test("A key command may change the tree, run the loop or make the app inactive when asked for or performed")
    func hostile() throws {
        let scene = try Scene()
        // The command keeps the scene.
        defer { scene.field.commands = [] }
        scene.field.commands = [
            KeyCommand("a") { [scene] _ in
                scene.field.removeFromSuperview()
                scene.harness.keyboard.release("a").press("b")
                scene.harness.loop.runUntilIdle()
                scene.log.add("performed")
            }
        ]
        scene.root.commands = [scene.command("b", [], "root b")]
        scene.harness.keyboard.press("a")
        #expect(scene.take() == ["performed"])
        scene.harness.keyboard.release("b")

        final class Caller: KeyView {
            override var keyCommands: [KeyCommand]? {
                window?.application?.receiveQuietly(.resignActive)
                // The message is carried out in a run inside the handler.
                window?.application?.runLoop.runUntilIdle()
                return nil
            }
        }
        let caller = Caller("caller", scene.log)
        scene.harness.add(caller).becomeFirstResponder()
        scene.harness.keyboard.press("c")
        #expect(scene.take() == [])
    }
}

extension Application {
    fileprivate func receiveQuietly(_ message: HostMessage) { _ = try? receive(message) }
}
