import ResponderKitTesting
import Testing

@testable import ResponderKit

@MainActor
@Suite("A change of a tree")
struct TreeChangeTests {
    private let clock = VirtualClock()

    /// An application that has a window, and whose touch has ended, or is still down.
    private func makeApplication(on loop: MainRunLoop, isTouched: Bool) -> Application {
        let application = Application(runLoop: loop)
        let window = Window(frame: Rect(0, 0, 100, 100), application: application)
        window.addSubview(RecordingView("view", frame: window.bounds))
        window.makeKeyAndVisible()
        application.launch()
        let sender = application.touchPort.makeSender()
        sender.send(TouchContact(1, .began, at: Point(10, 10)), at: clock.now)
        if !isTouched { sender.send(TouchContact(1, .ended, at: Point(10, 10)), at: clock.now) }
        loop.run(until: clock.now)
        return application
    }

    /// How many applications a change of the tree looks at.
    private func visits(of window: Window) -> UInt64 {
        // The first change takes out the applications that have become idle.
        window.addSubview(View())
        let before = Hierarchy.shared.pointee.engagedVisits
        window.addSubview(View())
        return Hierarchy.shared.pointee.engagedVisits - before
    }

    @Test("costs the same however many applications live that have no touch")
    func cost() throws {
        let loop = try MainRunLoop(clock: clock)
        let touched = makeApplication(on: loop, isTouched: true)
        let window = try #require(touched.windows.first)
        let alone = visits(of: window)
        #expect(alone >= 2, "it looks twice at the application with the touch")
        var others: [Application] = []
        for _ in 1..<400 { others.append(makeApplication(on: loop, isTouched: false)) }
        #expect(visits(of: window) == alone)
        withExtendedLifetime(others) {}
    }

    @Test("cancels the touch of an application that was idle at the change before")
    func cancel() throws {
        let loop = try MainRunLoop(clock: clock)
        let application = makeApplication(on: loop, isTouched: false)
        let window = try #require(application.windows.first)
        let view = RecordingView("view", frame: window.bounds)
        window.addSubview(view)
        application.touchPort.makeSender().send(TouchContact(2, .began, at: Point(20, 20)), at: clock.now)
        loop.run(until: clock.now)
        view.removeFromSuperview()
        #expect(view.log.lines == ["view.began(20, 20)", "view.cancelled(20, 20)"])
    }
}
