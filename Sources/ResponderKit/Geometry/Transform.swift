internal import Glibc
public import ResponderTouchInput

/// An affine map of the plane: it turns, scales, shears and moves, and keeps straight lines straight.
///
/// A position (x, y) becomes (`a`·x + `c`·y + `tx`, `b`·x + `d`·y + `ty`), as with a `CGAffineTransform`. All functions
/// here take constant time and allocate nothing.
@frozen
public struct Transform: Hashable, Sendable {
    /// By how much x enters into x.
    public var a: Double
    /// By how much x enters into y.
    public var b: Double
    /// By how much y enters into x.
    public var c: Double
    /// By how much y enters into y.
    public var d: Double
    /// By how many points everything is moved to the right.
    public var tx: Double
    /// By how many points everything is moved down.
    public var ty: Double

    /// Leaves everything where it is.
    public static let identity = Transform(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0)

    /// The map with those six numbers.
    @inlinable
    public init(a: Double, b: Double, c: Double, d: Double, tx: Double, ty: Double) {
        self.a = a
        self.b = b
        self.c = c
        self.d = d
        self.tx = tx
        self.ty = ty
    }

    /// Moves by `x` points to the right and `y` points down.
    @inlinable
    public init(translationX x: Double, y: Double) {
        self.init(a: 1, b: 0, c: 0, d: 1, tx: x, ty: y)
    }

    /// Scales about the origin by those factors; a factor of 0 cannot be inverted.
    @inlinable
    public init(scaleX x: Double, y: Double) {
        self.init(a: x, b: 0, c: 0, d: y, tx: 0, ty: 0)
    }

    /// Turns about the origin by that many radians: from the x axis towards the y axis, which is clockwise where y points
    /// down.
    public init(rotationAngle angle: Double) {
        let (sine, cosine) = (sin(angle), cos(angle))
        self.init(a: cosine, b: sine, c: -sine, d: cosine, tx: 0, ty: 0)
    }

    /// Whether it leaves everything where it is.
    @inlinable
    public var isIdentity: Bool { isTranslation && tx == 0 && ty == 0 }

    /// Whether it does nothing but move.
    @usableFromInline
    var isTranslation: Bool { a == 1 && b == 0 && c == 0 && d == 1 }

    /// This map and then `next`.
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

    /// Moving by `x` and `y` points, and then this map.
    @inlinable
    public func translatedBy(x: Double, y: Double) -> Transform {
        Transform(translationX: x, y: y).concatenating(self)
    }

    /// Scaling by those factors, and then this map.
    @inlinable
    public func scaledBy(x: Double, y: Double) -> Transform {
        Transform(scaleX: x, y: y).concatenating(self)
    }

    /// Turning by that many radians, and then this map.
    public func rotated(by angle: Double) -> Transform {
        Transform(rotationAngle: angle).concatenating(self)
    }

    /// The map that takes everything back to where it was; nil where there is none, as of a scale by 0, or where its
    /// numbers would not be finite.
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

    private var isFinite: Bool {
        a.isFinite && b.isFinite && c.isFinite && d.isFinite && tx.isFinite && ty.isFinite
    }
}

extension Point {
    /// Where `transform` takes the position.
    @inlinable
    public func applying(_ transform: Transform) -> Point {
        Point(transform.a * x + transform.c * y + transform.tx, transform.b * x + transform.d * y + transform.ty)
    }
}

extension Rect {
    /// The smallest upright rectangle around where `transform` takes the four corners.
    @inlinable
    public func applying(_ transform: Transform) -> Rect {
        // One that is only moved keeps its size to the last bit.
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
    /// The six numbers as `[1.0, 0.0, 0.0, 1.0, 5.0, 7.0]`, in the order `a`, `b`, `c`, `d`, `tx`, `ty`.
    public var description: String { "[\(a), \(b), \(c), \(d), \(tx), \(ty)]" }
}
