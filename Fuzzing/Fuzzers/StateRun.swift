import ResponderInterface
import ResponderKit

/// Bytes as the file of a saved state: they are refused in a line, or they are values that stay the same when they are
/// written and read again; an app restores them, saves, and is the same in its next life.
@MainActor
struct StateRun {
    private let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    func run() throws(Violation) {
        let value: StateValue
        do throws(StateStoreError) {
            value = try StateText.read(bytes)
        } catch {
            return try require(RecordingRun.isOneLine("\(error)"), "an error that is no line: \(error)")
        }
        try checkText(of: value)
        let store = MemoryStateStore()
        store.state = value
        _ = try live(store)
        // What an app saves itself is restored without an error, unless its delegate makes it lose something.
        guard let saved = store.state, saved != value else { return }
        try checkText(of: saved)
        let errors = try live(store)
        for error in errors {
            switch error {
            case .unknownControllers, .unknownViews, .duplicateController, .duplicateView, .tooDeep: break
            default: throw Violation("an app cannot restore what it saved: \(error)")
            }
        }
    }

    /// Checks that a value is read from its text as the same one.
    ///
    /// A number that is none is not equal to itself, so texts are compared, too.
    private func checkText(of value: StateValue) throws(Violation) {
        let (text, again): (String, StateValue)
        do throws(StateStoreError) {
            text = try StateText.write(value)
            again = try StateText.read(Array(text.utf8))
        } catch {
            throw Violation("a state that was read cannot be written and read: \(error)")
        }
        let second = try? StateText.write(again)
        try require(second == text, "another text when written again")
        try require(again == value || text.contains("\"nan\""), "another value when read again")
    }

    /// Launches an app with the store, lets it be used, and ends it in the background; returns the errors.
    private func live(_ store: MemoryStateStore) throws(Violation) -> [StateError] {
        let loop = try necessary { try MainRunLoop(clock: VirtualClock()) }
        let application = Application(runLoop: loop)
        application.manifest = Manifest(identifier: "fuzz")
        application.stateStore = store
        let app = StateApp(application)
        application.delegate = app
        var errors: [StateError] = []
        application.onLifecycleEvent = { event in
            if case .stateError(let error) = event.kind { errors.append(error) }
        }
        application.launch()
        loop.run(until: .zero)
        try require(application.applicationState == .active, "the app is \(application.applicationState)")
        try require(!store.wasRestorationCutShort, "the restoration has no end")
        let finger = application.touchPort.makeSender()
        finger.send(TouchContact(1, .began, at: Point(50, 50)), at: loop.now)
        finger.send(TouchContact(1, .moved, at: Point(50, 20)), at: loop.now)
        finger.send(TouchContact(1, .ended, at: Point(50, 20)), at: loop.now)
        loop.run(until: .zero)
        do throws(HostMessage.Refusal) {
            try application.receive(.enterBackground)
        } catch {
            throw Violation("\(error)")
        }
        try require(application.lifecycleState == .background, "the app is \(application.lifecycleState)")
        try app.check()
        for error in errors {
            try require(RecordingRun.isOneLine("\(error)"), "an error that is no line: \(error)")
        }
        application.terminate()
        return errors
    }
}
