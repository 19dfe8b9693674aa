import ResponderKitTesting
import TestSupport
import Testing

@testable import ResponderCore
@testable import ResponderWidgets

@MainActor
@Suite("The offset of a scroll view")
struct OffsetTests {
    @Test("The scroll offset is the origin of the bounds, and a touch hits what is seen there")
    func bounds() throws {
        let scene = try ScrollStage()
        let row = RecordingView("row", frame: Rect(0, 1000, 400, 50))
        scene.view.addSubview(row)
        scene.view.contentOffset = Point(0, 980)
        #expect(scene.view.bounds == Rect(0, 980, 400, 600))
        scene.harness.tap(at: Point(100, 40))
        #expect(row.log.lines.map { $0.prefix(9) } == ["row.began", "row.ended"])
    }

    @Test("A scroll offset that the app has set stays through the first layout, and until there is content")
    func firstLayout() throws {
        let harness = try AppHarness()
        var found: [Double] = []
        /// The offsets when a view appears, and after its content and its size have come.
        func appear(_ prepare: (ScrollView) -> Void) {
            let view = harness.add(ScrollView(frame: Rect(0, 0, 400, 600)))
            prepare(view)
            harness.advance(by: .seconds(1))
            found.append(view.contentOffset.y)
            view.contentInset.bottom = 20
            view.contentSize.width = 400
            view.contentSize.height = 1000
            view.frame.size.height = 500
            harness.settle()
            found.append(view.contentOffset.y)
            view.removeFromSuperview()
        }
        appear { $0.contentOffset.y = 300 }
        appear { $0.contentOffset.y = 3000 }
        // Beyond the limits, as to show what is above.
        appear {
            $0.contentSize = Size(400, 800)
            $0.contentOffset.y = -50
        }
        appear { $0.setContentOffset(Point(0, 300), animated: true) }
        #expect(found == [300, 300, 3000, 420, -50, 0, 300, 300])
    }

    @Test("A scroll offset of a list stays that the app set before the list asked for its data")
    func list() throws {
        let scene = try ListScene { list, _ in list.contentOffset.y = 300 }
        #expect(scene.list.contentOffset.y == 300 && scene.faults().isEmpty)
    }

    @Test("A scroll offset is never -0")
    func negativeZero() throws {
        let scene = try ScrollStage(contentSize: Size(400, 6000))
        scene.log.handler = { _, view in
            let (x, y) = (view.contentOffset.x, view.contentOffset.y)
            #expect((x != 0 || x.sign == .plus) && (y != 0 || y.sign == .plus))
        }
        defer { scene.log.handler = nil }
        scene.view.contentOffset.y = 40
        scene.view.contentOffset = Point(-0.0, -0.0)
        scene.view.isPagingEnabled = true
        scene.flick(by: -40)
        scene.wait(3000)
        scene.view.contentOffset.y = 100
        scene.flick(by: 400, from: 100)
        let (target, velocity) = (scene.log.proposed, scene.log.velocity)
        scene.view.contentInset = EdgeInsets(top: 0, left: 0, bottom: 0, right: 0)
        scene.wait(3000)
        scene.view.bounces = false
        scene.view.contentOffset.y = 30
        scene.view.contentSize = .zero
        let signs = [target.x, target.y, velocity.x, scene.offset.x, scene.offset.y].map(\.sign)
        #expect(signs == [.plus, .plus, .plus, .plus, .plus] && target == .zero)
    }

    @Test(
        "A scroll offset keeps a coordinate for which a number that is not finite is set",
        arguments: [
            (Point(.nan, 30), Point(10, 30)), (Point(30, .infinity), Point(30, 20)),
            (Point(-.infinity, .nan), Point(10, 20)),
        ],
        [false, true]
    )
    func notFinite(example: (set: Point, offset: Point), animated: Bool) throws {
        let scene = try ScrollStage(contentSize: Size(2000, 2000))
        scene.view.contentOffset = Point(10, 20)
        scene.view.setContentOffset(example.set, animated: animated)
        #expect(scene.isAtRest && scene.offset == example.offset)
        #expect(!scene.view.scroll(by: Point(.nan, 3)))
    }

