import ResponderKitTesting
import Testing

@testable import ResponderCore
@testable import ResponderWidgets

@MainActor
@Suite("A control's events as a sequence")
struct ControlEventSequenceTests {
    // Rules: N7.
    @Test("A sequence misses no event after it was made, up to the buffer, whose oldest are dropped")
    func buffer() async {
        let control = Control(frame: .zero)
        let sequence = control.events([.valueChanged, .touchDown], bufferingNewest: 2)
        control.sendActions(for: .touchDown)
        control.sendActions(for: .touchUpInside)
        control.sendActions(for: .valueChanged)
        control.sendActions(for: [.valueChanged, .touchDown])
        var iterator = sequence.makeAsyncIterator()
        #expect(await iterator.next() == ControlEvent(events: .valueChanged, timestamp: nil))
        #expect(await iterator.next()?.events == [.valueChanged, .touchDown])
        withExtendedLifetime(control) {}
    }

    @Test("An event in a sequence has the time of the touch, and reaches a task that waits")
    func touches() async throws {
        let harness = try AppHarness()
        let control = harness.add(Control(frame: Rect(0, 0, 100, 100)))
        await harness.advance(by: .milliseconds(5))
        var seen: [ControlEvent] = []
        let task = Task {
            for await event in control.events([.touchDown, .touchUpInside]) { seen.append(event) }
        }
        await harness.settle()
        harness.finger().down(at: Point(5, 5)).up()
        let now = harness.now
        // The runtime resumes the task on its own threads, in its own time.
        while seen.count < 2 { await harness.settle() }
        #expect(
            seen == [
                ControlEvent(events: .touchDown, timestamp: now), ControlEvent(events: .touchUpInside, timestamp: now),
            ]
        )
        task.cancel()
        await task.value
        await harness.settle()
        #expect(control.allControlEvents.isEmpty)
    }

    @Test("A sequence of values takes each value when its event happens")
    func values() async {
        let control = Control(frame: .zero)
        let sequence = control.events(.valueChanged) { $0.tag }
        for tag in 1...3 {
            control.tag = tag
            control.sendActions(for: .valueChanged)
        }
        control.removeActions(for: .allEvents) { _ in true }
        var tags: [Int] = []
        for await tag in sequence { tags.append(tag) }
        #expect(tags == [1, 2, 3])
    }

    @Test("A sequence of events ends with the control, after the elements that wait")
    func endsWithControl() async {
        var control: Control? = Control(frame: .zero)
        let sequence = control?.events(.touchDown)
        control?.sendActions(for: .touchDown)
        control = nil
        var count = 0
        if let sequence { for await _ in sequence { count += 1 } }
        #expect(count == 1)
    }

    // Rules: N7.
    @Test("A sequence whose task is cancelled, or that nobody has any more, removes its action")
    func endsWithTask() async throws {
        let harness = try AppHarness()
        let control = harness.add(Control(frame: .zero))
        _ = control.events(.touchDown)
        await harness.settle()
        #expect(control.allControlEvents.isEmpty)
        let sequence = control.events(.touchDown)
        let task = Task { for await _ in sequence {} }
        await harness.settle()
        #expect(control.allControlEvents == .touchDown)
        task.cancel()
        await task.value
        await harness.settle()
        #expect(control.allControlEvents.isEmpty)
    }
}
