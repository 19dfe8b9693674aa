internal import ResponderSupport
import TestSupport
import Testing

@testable import ResponderEventLoop

@Suite("Timers in modes, and steps that are bounded")
@MainActor
struct TimerModeTests {
    private let common = MainRunLoop.ModeSet.commonBit
    private var inDefault: UInt64 { common | MainRunLoop.Mode.default.bit }
    private var inTracking: UInt64 { common | MainRunLoop.Mode.tracking.bit }
    private let own = MainRunLoop.Mode("timer tests")

    /// Fires what is due now, as the turn does, up to the step's bounds.
    private func step(_ loop: MainRunLoop, in active: UInt64, limit: Int = .max, callouts: Int = .max) {
        let timers = loop.timers
        var step = timers.pointee.takeDue(at: loop.now.nanoseconds, in: active, limit: limit)
        var left = callouts
        while left > 0, let slot = timers.pointee.next(of: &step) {
            timers.fire(slot, now: { loop.now })
            left -= 1
        }
        timers.pointee.restore(step)
    }

    @Test("A timer of another mode pauses, and fires once when its mode is served again")
    func pausing() throws {
        // Rules: L18, L25.
        let clock = VirtualClock()
        let (loop, log) = (try MainRunLoop(clock: clock), Log())
        let timers = loop.timers
        let ticks = loop.addTimer(at: .ms(1), every: .milliseconds(1), in: .default) { _ in log.write("default") }
        loop.addTimer(at: .ms(5)) { _ in log.write("common") }
        loop.addTimer(at: .ms(7), in: [.tracking, own]) { _ in log.write("tracking") }
        #expect(timers.earliest(in: inTracking) == 5_000_000)
        #expect(timers.earliest(in: own.bit) == 7_000_000)
        #expect(timers.earliest(in: inDefault) == 1_000_000)
        clock.advance(to: .ms(10))
        step(loop, in: inTracking)
        #expect(log.take() == ["common", "tracking"])
        #expect(timers.earliest(in: inTracking) == nil)
        #expect(timers.latestWakeUp(in: inTracking) == nil)
        step(loop, in: inDefault)
        #expect(log.take() == ["default"])
        #expect(ticks.fireTime == .ms(11))
        ticks.cancel()
    }

    @Test("A paused timer can be cancelled, moved and given a tolerance")
    func changingPaused() throws {
        // Rules: L18, L28.
        let loop = try makeLoop()
        let timers = loop.timers
        let list = (1...200).map { number in loop.addTimer(at: .ms(Int64(number)), in: .default) { _ in } }
        #expect(timers.earliest(in: inTracking) == nil)
        #expect(timers.pointee.count == 200 && timers.pointee.special.count == 0)
        for timer in list[100...] { timer.cancel() }
        for timer in list[0..<98] { timer.cancel() }
        #expect(timers.pointee.count == 2 && timers.pointee.paused.count < 100)
        list[98].fireTime = .ms(3)
        list[99].fireTime = .ms(7)
        list[99].tolerance = .milliseconds(1)
        #expect(timers.earliest(in: inTracking) == nil)
        #expect(timers.earliest(in: inDefault) == 3_000_000)
        list[98].cancel()
        #expect(timers.earliest(in: inDefault) == 7_000_000)
        #expect(timers.latestWakeUp(in: inDefault) == 8_000_000)
        list[99].cancel()
    }

    @Test("A mode knows whether it has timers: armed timers, and one that is firing")
    func emptiness() throws {
        // Rules: L2, L21.
        let loop = try makeLoop()
        let timers = loop.timers
        #expect(!timers.hasTimers(in: .max))
        let plain = loop.addTimer(at: .ms(1)) { _ in
            #expect(loop.timers.hasTimers(in: .max) && !loop.timers.hasTimers(in: own.bit))
        }
        #expect(timers.hasTimers(in: inDefault) && !timers.hasTimers(in: own.bit))
        let special = loop.addTimer(at: .ms(1), in: [own]) { _ in }
        #expect(timers.hasTimers(in: own.bit))
        special.cancel()
        #expect(!timers.hasTimers(in: own.bit) && timers.hasTimers(in: inTracking))
        plain.tolerance = .milliseconds(1)
        #expect(timers.hasTimers(in: inTracking) && !timers.hasTimers(in: own.bit))
        loop.runNow()
        #expect(!timers.hasTimers(in: .max))
    }

