import ResponderKitTesting
import TestSupport
import Testing

@testable import ResponderCore
@testable import ResponderWidgets

/// What a delegate may do in any of its calls.
enum ScrollDeed: CaseIterable, Sendable {
    case remove, removeAndReturn, disable, hide, deactivate, goHome, terminate, scroll, animate, shrink, empty, forget
    case nestedRun, nestedTouch, release

    @MainActor
    func perform(on view: ScrollView, in harness: AppHarness) {
        switch self {
        case .remove: view.removeFromSuperview()
        case .removeAndReturn:
            view.removeFromSuperview()
            harness.window.addSubview(view)
        case .disable: view.isScrollEnabled = false
        case .hide: view.isHidden = true
        case .deactivate: _ = try? harness.device.perform(.openNotificationCenter)
        case .goHome: _ = try? harness.device.perform(.home)
        case .terminate: harness.application.terminate()
        case .scroll: view.contentOffset = Point(0, 250)
        case .animate: view.setContentOffset(Point(0, 250), animated: true)
        case .shrink: view.contentSize = Size(400, 700)
        case .empty:
            for subview in view.subviews { subview.removeFromSuperview() }
            view.contentSize = .zero
        case .forget: view.delegate = nil
        case .nestedRun: harness.loop.run(until: harness.now)
        case .nestedTouch:
            let finger = harness.finger()
            finger.down(at: Point(100, 100))
            harness.loop.run(until: harness.now)
            finger.move(by: 0, 40)
            harness.loop.run(until: harness.now)
            finger.move(by: 0, 40)
            harness.loop.run(until: harness.now)
            finger.up()
            harness.loop.run(until: harness.now)
        case .release:
            view.removeFromSuperview()
            view.panGestureRecognizer.isEnabled = false
            view.removeGestureRecognizer(view.panGestureRecognizer)
        }
    }
}

@MainActor
@Suite("A scroll view whose delegate interferes")
struct InterferenceTests {
    nonisolated private static let calls = [
        "will drag", "scroll", "will end drag", "did drag", "will slow", "did slow", "did animate", "will zoom", "zoom",
        "did zoom",
    ]

    @Test(
        "A scroll view whose delegate interferes comes to rest, and its calls stay in order",
        arguments: calls,
        ScrollDeed.allCases
    )
    func interference(call: String, deed: ScrollDeed) throws {
        let scene = try ScrollStage(contentSize: Size(800, 6000))
        let watch = ScrollOrder()
        scene.log.zoomedView = scene.content
        scene.view.maximumZoomScale = 3
        var times = 0
        scene.log.handler = { [unowned scene] name, view in
            watch.hear(name, "\(call), \(deed)")
            guard name == call, times < 2 else { return }
            times += 1
            deed.perform(on: view, in: scene.harness)
        }
        defer { scene.log.handler = nil }
        scene.flick(by: -200)
        scene.wait(100)
        scene.drag(by: 300, from: 100)
        scene.wait(1000)
        scene.view.setContentOffset(Point(0, 700), animated: true)
        scene.wait(1000)
        scene.harness.pinch(at: Point(200, 300), scale: 5, span: 100)
        scene.wait(1000)
        #expect(times > 0 || call == "did zoom" || call == "zoom" || call == "will zoom" || call == "did animate")
        // An application that was suspended goes on where it was.
        if deed == .goHome, times > 0 {
            try scene.harness.device.perform(.openSwitcher)
            try scene.harness.device.perform(.choose("Application"))
        }
        let unrest = scene.unrest()
        // With an application ends what moves, and nobody is told any more.
        let isOver = deed == .terminate && scene.view.link?.isValid != true && !unrest.contains("drag")
        #expect(unrest.isEmpty || isOver, "\(call), \(deed): \(unrest)")
        if deed != .forget, deed != .terminate { watch.finish("\(call), \(deed)") }
        #expect(scene.harness.isIdle)
    }

    @Test("A scroll view begins no drag of a finger lifted while the delegate hears that a motion has ended")
    func overtaken() throws {
        let scene = try ScrollStage()
        let finger = scene.harness.finger()
        scene.view.setContentOffset(Point(0, 900), animated: true)
        scene.wait(50)
        finger.down(at: Point(200, 400))
        scene.harness.settle()
        scene.log.handler = { [harness = scene.harness] name, _ in
            guard name == "did animate" else { return }
            finger.up()
            harness.loop.run(until: harness.now)
        }
        finger.move(by: 0, -50)
        // Moves wait for the next frame.
        scene.wait(20)
        #expect(!finger.isDown && scene.offset.y < 900)
        #expect(scene.isAtRest)
        #expect(scene.log.lines == ["scroll", "did animate"])
    }

    @Test("A scroll view can be freed in any of its delegate's calls", arguments: calls)
    func freed(call: String) throws {
        let harness = try AppHarness()
        let log = ScrollLog()
        weak var weakView: ScrollView?
        func make() {
            let view = harness.add(ScrollView(frame: Rect(0, 0, 400, 600)))
            let content = View(frame: Rect(0, 0, 400, 6000))
            view.addSubview(content)
            view.contentSize = content.frame.size
            view.maximumZoomScale = 3
            view.delegate = log
            log.zoomedView = content
            weakView = view
        }
        make()
        log.handler = { name, view in if name == call { view.removeFromSuperview() } }
        defer { log.handler = nil }
        harness.flick(from: Point(200, 400), to: Point(200, 200))
        harness.advance(by: .seconds(5))
        weakView?.setContentOffset(.zero, animated: true)
        harness.advance(by: .seconds(1))
        harness.pinch(at: Point(200, 300), scale: 2, span: 100)
        harness.advance(by: .seconds(1))
        #expect(weakView == nil && harness.isIdle)
    }
}
