internal import Glibc
internal import ResponderCore
internal import ResponderTouchInput

// How fast the content moves when fingers let it go.
extension ScrollView {
    /// The least and the greatest speed of a fling, in points per second: AOSP's and Flutter's.
    private static let flingSpeeds = 50.0...8000.0

    /// The velocity of the content after fingers that have moved with `velocity` let it go.
    ///
    /// A fling that follows another one in the same direction is faster than its fingers, so that a long content can be
    /// scrolled by flicks that follow each other quickly.
    final func flingVelocity(_ velocity: Point) -> Point {
        let speed = velocity.distance(to: .zero)
        guard speed >= Self.flingSpeeds.lowerBound, speed.isFinite else { return .zero }
        let velocity = velocity * (min(speed, Self.flingSpeeds.upperBound) / speed)
        // Fingers that have rested on the content have ended the former fling for good.
        if drag.caughtVelocity == .zero || isPagingEnabled || pan.pan.pointee.estimator.hasRested { return velocity }
        return Point(
            Self.withMomentum(velocity.x, of: drag.caughtVelocity.x),
            Self.withMomentum(velocity.y, of: drag.caughtVelocity.y)
        )
    }

    /// The velocity of a fling with the momentum of the fling before, as Flutter has measured it on iOS.
    private static func withMomentum(_ velocity: Double, of former: Double) -> Double {
        let momentum = min(0.000816 * pow(former.magnitude, 1.967), 40_000)
        // A fling that is much slower, or goes back, gets no momentum.
        guard velocity * former > 0, velocity.magnitude > momentum / 2 else { return velocity }
        return velocity + (former < 0 ? -momentum : momentum)
    }
}
