internal import ResponderSupport
internal import ResponderTouchInput

// From frames of the wheel to responders. Such a frame has one sample and is no move. So the moves before it were
// dispatched already, and code of the app may run.
extension TouchDispatcher {
    /// Hit-tests the frame, and calls the view that is hit, in an event that does not go through `sendEvent`.
    func dispatch(_ frame: WheelFrame) {
        guard state.pointee.acceptance.isAccepting else { return noteWithheldWheel() }
        dispatchOwn(at: frame.time.nanoseconds) { event in event.borrow { deliver(frame, $0) } }
    }

    private func deliver(_ frame: WheelFrame, _ event: Event) {
        // The search may have called code of the app.
        guard let hit = askWindows(frame.location, event, Unwatched()), let window = hit.window,
            state.pointee.acceptance.isAccepting
        else { return }
        let view = hit.view.pointee.view
        view.scrollWheel(with: WheelEvent(frame, view, in: unsafeDowncast(window.pointee.view, to: Window.self)))
    }
}
