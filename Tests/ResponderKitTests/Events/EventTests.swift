import ResponderKitTesting
import Testing

@testable import ResponderCore
@testable import ResponderWidgets

@MainActor
@Suite("Events")
struct EventTests {
    private let harness: AppHarness
    private let view: RecordingView

    init() throws {
        harness = try AppHarness()
        view = harness.add(RecordingView("view", frame: Rect(0, 0, 100, 100)))
        view.isMultipleTouchEnabled = true
    }

    // Rules: T2.
    @Test("One event object covers a sequence of touches")
    func oneObject() {
        var objects: [ObjectIdentifier] = []
        view.handler = { _, _, event in objects.append(ObjectIdentifier(event)) }
        let (first, second) = (harness.finger(), harness.finger())
        first.down(at: Point(10, 10)).move(to: Point(20, 20))
        second.down(at: Point(30, 30))
        first.up()
        second.up()
        harness.settle()
        #expect(objects.count == 5 && Set(objects).count == 1)
    }

    // Rules: T2.
    @Test("An event that is kept stays as it was, and the next frame gets another object")
    func kept() throws {
        var keptEvent: Event?
        var others: Set<ObjectIdentifier> = []
        view.handler = { phase, _, event in
            if phase == .began { keptEvent = event } else { others.insert(ObjectIdentifier(event)) }
        }
        let finger = harness.finger().down(at: Point(10, 10))
        harness.settle()
        let time = harness.now
        harness.advance(by: .milliseconds(5))
        finger.move(to: Point(20, 20))
        harness.finger().down(at: Point(500, 500))
        finger.up()
        harness.settle()
        let event = try #require(keptEvent)
        #expect(event.timestamp == time)
        #expect(event.allTouches.count == 1)
        #expect(!others.contains(ObjectIdentifier(event)) && others.count == 1)
    }

    // Rules: T2.
    @Test("A run nested in a handler uses another event object, at any depth")
    func nested() {
        harness.application.isTouchCoalescingEnabled = false
        var objects: [ObjectIdentifier] = []
        let finger = harness.finger()
        defer { view.handler = nil }
        view.handler = { phase, _, event in
            let time = event.timestamp
            let count = event.allTouches.count
            objects.append(ObjectIdentifier(event))
            guard phase == .moved, objects.count < 13 else { return }
            harness.loop.run(until: harness.loop.now)
            #expect(event.timestamp == time && event.allTouches.count == count)
        }
        finger.down(at: Point(10, 10))
        for step in 0..<12 { finger.move(to: Point(10, Double(step))) }
        finger.up()
        harness.settle()
        // The began's object is used again for the first move, which is outermost too; each further one is deeper.
        #expect(objects.count == 14 && objects[0] == objects[1] && Set(objects).count == 13)
    }

    // Rules: T3, T4, T5.
    @Test("All touches are those down in any window and those that end; filters give a view's or a window's")
    func allTouches() {
        let window = harness.show(Window(frame: Rect(500, 0, 500, 500), application: harness.application))
        let other = RecordingView("other", frame: Rect(0, 0, 100, 100))
        window.addSubview(other)
        let (still, elsewhere, ending) = (harness.finger(), harness.finger(), harness.finger())
        still.down(at: Point(10, 10))
        elsewhere.down(at: Point(510, 10))
        ending.down(at: Point(20, 20))
        harness.settle()
        var phases: [Touch.Phase] = []
        var counts: [Int] = []
        defer { view.handler = nil }
        view.handler = { _, touches, event in
            phases = event.allTouches.map(\.phase)
            counts = [view, other, window].map { event.touches(for: $0).count }
            counts += [event.touches(for: window as Window).count, event.touches(for: harness.window).count]
            #expect(touches.count == 1)
        }
        ending.up()
        harness.settle()
        #expect(phases == [.stationary, .stationary, .ended])
        #expect(counts == [2, 1, 0, 1, 2])
        still.move(to: Point(11, 11))
        harness.settle()
        #expect(phases == [.moved, .stationary])
    }

    // Rules: T3.
    @Test("A touch that no view gets is not among all touches")
    func missed() {
        harness.window.frame = Rect(0, 0, 200, 200)
        var counts: [Int] = []
        view.handler = { _, _, event in counts.append(event.allTouches.count) }
        harness.together {
            harness.finger().down(at: Point(10, 10))
            harness.finger().down(at: Point(900, 900))
        }
        harness.settle()
        #expect(counts == [1])
    }

    // Rules: T3, T12.
    @Test("A set of touches is a collection of them")
    func touchSet() {
        var checked = false
        defer { view.handler = nil }
        view.handler = { _, touches, event in
            let all = Array(touches)
            #expect(touches.count == 2 && all.count == 2 && !touches.isEmpty)
            #expect(touches.first == all[0] && touches.contains(all[1]))
            #expect(Array(touches.indices.map { touches[$0] }) == all)
            #expect(event.touches(for: harness.window).map(\.phase) == [.began, .began])
            checked = true
        }
        harness.together {
            harness.finger().down(at: Point(10, 10))
            harness.finger().down(at: Point(20, 20))
        }
        harness.settle()
        #expect(checked)
        let none = TouchSet(bank: harness.application.dispatcher.state.pointee.bank, mask: 0, newestContact: 0)
        #expect(none.isEmpty && none.first == nil && Array(none).isEmpty)
    }

    @Test("A listener is told of each call with who handles it, the first time as ever after")
    func deliveries() {
        let leaf = View(frame: Rect(0, 0, 50, 50))
        view.addSubview(leaf)
        var told: [String] = []
        defer { harness.application.onTouchDelivery = nil }
        harness.application.onTouchDelivery = { delivery in
            #expect(delivery.view === leaf && delivery.event.allTouches.count == 1)
            told.append("\(delivery.phase) \(delivery.responder === view) \(delivery.touches.count)")
        }
        for _ in 0..<2 {
            harness.finger().down(at: Point(10, 10)).move(to: Point(20, 20)).up()
            harness.settle()
        }
        let once = ["began true 1", "moved true 1", "ended true 1"]
        #expect(told == once + once)
    }
}
