internal import ResponderEventLoop

/// Counts how often an action was repeated since the loop came to rest.
///
/// If each repetition can cause the next one, code of the app could go on for ever.
@MainActor
package final class RepetitionCounter {
    /// The most repetitions.
    static let most = 100
    package private(set) var count = 0
    private let name: StaticString
    /// Notes that the loop comes to rest.
    private var observer: MainRunLoop.Observer?

    package nonisolated init(name: StaticString) {
        self.name = name
    }

    package var isAtMost: Bool { count >= Self.most }

    /// Counts a repetition; returns whether it is the last one allowed.
    package func add(on loop: MainRunLoop) -> Bool {
        count += 1
        if observer == nil {
            observer = loop.addObserver(of: [.beforeWaiting, .exit], repeats: false, name: name) { [weak self] _ in
                self?.count = 0
                self?.observer = nil
            }
        }
        return count == Self.most
    }

    package func cancel() {
        observer?.cancel()
        observer = nil
    }
}
