import TestSupport
import Testing

@testable import ResponderEventLoop

@MainActor
@Suite("Applications that end or are suspended, in a turn of their loop and outside of one")
struct CutShortTests {
    private let loop: MainRunLoop
    private let log = Log()

    init() throws {
        loop = try makeLoop()
        loop.addObserver(of: [.entry, .exit]) { [log] in log.write($0.word) }
    }

    @Test("A turn that is cut short where none is under way leaves the next run whole")
    func outsideOfTurns() {
        // Rules: L4.
        loop.cutTurnShort()
        loop.post { [log] in log.write("post") }
        loop.runPresent()
        #expect(log.take() == ["entry", "post", "exit"])
    }

    @Test("A turn cut short where none is under way keeps nothing from the update pass that is let come again")
    func updatesOutsideOfTurns() {
        _ = loop.addUpdateHandler { [log] in log.write("update") }
        loop.holdUpdates()
        loop.setNeedsUpdate()
        loop.cutTurnShort()
        loop.releaseUpdates()
        #expect(log.take() == ["update"])
    }

    @Test("A run that is cut short before its first turn leaves the next run whole")
    func beforeTheFirstTurn() {
        // Rules: L4, L5.
        loop.addObserver(of: .entry, order: 1, repeats: false) { [unowned loop] _ in
            loop.stop()
            loop.cutTurnShort()
        }
        loop.post { [log] in log.write("post") }
        loop.runPresent()
        #expect(log.take() == ["entry", "exit"])
        loop.runPresent()
        #expect(log.take() == ["entry", "post", "exit"])
    }

    @Test("A turn cut short leaves what it has not come to for the next, and the turns around it do the same")
    func inATurn() {
        // Rules: L9, L18.
        loop.post { [log, unowned loop] in
            loop.post { [log] in
                log.write("nested")
                loop.cutTurnShort()
                loop.stopAllRuns()
            }
            loop.post { [log] in log.write("nested, later") }
            log.write("\(loop.runNow())")
        }
        loop.post { [log] in log.write("later") }
        #expect(loop.runNow() == .stopped)
        #expect(log.take() == ["entry", "entry", "nested", "exit", "stopped", "exit"])
        loop.runPresent()
        #expect(log.take() == ["entry", "later", "nested, later", "exit"])
    }

    @Test("A host's turn that is cut short tells observers neither that the loop waits nor that it has waited")
    func inATurnOfAHost() {
        // Rules: L8.
        loop.addObserver(of: [.beforeWaiting, .afterWaiting]) { [log] in log.write($0.word) }
        loop.post { [log, unowned loop] in
            log.write("cut")
            loop.cutTurnShort()
        }
        loop.turn()
        loop.turn()
        #expect(log.take() == ["cut", "waits"])
        loop.turn()
        #expect(log.take() == ["waited", "waits"])
    }

    @Test("What code called as from inside a run asks of a turn that it makes is asked of that turn")
    func stopOfATurn() {
        // Rules: L15.
        loop.callAsRun {
            loop.stop()
            #expect(loop.turn() == .idle)
            loop.stop()
        }
        #expect(loop.turn() == .stopped)
        #expect(loop.turn() == .idle)
    }

    @Test("A stop that no run is there for is ignored, also where code is called as from inside a run")
    func stopOfNothing() {
        // Rules: L15.
        loop.callAsRun { loop.stop() }
        loop.post { [log] in log.write("post") }
        loop.runPresent()
        #expect(log.take() == ["entry", "post", "exit"])
    }

    @Test("Runs that begin after the end of all runs was asked for end at once, and no observer is told")
    func endOfAll() async {
        let loop = loop
        let ended = Box<[MainRunLoop.RunResult]>([])
        loop.post {}
        let task = Box<Task<Void, Never>?>(nil)
        loop.callAsRun {
            loop.stopAllRuns()
            ended.value.append(loop.runNow())
            task.value = Task.immediate { @MainActor in ended.value.append(await loop.run()) }
        }
        await task.value?.value
        #expect(ended.value == [.stopped, .stopped])
        #expect(log.take() == [])
    }
}
