import ResponderKitTesting
import Testing

@testable import ResponderCore

/// An application whose port gets frames at times of a test's choice, by one sender at first, and whose loop makes
/// single turns.
///
/// The harness' own sender stamps frames with the present instant; here several of one turn have times of their own.
@MainActor
final class PortScene {
    let application: Application
    let clock = VirtualClock()
    let window: Window
    let view: RecordingView
    private(set) lazy var sender = makeSender()

    init(
        _ applicationClass: Application.Type = Application.self,
        makeWindow: (Rect, Application) -> Window = { Window(frame: $0, application: $1) }
    ) throws {
        application = applicationClass.init(runLoop: try MainRunLoop(clock: clock))
        application.launch()
        window = makeWindow(Rect(0, 0, 1000, 1_000_000), application)
        window.isHidden = false
        view = RecordingView("view", frame: Rect(0, 0, 500, 1_000_000))
        view.isMultipleTouchEnabled = true
        window.addSubview(view)
    }

    var loop: MainRunLoop { application.runLoop }

    func makeSender() -> TouchPort.Sender { application.touchPort.makeSender() }

    /// Sends a frame of one contact; the time is in milliseconds.
    func send(_ finger: Int, _ phase: TouchContact.Phase, _ x: Double, _ y: Double = 0, at time: Double = 0) {
        sender.send(TouchContact(finger, phase, at: Point(x, y)), at: .milliseconds(time))
    }

    /// Sends a frame of several contacts, each a finger, a phase and a horizontal coordinate.
    func send(_ contacts: [(Int, TouchContact.Phase, Double)], at time: Double = 0) {
        let contacts = contacts.map { TouchContact($0.0, $0.1, at: Point($0.2, 0)) }
        sender.send(TouchFrame(time: .milliseconds(time), contacts: contacts))
    }

    /// Makes one turn; returns whether it took anything from the port.
    @discardableResult
    func turn() -> Bool {
        loop.run(until: loop.now, returnAfterSource: true) == .handledSource
    }

    /// Makes all turns there are to make.
    func settle() {
        loop.run(until: loop.now)
    }

    /// What the log got in each turn that took something.
    func linesOfTurns() -> [[String]] {
        var turns: [[String]] = []
        view.log.clear()
        while turn() {
            turns.append(view.log.lines)
            view.log.clear()
        }
        return turns
    }
}

extension MainRunLoop.Instant {
    static func milliseconds(_ milliseconds: Double) -> MainRunLoop.Instant {
        MainRunLoop.Instant(nanoseconds: Int64(milliseconds * 1_000_000))
    }
}
