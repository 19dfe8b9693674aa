internal import ResponderKit

/// Each recipient of a touch gets one began, then moves, then one end or one cancel.
struct TouchChecker: Checker {
    let name = "touches"
    private var open: [Recipient: Bool] = [:]
    /// Those that are open, in their order, so that a message is the same in each run.
    private var order: [Recipient] = []
    private var closed: Set<Recipient> = []

    private struct Recipient: Hashable {
        let name: String
        let touch: Int
    }

    mutating func check(_ observation: Observation) -> String? {
        guard case .touch(let phase, let touch, let name) = observation else { return nil }
        let recipient = Recipient(name: name, touch: touch)
        switch phase {
        case .began:
            if open[recipient] != nil { return "\(observation), though it has begun" }
            if closed.contains(recipient) { return "\(observation), though it was over" }
            open[recipient] = true
            order.append(recipient)
        case .moved, .stationary:
            if open[recipient] == nil { return "\(observation), \(reason(recipient))" }
        case .ended, .cancelled:
            if open.removeValue(forKey: recipient) == nil { return "\(observation), \(reason(recipient))" }
            order.removeAll { $0 == recipient }
            closed.insert(recipient)
        }
        return nil
    }

    mutating func checkAtRest(isTouched: Bool) -> String? {
        guard !isTouched, let recipient = order.first else { return nil }
        return "\(recipient.name): touch \(recipient.touch) has neither ended nor was cancelled, and no finger is down"
    }

    private func reason(_ recipient: Recipient) -> String {
        closed.contains(recipient) ? "though it was over" : "though it had not begun"
    }
}
