internal import ResponderCore
internal import ResponderEventLoop
internal import ResponderTouchInput

/// Finds out of withheld touches that one finger, and no other, stays in a corner.
///
/// A cloth touches in many places, or moves on.
@MainActor
final class CornerHold {
    /// How long a finger has to stay.
    static let duration: Duration = .seconds(3)

    private let bounds: Rect
    private let loop: MainRunLoop
    private let perform: @MainActor () -> Void
    private var down: Set<UInt64> = []
    private var timer: MainRunLoop.Timer?

    /// Calls `perform` when a finger has stayed in a corner of these bounds, in points of the screen.
    init(_ bounds: Rect, _ loop: MainRunLoop, _ perform: @escaping @MainActor () -> Void) {
        self.bounds = bounds
        self.loop = loop
        self.perform = perform
    }

    func take(_ sample: WithheldSample) {
        switch sample.phase {
        case .began:
            down.insert(sample.contact)
            cancel()
            guard down.count == 1, Corner(at: sample.location, in: bounds) != nil else { return }
            timer = loop.addTimer(after: Self.duration, name: "cleaning way out") { [weak self] _ in
                self?.perform()
            }
        case .ended, .cancelled:
            down.remove(sample.contact)
            cancel()
        case .moved:
            if Corner(at: sample.location, in: bounds) == nil { cancel() }
        }
    }

    func cancel() {
        timer?.cancel()
        timer = nil
    }
}
