internal import Glibc
internal import ResponderCore
internal import ResponderTouchInput

/// The recogniser of a scroll view's pinches.
final class ScrollPinchRecognizer: PinchGestureRecognizer, RecognizerOwner {
    weak var scrollView: ScrollView?

    override init() {
        super.init()
        owner = self
    }

    /// If the app has added the recogniser to another view, the scroll view is asked, too.
    package func allowsBegin(of recognizer: GestureRecognizer) -> Bool {
        view === scrollView || scrollView?.gestureRecognizerShouldBegin(self) ?? false
    }

    /// Fingers that zoom may drag at the same time.
    override func canPrevent(_ other: GestureRecognizer) -> Bool { other !== scrollView?.pan }

    override func reset() {
        super.reset()
        // The pinch has ended already, unless the application is gone.
        scrollView?.abandonPinch()
    }
}

// Fingers zoom: the content stays under them.
extension ScrollView {
    final func pinchDidChange(_ pinch: ScrollPinchRecognizer) {
        switch pinch.state {
        case .began: begin(pinch)
        case .changed: follow(pinch)
        case .ended:
            followIfMoved(pinch)
            endPinch(pinch)
        case .cancelled: endPinch(pinch)
        case .possible, .failed: break
        }
    }

    private final func begin(_ pinch: ScrollPinchRecognizer) {
        guard viewToZoom != nil else { return }
        let attempt = pinch.record.pointee.attempt
        stopMotion()
        let view = viewToZoom
        // As in `beginDrag`: a run nested in these calls may have ended the pinch.
        guard pinch.record.pointee.attempt == attempt, !pinch.record.pointee.isOver, !zoom.isPinching, view != nil,
            let window = shownWindow
        else { return }
        window.movedViews.add(self)
        forgetPlace()
        motion.wasCaught = false
        zoom.startScale = zoom.scale
        zoom.isPinching = true
        beginZoom(of: view)
        followIfMoved(pinch)
    }

    /// Follows the fingers if they have moved since the last step: at the beginning of the zoom, or at the lift.
    private final func followIfMoved(_ pinch: ScrollPinchRecognizer) {
        if banded(zoom.startScale * pinch.scale) != zoom.scale { follow(pinch) }
    }

    private final func follow(_ pinch: ScrollPinchRecognizer) {
        guard zoom.isPinching, zoom.isUnderWay, motion.kind == .none else { return }
        let scale = banded(zoom.startScale * pinch.scale)
        let place = pinch.location(in: self) - bounds.origin
        let target = offset(keeping: place, at: scale)
        setScale(scale)
        delegate?.scrollViewDidZoom(self)
        guard zoom.isPinching, zoom.isUnderWay, motion.kind == .none else { return }
        drag.origin += target - bounds.origin
        move(to: drag.phase == .follows ? target : limited(target))
    }

    /// Draws a scale beyond a limit nearer: the ratio of the scale to the limit becomes the ratio's fourth root.
    private final func banded(_ scale: Double) -> Double {
        let limit = scale.limited(to: zoom.minimum...zoomCeiling)
        return zoom.bounces && scale > 0 ? limit * pow(scale / limit, 0.25) : limit
    }

    /// Brings the scale and the content within their limits.
    private final func endPinch(_ pinch: ScrollPinchRecognizer) {
        guard zoom.isPinching else { return }
        zoom.isPinching = false
        // A zoom that the app has begun meanwhile ends when its motion ends.
        guard zoom.isUnderWay, motion.kind != .zoom else { return }
        guard motion.kind == .none, drag.phase == .none, canMove else { return endZoom() }
        let scale = zoom.scale.limited(to: zoom.minimum...zoomCeiling)
        let place = pinch.location(in: self) - bounds.origin
        let target = limited(offset(keeping: place, at: scale), at: scale)
        if scale == zoom.scale, target == bounds.origin { return endZoom() }
        animateZoom(to: scale, target)
    }

    /// Ends the zoom of fingers that can no longer be followed.
    final func abandonPinch() {
        guard zoom.isPinching else { return }
        zoom.isPinching = false
        endZoomUnlessMoving()
    }
}
