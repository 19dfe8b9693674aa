import ResponderKitTesting
import Testing

@testable import ResponderCore

@MainActor
@Suite("The undo manager")
struct UndoManagerTests {
    /// Has a number that can be set back.
    @MainActor
    private final class Counter {
        let manager: UndoManager
        var number = 0 {
            didSet { numbers.append(number) }
        }
        var numbers: [Int] = []

        init(_ manager: UndoManager) {
            self.manager = manager
        }

        func set(_ number: Int, name: String = "") {
            manager.registerUndo(withTarget: self) { [former = self.number] in $0.set(former) }
            if !name.isEmpty { manager.setActionName(name) }
            self.number = number
        }
    }

    private let harness: AppHarness
    private let manager: UndoManager
    private let counter: Counter

    init() throws {
        harness = try AppHarness()
        manager = UndoManager(loop: harness.loop)
        counter = Counter(manager)
    }

    /// Sets numbers in turns of their own.
    private func setInTurns(_ numbers: ClosedRange<Int>) {
        for number in numbers {
            counter.set(number)
            harness.settle()
        }
    }

    // Rules: R42.
    @Test("An undo manager undoes one turn's changes together, the latest first, and another turn's apart")
    func turns() {
        harness.loop.post { [counter] in
            counter.set(1)
            counter.set(2)
        }
        harness.settle()
        harness.loop.post { [counter] in counter.set(3) }
        harness.settle()
        #expect(manager.groupingLevel == 0)
        counter.numbers = []
        #expect(manager.undo())
        #expect(counter.numbers == [2])
        #expect(manager.undo())
        #expect(counter.numbers == [2, 1, 0])
        #expect(!manager.canUndo && !manager.undo())
    }

    // Rules: R42.
    @Test("An undo manager opens a group at a turn's first registration, also in turns that follow without a wait")
    func busyTurns() {
        let loop = harness.loop
        loop.post { [counter, manager] in
            #expect(manager.groupingLevel == 0)
            counter.set(1)
            #expect(manager.groupingLevel == 1)
            loop.post {
                #expect(manager.groupingLevel == 0)
                counter.set(2)
            }
        }
        harness.settle()
        manager.undo()
        #expect(counter.number == 1)
    }

    @Test("An undo manager closes the open group of the turn before undoing it")
    func openGroup() {
        counter.set(1)
        #expect(manager.canUndo && manager.groupingLevel == 1)
        #expect(manager.undo())
        #expect(counter.number == 0 && manager.groupingLevel == 0)
    }

    @Test("An undo manager redoes what it undid, any number of times, and forgets it at the next change")
    func redo() {
        setInTurns(1...2)
        for _ in 0..<1000 {
            #expect(manager.undo() && counter.number == 1)
            #expect(manager.redo() && counter.number == 2)
        }
        manager.undo()
        manager.undo()
        #expect(counter.number == 0 && !manager.canUndo)
        manager.redo()
        #expect(counter.number == 1 && manager.canRedo)
        counter.set(7)
        #expect(!manager.canRedo && !manager.redo())
        harness.settle()
        manager.undo()
        #expect(counter.number == 1)
    }

    @Test("An undo manager keeps a group open over turns until those that were begun in it have ended")
    func nested() {
        manager.beginUndoGrouping()
        counter.set(1)
        manager.beginUndoGrouping()
        counter.set(2)
        #expect(manager.groupingLevel == 3)
        manager.endUndoGrouping()
        harness.settle()
        counter.set(3)
        harness.settle()
        #expect(manager.groupingLevel == 2 && !manager.canUndo && !manager.undo() && !manager.redo())
        manager.endUndoGrouping()
        harness.settle()
        #expect(manager.groupingLevel == 0)
        #expect(manager.undo())
        #expect(counter.number == 0 && !manager.canUndo)
    }

