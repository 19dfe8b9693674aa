import ResponderKitTesting

@testable import ResponderCore

/// A view that notes movements of the wheel, as `NAME.wheel(X, Y) at (X, Y)`, and touches.
class WheelView: RecordingView {
    /// Called after a movement was noted.
    var onWheel: ((WheelEvent) -> Void)?
    /// Whether movements are passed on after they were noted.
    var passesOn = false

    override func scrollWheel(with event: WheelEvent) {
        let place = event.location(in: self)
        log.note("\(name).wheel(\(Int(event.delta.x)), \(Int(event.delta.y))) at (\(Int(place.x)), \(Int(place.y)))")
        onWheel?(event)
        if passesOn { super.scrollWheel(with: event) }
    }
}
