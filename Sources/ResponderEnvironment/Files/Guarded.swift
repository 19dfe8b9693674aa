internal import ResponderEventLoop

/// State that several threads use, one at a time.
final class Guarded<State>: @unchecked Sendable {
    // Only code that holds the lock touches the state.
    private var state: State
    private let lock = Lock()

    init(_ state: State) { self.state = state }

    /// Runs `body` while no other thread has the state.
    func withLock<Result, Failure: Error>(
        _ body: (inout State) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let result: Swift.Result<Result, Failure> = lock.locked {
            do throws(Failure) { return .success(try body(&state)) } catch { return .failure(error) }
        }
        return try result.get()
    }
}