    @Test("An animated scroll offset goes to the one that is set within 0.3 seconds, along 3p^2 - 2p^3")
    func animation() throws {
        let scene = try ScrollStage()
        scene.view.contentOffset = Point(0, 100)
        scene.log.clear()
        let start = scene.harness.now
        scene.view.setContentOffset(Point(0, 1100), animated: true)
        #expect(scene.offset == Point(0, 100) && !scene.view.isDecelerating)
        #expect(scene.isAtRest && scene.offset == Point(0, 1100))
        for place in scene.log.places {
            let part = min(Double(place.time.nanoseconds - start.nanoseconds) / 0.3e9, 1)
            #expect(abs(place.offset.y - (100 + 1000 * part * part * (3 - 2 * part))) < 1e-9)
        }
        #expect(scene.log.places.count >= 18)
    }

    @Test("An animated scroll offset is there at once outside of a window, and while a finger drags")
    func atOnce() throws {
        let view = ScrollView(frame: Rect(0, 0, 400, 600))
        view.contentSize = Size(400, 6000)
        view.setContentOffset(Point(0, 70), animated: true)
        #expect(view.contentOffset == Point(0, 70))
        let scene = try ScrollStage()
        let finger = scene.hold()
        scene.view.setContentOffset(Point(0, 70), animated: true)
        #expect(scene.offset == Point(0, 70))
        scene.wait(100)
        finger.up()
        #expect(scene.isAtRest)
    }

    @Test("The scroll offset goes where the app says in the call that a drag will end")
    func overruled() throws {
        let scene = try ScrollStage()
        scene.log.handler = { name, view in
            if name == "will end drag" { view.setContentOffset(Point(0, 900), animated: true) }
        }
        scene.flick(by: -200)
        #expect(scene.isAtRest && scene.offset == Point(0, 900))
        #expect(scene.log.lines == ["will drag", "scroll", "will end drag", "did drag", "scroll", "did animate"])
    }

    /// A rectangle, and the offset after it was made to be seen from (0, 1000) with insets of 50 above and 20 below.
    nonisolated static let rects: [(rect: Rect, offset: Double)] = [
        (Rect(0, 1100, 10, 10), 1000),
        (Rect(0, 1050, 400, 530), 1000),
        (Rect(0, 1040, 10, 10), 990),
        (Rect(0, 1600, 10, 10), 1030),
        (Rect(0, 0, 10, 10), -50),
        (Rect(0, 5990, 10, 100), 5420),
        (Rect(0, 3000, 10, 2000), 2950),
        (Rect(0, 9000, 10, 10), 1000),
        (Rect(0, 1010, 10, -10), 950),
        (Rect(0, .nan, 10, 10), 1000),
    ]

    @Test("The scroll offset changes as little as a rectangle needs to be seen", arguments: rects)
    func rectangle(example: (rect: Rect, offset: Double)) throws {
        let scene = try ScrollStage()
        scene.view.contentInset = EdgeInsets(top: 50, left: 0, bottom: 20, right: 0)
        scene.view.contentOffset = Point(0, 1000)
        scene.view.scrollRectToVisible(example.rect, animated: false)
        #expect(scene.offset == Point(0, example.offset))
        scene.view.contentOffset = Point(0, 1000)
        scene.view.scrollRectToVisible(example.rect, animated: true)
        #expect(scene.isAtRest && scene.offset == Point(0, example.offset))
    }

