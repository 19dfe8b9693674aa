internal import ResponderCore

/// The state of a keyboard's shift key.
struct ShiftKey {
    private(set) var state = KeyboardView.Shift.off
    /// The finger that holds the key.
    var finger: Touch?
    /// Whether something was typed while the key was held.
    private var isUsed = false
    /// When the last tap began, in nanoseconds, until another key is pressed.
    private var lastTap: Int64?

    /// The longest time between the beginnings of two taps that lock upper case: 0.3 seconds, in nanoseconds.
    private static let doubleTap: Int64 = 300_000_000

    /// Whether letters are upper case.
    var isShifted: Bool { state != .off || finger != nil }

    mutating func press(_ touch: Touch, at time: Int64) {
        // Senders of touches may send any time, also one that is earlier than the last.
        let isDouble = lastTap.map { (0...Self.doubleTap).contains(time &- $0) } ?? false
        lastTap = nil
        if state == .locked {
            state = .off
        } else if isDouble {
            state = .locked
        } else {
            state = state == .off ? .once : .off
            lastTap = time
        }
        finger = touch
        isUsed = false
    }

    /// Ends the hold of the shift key; returns whether shift was held while other keys were typed, and so is off now.
    mutating func release(_ touch: Touch) -> Bool {
        guard finger == touch else { return false }
        finger = nil
        guard isUsed else { return false }
        reset()
        return true
    }

    mutating func forgetTap() { lastTap = nil }

    /// Notes that a key was typed; returns whether the state has changed.
    mutating func wasUsed() -> Bool {
        if finger != nil { isUsed = true }
        guard finger == nil, state == .once else { return false }
        state = .off
        return true
    }

    /// Sets shift as the text input wants it for the next letter; returns whether the state has changed.
    mutating func setAutomatic(_ isUpper: Bool) -> Bool {
        guard finger == nil, state != .locked else { return false }
        let new: KeyboardView.Shift = isUpper ? .once : .off
        guard new != state else { return false }
        state = new
        return true
    }

    mutating func reset() {
        state = .off
        lastTap = nil
    }
}
