import Glibc
import ResponderKitTesting
import TestSupport
import Testing

@testable import ResponderCore
@testable import ResponderWidgets

@MainActor
@Suite("A fling of a scroll view")
struct FlingCurveTests {
    @Test(
        "A flung scroll view is at each frame where the curve is at the frame's instant",
        arguments: [DecelerationRate.normal, .fast]
    )
    func curve(rate: DecelerationRate) throws {
        let scene = try ScrollStage()
        scene.view.decelerationRate = rate
        var start: ScrollLog.Place?
        scene.log.handler = { [log = scene.log, harness = scene.harness] name, view in
            guard name == "will slow" else { return }
            log.clear()
            start = ScrollLog.Place(time: harness.now, offset: view.contentOffset)
        }
        defer { scene.log.handler = nil }
        scene.flick(by: -200)
        #expect(scene.isAtRest)
        let (from, velocity, r) = (try #require(start), scene.log.velocity.y, rate.rawValue)
        #expect(abs(velocity - 1500) < 20)
        let curve = Deceleration(from: from.offset.y, velocity: velocity, rate: rate)
        #expect(scene.log.places.count > 20)
        for place in scene.log.places {
            let time = Double(place.time.nanoseconds - from.time.nanoseconds) / 1e9
            if time >= curve.duration {
                #expect(place.offset.y == curve.end && place == scene.log.places.last)
                continue
            }
            // The very number, and the one of the formula as it is stated.
            #expect(place.offset.y == curve.position(at: time))
            let stated = from.offset.y + velocity * (pow(r, 1000 * time) - 1) / (1000 * log(r))
            #expect(abs(place.offset.y - stated) < 1e-9)
        }
        let frames = zip(scene.log.places, scene.log.places.dropFirst()).map { $0.time.duration(to: $1.time) }
        #expect(frames.allSatisfy { abs($0 / .seconds(1) - 1.0 / 60) < 1e-6 })
        #expect(abs(scene.offset.y - scene.log.proposed.y) < 1e-9)
    }

    @Test("A fling has the same places though the application misses frames")
    func missedFrames() throws {
        let (smooth, busy) = (try ScrollStage(), try ScrollStage())
        busy.log.handler = { [harness = busy.harness] name, view in
            guard name == "scroll", view.isDecelerating else { return }
            harness.device.clock.advance(to: harness.now.advanced(by: .milliseconds(45)))
        }
        defer { busy.log.handler = nil }
        for scene in [smooth, busy] {
            scene.flick(by: -200)
            #expect(scene.isAtRest)
        }
        #expect(busy.log.places.count < smooth.log.places.count)
        #expect(busy.offset == smooth.offset)
    }

    @Test("A fling bounces at the edge with its velocity, and rests exactly there", arguments: [-1.0, 1])
    func bounce(direction: Double) throws {
        let scene = try ScrollStage(contentSize: Size(400, 1400))
        scene.view.contentOffset = Point(0, 400)
        scene.flick(by: 200 * direction, speed: 3000)
        #expect(scene.isAtRest)
        let (edge, offsets) = (direction < 0 ? 800.0 : 0, scene.log.places.map(\.offset.y))
        let furthest = direction < 0 ? offsets.max() : offsets.min()
        let beyond = abs(try #require(furthest) - edge)
        #expect(beyond > 20 && beyond < 120)
        #expect(scene.offset.y == edge)
        // No frame jumps.
        for (one, next) in zip(offsets, offsets.dropFirst()) { #expect(abs(next - one) < 60) }
    }

    @Test("A fling stops at the edge where the view does not bounce")
    func noBounce() throws {
        let scene = try ScrollStage(contentSize: Size(400, 1400))
        scene.view.bounces = false
        scene.flick(by: -300, speed: 5000)
        #expect(scene.isAtRest)
        #expect(scene.log.places.allSatisfy { (0...800).contains($0.offset.y) })
        #expect(scene.offset.y == 800)
    }

    @Test(
        "A fling ends where the delegate says, within the limits",
        arguments: [(137.5, 137.5), (-50, 0), (99_999, 5400)]
    )
    func target(chosen: Double, resting: Double) throws {
        let scene = try ScrollStage()
        scene.log.target = Point(0, chosen)
        scene.flick(by: -200)
        #expect(scene.isAtRest)
        #expect(scene.offset == Point(0, resting))
        scene.log.clear()
        // Also of a drag that would rest at once; and a place that is none leaves the proposal.
        scene.view.contentOffset = Point(0, 700)
        scene.log.target = Point(0, 800)
        scene.drag(by: -20)
        #expect(scene.isAtRest && scene.offset == Point(0, 800))
        scene.log.target = Point(.nan, .infinity)
        scene.flick(by: 100)
        #expect(scene.isAtRest && abs(scene.offset.y - scene.log.proposed.y) < 1e-9)
    }

    @Test("A fling keeps a target that the delegate has chosen when the content grows meanwhile")
    func growing() throws {
        let scene = try ScrollStage()
        scene.log.target = Point(0, 1000)
        scene.flick(by: -200)
        scene.wait(200)
        scene.view.contentSize = Size(400, 12_000)
        #expect(scene.isAtRest && scene.offset == Point(0, 1000))
    }

    @Test("A fling goes on along its curve when the content grows, and comes back when the content becomes too small")
    func changes() throws {
        let (plain, growing, shrinking) = (try ScrollStage(), try ScrollStage(), try ScrollStage())
        for scene in [plain, growing, shrinking] {
            scene.flick(by: -200)
            scene.wait(200)
        }
        growing.view.contentSize = Size(400, 9000)
        shrinking.view.contentSize = Size(400, 650)
        #expect(shrinking.view.isDecelerating && shrinking.offset.y > 50)
        for scene in [plain, growing, shrinking] { #expect(scene.isAtRest) }
        #expect(abs(plain.offset.y - growing.offset.y) < 0.05)
        #expect(shrinking.offset.y == 50)
    }

    @Test("A fling does not lose its place when content above grows")
    func shift() throws {
        let (plain, shifted) = (try ScrollStage(), try ScrollStage())
        for scene in [plain, shifted] {
            scene.flick(by: -200)
            scene.wait(200)
        }
        shifted.view.contentSize.height += 300
        shifted.view.shiftContent(by: Point(0, 300))
        for scene in [plain, shifted] { #expect(scene.isAtRest) }
        #expect(abs(plain.offset.y + 300 - shifted.offset.y) < 0.05)
    }

    @Test("A fling goes on when the application becomes inactive")
    func inactivity() throws {
        let scene = try ScrollStage()
        scene.flick(by: -200)
        scene.wait(100)
        let offset = scene.offset.y
        try scene.harness.device.perform(.openNotificationCenter)
        #expect(scene.isAtRest)
        #expect(scene.offset.y > offset && scene.log.lines.last == "did slow")
    }

    @Test("A fling costs turns only while it moves")
    func turns() throws {
        let scene = try ScrollStage()
        #expect(scene.isAtRest)
        scene.flick(by: -200)
        scene.wait(100)
        #expect(scene.view.link?.isValid == true)
        #expect(scene.isAtRest)
        #expect(scene.view.link == nil)
    }
}