    @Test("An undo manager forgets the oldest groups beyond its levels")
    func levels() {
        manager.levelsOfUndo = 3
        setInTurns(1...1000)
        for _ in 0..<3 { #expect(manager.undo()) }
        #expect(counter.number == 997 && !manager.canUndo)
        manager.levelsOfUndo = 1
        #expect(manager.redo() && !manager.redo())
        #expect(counter.number == 998)
        manager.levelsOfUndo = 0
        setInTurns(1...10)
        var undone = 0
        while manager.undo() { undone += 1 }
        #expect(undone == 11)
    }

    @Test("An undo manager keeps no target, and passes over those that have gone")
    func targetGone() {
        setInTurns(1...1)
        weak var gone: Counter?
        do {
            let other = Counter(manager)
            gone = other
            other.set(5)
            harness.settle()
            #expect(manager.canUndo)
        }
        #expect(gone == nil)
        #expect(manager.undo())
        #expect(counter.number == 0 && !manager.canUndo)
    }

    @Test("An undo manager forgets all changes, or those of one target, also inside a handler")
    func removal() {
        let other = Counter(manager)
        setInTurns(1...2)
        other.set(5)
        harness.settle()
        manager.removeAllActions(withTarget: counter)
        #expect(manager.undo() && other.number == 0 && counter.number == 2 && !manager.canUndo)
        manager.removeAllActions()
        #expect(!manager.canRedo)
        // In the group that is being undone.
        manager.registerUndo(withTarget: other) { $0.number = -1 }
        manager.registerUndo(withTarget: counter) { [manager] _ in manager.removeAllActions(withTarget: other) }
        #expect(manager.undo())
        #expect(other.number == 0)
    }

    /// Forgets the changes of a target when it goes.
    @MainActor
    private final class Forgetter {
        let manager: UndoManager
        let target: Counter

        init(_ manager: UndoManager, _ target: Counter) { (self.manager, self.target) = (manager, target) }

        isolated deinit { manager.removeAllActions(withTarget: target) }
    }

    @Test(
        "An undo manager forgets a change that is taken away while it is added and others are dropped",
        arguments: [false, true]
    )
    func forgottenWhileAdding(isIndexed: Bool) {
        if isIndexed { manager.removeAllActions(withTarget: Counter(manager)) }
        // The group that is added next is the sixteenth, at which lost ones are dropped.
        for _ in 0..<15 {
            let forgetter = Forgetter(manager, counter)
            manager.registerUndo(withTarget: Counter(manager)) { _ in withExtendedLifetime(forgetter) {} }
            harness.settle()
        }
        setInTurns(1...1)
        #expect(!manager.canUndo)
        manager.levelsOfUndo = 1
        setInTurns(2...2)
        #expect(manager.undo() && counter.number == 1)
    }

    @Test("An undo manager registers nothing while registration is disabled")
    func disabled() {
        manager.disableUndoRegistration()
        manager.disableUndoRegistration()
        manager.enableUndoRegistration()
        #expect(!manager.isUndoRegistrationEnabled)
        counter.set(1)
        manager.enableUndoRegistration()
        #expect(manager.isUndoRegistrationEnabled && !manager.canUndo && manager.groupingLevel == 0)
    }

    @Test("An undo manager names what can be undone and redone")
    func names() {
        counter.set(1, name: "Count")
        #expect(manager.undoActionName == "Count" && manager.redoActionName.isEmpty)
        harness.settle()
        counter.set(2)
        harness.settle()
        #expect(manager.undoActionName.isEmpty)
        manager.setActionName("Count on")
        #expect(manager.undoActionName == "Count on")
        manager.undo()
        #expect(manager.undoActionName == "Count" && manager.redoActionName == "Count on")
        manager.redo()
        #expect(manager.undoActionName == "Count on")
    }

    @Test("An undo manager undoes and redoes nothing inside a handler, and lets the loop run there")
    func insideHandler() {
        setInTurns(1...1)
        var answers: [Bool] = []
        manager.registerUndo(withTarget: counter) { [manager, harness] counter in
            answers = [manager.isUndoing, manager.canUndo, manager.undo(), manager.redo()]
            counter.set(counter.number + 1)
            harness.loop.run(until: .zero)
            counter.set(counter.number + 1)
        }
        harness.settle()
        #expect(manager.undo())
        #expect(answers == [true, false, false, false] && counter.number == 3)
        #expect(!manager.isUndoing && manager.redo())
        #expect(counter.number == 1)
    }

    @Test("An undo manager undoes a handler that registers itself for ever once at a time")
    func forever() {
        var calls = 0
        func register() {
            manager.registerUndo(withTarget: counter) { _ in
                calls += 1
                register()
            }
        }
        register()
        harness.settle()
        for count in 1...10 {
            #expect(count % 2 == 1 ? manager.undo() : manager.redo())
            #expect(calls == count)
        }
    }

    @Test("An undo manager is released with its closures by its owner, also while a group is open")
    func released() {
        weak var gone: UndoManager?
        do {
            let manager = UndoManager(loop: harness.loop)
            gone = manager
            manager.registerUndo(withTarget: counter) { _ in }
        }
        #expect(gone == nil)
        harness.settle()
    }

    @Test("An undo manager names the last group that can be undone, not one whose targets have gone")
    func namesOfGone() {
        counter.set(1)
        harness.settle()
        do {
            let gone = Counter(manager)
            gone.set(1)
            harness.settle()
        }
        manager.setActionName("Count")
        #expect(manager.undoActionName == "Count" && manager.undo() && !manager.canUndo)
    }

    // Rules: R41.
    @Test("A responder's undo manager is the nearest one up the chain, and each window has one")
    func nearest() {
        final class Document: ViewController {
            var manager: UndoManager?
            override var undoManager: UndoManager? { manager ?? super.undoManager }
        }
        let (outer, inner) = (View(), View())
        outer.addSubview(inner)
        #expect(inner.undoManager == nil && View().undoManager == nil)
        harness.add(outer)
        let own = harness.window.undoManager
        #expect(own != nil && inner.undoManager === own && outer.undoManager === own)
        let document = Document()
        document.view = View()
        document.view.addSubview(inner)
        outer.addSubview(document.view)
        #expect(inner.undoManager === own)
        document.manager = manager
        #expect(inner.undoManager === manager && outer.undoManager === own)
        let other = harness.show(Window(frame: Rect(0, 0, 9, 9), application: harness.application))
        #expect(other.undoManager != nil && other.undoManager !== own)
        #expect(harness.application.undoManager == nil)
    }

    // Rules: R42.
    @Test("A window's undo manager groups by the turns of the application")
    func ofWindow() throws {
        let own = try #require(harness.window.undoManager)
        let counter = Counter(own)
        for number in 1...2 {
            counter.set(number)
            harness.settle()
        }
        own.undo()
        #expect(counter.number == 1)
    }

    @Test("An end of an undo group without a beginning, and one enabling too many, stop the process with a message")
    func mistakes() async {
        let end = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
            UndoManager(loop: try AppHarness().loop).endUndoGrouping()
        }
        let enabling = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
            UndoManager(loop: try AppHarness().loop).enableUndoRegistration()
        }
        let messages = [end, enabling].map { String(decoding: $0?.standardErrorContent ?? [], as: UTF8.self) }
        #expect(messages[0].contains("no undo group was begun that could end; call beginUndoGrouping() before each"))
        #expect(messages[1].contains("undo registration is enabled already; call disableUndoRegistration() before"))
    }
}
