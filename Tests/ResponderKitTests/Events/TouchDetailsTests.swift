import ResponderKitTesting
import Testing

@testable import ResponderCore

@MainActor
@Suite("What a stylus tells of a touch")
struct TouchDetailsTests {
    private let harness: AppHarness
    private let view: UpdatedView
    private let sender: TouchPort.Sender

    init() throws {
        harness = try AppHarness()
        view = harness.add(UpdatedView("view", frame: Rect(100, 100, 500, 500)))
        view.isMultipleTouchEnabled = true
        sender = harness.application.touchPort.makeSender()
    }

    private func pencil(
        _ phase: TouchContact.Phase,
        at x: Double,
        force: Float = 0,
        _ details: TouchContact.Details = .init()
    ) -> TouchContact {
        TouchContact(7, phase, at: Point(x, 200), kind: .pencil, force: force, details: details)
    }

    private func send(_ contact: TouchContact) {
        sender.send(contact, at: harness.now)
        harness.settle()
    }

    // Rules: T9.
    @Test(
        "A stylus's kind, greatest force and angles are carried as data, sample by sample",
        arguments: TouchContact.Kind.allCases
    )
    func carried(kind: TouchContact.Kind) {
        var seen: [Touch.Sample] = []
        defer { view.handler = nil }
        view.handler = { _, touches, _ in seen += touches.map(\.sample) }
        for (index, phase) in [TouchContact.Phase.began, .moved, .ended].enumerated() {
            let details = TouchContact.Details(
                maximumPossibleForce: 4,
                altitudeAngle: 0.5 + Float(index),
                azimuthAngle: -1 - Float(index)
            )
            send(TouchContact(1, phase, at: Point(200, 200), kind: kind, force: 3, details: details))
        }
        #expect(seen.map(\.type) == [kind, kind, kind])
        #expect(seen.map(\.details.maximumPossibleForce) == [4, 4, 4])
        #expect(seen.map(\.details.altitudeAngle) == [0.5, 1.5, 2.5])
        #expect(seen.map(\.details.azimuthAngle) == [-1, -2, -3])
        #expect(view.log.lines == ["view.began(200, 200)", "view.moved(200, 200)", "view.ended(200, 200)"])
    }