    @Test("The scroll offset rests within the limits that the content's size and the insets give")
    func limits() throws {
        let scene = try ScrollStage()
        scene.view.contentInset = EdgeInsets(top: 40, left: 0, bottom: 70, right: 0)
        scene.flick(by: 300, from: 200, speed: 5000)
        #expect(scene.isAtRest && scene.offset == Point(0, -40))
        scene.view.contentOffset = Point(0, 5300)
        scene.flick(by: -300, speed: 5000)
        #expect(scene.isAtRest && scene.offset == Point(0, 5470))
        scene.log.clear()
        scene.view.contentInset = .zero
        #expect(scene.offset == Point(0, 5400) && scene.log.lines == ["scroll"])
        scene.view.frame.size = Size(400, 900)
        scene.harness.settle()
        #expect(scene.offset == Point(0, 5100))
        scene.view.contentSize = Size(10, 10)
        #expect(scene.offset == .zero)
    }

    @Test("A scroll offset stays where the app has put it beyond the limits, until something changes")
    func beyond() throws {
        let scene = try ScrollStage()
        scene.view.contentOffset = Point(0, -80)
        scene.harness.tap(at: Point(200, 300))
        #expect(scene.isAtRest && scene.offset == Point(0, -80))
        scene.drag(by: -20)
        #expect(scene.isAtRest && scene.offset == .zero)
    }

    @Test("The app makes the offset fit when a pull ends, without a jump, as for a refresh")
    func refresh() throws {
        let scene = try ScrollStage()
        scene.log.handler = { name, view in
            if name == "did drag" { view.contentInset.top = 60 }
        }
        scene.drag(by: 300, from: 100)
        let offset = scene.offset.y
        #expect(offset < -100)
        scene.wait(17)
        #expect(scene.offset.y < -60 && scene.offset.y > offset - 20)
        #expect(scene.isAtRest && scene.offset == Point(0, -60))
    }

    @Test("The wheel moves the offset as far as the limits allow, and is left to other views at an edge")
    func wheel() throws {
        let scene = try ScrollStage()
        #expect(!scene.view.scroll(by: Point(0, -10)) && !scene.view.scroll(by: Point(30, 0)))
        #expect(scene.view.scroll(by: Point(30, 70)) && scene.offset == Point(0, 70))
        #expect(scene.view.scroll(by: Point(0, -100)) && scene.offset == .zero)
        scene.view.contentOffset = Point(0, -50)
        // What the app has put beyond a limit is not pushed further, and comes back only as far as the wheel says.
        #expect(!scene.view.scroll(by: Point(0, -10)) && scene.offset == Point(0, -50))
        #expect(scene.view.scroll(by: Point(0, 10)))
        scene.view.isScrollEnabled = false
        #expect(!scene.view.scroll(by: Point(0, 10)))
        scene.view.isScrollEnabled = true
        let finger = scene.hold()
        #expect(!scene.view.scroll(by: Point(0, 10)))
        finger.up()
        #expect(scene.isAtRest)
    }

    @Test("An animated scroll offset does not begin anew when the content grows or moves, and ends within new limits")
    func animatedChanges() throws {
        let scene = try ScrollStage()
        scene.view.setContentOffset(Point(0, 3000), animated: true)
        var (steps, isShifting) = (0, false)
        scene.log.handler = { name, view in
            // A shift is a scroll, too.
            guard name == "scroll", view.motion.kind == .animation, steps < 30, !isShifting else { return }
            (steps, isShifting) = (steps + 1, true)
            view.contentSize.height += 10
            view.shiftContent(by: Point(0, 10))
            isShifting = false
        }
        defer { scene.log.handler = nil }
        scene.wait(150)
        // Half of the way after half of the time, to a frame, and ten points for each frame's shift.
        #expect(steps > 7 && abs(scene.offset.y - 1500 - Double(steps) * 10) < 300)
        let begun = steps
        #expect(scene.isAtRest && steps > begun && scene.offset == Point(0, 3000 + Double(steps) * 10))
        steps = 100
        scene.view.setContentOffset(.zero, animated: false)
        scene.view.setContentOffset(Point(0, 3000), animated: true)
        scene.wait(150)
        scene.view.contentSize = Size(400, 2600)
        #expect(scene.isAtRest && scene.offset == Point(0, 2000))
        #expect(scene.log.lines.last == "did animate")
    }
}
