internal import ResponderCore

/// A number in a range, with steps.
struct SliderRange: Hashable {
    private(set) var value = 0.0
    private(set) var minimum = 0.0
    private(set) var maximum: Double
    private(set) var step = 0.0

    init(maximum: Double = 1) { self.maximum = maximum }

    /// The length of the range, which is finite even if both ends are far apart.
    var extent: Double { min(maximum - minimum, .greatestFiniteMagnitude) }

    /// The place of the value in the range, from 0 to 1.
    var fraction: Double {
        // Both ends are halved first, since the whole length may be infinite.
        let length = maximum / 2 - minimum / 2
        return length > 0 ? max(0, min(1, (value / 2 - minimum / 2) / length)) : 0
    }

    /// The number at a fraction of the range, not rounded to a step.
    func value(at fraction: Double) -> Double {
        let fraction = fraction > 0 ? min(fraction, 1) : 0
        return minimum * (1 - fraction) + maximum * fraction
    }

    mutating func set(_ new: Double) {
        // NaN is not greater than the minimum.
        var new = new > minimum ? min(new, maximum) : minimum
        if step > 0, new < maximum {
            let stepped = minimum + ((new - minimum) / step).rounded() * step
            if stepped.isFinite { new = min(stepped, maximum) }
        }
        value = new
    }

    mutating func setMinimum(_ new: Double) {
        minimum = new
        maximum = max(maximum, new)
        set(value)
    }

    mutating func setMaximum(_ new: Double) {
        maximum = new
        minimum = min(minimum, new)
        set(value)
    }

    mutating func setStep(_ new: Double) {
        step = new
        set(value)
    }
}

/// A control whose value is a number in a range.
@MainActor
protocol RangedControl: View {
    /// What a message calls the control.
    static var kind: String { get }
    var range: SliderRange { get set }
}

extension RangedControl {
    func change(_ body: (inout SliderRange) -> Void) {
        let former = range
        body(&range)
        if range != former { setNeedsDisplay() }
    }

    func setMinimum(_ minimum: Double) {
        guard minimum.isFinite else {
            fatalError("a \(Self.kind) cannot have the minimum \(minimum); use a finite number")
        }
        change { $0.setMinimum(minimum) }
    }

    func setMaximum(_ maximum: Double) {
        guard maximum.isFinite else {
            fatalError("a \(Self.kind) cannot have the maximum \(maximum); use a finite number")
        }
        change { $0.setMaximum(maximum) }
    }
}
