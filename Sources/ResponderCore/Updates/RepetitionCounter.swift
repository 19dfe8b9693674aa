internal import ResponderEventLoop

/// Counts how often something was done since the loop came to rest, where each time may ask for the next one: code of
/// the app could go on for ever.
@MainActor
package final class RepetitionCounter {
    /// How often it may be done.
    static let most = 100
    package private(set) var count = 0
    private let name: StaticString
    /// Notes that the loop comes to rest.
    private var observer: MainRunLoop.Observer?

    package nonisolated init(name: StaticString) {
        self.name = name
    }

    package var isAtMost: Bool { count >= Self.most }

    /// Counts one more; returns whether it is the last that may be done.
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
