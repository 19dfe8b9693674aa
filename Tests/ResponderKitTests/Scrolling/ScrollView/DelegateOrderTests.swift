import ResponderKitTesting
import TestSupport
import Testing

@testable import ResponderCore
@testable import ResponderWidgets

/// The whole sequences of calls, as the documentation of `UIScrollViewDelegate` states them.
@MainActor
@Suite("The calls of a scroll view's delegate")
struct DelegateOrderTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        var isPaging = false
        var bounces = true
        let act: @MainActor @Sendable (ScrollStage) -> Void
        let calls: [String]

        var testDescription: String { name }
    }

    nonisolated private static let drag = ["will drag", "scroll", "will end drag", "did drag"]
    nonisolated private static let fling = [
        "will drag", "scroll", "will end drag", "did drag, goes on", "will slow", "scroll", "did slow",
    ]

    nonisolated private static let cases = [
        Case(name: "a tap", act: { $0.harness.tap(at: Point(200, 300)) }, calls: []),
        Case(name: "a drag", act: { $0.drag(by: -100) }, calls: drag),
        Case(
            name: "a drag without a way",
            act: { _ = $0.hold(by: 0).up() },
            calls: ["will drag", "will end drag", "did drag"]
        ),
        Case(name: "a fling", act: { $0.flick(by: -200) }, calls: fling),
        Case(
            name: "a fling that bounces",
            act: {
                $0.view.contentOffset = Point(0, 5000)
                $0.flick(by: -200, speed: 3000)
            },
            calls: ["scroll"] + fling
        ),
        Case(
            name: "a fling to the edge",
            bounces: false,
            act: {
                $0.view.contentOffset = Point(0, 5000)
                $0.flick(by: -200, speed: 3000)
            },
            calls: ["scroll"] + fling
        ),
        Case(name: "a pull beyond the edge", act: { $0.drag(by: 100) }, calls: fling),
        Case(
            name: "a pull where nothing bounces",
            bounces: false,
            act: { $0.drag(by: 100) },
            calls: ["will drag", "will end drag", "did drag"]
        ),
        Case(name: "a fling to the next page", isPaging: true, act: { $0.flick(by: -100) }, calls: fling),
        Case(name: "a drag back to the page", isPaging: true, act: { $0.drag(by: -100) }, calls: fling),
        Case(
            name: "a finger that stops a fling",
            act: {
                $0.flick(by: -200)
                $0.wait(100)
                $0.harness.tap(at: Point(200, 300))
            },
            calls: fling
        ),
        Case(
            name: "a finger that stops a fling and drags",
            act: {
                $0.flick(by: -200)
                $0.wait(100)
                $0.drag(by: -50)
            },
            calls: fling + drag
        ),
        Case(
            name: "a fling into a fling",
            act: {
                $0.flick(by: -200)
                $0.wait(100)
                $0.flick(by: -200)
            },
            calls: fling + fling
        ),
        Case(
            name: "a finger that stops a bounce",
            act: {
                $0.drag(by: 200)
                $0.wait(30)
                $0.harness.tap(at: Point(200, 300))
            },
            calls: fling + ["will slow", "scroll", "did slow"]
        ),
        Case(
            name: "a finger that stops a page",
            isPaging: true,
            act: {
                $0.flick(by: -200)
                $0.wait(30)
                $0.harness.tap(at: Point(200, 300))
            },
            calls: fling + ["will slow", "scroll", "did slow"]
        ),
        Case(
            name: "an offset without motion",
            act: { $0.view.contentOffset = Point(0, 50) },
            calls: ["scroll"]
        ),
        Case(name: "the present offset", act: { $0.view.contentOffset = .zero }, calls: []),
        Case(
            name: "an offset with motion",
            act: { $0.view.setContentOffset(Point(0, 50), animated: true) },
            calls: ["scroll", "did animate"]
        ),
        Case(
            name: "the present offset with motion",
            act: { $0.view.setContentOffset(.zero, animated: true) },
            calls: []
        ),
        Case(
            name: "an offset that stops a fling",
            act: {
                $0.flick(by: -200)
                $0.wait(100)
                $0.view.contentOffset = .zero
            },
            calls: fling + ["scroll"]
        ),
        Case(
            name: "the present offset, which stops a fling",
            act: {
                $0.flick(by: -200)
                $0.wait(100)
                $0.view.contentOffset = $0.offset
            },
            calls: fling
        ),
        Case(
            name: "a motion that takes the place of a fling",
            act: {
                $0.flick(by: -200)
                $0.wait(100)
                $0.view.setContentOffset(.zero, animated: true)
            },
            calls: fling + ["scroll", "did animate"]
        ),
        Case(
            name: "a drag that takes the place of a motion",
            act: {
                $0.view.setContentOffset(Point(0, 500), animated: true)
                $0.wait(100)
                _ = $0.hold().up()
            },
            calls: ["scroll", "did animate"] + drag
        ),
        Case(
            name: "a drag that is cancelled",
            act: { _ = $0.hold().cancel() },
            calls: drag
        ),
        Case(
            name: "an offset during a drag",
            act: {
                let finger = $0.hold()
                $0.view.contentOffset = Point(0, 1000)
                $0.wait(200)
                finger.up()
            },
            calls: drag
        ),
        Case(
            name: "the wheel",
            act: { _ = $0.view.scroll(by: Point(0, 40)) },
            calls: ["scroll"]
        ),
        Case(
            name: "the wheel during a fling",
            act: {
                $0.flick(by: -200)
                $0.wait(100)
                _ = $0.view.scroll(by: Point(0, 40))
            },
            calls: fling + ["scroll"]
        ),
    ]

    @Test("The calls of a scroll view's delegate come in the order that UIKit documents", arguments: cases)
    func order(_ example: Case) throws {
        let scene = try ScrollStage()
        scene.view.isPagingEnabled = example.isPaging
        scene.view.bounces = example.bounces
        example.act(scene)
        scene.harness.settle()
        #expect(scene.isAtRest)
        #expect(scene.log.lines == example.calls)
    }

    @Test("A scroll view's delegate calls find the view in the state that the calls tell of")
    func states() throws {
        let scene = try ScrollStage()
        var states: [String] = []
        scene.log.handler = { name, view in
            let state =
                (view.isTracking ? "t" : "-") + (view.isDragging ? "d" : "-") + (view.isDecelerating ? "s" : "-")
            if states.last != "\(name) \(state)" { states.append("\(name) \(state)") }
        }
        scene.flick(by: -200)
        #expect(scene.isAtRest)
        #expect(
            states == [
                "will drag td-", "scroll td-", "will end drag td-", "did drag t--", "will slow t-s", "scroll --s",
                "did slow ---",
            ]
        )
    }
}
