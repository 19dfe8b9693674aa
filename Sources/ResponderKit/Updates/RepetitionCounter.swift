internal import ResponderEventLoop

/// Counts how often something was done since the loop came to rest, where each time may ask for the next one: code of
/// the app could go on for ever.
@MainActor
final class RepetitionCounter {
    /// How often it may be done.
    static let most = 100
    private(set) var count = 0
    private let name: StaticString
    /// Notes that the loop comes to rest.
    private var observer: MainRunLoop.Observer?

    nonisolated init(name: StaticString) {
        self.name = name
    }

    var isAtMost: Bool { count >= Self.most }

    /// Counts one more; returns whether it is the last that may be done.
    func add(on loop: MainRunLoop) -> Bool {
        count += 1
        if observer == nil {
            observer = loop.addObserver(of: [.beforeWaiting, .exit], repeats: false, name: name) { [weak self] _ in
                self?.count = 0
                self?.observer = nil
            }
        }
        return count == Self.most
    }

    func cancel() {
        observer?.cancel()
        observer = nil
    }
}
