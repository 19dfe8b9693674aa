public import ResponderCore
internal import ResponderEventLoop

/// Recognises taps of one finger into corners of the view in an order, each within two seconds of the one before.
///
/// The taps before the last are delivered as all taps; the last one is cancelled for the views it is over.
public final class CornerTaps: GestureRecognizer {
    /// The time from one tap to the next at most.
    public nonisolated static let longestPause: Duration = .seconds(2)

    private let corners: [Corner]
    private var done = 0
    private var lastTap = MainRunLoop.Instant(nanoseconds: .min)
    private var fingers = 0

    /// A recogniser of taps into these corners.
    ///
    /// - Precondition: There are two taps or more, since one corner is tapped by chance.
    /// - Complexity: O(1); allocates the object.
    public init(_ corners: [Corner]) {
        guard corners.count >= 2 else {
            fatalError("a gesture of \(corners.count) taps is made by chance; give CornerTaps two corners or more")
        }
        self.corners = corners
        super.init()
    }

    /// Fails if this is no tap into the next corner; a tap into the first corner begins the gesture anew.
    ///
    /// - Complexity: O(touches); no allocation.
    public override func touchesBegan(_ touches: TouchSet, with event: Event) {
        fingers += touches.count
        guard let touch = touches.first, let view, fingers == 1 else { return fail() }
        if !touch.timestamp.isWithin(Self.longestPause, after: lastTap) { done = 0 }
        let corner = Corner(at: touch.location(in: view), in: view.bounds)
        if corner != corners[done] { done = 0 }
        if corner != corners[done] { fail() }
    }

    /// Fails if the finger leaves the corner.
    ///
    /// - Complexity: O(touches); no allocation.
    public override func touchesMoved(_ touches: TouchSet, with event: Event) {
        guard let touch = touches.first, let view else { return }
        if Corner(at: touch.location(in: view), in: view.bounds) != corners[done] { fail() }
    }

    /// Counts the tap; after the last one the gesture is recognised.
    ///
    /// - Complexity: O(touches), besides the work of actions; no allocation.
    public override func touchesEnded(_ touches: TouchSet, with event: Event) {
        guard let touch = touches.first else { return }
        lastTap = touch.timestamp
        done += 1
        if done == corners.count {
            done = 0
            state = .ended
        } else {
            // The next tap is an attempt of its own, so that this one holds nothing up.
            state = .failed
        }
    }

    /// Begins anew.
    ///
    /// - Complexity: O(1); no allocation.
    public override func touchesCancelled(_ touches: TouchSet, with event: Event) { fail() }

    /// Forgets the fingers.
    ///
    /// - Complexity: O(1); no allocation.
    public override func reset() { fingers = 0 }

    private func fail() {
        done = 0
        state = .failed
    }
}

extension MainRunLoop.Instant {
    fileprivate func isWithin(_ duration: Duration, after earlier: MainRunLoop.Instant) -> Bool {
        self <= earlier.advanced(by: duration)
    }
}
