import ResponderEnvironment
import Synchronization

/// A disk that counts, and is full from the call of `take` on that a test says.
final class CountedSpace: StorageSpace {
    private let state = Mutex((taken: 0, calls: 0, fullFrom: Int.max))

    var taken: Int { state.withLock { $0.taken } }
    var calls: Int { state.withLock { $0.calls } }

    /// Fails the call of that number from now on, and those after it.
    func becomeFull(after calls: Int) { state.withLock { $0.fullFrom = $0.calls + calls } }

    func take(_ bytes: Int, for path: String) throws(FileError) {
        let isFull = state.withLock { state in
            defer { state.calls += 1 }
            guard state.calls < state.fullFrom else { return true }
            state.taken += bytes
            return false
        }
        if isFull { throw .full(path) }
    }

    func give(_ bytes: Int) { state.withLock { $0.taken -= bytes } }
}
