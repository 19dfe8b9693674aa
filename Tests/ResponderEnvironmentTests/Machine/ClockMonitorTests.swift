import Glibc
import ResponderEnvironment
import ResponderEventLoop
import TestSupport
import Testing

@MainActor
@Suite("The clock of the machine")
struct ClockMonitorTests {
    // Rules: P7.
    @Test("Each midnight is one change of the time, and the alarm is set for the next one")
    func midnight() throws {
        let machine = try FakeMachine()
        #expect(machine.monitor(.time) == [])
        for day in 1...3 {
            #expect(machine.clock.alarm == Int64(day) * 86_400)
            machine.clock.run(.seconds(Int64(day) * 86_400) - machine.clock.times.wall)
            machine.clock.ring()
            #expect(machine.take() == ["time"])
        }
        machine.clock.ring()
        #expect(machine.take() == [])
        machine.monitor([])
        #expect(machine.clock.alarm == nil)
    }

    // Rules: P7.
    @Test(
        "A clock that is set by a second or more, or by years, is one change, and its own next midnight follows",
        arguments: [1, -1, 3_600, -50_000, 86_400 * 365 * 30, -86_400 * 365 * 30, 1_000_000_000_000] as [Int64]
    )
    func step(seconds: Int64) throws {
        let machine = try FakeMachine()
        machine.monitor(.time)
        machine.clock.times.wall += .seconds(seconds)
        machine.clock.ring()
        #expect(machine.take() == ["time"])
        let now = machine.clock.times.wall.components.seconds
        let alarm = try #require(machine.clock.alarm)
        #expect(alarm > now && alarm <= now + 86_400)
        machine.clock.ring()
        #expect(machine.take() == [])
    }

    // Rules: P7, P8.
    @Test("A clock that is set while the alarm is set anew is told all the same, at an alarm and with a new time zone")
    func stepDuringAlarm() throws {
        let machine = try FakeMachine()
        machine.monitor([.time, .sleep])
        machine.clock.stepDuringAlarm = .seconds(-100)
        machine.clock.ring()
        #expect(machine.take() == ["time"])
        machine.clock.sleep(.seconds(50))
        machine.clock.newZone = 3_600
        try machine.tree.folder.write("rules of Berlin", to: "etc/localtime")
        #expect(machine.turn() == ["woke after 50 s", "time"])
        machine.clock.ring()
        #expect(machine.take() == [])
    }

    // Rules: P7.
    @Test("A correction by less than a second is no change")
    func correction() throws {
        let machine = try FakeMachine()
        machine.monitor(.time)
        for correction in [999, -999, 1] {
            machine.clock.times.wall += .milliseconds(correction)
            machine.clock.ring()
            #expect(machine.take() == [])
        }
    }

    // Rules: P7, P8.
    @Test("A machine that slept tells how long, and then the midnight that it slept over")
    func sleep() throws {
        let machine = try FakeMachine()
        machine.monitor([.time, .sleep])
        machine.clock.run(.seconds(100))
        machine.clock.sleep(.seconds(7_200))
        machine.clock.ring()
        #expect(machine.take() == ["woke after 7200 s"])
        machine.clock.sleep(.seconds(3 * 86_400))
        machine.clock.ring()
        #expect(machine.take() == ["woke after 259200 s", "time"])
        machine.clock.sleep(.milliseconds(999))
        machine.clock.ring()
        #expect(machine.take() == [])
        machine.monitor(.time)
        machine.clock.sleep(.seconds(60))
        machine.clock.ring()
        #expect(machine.take() == [])
        machine.monitor(.sleep)
        machine.clock.sleep(.seconds(86_400))
        machine.clock.ring()
        #expect(machine.take() == ["woke after 86400 s"])
    }

