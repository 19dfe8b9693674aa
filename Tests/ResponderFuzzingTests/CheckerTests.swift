import ResponderKit
import Testing

@testable import ResponderFuzzing

@MainActor
@Suite("What the fuzzer's checkers find in a log")
struct CheckerTests {
    /// A log, and what is wrong with it.
    struct BadLog: CustomTestStringConvertible {
        let checker: String
        let log: [Observation]
        var rests = false
        let message: String

        nonisolated var testDescription: String { message }
    }

    nonisolated static let badLogs: [BadLog] = [
        BadLog(
            checker: "touches",
            log: [.touch(.began, 1, to: "a"), .touch(.began, 1, to: "a")],
            message: "a: touch 1 began, though it has begun"
        ),
        BadLog(
            checker: "touches",
            log: [.touch(.moved, 1, to: "a")],
            message: "a: touch 1 moved, though it had not begun"
        ),
        BadLog(
            checker: "touches",
            log: [.touch(.began, 1, to: "a"), .touch(.ended, 1, to: "a"), .touch(.cancelled, 1, to: "a")],
            message: "a: touch 1 cancelled, though it was over"
        ),
        BadLog(
            checker: "touches",
            log: [.touch(.began, 1, to: "a"), .touch(.ended, 1, to: "b")],
            message: "b: touch 1 ended, though it had not begun"
        ),
        BadLog(
            checker: "touches",
            log: [.touch(.began, 1, to: "a"), .touch(.began, 2, to: "a"), .touch(.ended, 2, to: "a")],
            rests: true,
            message: "a: touch 1 has neither ended nor was cancelled, and no finger is down"
        ),
        BadLog(
            checker: "presses",
            log: [.press(.began, 1, to: "a"), .press(.ended, 1, to: "a"), .press(.changed, 1, to: "a")],
            message: "a: press 1 changed, though it is not under way"
        ),
        BadLog(
            checker: "presses",
            log: [.press(.began, 1, to: "a"), .press(.began, 1, to: "a")],
            message: "a: press 1 began, though it has begun"
        ),
        BadLog(
            checker: "recognisers",
            log: [.gesture("pan", .began), .gesture("pan", .ended), .gesture("pan", .changed)],
            message: "pan: action in changed, though it has not begun"
        ),
        BadLog(
            checker: "recognisers",
            log: [.gesture("pan", .failed)],
            message: "pan: action in failed, in which no action is called"
        ),
        BadLog(
            checker: "recognisers",
            log: [.gesture("pan", .began)],
            rests: true,
            message: "pan has begun, and neither ended nor was cancelled, and no finger is down"
        ),
        BadLog(
            checker: "controls",
            log: [.control("a", .down), .control("a", .upInside), .control("a", .cancel)],
            message: "a: cancel, though it is not down"
        ),
        BadLog(
            checker: "controls",
            log: [.control("a", .down)],
            rests: true,
            message: "a is still down, and no finger is"
        ),
        BadLog(
            checker: "appearance",
            log: [.appearance("a", .willAppear), .appearance("a", .didAppear)],
            message: "a: didAppear comes after willAppear"
        ),
        BadLog(
            checker: "appearance",
            log: [.appearance("a", .willAppear)],
            rests: true,
            message: "a has come no further than willAppear"
        ),
        BadLog(
            checker: "editing",
            log: [.editing("a", begins: true), .editing("a", begins: true)],
            message: "a: editing begins, though it is being edited"
        ),
        BadLog(
            checker: "editing",
            log: [.editing("a", begins: false)],
            message: "a: editing ends, though it is not being edited"
        ),
        BadLog(
            checker: "keyboard",
            log: [.keyboard(.willShow), .keyboard(.willHide)],
            message: "willHide comes after willShow"
        ),
        BadLog(checker: "keyboard", log: [.keyboard(.willShow)], rests: true, message: "nothing follows willShow"),
        BadLog(
            checker: "scrolling",
            log: [.scroll("a", .willBeginDragging), .scroll("a", .willBeginDragging)],
            message: "a: willBeginDragging has no counterpart"
        ),
        BadLog(
            checker: "scrolling",
            log: [.scroll("a", .willBeginDecelerating)],
            message: "a: willBeginDecelerating has no counterpart"
        ),
        BadLog(
            checker: "scrolling",
            log: [
                .scroll("a", .willBeginDragging), .scroll("a", .didEndDraggingAndDecelerates),
                .scroll("a", .willBeginDecelerating), .scroll("a", .didEndDecelerating),
                .scroll("a", .willBeginDragging), .scroll("a", .didEndDragging), .scroll("a", .willBeginDecelerating),
            ],
            message: "a: willBeginDecelerating has no counterpart"
        ),
        BadLog(
            checker: "scrolling",
            log: [.scroll("a", .willBeginZooming)],
            rests: true,
            message: "a is still zoomed, and no finger is down"
        ),
    ]

    @Test("A checker finds what is wrong with a log, and names it", arguments: badLogs)
    func bad(_ bad: BadLog) {
        let log = ObservationLog(Checkers.all)
        for observation in bad.log {
            #expect(log.problem == nil, "before \(observation)")
            log.note(observation)
        }
        if bad.rests {
            #expect(log.problem == nil)
            // What a finger does may go on; the keyboard has no part in that.
            if bad.checker != "keyboard" { log.rest(isTouched: true) }
            #expect(log.problem == nil)
            log.rest(isTouched: false)
        }
        #expect(log.problem == ObservationLog.Problem(checker: bad.checker, text: bad.message))
    }

    @Test("What an app may see makes no checker fail, and turns of appearance may be cut short")
    func good() {
        let log = ObservationLog(Checkers.all)
        let good: [Observation] = [
            .touch(.began, 1, to: "a"), .touch(.began, 1, to: "b"), .touch(.moved, 1, to: "a"),
            .touch(.cancelled, 1, to: "b"), .touch(.ended, 1, to: "a"), .press(.began, 1, to: "a"),
            .press(.cancelled, 1, to: "a"), .gesture("pan", .began), .gesture("pan", .changed),
            .gesture("pan", .cancelled), .gesture("tap", .ended), .control("a", .down), .control("a", .upOutside),
            .appearance("a", .willAppear), .appearance("a", .willDisappear), .appearance("a", .willAppear),
            .appearance("a", .isAppearing), .appearance("a", .didAppear), .editing("a", begins: true),
            .editing("b", begins: true), .editing("a", begins: false), .keyboard(.willShow), .keyboard(.didShow),
            .keyboard(.willHide), .keyboard(.didHide), .scroll("a", .willBeginDragging),
            .scroll("a", .didEndDraggingAndDecelerates), .scroll("a", .willBeginDecelerating),
            .scroll("a", .didEndDecelerating), .scroll("a", .willBeginDecelerating),
            .scroll("a", .didEndDecelerating),
        ]
        for observation in good { log.note(observation) }
        log.rest(isTouched: false)
        #expect(log.problem == nil)
    }

    @Test("The digest of a log follows from its observations and their order")
    func digest() {
        func digest(_ texts: [String]) -> Digest {
            let log = ObservationLog([])
            for text in texts { log.note(.note(text)) }
            return log.digest
        }
        #expect(digest(["a", "b"]) == digest(["a", "b"]))
        #expect(digest(["a", "b"]) != digest(["b", "a"]))
        #expect(digest(["ab"]) != digest(["a", "b"]))
    }
}
