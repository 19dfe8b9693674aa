import ResponderKitTesting
import Testing

@testable import ResponderCore
@testable import ResponderWidgets

/// By what an event is kept.
enum Keeper: CaseIterable {
    case reference, array, closure, existential, secondTime
}

@MainActor
@Suite("An event that somebody keeps")
struct KeptEventTests {
    private let scene: PortScene
    private nonisolated static let phases: [Touch.Phase] = [.began, .moved, .ended, .cancelled]

    init() throws {
        scene = try PortScene()
    }

    /// What an event was when it was kept.
    private struct Memory {
        let event: Event
        let touches: [Touch]
        let samples: [[Touch.Sample]?]
        let all: TouchSet
        let timestamp: MainRunLoop.Instant

        @MainActor
        init(_ event: Event) {
            self.event = event
            touches = Array(event.allTouches)
            samples = touches.map { event.coalescedTouches(for: $0) }
            all = event.allTouches
            timestamp = event.timestamp
        }

        @MainActor
        func check(_ comment: Comment? = nil) {
            #expect(event.timestamp == timestamp, comment)
            #expect(touches.map { event.coalescedTouches(for: $0) } == samples, comment)
            #expect(samples.allSatisfy { $0?.isEmpty == false }, comment)
            #expect(event.allTouches.count == touches.count && all.count == touches.count, comment)
            #expect(event.allTouches.mask == all.mask, comment)
        }
    }

    /// Other contacts than those of a test, each from its began to its end.
    private func pass(contacts: Int) {
        for number in 0..<contacts {
            scene.send(100 + number, .began, 100, at: 1000)
            scene.send(100 + number, .moved, 101, at: 1001)
            scene.settle()
            scene.send(100 + number, .moved, 102, at: 1002)
            scene.send(100 + number, .moved, 103, at: 1003)
            scene.settle()
            scene.send(100 + number, .ended, 103, at: 1004)
            scene.settle()
        }
    }

    // Rules: T2, T37, T38.
    @Test(
        "A kept event stays as it was in any phase, however many other fingers come",
        arguments: phases,
        [1, 64, 130]
    )
    func anyPhase(phase: Touch.Phase, contacts: Int) throws {
        var memory: Memory?
        scene.view.handler = { called, _, event in
            if called == phase { memory = Memory(event) }
        }
        scene.send([(9, .began, 90), (1, .began, 10)], at: 1)
        scene.settle()
        if phase != .began {
            for x in 11...13 { scene.send(1, .moved, Double(x), at: Double(x)) }
            scene.settle()
        }
        if phase == .ended || phase == .cancelled { scene.send(1, phase == .ended ? .ended : .cancelled, 14, at: 14) }
        scene.settle()
        scene.view.handler = nil
        let kept = try #require(memory)
        #expect(kept.touches.count == 2)
        #expect(kept.samples.map { $0?.count } == [1, phase == .moved ? 3 : 1])
        if phase == .began || phase == .moved { scene.send(1, .moved, 50, at: 50) }
        pass(contacts: contacts)
        kept.check()
        // The finger that is down still is the one that it was.
        #expect(kept.event.touches(for: scene.view).contains(kept.touches[0]))
        #expect(kept.event.touches(for: scene.window).first == kept.touches[0])
        #expect(kept.touches[0].location(in: nil).x == 90)
    }

    // Rules: T2, T37.
    @Test("A kept event of a cancel by the application stays as it was")
    func cancelled() throws {
        var memory: Memory?
        scene.view.handler = { phase, _, event in
            if phase == .cancelled { memory = Memory(event) }
        }
        scene.send([(1, .began, 10), (2, .began, 20)], at: 1)
        scene.settle()
        scene.application.beginIgnoringInteractionEvents()
        scene.application.endIgnoringInteractionEvents()
        scene.view.handler = nil
        pass(contacts: 70)
        let kept = try #require(memory)
        #expect(kept.samples.map { $0?.map(\.phase) } == [[.cancelled], [.cancelled]])
        kept.check()
    }

    // Rules: T2, T37, T3.
    @Test("A kept event of nested runs stays as it was at every depth", arguments: [2, 7, 8, 9, 12])
    func nested(depth: Int) {
        scene.view.isMultipleTouchEnabled = true
        var memories: [Memory] = []
        scene.view.handler = { [scene] phase, _, event in
            guard phase == .moved, memories.count < depth else { return }
            let memory = Memory(event)
            memories.append(memory)
            let level = Double(memories.count)
            for step in 1...2 { scene.send(1, .moved, 10 * level + Double(step), at: 10 * level + Double(step)) }
            scene.turn()
            memory.check("in its own handler, \(level)")
        }
        scene.send([(1, .began, 1), (2, .began, 2)], at: 0)
        scene.settle()
        scene.send(1, .moved, 3, at: 1)
        scene.settle()
        scene.view.handler = nil
        #expect(memories.count == depth)
        #expect(Set(memories.map { ObjectIdentifier($0.event) }).count == depth)
        for memory in memories { memory.check("when all have returned") }
        scene.send(1, .moved, 500, at: 500)
        scene.send(2, .moved, 501, at: 501)
        scene.settle()
        pass(contacts: 70)
        for memory in memories { memory.check("after other events") }
    }

