internal import Glibc

/// An affine map of the plane: it rotates, scales, shears and translates, and keeps straight lines straight.
///
/// A position (x, y) becomes (`a`·x + `c`·y + `tx`, `b`·x + `d`·y + `ty`), as with a `CGAffineTransform`.
///
/// - Complexity: O(1) without allocation, for each member that does not say otherwise.
@frozen
public struct Transform: Hashable, Sendable {
    /// The factor of x in the new x.
    public var a: Double
    /// The factor of x in the new y.
    public var b: Double
    /// The factor of y in the new x.
    public var c: Double
    /// The factor of y in the new y.
    public var d: Double
    /// The translation to the right, in points.
    public var tx: Double
    /// The downward translation, in points.
    public var ty: Double

    /// The map that changes nothing.
    public static let identity = Transform(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0)

    /// Makes the map with those six numbers.
    @inlinable
    public init(a: Double, b: Double, c: Double, d: Double, tx: Double, ty: Double) {
        self.a = a
        self.b = b
        self.c = c
        self.d = d
        self.tx = tx
        self.ty = ty
    }

    /// Makes a translation by `x` points to the right and `y` points down.
    @inlinable
    public init(translationX x: Double, y: Double) {
        self.init(a: 1, b: 0, c: 0, d: 1, tx: x, ty: y)
    }

    /// Makes a scale about the origin by those factors; a scale with a factor of 0 cannot be inverted.
    @inlinable
    public init(scaleX x: Double, y: Double) {
        self.init(a: x, b: 0, c: 0, d: y, tx: 0, ty: 0)
    }

    /// Makes a rotation about the origin by that angle in radians, from the x axis towards the y axis: clockwise
    /// where y points down.
    public init(rotationAngle angle: Double) {
        let (sine, cosine) = (sin(angle), cos(angle))
        self.init(a: cosine, b: sine, c: -sine, d: cosine, tx: 0, ty: 0)
    }

    /// Whether the map changes nothing.
    @inlinable
    public var isIdentity: Bool { isTranslation && tx == 0 && ty == 0 }

    /// Whether the map is a translation.
    @usableFromInline
    package var isTranslation: Bool { a == 1 && b == 0 && c == 0 && d == 1 }

    /// This map followed by `next`.
    @inlinable
    public func concatenating(_ next: Transform) -> Transform {
        Transform(
            a: next.a * a + next.c * b,
            b: next.b * a + next.d * b,
            c: next.a * c + next.c * d,
            d: next.b * c + next.d * d,
            tx: next.a * tx + next.c * ty + next.tx,
            ty: next.b * tx + next.d * ty + next.ty
        )
    }

    /// A translation by `x` and `y` points followed by this map.
    @inlinable
    public func translatedBy(x: Double, y: Double) -> Transform {
        Transform(translationX: x, y: y).concatenating(self)
    }

    /// A scale by those factors followed by this map.
    @inlinable
    public func scaledBy(x: Double, y: Double) -> Transform {
        Transform(scaleX: x, y: y).concatenating(self)
    }

    /// A rotation by that angle in radians followed by this map.
    public func rotated(by angle: Double) -> Transform {
        Transform(rotationAngle: angle).concatenating(self)
    }

    /// The inverse of this map; nil when there is none, as for a scale by 0, or when its numbers would not be finite.
    public func inverted() -> Transform? {
        let determinant = a * d - b * c
        guard determinant != 0 else { return nil }
        let inverse = Transform(
            a: d / determinant,
            b: -b / determinant,
            c: -c / determinant,
            d: a / determinant,
            tx: (c * ty - d * tx) / determinant,
            ty: (b * tx - a * ty) / determinant
        )
        return inverse.isFinite ? inverse : nil
    }

    /// Whether all six numbers are finite.
    package var isFinite: Bool {
        a.isFinite && b.isFinite && c.isFinite && d.isFinite && tx.isFinite && ty.isFinite
    }
}

extension Point {
    /// The image of the position under `transform`.
    @inlinable
    public func applying(_ transform: Transform) -> Point {
        Point(transform.a * x + transform.c * y + transform.tx, transform.b * x + transform.d * y + transform.ty)
    }
}

extension Rect {
    /// The smallest upright rectangle that contains the images of the four corners under `transform`.
    @inlinable
    public func applying(_ transform: Transform) -> Rect {
        // A translation keeps the size to the last bit.
        if transform.isTranslation { return Rect(origin: origin.applying(transform), size: size) }
        let corners = (
            origin.applying(transform),
            Point(origin.x + size.width, origin.y).applying(transform),
            Point(origin.x, origin.y + size.height).applying(transform),
            Point(origin.x + size.width, origin.y + size.height).applying(transform)
        )
        let least = Point(
            min(min(corners.0.x, corners.1.x), min(corners.2.x, corners.3.x)),
            min(min(corners.0.y, corners.1.y), min(corners.2.y, corners.3.y))
        )
        let greatest = Point(
            max(max(corners.0.x, corners.1.x), max(corners.2.x, corners.3.x)),
            max(max(corners.0.y, corners.1.y), max(corners.2.y, corners.3.y))
        )
        return Rect(origin: least, size: Size(greatest.x - least.x, greatest.y - least.y))
    }
}

extension Transform: CustomStringConvertible {
    /// The six numbers in the order `a`, `b`, `c`, `d`, `tx`, `ty`, such as `[1.0, 0.0, 0.0, 1.0, 5.0, 7.0]`.
    public var description: String { "[\(a), \(b), \(c), \(d), \(tx), \(ty)]" }
}
