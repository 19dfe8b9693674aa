internal import ResponderCore
internal import ResponderEventLoop
internal import ResponderTouchInput

/// A motion of the content without a finger.
struct ScrollMotion {
    enum Kind {
        case none
        /// The motion after a drag.
        case deceleration
        /// The motion to an offset that the app has set.
        case animation
        /// The motion to a zoom scale and an offset.
        case zoom
    }
    /// How a motion after a drag reaches its end.
    enum Way {
        /// Along the curve of a deceleration, and back from an edge.
        case free
        /// Along the curve that ends at a place that the delegate has chosen.
        case chosen
        /// By a spring to a page.
        case page
    }
    var kind = Kind.none
    var way = Way.free
    var x = AxisMotion.rest(at: 0)
    var y = AxisMotion.rest(at: 0)
    var start = MainRunLoop.Instant.zero
    /// The instant of the frame whose place the content has.
    var frame = MainRunLoop.Instant.zero
    /// Where the motion will probably end.
    var target = Point.zero
    /// Counts motions that begin or stop, and offsets that the app sets: knowledge from before a call of the app's code
    /// is valid while the number is the same.
    var changes: UInt64 = 0
    /// Whether a finger has stopped the last motion, so that the content may lie beyond its limits, or between pages.
    var wasCaught = false
    /// The velocity of the fling that a finger has stopped within the limits.
    var caughtVelocity = Point.zero

    /// The seconds from the start to `instant`.
    func time(at instant: MainRunLoop.Instant) -> Double {
        Double(max(0, instant.nanoseconds - start.nanoseconds)) / 1e9
    }
}

// The content moves by itself: each frame has the place that the curve has at the frame's instant.
extension ScrollView {
    /// How long a motion to an offset that the app sets takes, in seconds.
    static let animationSeconds = 0.3

    /// Whether the content can move without a finger: the view is in a shown window of an application that has not
    /// ended.
    final var canMove: Bool { shownWindow?.application.map { !$0.displayLinks.hasEnded } ?? false }

    /// Whether the content moves without a finger.
    package final var isInMotion: Bool { motion.kind != .none }

    final func animate(to target: Point) {
        stopMotion()
        // The delegate that was told of the former motion's end may have begun a newer motion.
        guard motion.kind == .none else { return }
        let start = bounds.origin
        guard target != start, canMove else { return move(to: target) }
        startMotion(
            .animation,
            .transition(from: start.x, to: target.x, seconds: Self.animationSeconds),
            .transition(from: start.y, to: target.y, seconds: Self.animationSeconds),
            to: target
        )
        showIndicators()
    }

    /// Begins a motion while there is none.
    final func startMotion(_ kind: ScrollMotion.Kind, _ x: AxisMotion, _ y: AxisMotion, to target: Point) {
        guard canMove, let window, let application = window.application else { return }
        window.movedViews.add(self)
        let now = application.runLoop.now
        motion.changes &+= 1
        (motion.kind, motion.x, motion.y, motion.target) = (kind, x, y, target)
        (motion.start, motion.frame, motion.wasCaught) = (now, now, false)
        // The motion continues in the background, where it ends within seconds, and then costs nothing.
        link =
            link
            ?? application.addDisplayLink(in: .common, name: "scroll view") { [weak self] link in
                if let self { step(to: link.timestamp) } else { link.cancel() }
            }
        updateTracking()
    }

    /// Continues the motion from its present place, within the present limits.
    final func continueMotion() {
        let time = motion.time(at: motion.frame)
        switch motion.kind {
        case .none, .zoom: return
        case .deceleration:
            let velocity = Point(motion.x.velocity(at: time), motion.y.velocity(at: time))
            motion.target = limited(motion.target)
            (motion.x, motion.y) = motions(velocity: velocity, motion.way, to: motion.target)
        case .animation:
            return redirectAnimation(to: motion.target)
        }
        motion.start = motion.frame
    }

    /// Has a motion to an offset end at another offset within the limits, at the same time.
    final func redirectAnimation(to offset: Point) {
        let target = limited(offset)
        if target == motion.target { return }
        let (place, time) = (bounds.origin, motion.time(at: motion.frame))
        motion.target = target
        motion.x = .transition(passing: place.x, at: time, to: target.x, seconds: Self.animationSeconds)
        motion.y = .transition(passing: place.y, at: time, to: target.y, seconds: Self.animationSeconds)
    }

