import ResponderKitTesting
import TestSupport
import Testing

@testable import ResponderCore
@testable import ResponderWidgets

@MainActor
@Suite("Pages of a scroll view")
struct PagingTests {
    /// A drag or a flick from the second page of five, and the page where it ends.
    struct Case: Sendable {
        var way: Double
        var speed: Double?
        var page: Double
    }

    nonisolated static let cases = [
        Case(way: -100, speed: nil, page: 1),
        Case(way: -320, speed: nil, page: 2),
        Case(way: 320, speed: nil, page: 0),
        Case(way: -100, speed: 1500, page: 2),
        Case(way: 100, speed: 1500, page: 0),
        Case(way: -100, speed: 300, page: 1),
        Case(way: -200, speed: 8000, page: 2),
    ]

    private func scene() throws -> ScrollStage {
        let scene = try ScrollStage(contentSize: Size(400, 3000))
        scene.view.isPagingEnabled = true
        scene.view.contentOffset = Point(0, 600)
        scene.log.clear()
        return scene
    }

    @Test("Pages are the only places of rest: the nearest, or the next in the direction of a flick", arguments: cases)
    func page(example: Case) throws {
        let scene = try scene()
        let start = example.way < 0 ? 500.0 : 100
        if let speed = example.speed {
            scene.flick(by: example.way, from: start, speed: speed)
        } else {
            scene.drag(by: example.way, from: start)
        }
        #expect(scene.log.proposed == Point(0, example.page * 600))
        #expect(scene.isAtRest && scene.offset == Point(0, example.page * 600))
    }

    @Test("A page is reached by a spring, at each frame where its formula is")
    func spring() throws {
        let scene = try scene()
        var start: ScrollLog.Place?
        scene.log.handler = { [log = scene.log, harness = scene.harness] name, view in
            guard name == "will slow" else { return }
            log.clear()
            start = ScrollLog.Place(time: harness.now, offset: view.contentOffset)
        }
        defer { scene.log.handler = nil }
        scene.flick(by: -100, speed: 1500)
        #expect(scene.isAtRest)
        let from = try #require(start)
        let spring = SpringBack(from: from.offset.y, to: 1200, velocity: scene.log.velocity.y)
        for place in scene.log.places.dropLast() {
            let time = Double(place.time.nanoseconds - from.time.nanoseconds) / 1e9
            #expect(place.offset.y == spring.position(at: time))
        }
        #expect(scene.log.places.count > 10 && scene.offset.y == 1200)
    }

    @Test("Pages do not let the content beyond the last page where the view does not bounce")
    func last() throws {
        let scene = try scene()
        scene.view.bounces = false
        scene.view.contentOffset = Point(0, 2100)
        scene.flick(by: -200, from: 500, speed: 6000)
        #expect(scene.isAtRest && scene.offset == Point(0, 2400))
        #expect(scene.log.places.allSatisfy { $0.offset.y <= 2400 })
    }

    @Test("Paging goes one page further at most, also after a finger that stopped the content between two pages")
    func caught() throws {
        let scene = try scene()
        scene.flick(by: -100)
        scene.wait(60)
        scene.flick(by: -100)
        #expect(scene.isAtRest && scene.offset == Point(0, 1200))
        scene.flick(by: -100)
        scene.wait(60)
        scene.harness.tap(at: Point(200, 300))
        #expect(scene.isAtRest)
        #expect(scene.offset.y == 1200 || scene.offset.y == 1800)
    }

    @Test("Paging goes one page further at most, however far the finger goes")
    func oneFurther() throws {
        let scene = try scene()
        scene.view.contentOffset = Point(0, 1800)
        scene.drag(by: 980, from: 10)
        #expect(scene.isAtRest && scene.offset == Point(0, 1200))
    }

    @Test("A page is reached though the content grows meanwhile")
    func growing() throws {
        let scene = try scene()
        scene.flick(by: -100)
        scene.wait(60)
        scene.view.contentSize.height = 30_000
        #expect(scene.isAtRest && scene.offset == Point(0, 1200))
    }

    @Test("Paging keeps content that leaves its window on a page")
    func removal() throws {
        let scene = try scene()
        scene.flick(by: -100)
        scene.wait(60)
        scene.view.removeFromSuperview()
        #expect(scene.isAtRest && scene.offset.y.truncatingRemainder(dividingBy: 600) == 0)
    }
}
