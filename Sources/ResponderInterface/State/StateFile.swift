public import ResponderKit

/// Keeps an application's saved state in a file of JSON.
///
///     final class AppDelegate: Responder, EntryPointDelegate {
///         static let manifest = Manifest(identifier: "org.example.clock", stateFile: "/var/lib/clock/state.json")
///         static func makeStateStore(named name: String) -> (any StateStore)? { StateFile(path: name) }
///     }
///
/// A state is written to a file beside it, `PATH.new`, which then takes the place of the one before: whenever the
/// process or the machine stops, and on a full disk, one of both is there, whole.
///
/// While a state is restored, its file is called `PATH.restoring`. A process that ends meanwhile leaves it so; the next
/// one tries once more, since the power may have failed, and calls the file `PATH.retrying`. If the restoration is cut
/// short again, the state is at fault: the process after that calls the file `PATH.discarded`, for whoever looks for
/// the mistake, and begins anew.
///
/// Files are readable and writable by their owner alone. A symbolic link in the file's place stays: the state is in the
/// file that the link names, which need not be there yet, and the other files are beside that one. One process at a
/// time has a store for a file.
@MainActor
public final class StateFile: StateStore {
    /// How many bytes a state may have: 64 MiB.
    public nonisolated static let sizeLimit = StatePlace.sizeLimit

    /// The file's path.
    public nonisolated var path: String { place.path }

    private let place: StatePlace

    /// The state in that file, which need not be there yet; its folder must be.
    ///
    /// - Parameter path: The file's path; a relative one is relative to the working folder at each use.
    /// - Complexity: O(1); allocates the store.
    public nonisolated init(path: String) { place = StatePlace(path: path) }

    /// Reads the file, or that of a restoration that was cut short once.
    ///
    /// - Throws: `StateStoreError` if there is a file that cannot be read, or that is no JSON of a state.
    /// - Complexity: Linear in the file; allocates the values.
    public func load() throws(StateStoreError) -> StateValue? { try idlePlace.load() }

    /// Writes the file, once the saving that is under way has ended: the one before stays until the new one is on the
    /// disk.
    ///
    /// - Throws: `StateStoreError` if the file cannot be written wholly.
    /// - Complexity: O(n log n) in the values, besides the disk's time; allocates the text.
    public func save(_ value: StateValue) throws(StateStoreError) { try idlePlace.save(value) }

    /// Writes the file on a thread of its own, as ``save(_:)`` does: the disk holds up only that thread.
    ///
    /// Where the system has no thread left, the file is written in the call.
    ///
    /// - Parameters:
    ///   - value: The state, which takes the place of the one before.
    ///   - completion: Called once, on that thread, with nil or the reason why the file was not written.
    /// - Complexity: O(1) besides the end of a saving that is under way; allocates the thread, which allocates the
    ///   text.
    public func beginSaving(_ value: StateValue, completion: @escaping @Sendable (StateStoreError?) -> Void) {
        let work: StateWriter.Work = { [place] in
            do throws(StateStoreError) {
                try place.save(value)
                return nil
            } catch {
                return error
            }
        }
        StateWriter.shared.begin(work, then: completion)
    }

    /// Removes the file, and those that restorations and a saving that was cut short have left.
    ///
    /// - Complexity: O(1) besides the disk's time.
    public func discard() { idlePlace.discard() }

    /// Renames the file of a restoration that was cut short twice to `PATH.discarded`; an older one of that name goes.
    ///
    /// - Complexity: O(1) besides the disk's time.
    public func setAside() { idlePlace.setAside() }

    /// Whether there is the file of a restoration that was cut short twice, and no state that was saved since.
    ///
    /// - Complexity: O(1) besides the disk's time.
    public var wasRestorationCutShort: Bool { idlePlace.wasRestorationCutShort }

    /// Renames the file, which needs no room on the disk.
    ///
    /// - Throws: `StateStoreError` if the file cannot be renamed.
    /// - Complexity: O(1) besides the disk's time.
    public func beginRestoration() throws(StateStoreError) { try idlePlace.beginRestoration() }

    /// Gives the file its name again, unless another state was saved meanwhile.
    ///
    /// - Complexity: O(1) besides the disk's time.
    public func endRestoration() { idlePlace.endRestoration() }

    /// The place, when no saving is under way.
    private var idlePlace: StatePlace {
        StateWriter.shared.wait()
        return place
    }
}
