/// When the screen goes dark while nobody touches it.
public struct AutoLock: Hashable, Sendable {
    /// How long after the last touch the screen is dimmed.
    public var dimsAfter: Duration
    /// How long after the dimming the screen is locked.
    public var locksAfter: Duration

    /// Dims the screen after `dimsAfter`, and locks it `locksAfter` later.
    ///
    /// - Complexity: O(1); no allocation.
    public init(dimsAfter: Duration = .seconds(45), locksAfter: Duration = .seconds(15)) {
        self.dimsAfter = dimsAfter
        self.locksAfter = locksAfter
    }
}

/// How often a device warns apps that take too much memory (rule S41).
public struct MemoryPatience: Hashable, Sendable {
    /// How many warnings there are, the first included, while too much memory is in use; at least 1.
    ///
    /// Where memory is short and the last warning has changed nothing, the app in front is ended outright.
    public let warnings: Int
    /// The time from one warning to the next, and from the last warning to the end; at least a millisecond.
    public let interval: Duration

    /// Warnings at once and every `interval`, `warnings` in all; 3, a second apart, by default.
    ///
    /// - Complexity: O(1); no allocation.
    public init(warnings: Int = 3, interval: Duration = .seconds(1)) {
        self.warnings = max(1, warnings)
        self.interval = max(.milliseconds(1), interval)
    }
}

/// How much processor time an app may use in the background (rule A44).
public struct ProcessorBudget: Hashable, Sendable {
    /// The processor time that an app may use in any period.
    public var time: Duration
    /// The length of the period.
    public var period: Duration

    /// A budget of `time` in any `period`; by default the budget of iOS: see ``SimulatedDevice/processorBudget``.
    ///
    /// - Complexity: O(1); no allocation.
    public init(time: Duration = .seconds(48), period: Duration = .seconds(60)) {
        self.time = time
        self.period = period
    }
}
