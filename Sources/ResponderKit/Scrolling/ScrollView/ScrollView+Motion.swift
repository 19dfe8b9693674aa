internal import ResponderEventLoop
internal import ResponderTouchInput

/// A motion of the content without a finger.
struct ScrollMotion {
    enum Kind {
        case none
        /// After a drag: along the curve, back from an edge, or to a page.
        case deceleration
        /// To an offset that the app has set.
        case animation
        /// To a zoom scale and an offset.
        case zoom
    }
    var kind = Kind.none
    var x = AxisMotion.rest(at: 0)
    var y = AxisMotion.rest(at: 0)
    var start = MainRunLoop.Instant.zero
    /// Where the motion ends, as far as is known.
    var target = Point.zero
    /// Counts motions that were started or stopped: what was known before a call into the app counts only while the
    /// number is the same.
    var starts: UInt64 = 0

    /// The seconds from the start to `instant`.
    func time(at instant: MainRunLoop.Instant) -> Double {
        Double(max(0, instant.nanoseconds - start.nanoseconds)) / 1e9
    }
}

// The content moves by itself: each frame has the place that the curve has at the frame's instant.
extension ScrollView {
    /// How long a motion to an offset that the app sets takes, in seconds.
    static let animationSeconds = 0.3

    final func animate(to target: Point) {
        stopMotion()
        let start = bounds.origin
        guard target != start else { return }
        indicators.show(in: self)
        startMotion(
            .animation,
            .transition(from: start.x, to: target.x, seconds: Self.animationSeconds),
            .transition(from: start.y, to: target.y, seconds: Self.animationSeconds),
            to: target
        )
    }

    final func startMotion(_ kind: ScrollMotion.Kind, _ x: AxisMotion, _ y: AxisMotion, to target: Point) {
        guard let application = window?.application else { return }
        let starts = motion.starts &+ 1
        let start = application.runLoop.now
        motion = ScrollMotion(kind: kind, x: x, y: y, start: start, target: target, starts: starts)
        // It goes on in the background: there it comes to rest within seconds, and then costs nothing.
        link =
            link
            ?? application.addDisplayLink(in: .common, name: "scroll view") { [weak self] link in
                if let self { step(to: link.timestamp) } else { link.cancel() }
            }
        updateTracking()
    }

    /// Goes on with the motion from where it is, within the present limits.
    final func continueMotion() {
        guard motion.kind != .none, let loop = window?.application?.runLoop else { return }
        let (now, offset) = (loop.now, bounds.origin)
        let time = motion.time(at: now)
        switch motion.kind {
        case .none: return
        case .deceleration:
            (motion.x, motion.y) = motions(
                velocity: Point(motion.x.velocity(at: time), motion.y.velocity(at: time)),
                to: nil
            )
        case .animation, .zoom:
            let seconds = max(Self.animationSeconds - time, 0.001)
            motion.x = .transition(from: offset.x, to: motion.target.x, seconds: seconds)
            motion.y = .transition(from: offset.y, to: motion.target.y, seconds: seconds)
        }
        motion.start = now
    }

    /// Puts the content where it is at a frame's instant, and ends the motion when it rests.
    private final func step(to frame: MainRunLoop.Instant) {
        let (starts, time) = (motion.starts, motion.time(at: frame))
        let (x, y) = (motion.x, motion.y)
        if motion.kind == .zoom { stepZoom(at: time) }
        guard motion.starts == starts else { return }
        let old = motion.start
        move(to: Point(x.position(at: time), y.position(at: time)))
        // The delegate may have stopped the motion, or changed the limits.
        guard motion.starts == starts, motion.start == old else { return }
        if x.hasEnded(at: time), y.hasEnded(at: time), motion.kind != .zoom || zoom.hasEnded(at: time) { stopMotion() }
    }

    /// Ends the motion where the content is, and tells the delegate; does nothing when nothing moves.
    final func stopMotion() {
        let kind = motion.kind
        guard kind != .none else { return }
        motion.kind = .none
        motion.starts &+= 1
        let starts = motion.starts
        link?.cancel()
        link = nil
        switch kind {
        case .none: break
        case .deceleration: delegate?.scrollViewDidEndDecelerating(self)
        case .animation: delegate?.scrollViewDidEndScrollingAnimation(self)
        case .zoom: endZoom()
        }
        if motion.starts == starts, !drag.isUnderWay { indicators.hideSoon(in: self) }
        updateTracking()
    }
}
