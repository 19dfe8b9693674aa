extension Duration {
    /// The seconds with that many digits behind the point, cut off.
    func seconds(digits: Int) -> String {
        let scale = (0..<digits).reduce(Int64(1)) { power, _ in power * 10 }
        let (seconds, attoseconds) = components
        let fraction = String(attoseconds.magnitude / UInt64(1_000_000_000_000_000_000 / scale))
        let sign = self < .zero ? "-" : ""
        guard digits > 0 else { return "\(sign)\(seconds.magnitude)" }
        return "\(sign)\(seconds.magnitude)." + String(repeating: "0", count: digits - fraction.count) + fraction
    }
}
