internal import ResponderCore
internal import ResponderTouchInput

// Pulling beyond the edges, and pages.
extension ScrollView {
    /// The least speed, in points per second, at which a drag over less than half a page goes to the next page: the
    /// least velocity of a fling in Android's `ViewPager`.
    private static let pageSpeed = 400.0

    /// Where the content is when a finger pulls it to `place`.
    final func banded(_ place: Double, _ limits: ClosedRange<Double>, _ extent: Double) -> Double {
        let edge = place.limited(to: limits)
        return bounces ? edge + RubberBand.way(of: place - edge, extent: extent) : edge
    }

    /// The place to which a finger must pull the content to bring it to `offset`.
    final func unbanded(_ offset: Double, _ limits: ClosedRange<Double>, _ extent: Double) -> Double {
        let edge = offset.limited(to: limits)
        return bounces ? edge + RubberBand.pull(of: offset - edge, extent: extent) : edge
    }

    /// The page on which the content comes to rest: the nearest page, or the next one in the direction of a fling.
    final func page(velocity: Point) -> Point {
        func page(_ offset: Double, _ start: Double, _ velocity: Double, _ extent: Double) -> Double {
            guard extent > 0 else { return offset }
            let first = (start / extent).rounded()
            var page = (offset / extent).rounded()
            if velocity > Self.pageSpeed { page = (offset / extent).rounded(.down) + 1 }
            if velocity < -Self.pageSpeed { page = (offset / extent).rounded(.up) - 1 }
            return page.limited(to: first - 1...first + 1) * extent
        }
        return limited(
            Point(
                page(bounds.origin.x, drag.pageOrigin.x, velocity.x, bounds.size.width),
                page(bounds.origin.y, drag.pageOrigin.y, velocity.y, bounds.size.height)
            )
        )
    }
}

extension ClosedRange<Double> {
    /// Whether there is more than one value.
    var isRange: Bool { lowerBound < upperBound }
}

extension Double {
    func limited(to range: ClosedRange<Double>) -> Double { min(max(self, range.lowerBound), range.upperBound) }
}
