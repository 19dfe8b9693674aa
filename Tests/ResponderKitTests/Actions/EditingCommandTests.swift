import ResponderKitTesting
import Testing

@testable import ResponderCore

@MainActor
@Suite("Editing commands")
struct EditingCommandTests {
    /// A view with a text that can be copied and replaced.
    private final class Note: View {
        var text = ""
        weak var application: Application?
        private var pasteboard: Pasteboard? { application?.pasteboard }

        override var canBecomeFirstResponder: Bool { true }

        override class var actions: ActionTable {
            [
                .on(.copy) { (note: Note) in note.pasteboard?.string = note.text },
                .on(.paste) { (note: Note) in note.set(note.pasteboard?.string ?? "") },
                .on(.delete) { (note: Note) in note.set("") },
            ]
        }

        override func canPerformAction(_ action: AnyAction, withSender sender: Any?) -> Bool {
            switch action {
            case .paste: pasteboard?.hasString == true
            case .copy, .delete: !text.isEmpty
            default: super.canPerformAction(action, withSender: sender)
            }
        }

        private func set(_ text: String) {
            undoManager?.registerUndo(withTarget: self) { [former = self.text] in $0.set(former) }
            self.text = text
        }
    }

    private let harness: AppHarness
    private let note: Note

    init() throws {
        harness = try AppHarness()
        note = harness.add(Note())
        note.application = harness.application
    }

    private func send(_ command: EditingCommand) -> Bool {
        defer { harness.settle() }
        return harness.application.sendAction(command, to: nil, from: nil)
    }

    // Rules: R40.
    @Test("Editing commands are found from the first responder, and validated by canPerformAction")
    func found() {
        let application = harness.application
        note.text = "hello"
        #expect(application.editingTarget(for: .copy) == nil && !send(.copy))
        #expect(note.becomeFirstResponder())
        #expect(application.editingTarget(for: .copy) === note)
        #expect(application.editingTarget(for: .paste) == nil && application.editingTarget(for: .cut) == nil)
        #expect(send(.copy))
        #expect(application.editingTarget(for: .paste) === note)
        #expect(send(.delete) && note.text.isEmpty)
        #expect(!send(.copy) && application.pasteboard.string == "hello")
        #expect(send(.paste) && note.text == "hello")
    }

    // Rules: R40.
    @Test("Undo and redo are performed by the window, with the first responder's undo manager")
    func undo() {
        note.text = "hello"
        #expect(note.becomeFirstResponder())
        #expect(send(.delete))
        #expect(harness.application.editingTarget(for: .undo) === harness.window)
        #expect(send(.undo) && note.text == "hello")
        #expect(send(.redo) && note.text.isEmpty)
        #expect(send(.redo) && note.text.isEmpty)
    }

    // Rules: R40.
    @Test("Editing commands have names of their own")
    func names() {
        let all: [EditingCommand] = [
            .cut, .copy, .paste, .pasteAndMatchStyle, .select, .selectAll, .delete,
            .makeTextWritingDirectionLeftToRight, .makeTextWritingDirectionRightToLeft, .toggleBoldface,
            .toggleItalics, .toggleUnderline, .increaseSize, .decreaseSize, .undo, .redo,
        ]
        #expect(Set(all).count == all.count)
        #expect(EditingCommand.toggleBoldface.name == "toggleBoldface" && "\(EditingCommand.cut)" == "cut")
    }
}

@MainActor
@Suite("The pasteboard")
struct PasteboardTests {
    @Test("The pasteboard has items in several forms, and counts its changes")
    func items() {
        let pasteboard = Pasteboard()
        #expect(pasteboard.items.isEmpty && pasteboard.string == nil && pasteboard.changeCount == 0)
        var item = Pasteboard.Item([1, 2], as: "image/png")
        item.string = "a picture"
        pasteboard.items = [Pasteboard.Item([3], as: "image/jpeg"), item]
        #expect(pasteboard.changeCount == 1 && pasteboard.hasString && pasteboard.string == "a picture")
        #expect(pasteboard.bytes(as: "image/png") == [1, 2] && pasteboard.bytes(as: "image/gif") == nil)
        pasteboard.string = "text"
        #expect(pasteboard.changeCount == 2 && pasteboard.items == [Pasteboard.Item("text")])
        pasteboard.string = nil
        #expect(pasteboard.changeCount == 3 && pasteboard.items.isEmpty && !pasteboard.hasString)
    }

    @Test("The pasteboard has no text where the bytes are not UTF-8")
    func malformed() {
        let pasteboard = Pasteboard()
        pasteboard.items = [Pasteboard.Item([0xFF, 0xFE], as: .text), Pasteboard.Item("later")]
        #expect(pasteboard.items[0].string == nil && pasteboard.string == "later" && pasteboard.hasString)
        pasteboard.items.removeLast()
        #expect(pasteboard.string == nil && !pasteboard.hasString)
    }

    @Test("An application's pasteboard can be replaced by one that the embedder keeps elsewhere")
    func replaced() throws {
        final class Elsewhere: Pasteboard {
            var kept: [Item] = []
            override var items: [Item] {
                get { kept }
                set { kept = newValue }
            }
            override var changeCount: Int { kept.count }
        }
        let harness = try AppHarness()
        let elsewhere = Elsewhere()
        harness.application.pasteboard = elsewhere
        harness.application.pasteboard.string = "hello"
        #expect(elsewhere.kept == [Pasteboard.Item("hello")] && elsewhere.string == "hello")
        #expect(harness.application.pasteboard.changeCount == 1)
    }
}