    // Rules: T2, T37.
    @Test("A nested run's kept event stays as it was when the outer handler goes on, and runs the loop again")
    func nestedTwice() throws {
        var memories: [Memory] = []
        scene.view.handler = { [scene] phase, touches, event in
            guard phase == .moved else { return }
            guard touches.first?.location(in: nil).x == 1 else { return memories.append(Memory(event)) }
            for x in [10.0, 20, 30] {
                scene.send(1, .moved, x + 1, at: x + 1)
                scene.send(1, .moved, x + 2, at: x + 2)
                scene.turn()
            }
        }
        scene.send(1, .began, 0)
        scene.send(1, .moved, 1)
        scene.settle()
        for x in [40.0, 50] {
            scene.send(1, .moved, x)
            scene.settle()
        }
        scene.view.handler = nil
        #expect(
            memories.map { $0.samples.map { $0?.map(\.location.x) } } == [
                [[11, 12]], [[21, 22]], [[31, 32]], [[40]], [[50]],
            ]
        )
        for memory in memories { memory.check() }
    }

    // Rules: T2, T37.
    @Test(
        "A kept event of one of many moves of a finger stays, and each kept one is another",
        arguments: [true, false]
    )
    func moves(coalescing: Bool) {
        scene.application.isTouchCoalescingEnabled = coalescing
        var memories: [Memory] = []
        var count = 0
        scene.view.handler = { phase, _, event in
            guard phase == .moved else { return }
            count += 1
            if [1, 5, 6, 9].contains(count) { memories.append(Memory(event)) }
        }
        scene.send(1, .began, 0)
        for x in 1...12 {
            scene.send(1, .moved, Double(x), at: Double(x))
            scene.settle()
        }
        scene.view.handler = nil
        #expect(memories.map { $0.samples.map { $0?.map(\.location.x) } } == [[[1]], [[5]], [[6]], [[9]]])
        #expect(Set(memories.map { ObjectIdentifier($0.event) }).count == 4)
        pass(contacts: 70)
        for memory in memories { memory.check() }
    }

    // Rules: T2.
    @Test(
        "An event that anything keeps is not used for the next frame; one that is let go is used for all",
        arguments: Keeper.allCases
    )
    func detection(keeper: Keeper) {
        var reference: Event?
        var array: [Event] = []
        var closure: (() -> Event)?
        var existential: Any?
        var keeps = false
        var identifiers: [ObjectIdentifier] = []
        defer { scene.view.handler = nil }
        scene.view.handler = { _, _, event in
            identifiers.append(ObjectIdentifier(event))
            guard keeps else { return }
            switch keeper {
            case .reference: reference = event
            case .array: array.append(event)
            case .closure: closure = { event }
            case .existential: existential = event
            case .secondTime: (reference, array) = (event, [event])
            }
        }
        var x = 0.0
        func move(_ count: Int, keeping: Bool) {
            keeps = keeping
            for _ in 0..<count {
                x += 1
                scene.send(1, .moved, x)
                scene.settle()
            }
        }
        scene.send(1, .began, 0)
        move(5, keeping: false)
        #expect(Set(identifiers).count == 1)
        identifiers = []
        move(1, keeping: true)
        move(5, keeping: false)
        // The one that is kept, and one for all that follow.
        #expect(Set(identifiers).count == 2 && identifiers[0] != identifiers[1])
        let kept = reference ?? array.first ?? closure?() ?? existential as? Event
        #expect(kept.map { ObjectIdentifier($0) } == identifiers[0])
        identifiers = []
        (reference, array, closure, existential) = (nil, [], nil, nil)
        move(5, keeping: false)
        #expect(Set(identifiers).count == 1)
    }

    // Rules: T2.
    @Test(
        "An event kept weakly is used again, and a strong reference after a weak one still keeps the event",
        arguments: [false, true]
    )
    func weakReference(cancelling: Bool) throws {
        weak var weakly: Event?
        var strongly: Event?
        var action = 0
        var identifiers: [ObjectIdentifier] = []
        defer { scene.view.handler = nil }
        scene.view.handler = { phase, _, event in
            identifiers.append(ObjectIdentifier(event))
            // Its plan is used again all the same.
            #expect(phase != .moved || event.state.pointee.plan.touches != 0)
            if action == 1 { weakly = event }
            if action == 2 { strongly = event }
            action = 0
        }
        var x = 0.0
        func move(_ count: Int) {
            for _ in 0..<count {
                x += 1
                scene.send(1, .moved, x, at: x)
                scene.settle()
            }
        }
        scene.send(1, .began, 0)
        action = 1
        move(4)
        #expect(Set(identifiers).count == 1 && weakly != nil)
        if cancelling {
            // A cancel looks at the event anew, of which there is a weak reference now.
            scene.application.beginIgnoringInteractionEvents()
            scene.application.endIgnoringInteractionEvents()
            scene.send(1, .ended, x)
            scene.send(1, .began, x)
            scene.settle()
            #expect(Set(identifiers).count == 1)
        }
        identifiers = []
        action = 2
        move(4)
        let kept = try #require(strongly)
        #expect(identifiers.first == ObjectIdentifier(kept) && Set(identifiers).count == 2)
        #expect(!identifiers.dropFirst().contains(ObjectIdentifier(kept)) && kept === weakly)
        #expect(kept.timestamp == .milliseconds(5))
        strongly = nil
        identifiers = []
        move(4)
        #expect(Set(identifiers).count == 1)
    }

    // Rules: T2.
    @Test("An event kept and let go inside its own dispatch is used again")
    func letGo() {
        var kept: Event?
        var identifiers: Set<ObjectIdentifier> = []
        defer { scene.view.handler = nil }
        scene.view.handler = { _, _, event in
            kept = event
            identifiers.insert(ObjectIdentifier(event))
            #expect(kept === event)
            kept = nil
        }
        scene.send(1, .began, 0)
        for x in 1...5 {
            scene.send(1, .moved, Double(x))
            scene.settle()
        }
        #expect(identifiers.count == 1)
    }

    // Rules: T2, T20.
    @Test(
        "A kept event goes nowhere when it is sent again, also while another one is being dispatched",
        arguments: phases
    )
    func sentAgain(phase: Touch.Phase) throws {
        var kept: [Event] = []
        scene.view.handler = { called, _, event in
            if called == phase { kept.append(event) }
        }
        func send(_ phase: TouchContact.Phase, _ x: Double) {
            scene.send(1, phase, x)
            scene.settle()
            // At once, before anything else is dispatched.
            for event in kept {
                scene.window.sendEvent(event)
                scene.application.sendEvent(event)
            }
        }
        send(.began, 0)
        for x in 1...3 { send(.moved, Double(x)) }
        send(phase == .cancelled ? .cancelled : .ended, 4)
        #expect(kept.count == (phase == .moved ? 3 : 1) && scene.view.log.lines.count == 5)
        let sent = kept
        func sendAgain() {
            for event in sent {
                scene.window.sendEvent(event)
                scene.application.sendEvent(event)
            }
        }
        scene.view.handler = { [sendAgain] _, _, _ in sendAgain() }
        scene.view.log.clear()
        sendAgain()
        scene.send(1, .began, 0)
        scene.send(1, .moved, 1)
        scene.settle()
        sendAgain()
        scene.view.handler = nil
        #expect(scene.view.log.lines == ["view.began(0, 0)", "view.moved(1, 0)"])
    }

    // Rules: T2, T37.
    @Test("An event of nested runs is used again without what it had before")
    func usedAgain() {
        var seen: [[Double]?] = []
        scene.view.handler = { [scene] phase, touches, event in
            guard let touch = touches.first else { return }
            seen.append(event.coalescedTouches(for: touch)?.map(\.location.x))
            guard phase == .moved, touch.location(in: nil).x == 1 else { return }
            // Inside: the touch ends, one comes that no view gets, and another one, in the event that was that one's.
            scene.send(1, .ended, 2)
            scene.send(2, .began, 2000)
            scene.send(3, .began, 30)
            scene.send(3, .moved, 31)
            scene.send(3, .moved, 32)
            scene.turn()
        }
        scene.send(1, .began, 0)
        scene.settle()
        scene.send(1, .moved, 1)
        scene.settle()
        scene.view.handler = nil
        #expect(seen == [[0], [1], [2], [30], [31, 32]])
    }

    // Rules: T8, T2.
    @Test("A kept event whose touches' slots are in use again says so with a message")
    func lateSet() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            try await MainActor.run {
                let scene = try PortScene()
                var kept: Event?
                scene.view.handler = { _, _, event in kept = kept ?? event }
                for number in 0...64 {
                    scene.send(1, .began, 1)
                    // The last one, which has the first one's slot, stays down.
                    if number < 64 { scene.send(1, .ended, 1) }
                    scene.settle()
                }
                let event = try #require(kept)
                // Who filters it finds none of the later touches.
                try #require(event.touches(for: scene.window).isEmpty)
                _ = event.allTouches.first
            }
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.contains("a touch set was read after its touches' end"), "\(text)")
    }
}
