import ResponderKit

/// Numbers for fingers, from 1; the number of a lifted finger is used again.
@MainActor
final class FingerNames {
    private var numbers: [Touch: Int] = [:]

    /// The finger's number; the lowest free number for a finger that has none.
    func number(of touch: Touch) -> Int {
        if let number = numbers[touch] { return number }
        let taken = Set(numbers.values)
        let number = (1...).first { !taken.contains($0) } ?? 0
        numbers[touch] = number
        return number
    }

    func forget(_ touch: Touch) {
        numbers[touch] = nil
    }
}