    // Rules: T9.
    @Test("Details that the source does not tell as a number are 0; a finger has none of a former stylus")
    func unknown() throws {
        var touches: [Touch] = []
        defer { view.handler = nil }
        view.handler = { _, set, _ in touches += set }
        send(pencil(.began, at: 200, .init(maximumPossibleForce: .nan, altitudeAngle: .infinity, azimuthAngle: -.nan)))
        send(pencil(.ended, at: 200, .init(altitudeAngle: 1)))
        // Through all slots, the stylus's own too.
        for _ in 0..<64 {
            send(TouchContact(1, .began, at: Point(200, 200)))
            send(TouchContact(1, .ended, at: Point(200, 200)))
            let touch = try #require(touches.last)
            #expect(touch.details == TouchContact.Details())
            #expect(touch.maximumPossibleForce == 0 && touch.altitudeAngle == 0)
            #expect(touch.azimuthAngle(in: nil) == 0 && touch.azimuthAngle(in: view) == 0)
            #expect(touch.estimatedProperties.isEmpty && touch.estimationUpdateIndex == nil)
        }
        view.handler = { _, set, _ in #expect(set.first?.details == TouchContact.Details()) }
        send(pencil(.began, at: 200, .init(maximumPossibleForce: .nan, altitudeAngle: .infinity, azimuthAngle: -.nan)))
    }

    // Rules: T9.
    @Test("The azimuth is given in the screen's and in a view's coordinates")
    func azimuth() throws {
        view.bounds.origin = Point(30, 40)
        send(pencil(.began, at: 200, .init(altitudeAngle: 1, azimuthAngle: 2)))
        let touch = try #require(view.last)
        #expect(touch.azimuthAngle(in: nil) == 2)
        #expect(abs(touch.azimuthAngle(in: view) - 2) < 1e-5)
        send(pencil(.moved, at: 200, .init(altitudeAngle: 1, azimuthAngle: 4)))
        #expect(abs(touch.azimuthAngle(in: view) - (4 - 2 * .pi)) < 1e-5)
    }

    // Rules: T9.
    @Test("An update gives an earlier sample better values, by its number, and the view that got it hears of it")
    func update() throws {
        send(
            pencil(
                .began,
                at: 200,
                force: 1,
                .init(estimatedPropertiesExpectingUpdates: .force, estimationUpdateIndex: 1)
            )
        )
        let all: TouchContact.Properties = [.force, .altitude, .azimuth, .location]
        let details = TouchContact.Details(
            altitudeAngle: 1,
            azimuthAngle: 1,
            estimatedProperties: all,
            estimatedPropertiesExpectingUpdates: all,
            estimationUpdateIndex: 2
        )
        send(pencil(.moved, at: 210, force: 1, details))
        let touch = try #require(view.last)
        #expect(touch.estimatedProperties == all && touch.estimatedPropertiesExpectingUpdates == all)
        #expect(touch.estimationUpdateIndex == 2)
        // All but the location, of which the estimate stands; the altitude is an estimate still.
        sender.update(
            pencil(
                .moved,
                at: 999,
                force: 2,
                .init(
                    altitudeAngle: 0.5,
                    azimuthAngle: 0.25,
                    estimatedProperties: [.altitude, .location],
                    estimatedPropertiesExpectingUpdates: .location,
                    estimationUpdateIndex: 2
                )
            )
        )
        harness.settle()
        #expect(view.updates == ["2: (110, 100) force 2.0 altitude 0.5 azimuth 0.25 estimated 12 expecting 8"])
        #expect(view.lastUpdated == touch)
        // It is the newest sample, so the touch itself knows better, too.
        #expect(touch.force == 2 && touch.altitudeAngle == 0.5)
        #expect(touch.estimatedPropertiesExpectingUpdates == .location)
        // The older sample, after the newer one and after the end; the touch stays as it is.
        send(pencil(.ended, at: 220, force: 0.5))
        sender.update(pencil(.moved, at: 0, force: 3, .init(estimationUpdateIndex: 1)))
        sender.update(pencil(.moved, at: 211, .init(estimationUpdateIndex: 2)))
        harness.settle()
        #expect(
            view.updates.dropFirst() == [
                "1: (100, 100) force 3.0 altitude 0.0 azimuth 0.0 estimated 0 expecting 0",
                "2: (111, 100) force 2.0 altitude 0.5 azimuth 0.25 estimated 0 expecting 0",
            ]
        )
        #expect(touch.force == 0.5 && touch.location(in: nil) == Point(220, 200))
        // Everything has come: no more is expected.
        sender.update(pencil(.moved, at: 0, force: 9, .init(estimationUpdateIndex: 1)))
        sender.update(pencil(.moved, at: 0, .init(estimationUpdateIndex: 2)))
        harness.settle()
        #expect(view.updates.count == 3)
    }

    private var forced: TouchContact.Details {
        TouchContact.Details(estimatedPropertiesExpectingUpdates: .force, estimationUpdateIndex: 5)
    }

    // Rules: T9.
    @Test("An update arrives after the samples sent before it, also when they are sent and updated in one go")
    func order() {
        var updatesBefore: [Int] = []
        defer { view.handler = nil }
        view.handler = { [view] _, _, _ in updatesBefore.append(view.updates.count) }
        sender.send(pencil(.began, at: 200, force: 1, forced), at: harness.now)
        sender.update(pencil(.began, at: 200, force: 2, .init(estimationUpdateIndex: 5)))
        sender.send(pencil(.ended, at: 200), at: harness.now)
        harness.settle()
        #expect(updatesBefore == [0, 0])
        #expect(view.updates == ["5: (100, 100) force 2.0 altitude 0.0 azimuth 0.0 estimated 0 expecting 0"])
    }

    // Rules: T9, T32, T15.
    @Test(
        "No update is told of a cancelled or refused touch, of a view that is gone, or of what nobody expects",
        arguments: [
            "cancelled", "refused", "removed", "freed", "ended application", "unknown", "another sender", "none",
        ]
    )
    func nobodyHears(_ reason: String) {
        var passing: UpdatedView? = UpdatedView("passing", frame: Rect(0, 0, 500, 500))
        let heard = Log()
        passing?.onUpdate = { heard.count += 1 }
        if let passing { view.addSubview(passing) }
        var update = pencil(.moved, at: 0, force: 2, .init(estimationUpdateIndex: 5))
        if reason == "refused" {
            harness.finger().down(at: Point(300, 300))
            harness.settle()
        }
        send(pencil(.began, at: 200, force: 1, forced))
        var other: TouchPort.Sender?
        switch reason {
        case "cancelled": send(pencil(.cancelled, at: 200))
        case "removed": passing?.removeFromSuperview()
        case "freed":
            send(pencil(.ended, at: 200))
            passing?.removeFromSuperview()
            passing = nil
        case "ended application": harness.application.terminate()
        case "unknown": update.details.estimationUpdateIndex = 6
        case "another sender": other = harness.application.touchPort.makeSender()
        default: break
        }
        (other ?? sender).update(update)
        harness.settle()
        #expect(heard.count == (reason == "none" ? 1 : 0))
    }

