public import ResponderKit

/// The touch methods that were called on responders, in order, as lines to compare.
@MainActor
public final class ResponderLog {
    /// One call of a touch method.
    public struct Entry: Sendable {
        /// The name of the responder that was called.
        public let responder: String
        /// The phase of the method that was called.
        public let phase: Touch.Phase
        /// The touches of the call, as they were then, with locations in their window.
        public let touches: [Touch.Sample]
        /// When the event happened, on the application's clock.
        public let time: MainRunLoop.Instant
    }

    /// The calls, without those that bring new values of estimated properties.
    public private(set) var entries: [Entry] = []
    /// The calls and the notes, as text.
    ///
    /// A call is `NAME.PHASE` with `(X, Y)` for each touch, as in
    /// `pad.began(10, 20)(30, 40)`; new values of estimated properties are `NAME.updated`; a note is the line itself.
    public private(set) var lines: [String] = []

    /// An empty log.
    ///
    /// - Complexity: O(1); allocates the log.
    public init() {}

    /// Notes a call of a touch method.
    ///
    /// - Complexity: O(number of touches), amortised; allocates the samples and the line.
    public func note(_ phase: Touch.Phase, of responder: String, _ touches: TouchSet, _ event: Event) {
        let samples = touches.map(\.sample)
        entries.append(Entry(responder: responder, phase: phase, touches: samples, time: event.timestamp))
        lines.append("\(responder).\(phase)\(places(of: samples))")
    }

    /// Notes a call with better values of estimated properties.
    func noteUpdate(of responder: String, _ touches: TouchSet) {
        lines.append("\(responder).updated\(places(of: touches.map(\.sample)))")
    }

    private func places(of samples: [Touch.Sample]) -> String {
        samples.map { "(\(text($0.location.x)), \(text($0.location.y)))" }.joined()
    }

    /// Notes a line of the caller's own, as for a call of a delegate.
    ///
    /// - Complexity: O(1), amortised; allocates where the array of lines grows.
    public func note(_ line: String) {
        lines.append(line)
    }

    /// Removes all entries and lines.
    ///
    /// - Complexity: O(number of entries and lines); no allocation.
    public func clear() {
        entries.removeAll()
        lines.removeAll()
    }

    private func text(_ coordinate: Double) -> String {
        Int(exactly: coordinate).map(String.init) ?? String(coordinate)
    }
}
