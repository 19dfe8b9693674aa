internal import Glibc
internal import ResponderKit

/// How many digits behind the point numbers have: three where the picture is not enlarged, and more where it is.
struct SVGPrecision {
    /// The factor by which a number is multiplied before it is rounded: 1000 for three digits.
    let scale: Double

    static let plain = SVGPrecision(scale: 1000)

    private init(scale: Double) {
        self.scale = scale
    }

    /// The precision that leaves three digits behind the point after `transform` has enlarged the numbers.
    init(under transform: Transform) {
        let (x, y) = (hypot(transform.a, transform.b), hypot(transform.c, transform.d))
        var scale = 1000.0
        while scale < 1000 * max(x, y), scale < 1e15 { scale *= 10 }
        self.scale = scale
    }
}

extension Double {
    /// The number as SVG writes it, without needless digits.
    func svg(_ precision: SVGPrecision = .plain) -> String { svg(roundedTo: precision.scale) }

    /// The number as SVG writes it, without needless digits.
    ///
    /// - Parameter scale: The factor by which the number is multiplied before it is rounded: 1000 for three digits
    ///   behind the point.
    func svg(roundedTo scale: Double) -> String {
        let rounded = (self * scale).rounded() / scale
        // Numbers so large have no digits behind the point, and the product may be infinite.
        let value = magnitude < 1e12 ? rounded : self
        if let whole = Int64(exactly: value) { return "\(whole)" }
        let text = "\(value)"
        if text.hasPrefix("0.") { return String(text.dropFirst()) }
        return text.hasPrefix("-0.") ? "-" + text.dropFirst(2) : text
    }
}
