import ResponderKitTesting
import TestSupport
import Testing

@testable import ResponderCore

private final class Ground: View {
    private(set) var heard: [Touch.Phase] = []
    override func touchesMoved(_ touches: TouchSet, with event: Event) { heard.append(.moved) }
}

@MainActor
@Suite("A view kept beyond the life of its application")
struct KeptViewTests {
    private struct Kept {
        let view: View
        let controller: ViewController
        let event: Event
        weak var window: Window?
        let application: LastReference<Application>
    }

    /// A plain view in another at (10, 20) of a window that nobody but its application holds, and an event of a touch.
    private func makeKept() throws -> Kept {
        let harness = try AppHarness()
        let ground = harness.add(RecordingView("ground", frame: Rect(10, 20, 500, 500)))
        let controller = ViewController()
        controller.view = View(frame: Rect(1, 2, 100, 100))
        ground.addSubview(controller.view)
        var event: Event?
        ground.handler = { _, _, it in event = it }
        harness.finger().down(at: Point(15, 25)).up()
        harness.settle()
        ground.handler = nil
        harness.finger().down(at: Point(400, 400))
        harness.settle()
        #expect(controller.view.convert(.zero, to: nil) == Point(11, 22))
        return Kept(
            view: controller.view,
            controller: controller,
            event: try #require(event),
            window: harness.window,
            application: LastReference(harness.application)
        )
    }

    private func check(_ kept: Kept) {
        let (view, event) = (kept.view, kept.event)
        // They take the places of the records that are free now.
        let others = (0..<2000).map { _ in View(frame: Rect(777, 777, 1, 1)) }
        #expect(view.superview == nil && view.window == nil && view.next === kept.controller)
        // Above it there is nothing: its own coordinates are those of the topmost view.
        #expect(view.convert(Point(5, 5), to: nil) == Point(5, 5))
        let inner = View(frame: Rect(3, 4, 10, 10))
        view.addSubview(inner)
        #expect(inner.convert(.zero, to: view) == Point(3, 4))
        // By hand, up a chain that ends at the controller.
        inner.touchesMoved(event.allTouches, with: event)
        // In another tree they are as any.
        let ground = Ground(frame: Rect(0, 0, 500, 500))
        ground.addSubview(view)
        inner.touchesMoved(event.allTouches, with: event)
        #expect(ground.heard == [.moved])
        #expect(others.count == 2000)
    }

    @Test("A view kept beyond its application counts as detached: coordinates and messages by hand end with the view")
    func onTheMainActor() throws {
        let kept = try makeKept()
        kept.application.release()
        #expect(kept.window == nil)
        check(kept)
    }

    @Test("A kept view counts as detached also when the application's last reference went on another thread")
    func elsewhere() async throws {
        let kept = try makeKept()
        let application = kept.application
        await Task.detached { application.release() }.value
        // The main actor comes to it.
        while kept.window != nil { await Task.yield() }
        check(kept)
    }
}