    /// Moves the content to its place at a frame's instant, and ends the motion when it rests.
    private final func step(to frame: MainRunLoop.Instant) {
        let (changes, time) = (motion.changes, motion.time(at: frame))
        if motion.kind == .zoom { stepZoom(at: time) }
        guard motion.changes == changes else { return }
        motion.frame = frame
        move(to: Point(motion.x.position(at: time), motion.y.position(at: time)))
        // The delegate may have stopped the motion, or changed the limits.
        guard motion.changes == changes else { return }
        let left = motion.time(at: frame)
        if motion.x.hasEnded(at: left), motion.y.hasEnded(at: left),
            motion.kind != .zoom || zoom.motion.hasEnded(at: left)
        {
            stopMotion()
        }
    }

    /// Ends the motion at the content's present place, and tells the delegate; does nothing without a motion.
    final func stopMotion() {
        let kind = motion.kind
        guard kind != .none else { return }
        motion.kind = .none
        motion.changes &+= 1
        link?.cancel()
        link = nil
        switch kind {
        case .none: break
        case .deceleration: delegate?.scrollViewDidEndDecelerating(self)
        case .animation: delegate?.scrollViewDidEndScrollingAnimation(self)
        case .zoom: endZoom()
        }
        didComeToRest()
    }

    /// Hides the indicators and ends tracking, unless something moves the content again.
    final func didComeToRest() {
        if motion.kind == .none, !drag.isUnderWay { hideIndicatorsSoon() }
        updateTracking()
    }

    /// A finger stops the content where it is.
    final func catchContent() {
        let time = motion.time(at: motion.frame)
        let isFling = motion.kind == .deceleration && motion.way == .free && limited(bounds.origin) == bounds.origin
        motion.caughtVelocity = isFling ? Point(motion.x.velocity(at: time), motion.y.velocity(at: time)) : .zero
        stopMotion()
        if motion.kind == .none { motion.wasCaught = true }
    }

    /// Brings back content that a finger has stopped beyond its limits or between pages, if no drag has followed.
    final func releaseContent() {
        guard motion.wasCaught, drag.phase == .none, motion.kind == .none, !zoom.isUnderWay else { return }
        motion.wasCaught = false
        drag.pageOrigin = bounds.origin
        decelerate(velocity: .zero, to: nil)
    }

    /// Lets the content move on after a drag, and tells the delegate; does nothing if there is no motion.
    final func decelerate(velocity: Point, to chosen: Point?) {
        guard canMove else { return }
        let target = chosen ?? restingPlace(velocity: velocity)
        let way = chosen != nil ? ScrollMotion.Way.chosen : isPagingEnabled ? .page : .free
        let (x, y) = motions(velocity: velocity, way, to: target)
        if x.isRest && y.isRest { return }
        motion.way = way
        startMotion(.deceleration, x, y, to: target)
        let changes = motion.changes
        delegate?.scrollViewWillBeginDecelerating(self)
        // After the delegate's call, since indicators are subviews, whose hooks may end the motion.
        if motion.changes == changes { showIndicators() }
    }

    /// The view has changed or left its window, or the window was hidden: the content comes to rest within its limits.
    final func windowDidChange() {
        avoidanceDidChange()
        hideIndicators()
        guard motion.kind != .none || motion.wasCaught || drag.isUnderWay || zoom.isUnderWay else { return }
        cancelDrag()
        stopMotion()
        abandonPinch()
        endZoomUnlessMoving()
        motion.wasCaught = false
        hideIndicators()
        drag.pageOrigin = bounds.origin
        if motion.kind == .none { move(to: restingPlace(velocity: .zero)) }
        updateTracking()
    }

    /// Ends motions and drags without calls, since the application ends.
    final func discardMotion() {
        drag.phase = .none
        (motion.kind, motion.wasCaught) = (.none, false)
        motion.changes &+= 1
        (zoom.isUnderWay, zoom.isPinching) = (false, false)
        link?.cancel()
        link = nil
        updateTracking()
    }
}
