import ResponderKit
import ResponderSimulator
import TestSupport
import Testing

/// A store that notes when each state came, and fails or delays as a test says.
@MainActor
private final class SlowStore: StateStore {
    private let memory = MemoryStateStore()
    private let now: () -> MainRunLoop.Instant
    /// The instants of the calls that began to save, in milliseconds.
    private(set) var begins: [Int64] = []
    /// What was saved, in order.
    private(set) var saved: [StateValue] = []
    /// Why states cannot be saved; nil if they can.
    var failure: String?
    /// Whether a saving waits for ``finish()``.
    var isSlow = false
    private var waiting: (value: StateValue, completion: @Sendable (StateStoreError?) -> Void)?
    /// The most savings that were under way at once.
    private(set) var most = 0

    init(_ loop: MainRunLoop) { now = { [unowned loop] in loop.now } }

    func beginSaving(_ value: StateValue, completion: @escaping @Sendable (StateStoreError?) -> Void) {
        begins.append(now().milliseconds)
        most = max(most, waiting == nil ? 1 : 2)
        guard isSlow else { return end(value, completion) }
        waiting = (value, completion)
    }

    /// Ends the saving that waits.
    func finish() {
        guard let (value, completion) = waiting else { return }
        waiting = nil
        end(value, completion)
    }

    private func end(_ value: StateValue, _ completion: (StateStoreError?) -> Void) {
        do throws(StateStoreError) {
            try write(value)
            completion(nil)
        } catch {
            completion(error)
        }
    }

    private func write(_ value: StateValue) throws(StateStoreError) {
        if let failure { throw StateStoreError(failure) }
        saved.append(value)
        try memory.save(value)
    }

    func save(_ value: StateValue) throws(StateStoreError) {
        finish()
        try write(value)
    }
    func load() throws(StateStoreError) -> StateValue? { try memory.load() }
    func discard() { memory.discard() }
    var wasRestorationCutShort: Bool { memory.wasRestorationCutShort }
    func beginRestoration() throws(StateStoreError) { try memory.beginRestoration() }
    func endRestoration() { memory.endRestoration() }

    /// The number that the delegate wrote into each saved state.
    var counts: [Int] { saved.map(Self.count(of:)) }

    private static func count(of state: StateValue) -> Int {
        guard case .dictionary(let members) = state, case .dictionary(let values)? = members["values"],
            case .integer(let count)? = values["count"]
        else { return -1 }
        return count
    }
}

extension MainRunLoop.Instant {
    fileprivate var milliseconds: Int64 { nanoseconds / 1_000_000 }
}

@MainActor
@Suite("Saving an app's state while it runs")
struct ContinuousSavingTests {
    private let clock = VirtualClock()
    private let application: Application
    private let app = SavingApp()
    private let store: SlowStore
    private let errors = Log()

    init() throws {
        application = Application(runLoop: try MainRunLoop(clock: clock))
        store = SlowStore(application.runLoop)
        application.manifest = Manifest(identifier: "notes")
        application.delegate = app
        application.stateStore = store
        application.savesStateContinuously = true
        application.onLifecycleEvent = { [errors] event in
            if case .stateError(let error) = event.kind { errors.write("\(event.time.milliseconds): \(error)") }
        }
    }

    /// Launches the app, and waits until its first state is saved and time enough has passed for the next.
    private func launch() {
        application.launch()
        pass(.seconds(1))
    }

    private func pass(_ time: Duration) { application.runLoop.run(until: clock.now.advanced(by: time)) }

    private func count(to number: Int) {
        app.count = number
        application.invalidateRestorableState()
    }

    // Rules: A49.
    @Test("A change that the app tells of is saved at once, and those of the next half second at its end, in one")
    func bound() {
        launch()
        #expect(store.counts == [0])
        for number in 1...60 {
            count(to: number)
            pass(.milliseconds(20))
        }
        pass(.seconds(2))
        #expect(store.begins.dropFirst() == [1000, 1500, 2000, 2500])
        #expect(store.counts == [0, 1, 25, 50, 60])
        #expect(errors.entries.isEmpty)
    }

    // Rules: A49.
    @Test(
        "No change at any instant waits longer than half a second, and no second has more than two saves",
        arguments: 1...20 as ClosedRange<UInt64>
    )
    func boundAtRandom(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        launch()
        var changes: [(count: Int, time: Int64)] = []
        for number in 1...200 {
            count(to: number)
            changes.append((number, clock.now.milliseconds))
            pass(.milliseconds([0, 1, 10, 100, 499, 500, 501, 2000].randomElement(using: &random) ?? 0))
        }
        pass(.seconds(1))
        #expect(store.begins.count == store.counts.count && store.counts.last == 200)
        for change in changes {
            let save = store.counts.firstIndex { $0 >= change.count } ?? 0
            #expect(store.begins[save] - change.time <= 500, "seed \(seed), the change \(change)")
        }
        for (former, next) in zip(store.begins, store.begins.dropFirst()) {
            #expect(next - former >= 500, "seed \(seed)")
        }
    }

