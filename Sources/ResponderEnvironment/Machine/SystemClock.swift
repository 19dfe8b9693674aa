internal import CResponderEnvironment
internal import Glibc
package import ResponderEventLoop

/// The clocks of Linux.
@MainActor
package final class SystemClock: MachineClock {
    private var source: MainRunLoop.DescriptorSource?
    private var alarm: Descriptor?

    package init() {}

    package var times: MachineTimes {
        // Another process may run between two looks, so that they do not fit together.
        for _ in 0..<10 {
            let boot = Self.read(CLOCK_BOOTTIME)
            let (wall, awake) = (Self.read(CLOCK_REALTIME), Self.read(CLOCK_MONOTONIC))
            if Self.read(CLOCK_BOOTTIME) - boot < .milliseconds(10) {
                return MachineTimes(wall: wall, boot: boot, awake: awake)
            }
        }
        return MachineTimes(
            wall: Self.read(CLOCK_REALTIME),
            boot: Self.read(CLOCK_BOOTTIME),
            awake: Self.read(CLOCK_MONOTONIC)
        )
    }

    private static func read(_ clock: clockid_t) -> Duration {
        var time = timespec()
        clock_gettime(clock, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }

    package func nextTurn(after seconds: Int64) -> Int64 { LocalTime.nextTurn(after: seconds) }

    package func zoneDidChange() { tzset() }

    package func startAlarm(
        on loop: MainRunLoop,
        perform: @escaping @MainActor () -> Void
    ) throws(MachineProblem) {
        let number = rse_alarm_create()
        guard number >= 0 else { throw Self.problem("\(SystemFailure(errno))") }
        let alarm = Descriptor(number)
        do {
            source = try loop.addDescriptorSource(number, for: .read, name: "wall clock") { _ in
                if rse_alarm_take(alarm.number) { perform() }
            }
        } catch {
            throw Self.problem("\(error)")
        }
        source?.keepsRunAlive = false
        self.alarm = alarm
    }

    private static func problem(_ reason: String) -> MachineProblem {
        MachineProblem(
            [.time, .sleep],
            "midnight, a clock that is set and a machine that sleeps are not told: \(reason); close descriptors or "
                + "raise their limit"
        )
    }

    package func setAlarm(_ seconds: Int64) -> Bool {
        alarm.map { rse_alarm_set($0.number, seconds) == 0 || errno != ECANCELED } ?? true
    }

    package func stopAlarm() {
        source?.cancel()
        (source, alarm) = (nil, nil)
    }
}
