extension Double {
    /// The number as SVG writes it, without needless digits.
    ///
    /// - Parameter scale: What is rounded to a whole number of it: 1000 for three digits behind the point.
    func svg(_ scale: Double = 1000) -> String {
        let rounded = (self * scale).rounded() / scale
        // Numbers so large have no digits behind the point, and the product may be infinite.
        let value = magnitude < 1e12 ? rounded : self
        if let whole = Int64(exactly: value) { return "\(whole)" }
        let text = "\(value)"
        if text.hasPrefix("0.") { return String(text.dropFirst()) }
        return text.hasPrefix("-0.") ? "-" + text.dropFirst(2) : text
    }
}
