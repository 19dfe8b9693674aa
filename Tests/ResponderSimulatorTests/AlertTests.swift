import ResponderKit
import ResponderSimulator
import TestSupport
import Testing

/// Alerts that nobody has answered stay as they were, whatever comes over them (rule A33).
@MainActor
@Suite("Alerts on a device")
struct AlertTests {
    private let log = DeviceLog()
    private var device: SimulatedDevice { log.device }

    init() throws {
        try log.install("mail")
        try log.install("game", exitsOnSuspend: true)
    }

    // Rules: A33, SEQ9.
    @Test("Alerts stay through a lock, by the button or automatic, and the app comes back after the last answer")
    func lock() throws {
        device.autoLock = AutoLock(dimsAfter: .seconds(30), locksAfter: .seconds(10))
        _ = try log.perform(.launch("mail"), .showAlert("one"), .showAlert("two"))
        for lock in [true, false] {
            let left = lock ? try log.perform(.lock) : try lockByItself()
            #expect(left == (lock ? Sequence.background("mail") : []))
            #expect(device.isLocked && device.overlays == [.alert("one"), .alert("two")])
            #expect(throws: DeviceError.locked) { try device.perform(.dismissAlert) }
            #expect(try log.perform(.unlock) == [])
            #expect(device.frontmost == nil)
            #expect(throws: DeviceError.covered(.alert("one"))) { try device.perform(.launch("mail")) }
        }
        #expect(try log.perform(.dismissAlert) == [])
        #expect(try log.perform(.dismissAlert) == Sequence.comeBack("mail"))
        #expect(device.overlays == [] && device.frontmost === device.application("mail"))
    }

    private func lockByItself() throws -> [String] {
        log.log.entries = []
        device.advance(by: .seconds(40))
        return log.log.take()
    }

    // Rules: A33, SEQ8.
    @Test(
        "Alerts stay when a call is accepted, and lie over the app that comes back after the call",
        arguments: [true, false]
    )
    func call(isAnsweredDuringCall: Bool) throws {
        _ = try log.perform(.launch("mail"), .showAlert("one"), .call(from: "Anna"))
        #expect(try log.perform(.acceptCall) == Sequence.background("mail"))
        #expect(device.overlays == [.alert("one")])
        if isAnsweredDuringCall {
            #expect(try log.perform(.dismissAlert) == [])
            #expect(try log.perform(.endCall) == Sequence.comeBack("mail"))
        } else {
            #expect(try log.perform(.endCall) == [])
            // One call more, which is declined, brings nobody back either.
            #expect(try log.perform(.call(from: "Ben"), .declineCall) == [])
            #expect(try log.perform(.dismissAlert) == Sequence.comeBack("mail"))
        }
    }

    // Rules: A33, SEQ14.
    @Test("Alerts keep an app inactive that has waited behind the lock screen, until they are answered")
    func exitsOnSuspend() throws {
        _ = try log.perform(.launch("game"), .showAlert("one"), .lock)
        #expect(try log.perform(.unlock) == [])
        #expect(try log.states("game") == [.inactive])
        #expect(try log.perform(.dismissAlert) == Sequence.become("game"))
    }

    @Test(
        "Alerts bring no app back that has ended meanwhile, or is not to be used any more",
        arguments: [true, false]
    )
    func endedMeanwhile(hasCrashed: Bool) throws {
        _ = try log.perform(.launch("mail"), .showAlert("one"), .lock, .unlock)
        try device.perform(hasCrashed ? .crash("mail") : .setAllowed("mail", false))
        #expect(try log.perform(.dismissAlert) == [])
        #expect(device.frontmost == nil)
    }

    @Test("Alerts are gone when the device was switched off")
    func power() throws {
        _ = try log.perform(.launch("mail"), .showAlert("one"), .switchOff, .switchOn, .unlock)
        #expect(device.overlays == [])
        #expect(throws: DeviceError.nothing("alert")) { try device.perform(.dismissAlert) }
    }
}
