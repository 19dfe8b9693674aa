/// What a recording keeps of a store of the application's state.
enum RecordedState: UInt8 {
    /// There was no state.
    case none = 0
    /// The state follows.
    case state = 1
    /// The state could not be read; the reason follows.
    case error = 2
    /// The last restoration was cut short.
    case cutShort = 3
}

/// The store of an application that is recorded: keeps what is restored.
///
/// It saves at once, by the method that a store gets by default, so that a replay makes the same calls in each turn.
@MainActor
final class RecordedStateStore: StateStore {
    private let store: any StateStore
    private let tape: RecordingTape

    init(_ store: any StateStore, _ tape: RecordingTape) {
        (self.store, self.tape) = (store, tape)
    }

    func load() throws(StateStoreError) -> StateValue? {
        do throws(StateStoreError) {
            let state = try store.load()
            tape.keep(.state) {
                $0.append(state == nil ? RecordedState.none.rawValue : RecordedState.state.rawValue)
                if let state { $0.append(state) }
            }
            return state
        } catch {
            tape.keep(.state) {
                $0.append(RecordedState.error.rawValue)
                $0.append(error.description)
            }
            throw error
        }
    }

    var wasRestorationCutShort: Bool {
        let wasCutShort = store.wasRestorationCutShort
        if wasCutShort { tape.keep(.state) { $0.append(RecordedState.cutShort.rawValue) } }
        return wasCutShort
    }

    func save(_ value: StateValue) throws(StateStoreError) { try store.save(value) }
    func discard() { store.discard() }
    func setAside() { store.setAside() }
    func beginRestoration() throws(StateStoreError) { try store.beginRestoration() }
    func endRestoration() { store.endRestoration() }
}

/// The store of an application that is replayed: has what was restored, and keeps nothing.
@MainActor
final class ReplayedStateStore: StateStore {
    private weak var tape: ReplayTape?

    init(_ tape: ReplayTape) { self.tape = tape }

    func load() throws(StateStoreError) -> StateValue? {
        switch tape?.takeState(isCutShort: false) {
        case .state(let state): return state
        case .error(let reason): throw StateStoreError(reason)
        case .cutShort, nil: return nil
        }
    }

    var wasRestorationCutShort: Bool {
        if case .cutShort = tape?.takeState(isCutShort: true) { true } else { false }
    }

    func save(_ value: StateValue) throws(StateStoreError) {}
    func discard() {}
    func beginRestoration() throws(StateStoreError) {}
    func endRestoration() {}
}
