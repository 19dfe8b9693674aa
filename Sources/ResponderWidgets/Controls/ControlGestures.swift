internal import ResponderCore
internal import ResponderTouchInput

// The answers of standard controls to a recogniser of a view above that asks whether it may begin (rule G40).
extension Control {
    /// Whether the recogniser belongs to an ancestor, and recognises a tap with one finger.
    final func keepsTap(from recognizer: GestureRecognizer) -> Bool {
        guard recognizer.view !== self, let tap = recognizer as? TapGestureRecognizer else { return false }
        return tap.numberOfTapsRequired == 1 && tap.numberOfTouchesRequired == 1
    }

    /// Whether the recogniser belongs to an ancestor, and recognises a drag or swipe to the left or right that began in
    /// the area.
    final func keepsDrag(of area: Rect, from recognizer: GestureRecognizer) -> Bool {
        guard recognizer.view !== self, let drag = recognizer.drag, let window else { return false }
        let start = convert(drag.start, from: window)
        let end = convert(drag.start + drag.path, from: window)
        return area.contains(start) && (end.x - start.x).magnitude >= (end.y - start.y).magnitude
    }
}
