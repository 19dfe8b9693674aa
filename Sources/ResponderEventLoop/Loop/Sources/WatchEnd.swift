/// Ends the watch of a source that performs once.
@MainActor
final class WatchEnd {
    unowned var watch: Watch?

    /// Cancels the watch, then calls `body`, which so may close what was watched.
    func cancel(_ body: () -> Void) {
        watch?.cancel()
        body()
    }
}
