public import ResponderEventLoop
public import ResponderTouchInput

/// A movement of a scroll wheel, or of two fingers on a touch pad, on its way to a responder.
///
/// See ``Responder/scrollWheel(with:)``. The event is a value: it may be kept, and keeps its view and its window.
@MainActor
public struct WheelEvent {
    /// When the source saw the movement, on the clock of the application's loop.
    public let timestamp: MainRunLoop.Instant
    /// By how many points the content should move on the screen: down for a positive `y`, which brings the content's
    /// beginning into sight, and to the right for a positive `x`.
    public let delta: Point
    /// Whether the delta follows fingers on a touch pad; false for the notches of a wheel.
    public let isPrecise: Bool
    /// The view that was hit at the pointer's place.
    public let view: View
    /// The window in which the view was hit.
    public let window: Window
    /// The pointer's place in the coordinates of the window.
    private let place: Point

    init(_ frame: WheelFrame, _ view: View, in window: Window) {
        timestamp = frame.time
        delta = frame.delta
        isPrecise = frame.isPrecise
        place = window.record.fromSuperview(frame.location)
        self.view = view
        self.window = window
    }

    /// The pointer's place in the coordinates of `view`; nil stands for the window.
    ///
    /// For a view in another window, the place is converted by way of the screen (rule H29).
    ///
    /// - Complexity: O(depth of `view`); no allocation.
    public func location(in view: View?) -> Point {
        guard let record = view?.record else { return place }
        return record.locate(place, in: window.record)
    }
}
