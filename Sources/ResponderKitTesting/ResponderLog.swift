public import ResponderKit

/// What responders got, in order, as lines to compare.
@MainActor
public final class ResponderLog {
    /// One call of a touch method.
    public struct Entry: Sendable {
        /// The name of the responder that was called.
        public let responder: String
        /// The method.
        public let phase: Touch.Phase
        /// The touches it was called with, as they were, with locations in their window.
        public let touches: [Touch.Sample]
        /// When, on the application's clock.
        public let time: MainRunLoop.Instant
    }

    /// The calls.
    public private(set) var entries: [Entry] = []
    /// The calls and notes as text: `NAME.METHOD(X, Y)`, with one pair of coordinates for each touch.
    public private(set) var lines: [String] = []

    /// A log with nothing in it.
    public init() {}

    /// Notes a call.
    public func note(_ phase: Touch.Phase, of responder: String, _ touches: TouchSet, _ event: Event) {
        let samples = touches.map(\.sample)
        entries.append(Entry(responder: responder, phase: phase, touches: samples, time: event.timestamp))
        lines.append("\(responder).\(phase)\(places(of: samples))")
    }

    /// Notes better values for earlier samples.
    func noteUpdate(of responder: String, _ touches: TouchSet) {
        lines.append("\(responder).updated\(places(of: touches.map(\.sample)))")
    }

    private func places(of samples: [Touch.Sample]) -> String {
        samples.map { "(\(text($0.location.x)), \(text($0.location.y)))" }.joined()
    }

    /// Notes something else, as what a delegate was told.
    public func note(_ line: String) {
        lines.append(line)
    }

    /// Forgets everything.
    public func clear() {
        entries.removeAll()
        lines.removeAll()
    }

    private func text(_ coordinate: Double) -> String {
        Int(exactly: coordinate).map(String.init) ?? String(coordinate)
    }
}
