internal import ResponderEventLoop

/// Tells the days, steps of the wall clock, and the machine's sleep.
///
/// One alarm of the wall clock serves all three: the kernel lets it go off when the clock is set, and when the machine
/// wakes. Between two alarms nothing runs.
@MainActor
final class ClockMonitor: MachinePart {
    /// What is shorter says nothing: a correction that no display of minutes shows, or the time between two looks at
    /// the clocks.
    private static let least = Duration.seconds(1)

    /// The parts that are told.
    var parts: MachineMonitoring = []
    private let clock: any MachineClock
    private let loop: MainRunLoop
    private let listener: any MachineListener
    private var last: MachineTimes
    /// When the next day begins, on the wall clock.
    private var due = Int64.max

    init(_ clock: any MachineClock, _ loop: MainRunLoop, _ listener: any MachineListener) {
        (self.clock, self.loop, self.listener) = (clock, loop, listener)
        last = clock.times
    }

    func start() {
        do throws(MachineProblem) {
            try clock.startAlarm(on: loop) { [weak self] in self?.look() }
            arm()
        } catch {
            listener.note(error)
        }
    }

    func stop() {
        parts = []
        clock.stopAlarm()
    }

    /// Another time zone has other days.
    func zoneDidChange() {
        clock.zoneDidChange()
        look()
    }

    /// Tells what has happened since the last look, and sets the alarm for the next one.
    private func look() {
        let (former, dayEnd) = (last, due)
        arm()
        let (step, sleep) = (last.step(since: former), last.sleep(since: former))
        let isDayOver = last.wall.components.seconds >= dayEnd
        if sleep >= Self.least, parts.contains(.sleep) { listener.machineDidWake(after: sleep) }
        if isDayOver || step >= Self.least || step <= .zero - Self.least, parts.contains(.time) {
            listener.timeDidChange()
        }
    }

    private func arm() {
        // An alarm that is set forgets that the clock was set before, so the times are those of the last try. A clock
        // that is set again and again is found set at the next alarm.
        for _ in 0..<3 {
            last = clock.times
            due = clock.nextTurn(after: last.wall.components.seconds)
            if clock.setAlarm(due) { return }
        }
    }
}
