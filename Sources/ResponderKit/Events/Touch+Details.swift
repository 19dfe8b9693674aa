internal import Glibc
public import ResponderTouchInput

// What a stylus, or a screen that feels the force, tells of a touch besides (rule T9). It has no meaning for where the touch
// goes. After the touch's end it stays what it was, as all of a touch does, until the slot is used again.
extension Touch {
    /// The greatest force that the source can report, on the scale of ``force``; 0 where it cannot tell.
    public var maximumPossibleForce: Float { details.maximumPossibleForce }

    /// The angle of the stylus to the screen in radians: 0 lies flat on it, π/2 stands upright.
    ///
    /// 0 also where the source cannot tell, as for a finger.
    public var altitudeAngle: Float { details.altitudeAngle }

    /// Where the stylus points to, from its tip to its end, in the coordinates of `view`: the angle in radians, -π to π, from
    /// the x axis towards the y axis; nil stands for the screen.
    ///
    /// 0 where the source cannot tell, as for a finger. No allocation; one step for each view between `view` and its
    /// window.
    public func azimuthAngle(in view: View?) -> Float {
        let angle = details.azimuthAngle
        guard let view, state.pointee.flags.contains(.detailed) else { return angle }
        let tip = Self.convert(.zero, to: view)
        let end = Self.convert(Point(cos(Double(angle)), sin(Double(angle))), to: view)
        return Float(atan2(end.y - tip.y, end.x - tip.x))
    }

    /// The position in the view's coordinates of one on the screen.
    private static func convert(_ point: Point, to view: View) -> Point {
        guard let window = view.window else { return view.convert(point, from: nil) }
        return view.convert(window.convert(point, from: nil), from: window)
    }

    /// The properties whose values are estimates.
    public var estimatedProperties: TouchContact.Properties { details.estimatedProperties }

    /// Those of ``estimatedProperties`` of which a better value will follow.
    public var estimatedPropertiesExpectingUpdates: TouchContact.Properties {
        details.estimatedPropertiesExpectingUpdates
    }

    /// The number by which updates of this sample name it; nil when it has none.
    ///
    /// The same in ``Responder/touchesEstimatedPropertiesUpdated(_:)``: by it an app finds what it made of the sample.
    public var estimationUpdateIndex: Int? {
        let index = Int(details.estimationUpdateIndex)
        return index == 0 ? nil : index
    }

    var details: TouchContact.Details { state.details }
}
