internal import Glibc
internal import ResponderKit

/// A finger that is followed, and the place from which it is followed, in the window's coordinates.
@MainActor
struct FollowedFinger {
    let touch: Touch
    var anchor: Point

    var place: Point { touch.location(in: nil) }
}

/// A movement, a scale and a turn, which take points from anchors to places.
struct Similarity {
    var transform = Transform.identity
    /// How far the mean of the points has moved.
    var translation = Point.zero
    var scale = 1.0
    /// In radians, clockwise.
    var rotation = 0.0

    /// Continues with what fits the fingers' way from their anchors to their places best, by least squares.
    ///
    /// Fingers that are less than a point apart only move. Of the angles that are a whole turn apart, the one closest
    /// to `lately`, the rotation measured before, is taken.
    @MainActor
    func continued(by fingers: [FollowedFinger], lately: Similarity) -> Similarity {
        guard !fingers.isEmpty else { return self }
        var (anchor, place) = (Point.zero, Point.zero)
        for finger in fingers { (anchor, place) = (anchor + finger.anchor, place + finger.place) }
        (anchor, place) = (anchor / Double(fingers.count), place / Double(fingers.count))
        // The sums of |p|² and of p̄q, as complex numbers, where the factor q/p is the scale and the turn.
        var (squares, along, across) = (0.0, 0.0, 0.0)
        for finger in fingers {
            let (p, q) = (finger.anchor - anchor, finger.place - place)
            squares += p.x * p.x + p.y * p.y
            along += p.x * q.x + p.y * q.y
            across += p.x * q.y - p.y * q.x
        }
        var (factor, angle) = (lately.scale / scale, lately.rotation - rotation)
        // Two fingers have squares of half the square of their distance.
        if squares >= 0.5, hypot(along, across) >= (squares / 2).squareRoot() {
            factor = hypot(along, across) / squares
            let shortest = atan2(across, along)
            angle = shortest + 2 * .pi * ((angle - shortest) / (2 * .pi)).rounded()
        }
        let step = Transform(translationX: -anchor.x, y: -anchor.y)
            .concatenating(Transform(scaleX: factor, y: factor))
            .concatenating(Transform(rotationAngle: angle))
            .concatenating(Transform(translationX: place.x, y: place.y))
        return Similarity(
            transform: transform.concatenating(step),
            translation: translation + place - anchor,
            scale: scale * factor,
            rotation: rotation + angle
        )
    }
}