    @Test("A timer in no mode at all never fires, and does not hold a run")
    func noMode() throws {
        let (loop, log) = (try makeLoop(), Log())
        let timer = loop.addTimer(at: .ms(1), in: []) { _ in log.write("fired") }
        #expect(loop.runNow() == .finished)
        #expect(log.take() == [] && timer.isValid && loop.now == .zero)
        timer.cancel()
    }

    @Test("A step takes the first timers that are due up to its bound; other due timers keep their order")
    func bounded() throws {
        // Rules: L9, L24.
        let clock = VirtualClock()
        let (loop, log) = (try MainRunLoop(clock: clock), Log())
        for number in 0..<10 {
            loop.addTimer(at: .ms(Int64(number / 5)), tolerance: .milliseconds(number % 2)) { _ in
                log.write("\(number)")
            }
        }
        clock.advance(to: .ms(3))
        step(loop, in: .max, limit: 3)
        #expect(log.take() == ["0", "1", "2"])
        #expect(loop.timers.earliest() == 0)
        step(loop, in: .max, callouts: 4)
        #expect(log.take() == ["3", "4", "5", "6"])
        #expect(loop.timers.earliest() == 1_000_000)
        loop.addTimer(at: .ms(1)) { _ in log.write("late") }
        step(loop, in: .max)
        #expect(log.take() == ["7", "8", "9", "late"])
    }

    @Test("A timer that a bounded step left and was cancelled, moved or taken by hand is not put back")
    func restoring() throws {
        // Rules: L9, L19.
        let clock = VirtualClock()
        let (loop, log) = (try MainRunLoop(clock: clock), Log())
        let timers = Box<[MainRunLoop.Timer]>([])
        timers.value = (0..<5).map { number in
            loop.addTimer(at: .ms(1)) { _ in
                log.write("\(number)")
                guard number == 0 else { return }
                timers.value[1].cancel()
                timers.value[2].fireTime = .ms(9)
                timers.value[3].fire()
                // Takes the slots of the timers that have ended.
                for name in ["x", "y"] { loop.addTimer(at: .ms(8)) { _ in log.write(name) } }
            }
        }
        clock.advance(to: .ms(2))
        step(loop, in: .max, callouts: 1)
        #expect(log.take() == ["0", "3"])
        #expect(loop.timers.pointee.count == 4)
        loop.runNow()
        #expect(log.take() == ["4", "x", "y", "2"])
    }

    @Test("Orders of timers are numbered anew when their 32 bits are used up, and no timer changes its place")
    func renumbering() throws {
        // Rules: L24.
        let clock = VirtualClock()
        let (loop, log) = (try MainRunLoop(clock: clock), Log())
        let timers = loop.timers
        timers.pointee.skipOrders(leaving: 30)
        func add(_ name: String, modes: MainRunLoop.ModeSet = .common) -> MainRunLoop.Timer {
            loop.addTimer(at: .ms(1), in: modes) { _ in log.write(name) }
        }
        var list = (0..<10).map { add("\($0)") }
        list += (10..<20).map { add("\($0)", modes: $0 % 2 == 0 ? [.default, own] : .default) }
        // Some timers are paused, some were pushed back and brought forward again, some have ended.
        _ = timers.earliest(in: own.bit)
        list[3].fireTime = .ms(2)
        list[3].fireTime = .ms(1)
        list[4].cancel()
        list[11].cancel()
        list[5].fireTime = .ms(4)
        let after = (20..<40).map { add("\($0)") }
        #expect(timers.pointee.newestOrder < 100)
        #expect(timers.pointee.count == 38)
        list[6].fireTime = .ms(1)
        clock.advance(to: .ms(1))
        step(loop, in: .max, callouts: 5)
        timers.pointee.skipOrders(leaving: 0)
        loop.runNow()
        let expected = [0, 1, 2, 7, 8, 9, 10] + Array(12..<20) + [3] + Array(20..<40) + [6, 5]
        #expect(log.take() == expected.map { "\($0)" })
        #expect(after.allSatisfy { !$0.isValid })
    }
}
