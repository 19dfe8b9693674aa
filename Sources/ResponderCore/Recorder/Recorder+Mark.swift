extension Recorder {
    /// A recogniser of the gesture by which an operator says that something is wrong: it marks the moment when several
    /// fingers have rested on a view for a while.
    ///
    ///     window.addGestureRecognizer(application.recorder.makeMarkGesture())
    ///
    /// The touches also go to the views below.
    ///
    /// - Parameters:
    ///   - fingers: How many fingers rest on the view.
    ///   - duration: For how long.
    /// - Complexity: O(1); allocates the recogniser.
    public func makeMarkGesture(fingers: Int = 3, for duration: Duration = .seconds(2)) -> LongPressGestureRecognizer {
        let gesture = LongPressGestureRecognizer()
        gesture.numberOfTouchesRequired = fingers
        gesture.minimumPressDuration = duration
        gesture.cancelsTouchesInView = false
        gesture.addAction { [weak self] gesture in
            if gesture.state == .began { self?.mark("the operator's gesture") }
        }
        return gesture
    }
}
