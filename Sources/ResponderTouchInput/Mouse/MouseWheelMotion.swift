/// What a wheel did since the last report, in 120ths of a notch.
struct MouseWheelMotion {
    /// How many of the device's fine units a notch has.
    static let unitsOfNotch = 120.0

    /// Whether the device reports parts of notches, which its reports of whole notches repeat.
    private var isFine = false
    var motion = 0.0

    /// Adds a value of the fine axis or of the axis of whole notches.
    mutating func turn(by value: Int32, isFine isFineValue: Bool) {
        if isFineValue && !isFine { (isFine, motion) = (true, 0) }
        if isFine == isFineValue { motion += Double(value) * (isFineValue ? 1 : Self.unitsOfNotch) }
    }
}