    // Rules: A49.
    @Test("What the library restores is saved without a call: a stack, a tab, a place, by code or by a finger")
    func changesOfLibrary() throws {
        launch()
        app.stack.pushViewController(ScrollingScreen("detail"))
        pass(.seconds(1))
        app.list.scroll.contentOffset.y = 10
        (app.stack.viewControllers.last as? ScrollingScreen)?.scroll.contentOffset.y = 70
        pass(.seconds(1))
        app.tabs.selectedIndex = 1
        pass(.seconds(1))
        #expect(store.saved.count == 4)
        let finger = application.touchPort.makeSender()
        finger.send(TouchContact(1, .began, at: Point(50, 100)), at: clock.now)
        for step in 1...30 {
            pass(.milliseconds(50))
            finger.send(TouchContact(1, .moved, at: Point(50, 100 - 2 * Double(step))), at: clock.now)
        }
        // The finger is still down.
        pass(.milliseconds(500))
        #expect(store.saved.count >= 7)
        let place = app.map.scroll.contentOffset.y
        #expect(place > 0)
        // Another life finds all of it.
        let next = Application(runLoop: try MainRunLoop(clock: VirtualClock()))
        let restored = SavingApp()
        (next.manifest, next.delegate, next.stateStore) = (application.manifest, restored, store)
        next.launch()
        next.runLoop.run(until: .zero)
        #expect(restored.summary == "0 tab 1 list=@10.0 detail=@70.0 map=@\(place)")
    }

    // Rules: A49.
    @Test("An app at rest, and one that only draws, save nothing and wake nobody for it")
    func rest() {
        launch()
        let calls = Box(0)
        app.hook = { name, _ in if name == "shouldSave" { calls.value += 1 } }
        pass(.seconds(3600))
        #expect(calls.value == 0 && application.runLoop.nextDeadline == nil)
        // A clock's hand: the state is looked at in the turn of the drawing, and nothing is left to do.
        for _ in 0..<10 {
            app.list.view.setNeedsDisplay()
            pass(.seconds(1))
            #expect(application.runLoop.nextDeadline == nil)
        }
        #expect(calls.value == 10 && store.saved.count == 1)
    }

    // Rules: A49.
    @Test("A value that changes back, or of which the delegate wants nothing saved, is not saved")
    func equal() {
        launch()
        count(to: 1)
        count(to: 0)
        pass(.seconds(1))
        app.saves = false
        count(to: 2)
        pass(.seconds(1))
        #expect(store.counts == [0])
        app.saves = true
        application.savesStateContinuously = false
        count(to: 3)
        pass(.seconds(1))
        #expect(store.counts == [0] && !application.savesStateContinuously)
    }

    // Rules: A49.
    @Test("A turn that never rests, and a run in a mode of its own, save as well")
    func neverAtRest() {
        launch()
        let end = clock.now.advanced(by: .seconds(2))
        @MainActor func work() {
            clock.advance(to: clock.now.advanced(by: .milliseconds(10)))
            count(to: app.count + 1)
            if clock.now < end { application.runLoop.post { work() } }
        }
        work()
        pass(.milliseconds(1))
        #expect(store.counts.count >= 5)
        pass(.seconds(1))
        let mode = MainRunLoop.Mode("saving")
        application.runLoop.addTimer(after: .milliseconds(10), in: [mode]) { _ in count(to: -5) }
        application.runLoop.addTimer(after: .seconds(1), in: [mode]) { [application] _ in application.runLoop.stop() }
        application.runLoop.run(mode: mode, until: clock.now.advanced(by: .seconds(5)))
        #expect(store.counts.last == -5)
    }

    // Rules: A50.
    @Test("While a slow store saves no other saving begins, and the newest state follows")
    func slowStore() {
        launch()
        store.isSlow = true
        for number in 1...300 {
            count(to: number)
            pass(.milliseconds(20))
        }
        #expect(store.counts == [0] && store.begins.count == 2)
        store.isSlow = false
        store.finish()
        pass(.seconds(1))
        #expect(store.counts == [0, 1, 300] && store.most == 1)
    }

    // Rules: A50.
    @Test("The background waits for a saving that is under way, and its state is the last")
    func backgroundAfterSlow() throws {
        launch()
        store.isSlow = true
        count(to: 1)
        pass(.milliseconds(100))
        app.count = 2
        try application.receive(.enterBackground)
        #expect(store.counts == [0, 1, 2])
        pass(.seconds(5))
        #expect(store.counts == [0, 1, 2])
    }

