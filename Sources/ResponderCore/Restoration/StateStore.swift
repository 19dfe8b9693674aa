/// A store that keeps an application's saved state while the application does not run.
///
/// `StateFile` of the product `ResponderInterface` keeps the state in a file, ``MemoryStateStore`` in memory.
@MainActor
public protocol StateStore: AnyObject {
    /// Returns the state that was saved last; nil if there is none.
    ///
    /// - Throws: ``StateStoreError`` if there is one that cannot be read.
    func load() throws(StateStoreError) -> StateValue?

    /// Saves a state in place of the former one.
    ///
    /// - Throws: ``StateStoreError`` if the state cannot be saved; the former state is then still there, unchanged.
    func save(_ value: StateValue) throws(StateStoreError)

    /// Begins to save a state in place of the former one, for an application that
    /// ``Application/savesStateContinuously``; calls `completion` exactly once, on any thread, even before it returns.
    ///
    /// The application does not call this method again before `completion` was called. The store's other methods may be
    /// called meanwhile: they come after the saving. A store has by default a method that calls ``save(_:)``; a store
    /// whose medium is slow saves on a thread of its own.
    ///
    /// - Parameter completion: Called with nil when a power failure loses the state no more, otherwise with the reason;
    ///   the former state is then still there, unchanged.
    func beginSaving(_ value: StateValue, completion: @escaping @Sendable (StateStoreError?) -> Void)

    /// Deletes the state, and the mark of a restoration.
    func discard()

    /// Puts a state whose restorations were cut short out of the way, so that the next launch finds none; the method
    /// that a store gets by default calls ``discard()``.
    func setAside()

    /// Whether the process has ended during the restoration of this state, each time it was tried, so often that it is
    /// not tried again.
    ///
    /// The stores of this package try it twice: the first end may have been a power failure.
    var wasRestorationCutShort: Bool { get }

    /// Marks that a restoration is under way, until ``endRestoration()``, even if the process ends at once.
    ///
    /// - Throws: ``StateStoreError`` if the mark cannot be made; nothing is restored then.
    func beginRestoration() throws(StateStoreError)

    /// Removes the mark; the state stays until the next one is saved.
    func endRestoration()
}

extension StateStore {
    /// Saves the state by ``save(_:)``, and calls `completion` before it returns.
    ///
    /// - Complexity: That of ``save(_:)``.
    public func beginSaving(_ value: StateValue, completion: @escaping @Sendable (StateStoreError?) -> Void) {
        do throws(StateStoreError) {
            try save(value)
            completion(nil)
        } catch {
            completion(error)
        }
    }

    /// Deletes the state by ``discard()``.
    ///
    /// - Complexity: That of ``discard()``.
    public func setAside() { discard() }
}

/// Why a store cannot keep or read a state.
public struct StateStoreError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The reason, with the place.
    public let description: String

    /// An error with that reason, in one line, and the place of the state.
    ///
    /// - Complexity: O(1); no allocation.
    public init(_ description: String) { self.description = description }
}

/// A store in memory, which keeps the state after the application's end: for tests and simulated devices.
///
/// - Complexity: O(1) without allocation, for each member that does not say otherwise.
@MainActor
public final class MemoryStateStore: StateStore {
    /// The state that was saved last; nil if there is none.
    public var state: StateValue?
    /// How many restorations of the state were begun, and not ended.
    private var restorations = 0
    /// Whether two restorations of the state were begun, and not ended.
    public var wasRestorationCutShort: Bool { restorations > 1 }

    /// A store without a state.
    ///
    /// - Complexity: O(1); allocates the store.
    public nonisolated init() {}

    /// Returns the ``state``; never throws.
    public func load() throws(StateStoreError) -> StateValue? { state }

    /// Sets the ``state``; never throws.
    public func save(_ value: StateValue) throws(StateStoreError) { (state, restorations) = (value, 0) }

    /// Forgets the state, and the mark of a restoration.
    public func discard() { (state, restorations) = (nil, 0) }

    /// Counts the restoration; never throws.
    public func beginRestoration() throws(StateStoreError) { restorations += 1 }

    /// Sets the count of restorations to zero.
    public func endRestoration() { restorations = 0 }
}
