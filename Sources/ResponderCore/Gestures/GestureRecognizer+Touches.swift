public import ResponderTouchInput

// The touches of a recogniser.
extension GestureRecognizer {
    /// The recogniser's touches that are down, or end in the present event.
    public final var touches: TouchSet { record.presentTouches }

    /// How many touches the recogniser has: those that are down, or end in the present event (rule G52).
    public final var numberOfTouches: Int { record.pointee.present.nonzeroBitCount }

    /// The location of one of the recogniser's touches.
    ///
    /// - Parameters:
    ///   - index: The place of the touch in ``touches``, from 0.
    ///   - view: The view in whose coordinates the location is; nil stands for the window's.
    /// - Precondition: `index` is less than ``numberOfTouches``.
    /// - Complexity: That of ``Touch/location(in:)``, and O(touches of the recogniser); no allocation.
    public final func location(ofTouch index: Int, in view: View?) -> Point {
        let touches = touches
        guard index >= 0, index < touches.count else {
            fatalError("\(self) has no touch \(index): it has \(touches.count), counted from 0")
        }
        return touches[touches.index(touches.startIndex, offsetBy: index)].location(in: view)
    }

    final func meanLocation(in view: View?) -> Point {
        let touches = touches
        guard !touches.isEmpty else {
            guard let view, let window = viewReference?.window else { return record.pointee.lastLocation }
            return view.convert(record.pointee.lastLocation, from: window)
        }
        var (x, y) = (0.0, 0.0)
        for touch in touches {
            let location = touch.location(in: view)
            (x, y) = (x + location.x, y + location.y)
        }
        let count = Double(touches.count)
        return Point(x / count, y / count)
    }
}
