internal import ResponderCore

/// How far content follows a finger beyond an edge: less and less, and never as far as the view's extent.
///
/// For a pull by *x* in a view with the extent *d* the content goes *d (1 − 1 / (1 + cx / d))*, where *c* = 0.55.
enum RubberBand {
    private static let looseness = 0.55

    /// How far the content goes beyond the edge.
    ///
    /// - Parameters:
    ///   - pull: How far the finger goes beyond the edge, in points, with its sign.
    ///   - extent: The view's extent in this direction, in points.
    static func way(of pull: Double, extent: Double) -> Double {
        guard extent > 0 else { return 0 }
        let way = extent * (1 - 1 / (1 + looseness * pull.magnitude / extent))
        return pull < 0 ? -way : way
    }

    /// The pull of a finger for which the content goes that far.
    static func pull(of way: Double, extent: Double) -> Double {
        guard extent > 0 else { return 0 }
        // The content never goes as far as the extent.
        let part = min(way.magnitude / extent, 0.999)
        let pull = extent / looseness * (1 / (1 - part) - 1)
        return way < 0 ? -pull : pull
    }
}
