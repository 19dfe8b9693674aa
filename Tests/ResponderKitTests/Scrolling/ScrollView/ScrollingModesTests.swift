import ResponderKitTesting
import Testing

@testable import ResponderCore
@testable import ResponderWidgets

@MainActor
@Suite("Wheels over scroll views, and the loop's mode during a drag")
struct ScrollingModesTests {
    // Rules: L22.
    @Test(
        "Timers of the default mode wait from a drag's begin until the content rests, and a wheel changes nothing"
    )
    func tracking() throws {
        let scene = try ScrollScene()
        let loop = scene.harness.loop
        var ticks = 0
        loop.addTimer(at: loop.now, every: .milliseconds(10), in: .default, name: "default") { _ in ticks += 1 }
        scene.wait(30)
        #expect(ticks > 2)
        scene.finger.down(at: Point(150, 300))
        scene.wait(30)
        let before = ticks
        #expect(before > 5 && !loop.isTracking)
        for _ in 0..<5 {
            scene.finger.move(by: 0, -20)
            scene.wait(10)
        }
        #expect(loop.isTracking && ticks <= before + 1)
        scene.finger.up()
        scene.harness.settle()
        #expect(scene.view.isDecelerating && loop.isTracking)
        let during = ticks
        scene.wait(500)
        #expect(ticks == during)
        scene.wait(5000)
        #expect(!loop.isTracking && ticks > during + 10)
        scene.harness.wheel(by: Point(0, 30), at: Point(10, 10))
        scene.harness.settle()
        #expect(!loop.isTracking)
    }

    @Test("A view that leaves its window in a drag ends the tracking")
    func removed() throws {
        let scene = try ScrollScene()
        scene.drag(from: Point(150, 300), by: Array(repeating: Point(0, -10), count: 5))
        #expect(scene.harness.loop.isTracking)
        scene.view.removeFromSuperview()
        scene.harness.settle()
        #expect(!scene.harness.loop.isTracking)
        scene.harness.window.addSubview(scene.view)
        scene.finger.up()
        scene.fling()
        #expect(scene.harness.loop.isTracking)
        scene.view.removeFromSuperview()
        #expect(!scene.harness.loop.isTracking && !scene.view.isDecelerating)
    }

    // Rules: L22, A16.
    @Test("The loop serves the default mode again when the window is hidden or released, or the application ends")
    func ends() throws {
        var problems: [String] = []
        for way in ["hidden", "released", "terminated", "killed", "gone"] {
            for isFling in [false, true] {
                let loop = try MainRunLoop(clock: VirtualClock())
                var application: Application? = Application(runLoop: loop)
                application?.launch()
                guard let living = application else { return }
                var window: Window? = Window(frame: Rect(0, 0, 300, 400), application: living)
                let (view, log) = (ScrollView(frame: Rect(0, 0, 300, 400)), ScrollLog())
                view.contentSize = Size(300, 4000)
                view.delegate = log
                window?.addSubview(view)
                window?.makeKeyAndVisible()
                let sender = living.touchPort.makeSender()
                for step in 0..<8 {
                    let phase = step == 0 ? TouchContact.Phase.began : step == 7 && isFling ? .ended : .moved
                    sender.send(TouchContact(1, phase, at: Point(50, 350 - Double(step) * 20)), at: loop.now)
                    loop.run(until: loop.now.advanced(by: .milliseconds(10)))
                }
                let calls = log.lines.count
                if !loop.isTracking || view.isDecelerating != isFling { problems.append("\(way): it does not begin") }
                switch way {
                case "terminated": living.terminate()
                case "killed": try living.receive(.kill)
                case "gone": break
                default: window?.isHidden = true
                }
                window = nil
                func letGo(_ application: consuming Application?) {}
                letGo(application)
                application = nil
                _ = consume living
                var ticks = 0
                loop.addTimer(at: loop.now, every: .seconds(1), in: .default, name: "default") { _ in ticks += 1 }
                loop.run(until: loop.now.advanced(by: .seconds(5)))
                let isAtRest = !view.isDragging && !view.isDecelerating && view.link == nil
                if loop.isTracking || ticks < 3 || !isAtRest { problems.append("\(way) \(isFling): \(ticks) ticks") }
                // Who is told hears of each end; nobody hears of anything when the application is over.
                let last = Array(log.lines[calls...])
                let ends = isFling ? ["did slow"] : ["will end drag", "did drag"]
                let isSilent = way == "killed" || way == "gone"
                if isSilent ? last != [] : way != "terminated" && last != ends { problems.append("\(way): \(last)") }
            }
        }
        #expect(problems == [])
    }

    @Test("A wheel scrolls the inner view as far as it goes, then the outer one")
    func wheel() throws {
        let scene = try ScrollScene()
        let inner = ScrollView(frame: Rect(0, 0, 300, 200))
        scene.view.addSubview(inner)
        inner.contentSize = Size(300, 250)
        inner.addSubview(View(frame: Rect(0, 0, 300, 250)))
        scene.harness.settle()
        func wheel(_ y: Double) {
            scene.harness.wheel(by: Point(0, y), at: Point(10, 10))
            scene.harness.settle()
        }
        wheel(-30)
        #expect(inner.contentOffset.y == 30 && scene.view.contentOffset.y == 0)
        wheel(-30)
        #expect(inner.contentOffset.y == 50 && scene.view.contentOffset.y == 0)
        wheel(-30)
        #expect(inner.contentOffset.y == 50 && scene.view.contentOffset.y == 30)
        wheel(100)
        #expect(inner.contentOffset.y == 0 && scene.view.contentOffset.y == 30)
        wheel(100)
        #expect(scene.view.contentOffset.y == 0)
        #expect(scene.take() == ["scroll"])
        scene.view.isScrollEnabled = false
        inner.isScrollEnabled = false
        wheel(-30)
        #expect(inner.contentOffset.y == 0 && scene.view.contentOffset.y == 0)
    }

    @Test("A wheel ends a fling, and does nothing during a drag")
    func wheelWhileMoving() throws {
        let scene = try ScrollScene()
        scene.fling()
        scene.wait(50)
        _ = scene.take()
        scene.harness.wheel(by: Point(0, -10), at: Point(10, 10))
        scene.harness.settle()
        #expect(scene.take() == ["did end decelerating", "scroll"])
        scene.drag(from: Point(150, 300), by: Array(repeating: Point(0, -10), count: 3))
        let place = scene.view.contentOffset
        scene.harness.wheel(by: Point(0, -10), at: Point(10, 10))
        scene.harness.settle()
        #expect(scene.view.contentOffset == place)
        scene.finger.up()
        scene.harness.settle()
    }
}
