import ResponderKit
import ResponderKitTesting
import ResponderSimulator
import TestSupport
import Testing

@MainActor
@Suite("The idle timer")
struct IdleTimerTests {
    private let log = DeviceLog()
    private var device: SimulatedDevice { log.device }
    private let view = RecordingView("view", frame: Rect(0, 0, 100, 100))

    init() throws {
        let view = view
        try log.install("mail") { application in
            let window = Window(frame: Rect(0, 0, 100, 100), application: application)
            window.addSubview(view)
            window.makeKeyAndVisible()
        }
        device.autoLock = AutoLock(dimsAfter: .seconds(30), locksAfter: .seconds(10))
        try device.perform(.launch("mail"))
        log.log.entries = []
    }

    // Rules: A38, SEQ9.
    @Test("The idle timer dims the screen that nobody touches, and locks it later")
    func dimsAndLocks() throws {
        device.advance(by: .milliseconds(29_999))
        #expect(!device.isDimmed)
        device.advance(by: .milliseconds(1))
        #expect(device.isDimmed && !device.isLocked)
        device.advance(by: .milliseconds(9_999))
        #expect(!device.isLocked && log.log.take() == [])
        device.advance(by: .milliseconds(1))
        #expect(device.isLocked)
        #expect(log.log.take() == Sequence.leave("mail"))
        device.advance(by: .seconds(3600))
        #expect(try log.perform(.unlock) == Sequence.comeBack("mail"))
        #expect(!device.isDimmed)
        device.advance(by: .seconds(30))
        #expect(device.isDimmed)
    }

    // Rules: A38.
    @Test("A touch begins the idle time anew, and other events do not")
    func touchesCount() throws {
        device.advance(by: .seconds(20))
        try device.perform(.tap(Point(1, 1)))
        device.advance(by: .seconds(20))
        #expect(!device.isDimmed)
        try device.perform(.change(.orientation(.faceUp)))
        try device.perform(.push("mail", RemoteNotification()))
        device.advance(by: .seconds(10))
        #expect(device.isDimmed)
    }

    // Rules: A39.
    @Test("A touch on the dimmed screen brightens it, and is the app's at no time")
    func swallowed() throws {
        device.advance(by: .seconds(30))
        try device.perform(.fingerDown(1, at: Point(1, 1)))
        #expect(!device.isDimmed)
        try device.perform(.fingerMove(1, to: Point(2, 2)))
        try device.perform(.tap(Point(3, 3)))
        try device.perform(.fingerUp(1))
        try device.perform(.tap(Point(4, 4)))
        device.settle()
        #expect(
            view.log.lines == ["view.began(3, 3)", "view.ended(3, 3)", "view.began(4, 4)", "view.ended(4, 4)"]
        )
        device.advance(by: .seconds(29))
        #expect(!device.isDimmed)
    }

    // Rules: A38, A39.
    @Test("The wheel on a dimmed screen brightens it, and reaches the app only while it is bright and unlocked")
    func wheel() throws {
        let wheel = WheelCounter(frame: view.bounds)
        view.addSubview(wheel)
        device.advance(by: .seconds(30))
        #expect(device.isDimmed)
        device.turnWheel(by: Point(0, 1), at: Point(1, 1))
        #expect(!device.isDimmed)
        device.turnWheel(by: Point(0, 2), at: Point(1, 1), isPrecise: true)
        device.settle()
        #expect(wheel.deltas == [2])
        device.advance(by: .seconds(29))
        #expect(!device.isDimmed)
        try device.perform(.lock)
        device.turnWheel(by: Point(0, 3), at: Point(1, 1))
        try device.perform(.unlock)
        device.settle()
        #expect(wheel.deltas == [2])
    }

    @Test("A finger that was down when the screen was locked is nobody's after the unlock")
    func heldThroughLock() throws {
        try device.perform(.fingerDown(1, at: Point(1, 1)))
        try device.perform(.lock)
        try device.perform(.unlock)
        try device.perform(.fingerMove(1, to: Point(2, 2)))
        try device.perform(.fingerUp(1))
        device.settle()
        #expect(view.log.lines == ["view.began(1, 1)", "view.cancelled(1, 1)"])
    }

    // Rules: A38.
    @Test("An app in front may keep the screen bright, and begins the time anew when it does not any more")
    func disabled() throws {
        let application = try #require(device.application("mail"))
        application.isIdleTimerDisabled = true
        device.advance(by: .seconds(3600))
        #expect(!device.isDimmed)
        application.isIdleTimerDisabled = false
        device.advance(by: .seconds(29))
        #expect(!device.isDimmed)
        device.advance(by: .seconds(1))
        #expect(device.isDimmed)
        // Set while the screen is dimmed, it is bright.
        application.isIdleTimerDisabled = true
        #expect(!device.isDimmed)
        // Only in front.
        try device.perform(.home)
        device.advance(by: .seconds(40))
        #expect(device.isLocked)
    }

    @Test("The idle time begins anew when an app that kept the screen bright crashes")
    func disabledAndCrashed() throws {
        try #require(device.application("mail")).isIdleTimerDisabled = true
        device.advance(by: .seconds(3600))
        try device.perform(.crash("mail"))
        device.advance(by: .seconds(29))
        #expect(!device.isDimmed)
        device.advance(by: .seconds(1))
        #expect(device.isDimmed)
    }

    @Test("A call keeps the screen bright")
    func call() throws {
        try device.perform(.call(from: "Anna"))
        device.advance(by: .seconds(100))
        #expect(!device.isDimmed)
        try device.perform(.acceptCall)
        device.advance(by: .seconds(100))
        try device.perform(.endCall)
        device.advance(by: .seconds(29))
        #expect(!device.isDimmed && !device.isLocked)
    }

    // Rules: A38.
    @Test("The idle time begins anew when an app that kept the screen bright opens another one")
    func disabledAndLeft() throws {
        try log.install("maps", schemes: ["maps"])
        let application = try #require(device.application("mail"))
        application.isIdleTimerDisabled = true
        device.advance(by: .seconds(3600))
        #expect(application.open(try AppURL("maps:rome")))
        device.advance(by: .seconds(29))
        #expect(try log.states("maps") == [.active])
        #expect(!device.isDimmed)
        device.advance(by: .seconds(1))
        #expect(device.isDimmed)
    }

    @Test("An action that is refused does not brighten the screen")
    func refused() throws {
        device.advance(by: .seconds(30))
        #expect(throws: DeviceError.nothing("call that rings")) { try device.perform(.acceptCall) }
        #expect(device.isDimmed)
        try device.perform(.openSwitcher)
        #expect(!device.isDimmed)
    }
}

private final class WheelCounter: View {
    var deltas: [Double] = []

    override func scrollWheel(with event: WheelEvent) { deltas.append(event.delta.y) }
}