    // Rules: P7.
    @Test("Another time zone is a change, with midnights of its own; the same rules in another file are none")
    func zone() throws {
        let machine = try FakeMachine(["etc/localtime": "rules of UTC"])
        machine.monitor(.time)
        machine.clock.newZone = 3_600
        try machine.tree.folder.write("rules of UTC", to: "etc/localtime")
        #expect(machine.turn() == [])
        #expect(machine.clock.alarm == 86_400)
        try machine.tree.folder.write("rules of Berlin", to: "etc/draft")
        rename("\(machine.tree.folder.path)/etc/draft", "\(machine.tree.folder.path)/etc/localtime")
        #expect(machine.turn() == ["time"])
        #expect(machine.clock.alarm == 82_800)
        // While the file is replaced there may be none.
        unlink("\(machine.tree.folder.path)/etc/localtime")
        #expect(machine.turn() == [])
    }

    // Rules: P7.
    @Test("A process with a time zone of its own does not follow the system's")
    func ownZone() throws {
        let machine = try FakeMachine(["etc/localtime": "rules of UTC"])
        machine.variables["TZ"] = "Asia/Tokyo"
        machine.monitor(.time)
        try machine.tree.folder.write("rules of Berlin", to: "etc/localtime")
        #expect(machine.turn() == [])
    }

    // Rules: P11.
    @Test("A system without /etc is reported once, and days are told all the same")
    func noFolder() throws {
        let machine = try FakeMachine([:])
        let said = machine.monitor(.time)
        #expect(said.count == 1)
        #expect(said.first?.contains("the folder \"/etc\" cannot be watched") == true, "\(said)")
        machine.clock.run(.seconds(43_200))
        machine.clock.ring()
        #expect(machine.take() == ["time"])
    }

    // Rules: P7.
    @Test("A day ends at midnight, or at the change to and from summer time if that is earlier")
    func turns() async {
        await #expect(processExitsWith: .success) { @MainActor in
            setenv("TZ", "CET-1CEST,M3.5.0,M10.5.0/3", 1)
            tzset()
            let clock = SystemClock()
            // 2026-03-28 12:00 to midnight, then to 02:00 (CET), then to midnight (CEST).
            let noon: Int64 = 1_774_695_600
            let midnight = clock.nextTurn(after: noon)
            let summer = clock.nextTurn(after: midnight)
            let next = clock.nextTurn(after: summer)
            precondition(midnight == noon + 43_200, "midnight \(midnight)")
            precondition(summer == midnight + 7_200, "summer time \(summer)")
            precondition(next == midnight + 23 * 3_600, "next midnight \(next)")
            // 2026-10-24 12:00 (CEST): the day of the change has 25 hours.
            let autumn: Int64 = 1_792_836_000
            let night = clock.nextTurn(after: autumn)
            let winter = clock.nextTurn(after: night)
            precondition(winter == night + 3 * 3_600, "winter time \(winter)")
            precondition(clock.nextTurn(after: winter) == night + 25 * 3_600)
            for odd in [Int64.max, Int64.max - 86_400, Int64.min, -1, 0] {
                let turn = clock.nextTurn(after: odd)
                precondition(odd == .max || odd >= .max - 90_000 || (turn > odd && turn - odd <= 90_000), "\(odd)")
            }
        }
    }

    // Rules: P7, P11.
    @Test("The alarm of the system goes off at its time, and is silent once it is stopped")
    func systemAlarm() throws {
        let (loop, clock, log) = (try makeLoop(), SystemClock(), Log())
        try clock.startAlarm(on: loop) { log.write("alarm") }
        #expect(clock.setAlarm(clock.times.wall.components.seconds + 100_000))
        loop.turn()
        #expect(log.take() == [])
        // In the past, so that it goes off at once.
        #expect(clock.setAlarm(1))
        loop.turn()
        #expect(log.take() == ["alarm"])
        clock.stopAlarm()
        loop.turn()
        #expect(log.take() == [])
        // Not read at the same moment, but within 10 ms.
        #expect(clock.times.boot > clock.times.awake - .milliseconds(10))
    }
}
