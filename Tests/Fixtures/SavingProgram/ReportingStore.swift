internal import ResponderKit

/// A store that prints each value that is safe in another store.
final class ReportingStore: StateStore {
    nonisolated static let key = "value"

    private let store: any StateStore

    init(_ store: any StateStore) { self.store = store }

    func save(_ value: StateValue) throws(StateStoreError) {
        try store.save(value)
        Self.report(value)
    }

    func beginSaving(_ value: StateValue, completion: @escaping @Sendable (StateStoreError?) -> Void) {
        store.beginSaving(value) { error in
            if error == nil { Self.report(value) }
            completion(error)
        }
    }

    func load() throws(StateStoreError) -> StateValue? { try store.load() }
    func discard() { store.discard() }
    func setAside() { store.setAside() }
    var wasRestorationCutShort: Bool { store.wasRestorationCutShort }
    func beginRestoration() throws(StateStoreError) { try store.beginRestoration() }
    func endRestoration() { store.endRestoration() }

    private nonisolated static func report(_ state: StateValue) {
        guard case .dictionary(let members) = state, case .dictionary(let values)? = members["values"],
            case .integer(let value)? = values[key]
        else { return }
        SavingProgram.say("saved", value)
    }
}
