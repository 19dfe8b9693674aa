import ResponderKitTesting
import TestSupport
import Testing

@testable import ResponderCore

@MainActor
@Suite("The actions of a recogniser as a sequence")
struct GestureSequenceTests {
    private let harness: AppHarness
    private let view: View
    private let log = Log()

    init() throws {
        harness = try AppHarness()
        view = harness.add(View(frame: Rect(100, 100, 800, 800)))
        view.isMultipleTouchEnabled = true
    }

    private func added<Recognizer: GestureRecognizer>(_ recognizer: Recognizer) -> Recognizer {
        view.addGestureRecognizer(recognizer)
        return recognizer
    }

    /// Starts a task that notes the elements.
    private func iterate<Element>(
        over updates: GestureUpdates<Element>,
        _ describe: @escaping @MainActor (Element) -> String
    ) -> Task<Void, Never> {
        Task { @MainActor in
            for await update in updates { log.write(describe(update)) }
            log.write("over")
        }
    }

    // Rules: G5.
    @Test("A sequence has each action of a pan in the turn of its event, with the values of then")
    func pan() async {
        let pan = added(PanGestureRecognizer())
        let task = iterate(over: pan.updates) { [view] in
            "\($0.state) \($0.translation(in: view)) \($0.location(in: view)) \($0.numberOfTouches)"
        }
        let finger = harness.finger()
        await harness.settle()
        for step in 0...3 {
            if step == 0 { finger.down(at: Point(200, 200)) } else { finger.move(by: 10, 0) }
            await harness.settle()
        }
        #expect(
            log.take() == [
                "began (2.0, 0.0) (110.0, 100.0) 1", "changed (12.0, 0.0) (120.0, 100.0) 1",
                "changed (22.0, 0.0) (130.0, 100.0) 1",
            ]
        )
        finger.up()
        await harness.settle()
        // The recogniser has been reset before the task runs.
        #expect(pan.state == .possible && pan.translation(in: view) == .zero)
        #expect(log.take() == ["ended (22.0, 0.0) (130.0, 100.0) 1"])
        task.cancel()
        await task.value
        #expect(log.take() == ["over"])
    }

    @Test("A sequence has the one action of a discrete gesture, and the cancel of a continuous one")
    func discrete() async {
        let (tap, pan) = (added(TapGestureRecognizer()), added(PanGestureRecognizer()))
        let tasks = [
            iterate(over: tap.updates) { [view] in "tap \($0.state) \($0.location(in: nil)) \($0.location(in: view))" },
            iterate(over: pan.updates) { "pan \($0.state)" },
        ]
        await harness.settle()
        await harness.tap(at: Point(300, 300))
        #expect(log.take() == ["tap ended (300.0, 300.0) (200.0, 200.0)"])
        let finger = harness.finger().down(at: Point(200, 200))
        await harness.settle()
        finger.move(by: 20, 0)
        await harness.settle()
        finger.cancel()
        await harness.settle()
        #expect(log.take() == ["pan began", "pan cancelled"])
        for task in tasks {
            task.cancel()
            await task.value
        }
    }

    @Test("A sequence has a pinch's scale, a rotation's angle, and a pan's velocity in the view's own points")
    func measures() async {
        let (pinch, rotation) = (added(PinchGestureRecognizer()), added(RotationGestureRecognizer()))
        let pan = added(PanGestureRecognizer())
        var values: [(Double, Double)] = []
        pinch.addAction { values.append(($0.scale, $0.velocity)) }
        let pinches = pinch.updates.makeAsyncIterator()
        await harness.pinch(at: Point(500, 500), scale: 2)
        #expect(values.count > 2)
        let first = await pinches.next()
        #expect(first?.scale == values[0].0 && first?.velocity == values[0].1)
        values = []
        rotation.addAction { values.append(($0.rotation, $0.velocity)) }
        let rotations = rotation.updates.makeAsyncIterator()
        await harness.rotate(at: Point(500, 500), by: 1)
        #expect(values.count > 2)
        let turn = await rotations.next()
        #expect(turn?.rotation == values[0].0 && turn?.velocity == values[0].1)
        view.transform = Transform(scaleX: 2, y: 2)
        var speeds: [Point] = []
        pan.addAction { [view] in speeds.append($0.velocity(in: view)) }
        let pans = pan.updates.makeAsyncIterator()
        await harness.drag(from: Point(300, 300), to: Point(500, 300))
        let speed = await pans.next()?.velocity(in: view)
        #expect(speed == speeds.first && speed != .zero)
    }

    @Test("A sequence keeps each began, ended and cancelled for a slow task, and of several changed the newest")
    func slow() async {
        let pan = added(PanGestureRecognizer())
        let updates = pan.updates
        let finger = harness.finger()
        for _ in 0..<2 {
            finger.down(at: Point(200, 200))
            await harness.settle()
            for _ in 0..<5 {
                finger.move(by: 20, 0)
                await harness.settle()
            }
            finger.up()
            await harness.settle()
        }
        let task = iterate(over: updates) { "\($0.state) \($0.translation(in: nil).x)" }
        await harness.settle()
        let one = ["began 12.0", "changed 92.0", "ended 92.0"]
        #expect(log.take() == one + one)
        task.cancel()
        await task.value
    }

    @Test("A sequence drops whole gestures, the oldest first, when too many wait; never half a gesture")
    func overflow() async {
        let pan = added(PanGestureRecognizer())
        var number = 0
        pan.addAction { if $0.state == .began { number += 1 } }
        let updates = pan.updates { ($0.state, number) }
        let iterator = updates.makeAsyncIterator()
        let finger = harness.finger()
        var isFirst = true
        for _ in 0..<100 {
            finger.down(at: Point(200, 200))
            await harness.settle()
            finger.move(by: 20, 0)
            await harness.settle()
            // The task has taken the beginning of the first gesture: its end waits, and is kept.
            if isFirst { #expect(await iterator.next()?.0 == .began) }
            isFirst = false
            finger.up()
            await harness.settle()
        }
        var got: [(GestureRecognizer.State, Int)] = []
        pan.view?.removeGestureRecognizer(pan)
        for _ in 0..<63 { await got.append(iterator.next() ?? (.failed, 0)) }
        #expect(got.first.map { $0.0 == .ended && $0.1 == 1 } == true)
        let rest = got.dropFirst()
        #expect(rest.enumerated().allSatisfy { $1.0 == ($0 % 2 == 0 ? .began : .ended) && $1.1 == 70 + $0 / 2 })
    }

    @Test("Each reading makes a sequence: several tasks get all actions, from the reading on")
    func several() async {
        let tap = added(TapGestureRecognizer())
        let early = tap.updates
        await harness.tap(at: Point(300, 300))
        let late = tap.updates
        await harness.advance(by: .seconds(1))
        await harness.tap(at: Point(400, 400))
        let tasks = [("early", early), ("late", late)].map { name, updates in
            iterate(over: updates) { "\(name) \($0.location(in: nil).x)" }
        }
        await harness.settle()
        #expect(log.take().sorted() == ["early 300.0", "early 400.0", "late 400.0"])
        for task in tasks {
            task.cancel()
            await task.value
        }
    }

    @Test("A sequence ends with its recogniser, which it does not keep, and the task still gets what waits")
    func gone() async {
        var tap: TapGestureRecognizer? = added(TapGestureRecognizer())
        weak let observed = tap
        guard let updates = tap?.updates else { return }
        await harness.tap(at: Point(300, 300))
        if let tap { view.removeGestureRecognizer(tap) }
        tap = nil
        await harness.settle()
        #expect(observed == nil)
        let task = iterate(over: updates) { "\($0.state) \($0.recognizer == nil)" }
        await task.value
        #expect(log.take() == ["ended true", "over"])
    }

    @Test("A sequence ends, and its recogniser goes, although only the elements that wait still keep the recogniser")
    func elementsKeepRecognizer() async {
        var tap: TapGestureRecognizer? = added(TapGestureRecognizer())
        weak let observed = tap
        var updates = tap?.updates { $0 }
        await harness.tap(at: Point(300, 300))
        if let tap { view.removeGestureRecognizer(tap) }
        tap = nil
        await harness.settle()
        #expect(observed != nil && updates != nil)
        updates = nil
        await harness.settle()
        #expect(observed == nil)
    }
}
