/// The buttons of a device that has a pointer and other buttons, which have the same usages: two buttons with one usage
/// make one press, until both are up.
struct MergedButtons: Sendable {
    /// Where a press comes from.
    enum Source {
        case keys, mouse
    }

    /// The buttons that are down, a bit each from button 1 on.
    private var (keys, mouse): (UInt64, UInt64) = (0, 0)
    /// How many presses were no presses of their own.
    private(set) var count = 0

    /// Whether the sample goes on to the port; false where it is a press whose usage the other half has down, too.
    mutating func passes(_ sample: InputSample, from source: Source) -> Bool {
        guard case .press(let frame) = sample else { return true }
        return passes(frame, from: source)
    }

    /// Whether the press goes on to the port; false where the other button with its usage is down, too.
    mutating func passes(_ frame: PressFrame, from source: Source) -> Bool {
        let number = Int(frame.usage.identifier) - 1
        guard frame.usage.page == HIDUsage.button(1).page, 0..<64 ~= number else { return true }
        let bit: UInt64 = 1 << UInt64(number)
        let isShared = (source == .keys ? mouse : keys) & bit != 0
        switch frame.phase {
        case .began:
            if source == .keys { keys |= bit } else { mouse |= bit }
            if isShared { count += 1 }
        case .changed: return true
        case .ended, .cancelled:
            if source == .keys { keys &= ~bit } else { mouse &= ~bit }
        }
        return !isShared
    }
}
