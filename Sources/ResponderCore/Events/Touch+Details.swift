internal import Glibc
public import ResponderTouchInput

// The details of a touch that a stylus or a force-sensing screen reports (rule T9). They do not affect where the touch
// goes. Like all values of a touch, they stay readable after the touch's end until its slot is reused.
extension Touch {
    /// The greatest force that the source can report, on the scale of ``force``; 0 when the source does not report
    /// it.
    public var maximumPossibleForce: Float { details.maximumPossibleForce }

    /// The angle of the stylus to the screen in radians: at 0 the stylus lies flat on the screen, at π/2 it stands
    /// upright.
    ///
    /// Also 0 when the source does not report the angle, as for a finger.
    public var altitudeAngle: Float { details.altitudeAngle }

    /// The direction of the stylus, from its tip to its end, in the coordinates of `view`; nil stands for the screen.
    ///
    /// An angle in radians, -π to π, from the x axis towards the y axis. 0 when the source does not report the
    /// direction, as for a finger.
    ///
    /// - Complexity: O(depth of `view` in its window); no allocation.
    public func azimuthAngle(in view: View?) -> Float {
        let angle = details.azimuthAngle
        guard let view, state.pointee.flags.contains(.detailed) else { return angle }
        let tip = Self.convert(.zero, to: view)
        let end = Self.convert(Point(cos(Double(angle)), sin(Double(angle))), to: view)
        return Float(atan2(end.y - tip.y, end.x - tip.x))
    }

    /// Converts a position on the screen to the view's coordinates.
    private static func convert(_ point: Point, to view: View) -> Point {
        guard let window = view.window else { return view.convert(point, from: nil) }
        return view.convert(window.convert(point, from: nil), from: window)
    }

    /// The properties whose values are estimates.
    public var estimatedProperties: TouchContact.Properties { details.estimatedProperties }

    /// The properties of ``estimatedProperties`` for which a better value will follow.
    public var estimatedPropertiesExpectingUpdates: TouchContact.Properties {
        details.estimatedPropertiesExpectingUpdates
    }

    /// The number by which updates identify this sample; nil when it has none.
    ///
    /// ``Responder/touchesEstimatedPropertiesUpdated(_:)`` gets touches with the same number, by which an app finds the
    /// earlier sample.
    public var estimationUpdateIndex: Int? {
        let index = Int(details.estimationUpdateIndex)
        return index == 0 ? nil : index
    }

    var details: TouchContact.Details { state.details }
}