    // Rules: T9, R9.
    @Test("An update that the view does not handle goes up the chain, as long as that is no circle")
    func forwarded() {
        let inner = BeganView(frame: Rect(0, 0, 500, 500))
        view.addSubview(inner)
        let circle = CircleView(frame: Rect(0, 300, 500, 200))
        view.addSubview(circle)
        send(pencil(.began, at: 200, force: 1, forced))
        sender.update(pencil(.moved, at: 0, force: 2, .init(estimationUpdateIndex: 5)))
        harness.settle()
        #expect(inner.begun == 1)
        #expect(view.updates.count == 1)
        sender.send(TouchContact(8, .began, at: Point(200, 450), kind: .pencil, details: forced), at: harness.now)
        sender.update(TouchContact(8, .began, at: .zero, details: .init(estimationUpdateIndex: 5)))
        harness.settle()
        #expect(circle.begun == 1)
        #expect(view.updates.count == 1)
    }

    // Rules: T9, R9.
    // With the table switched off the touch itself goes up by a call inside a call, which no stack takes.
    @Test("An update goes up a chain of any length", .enabled(if: isOverrideTableWanted))
    func deep() {
        var inner: View = BeganView(frame: Rect(0, 0, 500, 500))
        for _ in 0..<20_000 {
            let outer = View(frame: Rect(0, 0, 500, 500))
            outer.addSubview(inner)
            inner = outer
        }
        view.addSubview(inner)
        send(pencil(.began, at: 200, force: 1, forced))
        sender.update(pencil(.moved, at: 0, force: 2, .init(estimationUpdateIndex: 5)))
        harness.settle()
        #expect(view.updates.count == 1)
    }

    // Rules: T9.
    @Test("Of more samples than are kept the oldest gets no update, and the newest does")
    func bounded() {
        for index in 1...600 {
            var details = forced
            details.estimationUpdateIndex = UInt16(index)
            sender.send(pencil(index == 1 ? .began : .moved, at: 200, force: 1, details), at: harness.now)
        }
        harness.settle()
        for index in [UInt16(1), 88, 89, 600] {
            sender.update(pencil(.moved, at: 0, force: 2, .init(estimationUpdateIndex: index)))
        }
        harness.settle()
        #expect(view.updates.map { $0.prefix { $0 != ":" } } == ["89", "600"])
    }
}

@MainActor
private final class Log {
    var count = 0
}

/// A view that notes the updates of estimates it gets, and the touches.
private final class UpdatedView: RecordingView {
    var updates: [String] = []
    var last: Touch?
    var lastUpdated: Touch?
    var onUpdate: (() -> Void)?

    override func touchesBegan(_ touches: TouchSet, with event: Event) {
        last = touches.first
        super.touchesBegan(touches, with: event)
    }

    override func touchesEstimatedPropertiesUpdated(_ touches: TouchSet) {
        onUpdate?()
        for touch in touches {
            let place = touch.location(in: self)
            lastUpdated = touch
            #expect(touch.type == .pencil && touches.contains(touch) && last.map(touches.contains) ?? true)
            #expect(touch.view?.isDescendant(of: self) == true && touch.window === window)
            let words = [
                "\(touch.estimationUpdateIndex ?? 0): (\(Int(place.x)), \(Int(place.y)))", "force \(touch.force)",
                "altitude \(touch.altitudeAngle)", "azimuth \(touch.azimuthAngle(in: nil))",
                "estimated \(touch.estimatedProperties.rawValue)",
                "expecting \(touch.estimatedPropertiesExpectingUpdates.rawValue)",
            ]
            updates.append(words.joined(separator: " "))
        }
    }
}

/// A view that keeps a began, and passes all else on.
private class BeganView: View {
    var begun = 0

    override func touchesBegan(_ touches: TouchSet, with event: Event) { begun += 1 }
}

/// A view that is its own next responder.
private final class CircleView: BeganView {
    override var next: Responder? { self }
}
