import ResponderKit

/// Short names for fingers: 1 for the first that is down, and so on, used again when a finger is lifted.
@MainActor
final class FingerNames {
    private var numbers: [Touch: Int] = [:]

    /// The finger's number, from 1; a new one for a finger that has none.
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
