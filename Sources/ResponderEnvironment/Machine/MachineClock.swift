package import ResponderEventLoop

/// The clocks of a machine, which a test replaces.
@MainActor
package protocol MachineClock: AnyObject {
    /// What the clocks show.
    var times: MachineTimes { get }
    /// When the next day begins or the next change to or from summer time is, in seconds of the wall clock since 1970:
    /// always after `seconds`, by a day and an hour at most.
    func nextTurn(after seconds: Int64) -> Int64
    /// Takes over another time zone of the system.
    func zoneDidChange()
    /// Calls `perform` when the wall clock comes to the time of the alarm, is set, or may have been set.
    func startAlarm(on loop: MainRunLoop, perform: @escaping @MainActor () -> Void) throws(MachineProblem)
    /// Has the alarm go off at a time, in seconds of the wall clock since 1970.
    ///
    /// - Returns: Whether the clock was not set meanwhile.
    func setAlarm(_ seconds: Int64) -> Bool
    /// Calls no more.
    func stopAlarm()
}

/// What the clocks of a machine show at one moment.
package struct MachineTimes: Hashable, Sendable {
    /// The time since 1970.
    package var wall: Duration
    /// The time since the machine was started.
    package var boot: Duration
    /// The same without the time that the machine slept.
    package var awake: Duration

    package init(wall: Duration, boot: Duration, awake: Duration) {
        (self.wall, self.boot, self.awake) = (wall, boot, awake)
    }

    /// By how much the wall clock was set since `earlier`.
    func step(since earlier: MachineTimes) -> Duration { (wall - boot) - (earlier.wall - earlier.boot) }

    /// How long the machine slept since `earlier`.
    func sleep(since earlier: MachineTimes) -> Duration { (boot - awake) - (earlier.boot - earlier.awake) }
}
