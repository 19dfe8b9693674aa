/// A correction of a panel's coordinates, which are fractions of the panel's axes: `x' = a·x + b·y + c`,
/// `y' = d·x + e·y + f`.
///
/// The matrix is the 2x3 matrix of udev's property `LIBINPUT_CALIBRATION_MATRIX`, with the same numbers in the same
/// order.
public struct CalibrationMatrix: Hashable, Sendable {
    /// The share of x in the new x.
    public var a: Double
    /// The share of y in the new x.
    public var b: Double
    /// The offset of the new x, as a fraction of the surface's width.
    public var c: Double
    /// The share of x in the new y.
    public var d: Double
    /// The share of y in the new y.
    public var e: Double
    /// The offset of the new y, as a fraction of the surface's height.
    public var f: Double

    /// The matrix that changes nothing.
    public static let identity = CalibrationMatrix(1, 0, 0, 0, 1, 0)

    /// The matrix of these six numbers.
    ///
    /// - Complexity: O(1); no allocation.
    public init(_ a: Double, _ b: Double, _ c: Double, _ d: Double, _ e: Double, _ f: Double) {
        (self.a, self.b, self.c, self.d, self.e, self.f) = (a, b, c, d, e, f)
    }

    /// The matrix that `text` describes in udev's form, six numbers separated by blanks: `"0 -1 1 1 0 0"` is a quarter
    /// turn.
    ///
    /// nil unless the text is six finite numbers.
    ///
    /// - Complexity: linear in the length of the text; allocates three arrays of its parts.
    public init?(parsing text: String) {
        let numbers = text.split(whereSeparator: \.isWhitespace).map { Double($0) }
        guard numbers.count == 6 else { return nil }
        var values: [Double] = []
        for case let number? in numbers where number.isFinite { values.append(number) }
        guard values.count == 6 else { return nil }
        self.init(values[0], values[1], values[2], values[3], values[4], values[5])
    }

    /// Whether all six numbers are finite.
    public var isFinite: Bool {
        a.isFinite && b.isFinite && c.isFinite && d.isFinite && e.isFinite && f.isFinite
    }

    /// The matrix that applies this matrix first, and then `next`.
    func followed(by next: CalibrationMatrix) -> CalibrationMatrix {
        CalibrationMatrix(
            next.a * a + next.b * d,
            next.a * b + next.b * e,
            next.a * c + next.b * f + next.c,
            next.d * a + next.e * d,
            next.d * b + next.e * e,
            next.d * c + next.e * f + next.f
        )
    }

    /// The corrected position, in fractions of the surface.
    func apply(_ x: Double, _ y: Double) -> (x: Double, y: Double) {
        (a * x + b * y + c, d * x + e * y + f)
    }
}
