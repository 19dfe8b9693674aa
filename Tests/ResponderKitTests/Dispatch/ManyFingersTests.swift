import ResponderKitTesting
import TestSupport
import Testing

@testable import ResponderCore

@MainActor
@Suite("Many frames of ten fingers")
struct ManyFingersTests {
    // Rules: T10, T12, T38.
    @Test(
        "Many frames bring each of ten fingers its moves in order and the newest last, also past the ring's end",
        arguments: [false, true],
        [5, 20, 40]
    )
    func manyFrames(coalescing: Bool, burst: Int) throws {
        let scene = try PortScene()
        scene.application.isTouchCoalescingEnabled = coalescing
        var views: [RecordingView] = []
        var newest: [Double] = []
        for finger in 0..<10 {
            let view = RecordingView("view", frame: Rect(Double(finger) * 50, 0, 50, 1000))
            scene.view.addSubview(view)
            let start = Double(finger) * 50 + 1
            newest.append(start)
            view.handler = { phase, touches, _ in
                guard phase == .moved, let touch = touches.first else { return }
                #expect(touches.count == 1)
                #expect(touch.previousLocation(in: nil).x == newest[finger])
                #expect(touch.location(in: nil).x > newest[finger])
                newest[finger] = touch.location(in: nil).x
            }
            views.append(view)
        }
        scene.send((0..<10).map { ($0, .began, newest[$0]) })
        scene.settle()
        var step = 0.0
        for _ in 0..<30 {
            for _ in 0..<burst {
                step += 1
                scene.send((0..<10).map { ($0, .moved, Double($0) * 50 + 1 + step / 1000) }, at: step)
            }
            scene.settle()
            for finger in 0..<10 { #expect(newest[finger] == Double(finger) * 50 + 1 + step / 1000) }
        }
    }

    // Rules: T20, T21.
    @Test(
        "Many frames of ten fingers go on safely when the first handler lets go of the application",
        arguments: [false, true],
        [Application.self, InterceptingApplication.self, TouchedApplication.self]
    )
    func releasedApplication(coalescing: Bool, applicationClass: Application.Type) throws {
        var scene: PortScene? = try PortScene(applicationClass)
        weak let application = scene?.application
        var moves = 0
        let loop = try #require(scene?.loop)
        scene?.application.isTouchCoalescingEnabled = coalescing
        do {
            let left = RecordingView("left", frame: Rect(0, 0, 100, 100))
            let right = RecordingView("right", frame: Rect(100, 0, 100, 100))
            scene?.view.addSubview(left)
            scene?.view.addSubview(right)
            scene?.send([(1, .began, 10), (2, .began, 110)])
            scene?.settle()
            scene?.send([(1, .moved, 11), (2, .moved, 111)])
            scene?.settle()
            for view in [left, right] {
                view.handler = { phase, _, _ in
                    if phase == .moved { moves += 1 }
                    scene = nil
                }
            }
            scene?.send([(1, .moved, 12), (2, .moved, 112)])
        }
        loop.run(until: loop.now)
        #expect(moves == 2)
        #expect(scene == nil && application == nil)
    }
}

/// An application that handles touches itself.
private final class TouchedApplication: Application {
    override func touchesBegan(_ touches: TouchSet, with event: Event) {}
    override func touchesMoved(_ touches: TouchSet, with event: Event) { onMoved?() }
    override func touchesEnded(_ touches: TouchSet, with event: Event) {}
    override func touchesCancelled(_ touches: TouchSet, with event: Event) {}
    var onMoved: (() -> Void)?
}

/// A view that does something to its siblings when it is asked for a hit.
private final class MeddlingView: View {
    var meddle: (() -> Void)?

    override func hitTest(_ point: Point, with event: Event?) -> View? {
        meddle?()
        return super.hitTest(point, with: event)
    }
}

@MainActor
@Suite("An application that gets touches itself")
struct TouchedApplicationTests {
    // Rules: T21.
    @Test("An application lives until its own handler has returned, in which the last reference to it goes")
    func releasedInItsOwnHandler() throws {
        var scene: PortScene? = try PortScene(TouchedApplication.self)
        weak let application = scene?.application as? TouchedApplication
        let loop = try #require(scene?.loop)
        // The view that is hit handles nothing.
        scene?.window.addSubview(View(frame: Rect(0, 0, 500, 500)))
        scene?.send(1, .began, 10)
        scene?.settle()
        var wasAlive: Bool?
        application?.onMoved = { [weak application] in
            scene = nil
            wasAlive = application != nil
        }
        scene?.send(1, .moved, 12)
        loop.run(until: loop.now)
        #expect(wasAlive == true)
        #expect(scene == nil && application == nil)
    }
}

@MainActor
@Suite("A hit-test among many subviews")
struct MeddlingHitTestTests {
    // Rules: H8, H17, H20.
    @Test(
        "A hit-test stands overrides that change the many subviews, and finds what the rule does afterwards",
        arguments: 1...2
    )
    func meddling(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        let parent = View(frame: Rect(0, 0, 1000, 1000))
        var spare: [View] = []
        var meddlers: [MeddlingView] = []
        func place() -> Rect {
            let (x, y) = (Double.random(in: 0..<960, using: &random), Double.random(in: 0..<960, using: &random))
            return Rect(x, y, Double.random(in: 5..<60, using: &random), Double.random(in: 5..<60, using: &random))
        }
        for number in 0..<400 {
            if number % 100 == 50 {
                let meddler = MeddlingView(frame: place())
                meddlers.append(meddler)
                parent.addSubview(meddler)
            } else {
                parent.addSubview(View(frame: place()))
            }
        }
        func change() {
            let count = parent.subviews.count
            let any = parent.subviews[Int.random(in: 0..<count, using: &random)]
            switch Int.random(in: 0..<7, using: &random) {
            case 0 where count > 40:
                any.removeFromSuperview()
                spare.append(any)
            case 1:
                guard let view = spare.popLast() else { return }
                parent.insertSubview(view, at: Int.random(in: 0...count, using: &random))
            case 2: parent.bringSubviewToFront(any)
            case 3: parent.sendSubviewToBack(any)
            case 4: any.isHidden.toggle()
            case 5: any.frame = place()
            default: for _ in 0..<5 { _ = parent.hitTest(Point(500, 500), with: nil) }
            }
        }
        var isMeddling = false
        for meddler in meddlers {
            meddler.meddle = {
                guard isMeddling, Int.random(in: 0..<3, using: &random) == 0 else { return }
                isMeddling = false
                for _ in 0..<Int.random(in: 1...60, using: &random) { change() }
                isMeddling = true
            }
        }
        var hits = 0
        for _ in 0..<2000 {
            let point = Point(Double.random(in: 0..<1000, using: &random), Double.random(in: 0..<1000, using: &random))
            let meddles = Int.random(in: 0..<20, using: &random) == 0
            isMeddling = meddles
            let found = parent.hitTest(point, with: nil)
            guard !meddles else { continue }
            let expected = parent.subviews.last { view in
                !view.isHidden && view.frame.contains(point)
            }
            if expected != nil { hits += 1 }
            #expect(found === (expected ?? parent))
        }
        #expect(hits > 100)
    }
}
