import ResponderKitTesting
import TestSupport
import Testing

@testable import ResponderCore

@MainActor
@Suite("Very many recognisers")
struct ManyRecognizersTests {
    private func recognizers(_ count: Int) -> [GestureRecognizer] { (0..<count).map { _ in GestureRecognizer() } }

    // Rules: G34, G37.
    @Test("Recognisers wait for each other, in chains and stars, in time that does not grow with the square")
    func requiring() throws {
        let tooFast = try growingTooFast(
            from: 200,
            [
                (
                    "a chain upwards",
                    { count in
                        let all = recognizers(count)
                        return processorTime {
                            for (one, next) in zip(all, all.dropFirst()) { next.require(toFail: one) }
                        }
                    }
                ),
                (
                    "a chain downwards",
                    { count in
                        let all = recognizers(count)
                        return processorTime {
                            for (one, next) in zip(all, all.dropFirst()) { one.require(toFail: next) }
                        }
                    }
                ),
                (
                    "a chain of pairs",
                    { count in
                        let all = recognizers(count)
                        return processorTime {
                            for start in [1, 2] {
                                for place in stride(from: start, to: count, by: 2) {
                                    all[place].require(toFail: all[place - 1])
                                }
                            }
                        }
                    }
                ),
                (
                    "one that waits for all",
                    { count in
                        let (all, one) = (recognizers(count), GestureRecognizer())
                        return processorTime { for other in all { one.require(toFail: other) } }
                    }
                ),
                (
                    "all that wait for one",
                    { count in
                        let (all, one) = (recognizers(count), GestureRecognizer())
                        return processorTime { for other in all { other.require(toFail: one) } }
                    }
                ),
            ]
        )
        #expect(tooFast == [])
    }

    // Rules: G34.
    @Test("Recognisers that wait are looked at again only when the one that holds them up has failed")
    func waiting() throws {
        let (harness, log, count) = (try AppHarness(), ResponderLog(), 40)
        let view = harness.add(View(frame: Rect(0, 0, 100, 100)))
        var order: [String] = []
        func scene(_ requirement: (Int) -> Int) -> [ScriptedRecognizer] {
            let all = (0..<count).map { number in
                ScriptedRecognizer("\(number)", log: log) { own, phase, _, _ in
                    if phase == .ended, own.name != "0" { own.state = .ended }
                }
            }
            for one in all {
                one.prevents = { _ in false }
                view.addGestureRecognizer(one)
                one.addAction { order.append($0.name ?? "") }
            }
            for number in 1..<count { all[number].require(toFail: all[requirement(number)]) }
            return all
        }
        func looks(_ all: [ScriptedRecognizer], fail: () -> Void) -> UInt64 {
            harness.finger().down(at: Point(1, 1)).up()
            harness.settle()
            #expect(order == [])
            let gestures = harness.application.dispatcher.gestures
            let before = gestures.pointee.wakes
            fail()
            harness.settle()
            for one in all { view.removeGestureRecognizer(one) }
            return gestures.pointee.wakes - before
        }
        // All wait for the first, which fails: each is looked at once more, in the order in which they came.
        var all = scene { _ in 0 }
        #expect(looks(all) { all[0].state = .failed } == UInt64(count - 1))
        #expect(order == (1..<count).map(String.init))
        // Each waits for the one before: the success of one makes the next fail, which lets the next but one succeed.
        order = []
        all = scene { $0 - 1 }
        #expect(looks(all) { all[0].state = .failed } <= UInt64(2 * count))
        #expect(order == stride(from: 1, to: count, by: 2).map(String.init))
    }

    // Rules: G18.
    @Test("Recognisers are removed singly, also during a touch, in time that does not grow with the square")
    func removing() throws {
        let harness = try AppHarness()
        func time(_ count: Int, isTouched: Bool) -> Double {
            let view = harness.add(View(frame: Rect(0, 0, 100, 100)))
            let all = recognizers(count)
            for one in all {
                one.delaysTouchesBegan = true
                view.addGestureRecognizer(one)
            }
            let finger = harness.finger()
            if isTouched { finger.down(at: Point(1, 1)) }
            harness.settle()
            let time = processorTime { for one in all { view.removeGestureRecognizer(one) } }
            #expect(view.gestureRecognizers == [])
            if isTouched { finger.up() }
            harness.settle()
            view.removeFromSuperview()
            return time
        }
        let tooFast = try growingTooFast(
            from: 150,
            [
                ("without a touch", { time(10 * $0, isTouched: false) }),
                ("during a touch", { time($0, isTouched: true) }),
            ]
        )
        #expect(tooFast == [])
    }
}
