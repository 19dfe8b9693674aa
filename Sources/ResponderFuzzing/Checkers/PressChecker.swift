/// Each recipient of a press gets one began, then changes, then one end or one cancel.
struct PressChecker: Checker {
    let name = "presses"
    private var open: Set<Recipient> = []
    private var closed: Set<Recipient> = []

    private struct Recipient: Hashable {
        let name: String
        let press: Int
    }

    mutating func check(_ observation: Observation) -> String? {
        guard case .press(let phase, let press, let name) = observation else { return nil }
        let recipient = Recipient(name: name, press: press)
        switch phase {
        case .began:
            if closed.contains(recipient) { return "\(observation), though it was over" }
            if !open.insert(recipient).inserted { return "\(observation), though it has begun" }
        case .changed:
            if !open.contains(recipient) { return "\(observation), though it is not under way" }
        case .ended, .cancelled:
            if open.remove(recipient) == nil { return "\(observation), though it is not under way" }
            closed.insert(recipient)
        }
        return nil
    }
}
