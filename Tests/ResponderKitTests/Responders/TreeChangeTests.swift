import ResponderKitTesting
import Testing

@testable import ResponderCore

@MainActor
@Suite("A change of a tree")
struct TreeChangeTests {
    private let clock = VirtualClock()

    /// An application with a window, whose first touch has begun, and has ended unless it is to stay.
    ///
    /// A sender that goes ends its touches, so it is returned too.
    private func makeApplication(on loop: MainRunLoop, staysTouched: Bool) -> (Application, TouchPort.Sender) {
        let application = Application(runLoop: loop)
        let window = Window(frame: Rect(0, 0, 100, 100), application: application)
        window.addSubview(RecordingView("view", frame: window.bounds))
        window.makeKeyAndVisible()
        application.launch()
        let sender = application.touchPort.makeSender()
        sender.send(TouchContact(1, .began, at: Point(10, 10)), at: clock.now)
        if !staysTouched { sender.send(TouchContact(1, .ended, at: Point(10, 10)), at: clock.now) }
        loop.run(until: clock.now)
        return (application, sender)
    }

    /// How many applications a change of the tree looks at.
    private func visits(of window: Window) -> UInt64 {
        // The first change takes out the applications that have become idle.
        window.addSubview(View())
        let before = ProcessState.shared.pointee.engagedVisits
        window.addSubview(View())
        return ProcessState.shared.pointee.engagedVisits - before
    }

    @Test("A change of a tree costs the same however many applications live that have no touch")
    func cost() throws {
        let loop = try MainRunLoop(clock: clock)
        let (touched, finger) = makeApplication(on: loop, staysTouched: true)
        let window = try #require(touched.windows.first)
        let alone = visits(of: window)
        #expect(alone >= 2, "it looks twice at the application with the touch")
        var others: [Application] = []
        for _ in 1..<400 { others.append(makeApplication(on: loop, staysTouched: false).0) }
        #expect(visits(of: window) == alone)
        withExtendedLifetime((others, finger)) {}
    }

    @Test("A change of a tree cancels the touch of an application that was idle at the change before")
    func cancel() throws {
        let loop = try MainRunLoop(clock: clock)
        let (application, sender) = makeApplication(on: loop, staysTouched: false)
        let window = try #require(application.windows.first)
        let view = RecordingView("view", frame: window.bounds)
        window.addSubview(view)
        sender.send(TouchContact(2, .began, at: Point(20, 20)), at: clock.now)
        loop.run(until: clock.now)
        view.removeFromSuperview()
        #expect(view.log.lines == ["view.began(20, 20)", "view.cancelled(20, 20)"])
    }
}
