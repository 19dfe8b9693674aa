internal import ResponderCore

/// How far content follows a finger that pulls it beyond an edge: less and less, and never further than the extent of
/// the view.
///
/// For a pull by *x* in a view of the extent *d* the way is *d (1 − 1 / (1 + cx / d))*, where *c* = 0.55.
enum RubberBand {
    private static let looseness = 0.55

    /// How far the content goes.
    ///
    /// - Parameters:
    ///   - pull: How far the finger goes beyond the edge, in points, with its sign.
    ///   - extent: That of the view in this direction, in points.
    static func way(of pull: Double, extent: Double) -> Double {
        guard extent > 0 else { return 0 }
        let way = extent * (1 - 1 / (1 + looseness * pull.magnitude / extent))
        return pull < 0 ? -way : way
    }

    /// How far a finger would have pulled content that has gone that far.
    static func pull(of way: Double, extent: Double) -> Double {
        guard extent > 0 else { return 0 }
        // The way cannot be the extent.
        let part = min(way.magnitude / extent, 0.999)
        let pull = extent / looseness * (1 / (1 - part) - 1)
        return way < 0 ? -pull : pull
    }
}