    // Rules: A51.
    @Test("A store that fails is reported once, tried ever more seldom, and the newest state is saved when it is well")
    func failure() {
        launch()
        store.failure = "/data/state.json.new: write: No space left on device"
        for number in 1...2000 {
            count(to: number)
            pass(.milliseconds(100))
        }
        let begins = store.begins.dropFirst()
        #expect(begins.map { $0 - 1000 } == [0, 1000, 3000, 7000, 15000, 31000, 63000, 123_000, 183_000])
        #expect(
            errors.take() == [
                "1000: the state was not saved: /data/state.json.new: write: No space left on device"
            ]
        )
        #expect(store.counts == [0])
        store.failure = "/data/state.json.new: open: Read-only file system"
        pass(.seconds(60))
        #expect(errors.take().count == 1)
        store.failure = nil
        pass(.seconds(60))
        #expect(store.counts == [0, 2000])
        // From then on as before.
        count(to: 1)
        pass(.milliseconds(500))
        #expect(store.counts == [0, 2000, 1] && errors.entries.isEmpty)
    }

    // Rules: A51.
    @Test("A state that the background could save after failures ends the waiting for the next attempt")
    func failureEndedByBackground() throws {
        launch()
        store.failure = "gone"
        for number in 1...100 {
            count(to: number)
            pass(.milliseconds(500))
        }
        store.failure = nil
        try application.receive(.enterBackground)
        try application.receive(.enterForeground())
        #expect(store.counts == [0, 100])
        count(to: 101)
        pass(.milliseconds(500))
        #expect(store.counts == [0, 100, 101])
    }

    // Rules: A51.
    @Test("Two screens of one name are reported once, not with each saving, and once more when they come back")
    func repeatedError() {
        app.tabs.viewControllers = [app.stack, app.map, ScrollingScreen("map")]
        launch()
        for number in 1...10 {
            count(to: number)
            pass(.seconds(1))
        }
        #expect(errors.take().count == 1 && store.counts.last == 10)
        app.map.restorationIdentifier = "other"
        count(to: 11)
        pass(.seconds(1))
        #expect(errors.take().isEmpty)
        app.map.restorationIdentifier = "map"
        count(to: 12)
        pass(.seconds(1))
        #expect(errors.take().count == 1)
    }

    // Rules: A49, A51.
    @Test("Another store gets the state, which has not changed, and at once also where the former store has failed")
    func otherStore() {
        launch()
        let other = SlowStore(application.runLoop)
        application.stateStore = store
        application.stateStore = other
        pass(.milliseconds(1))
        #expect(store.begins.count == 1 && other.counts == [0])
        other.failure = "gone"
        for number in 1...100 {
            count(to: number)
            pass(.milliseconds(500))
        }
        application.stateStore = store
        pass(.milliseconds(500))
        #expect(store.counts == [0, 100] && other.counts == [0])
        // Also a store that the collection sets.
        other.failure = nil
        app.hook = { if $0 == "willEncode" { $1.stateStore = other } }
        pass(.seconds(1))
        count(to: 101)
        pass(.milliseconds(1))
        #expect(store.counts == [0, 100] && other.counts == [0, 101])
        pass(.seconds(2))
        #expect(other.counts == [0, 101] && errors.entries.count == 1)
    }

    // Rules: A52.
    @Test("An end in order saves what has changed since the last saving, also without a background")
    func end() {
        application.manifest.exitsOnSuspend = true
        launch()
        count(to: 1)
        pass(.milliseconds(1))
        app.count = 2
        application.terminate()
        #expect(store.counts == [0, 1, 2])
        #expect(!application.savesStateContinuously)
    }

    // Rules: A49, A47.
    @Test("A message that an app sends while its state is collected is carried out afterwards")
    func messageInside() {
        launch()
        app.hook = { name, application in
            guard name == "willEncode" else { return }
            guard application.applicationState == .active else { return }
            #expect((try? application.receive(.enterBackground)) == .waiting)
            app.count = 2
        }
        count(to: 1)
        pass(.milliseconds(1))
        app.hook = nil
        #expect(application.applicationState == .background)
        // The state in the background is the later one.
        #expect(store.counts == [0, 1, 2])
    }

    // Rules: A49, SEQ17.
    @Test("An app that ends while its state is collected keeps the state before")
    func endInside() {
        launch()
        app.hook = { if $0 == "willEncode" { _ = try? $1.receive(.kill) } }
        count(to: 1)
        pass(.seconds(1))
        #expect(store.counts == [0] && application.lifecycleState == .notRunning)
    }

    // Rules: A49.
    @Test("The manifest asks for it, and the launch restores before anything is saved")
    func manifest() throws {
        launch()
        count(to: 9)
        pass(.seconds(1))
        let next = Application(runLoop: try MainRunLoop(clock: clock))
        next.manifest = try Manifest(parsing: "identifier = notes\nsaves-state-continuously = true")
        let restored = SavingApp()
        (next.delegate, next.stateStore) = (restored, store)
        let saves = store.counts.count
        next.launch()
        next.runLoop.run(until: clock.now.advanced(by: .milliseconds(1)))
        #expect(next.savesStateContinuously && restored.count == 9)
        #expect(store.counts.dropFirst(saves) == [9])
    }

    // Rules: A49.
    @Test("A suspended app saves nothing until it is resumed")
    func suspended() throws {
        launch()
        try application.receive(.enterBackground)
        try application.receive(.suspend)
        let saves = store.saved.count
        count(to: 5)
        pass(.seconds(5))
        #expect(store.saved.count == saves)
        try application.receive(.resume)
        pass(.seconds(1))
        #expect(store.counts.last == 5)
    }
}
