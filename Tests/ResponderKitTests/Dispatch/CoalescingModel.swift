import ResponderKitTesting
import TestSupport
import Testing

@testable import ResponderCore

/// An application that shows every event to a model before it sends it on.
final class ModelledApplication: Application {
    weak var model: CoalescingModel?

    override func sendEvent(_ event: Event) {
        model?.saw(event)
        super.sendEvent(event)
    }
}

/// Random frames of up to five fingers in up to two senders, in turns and nested runs, and what must be true of the
/// samples that the events bring.
///
/// Each sample's vertical coordinate is a number of its own, by which it is known.
@MainActor
final class CoalescingModel {
    /// Of a touch's samples: the phase and the number.
    private struct Mark: Hashable {
        let phase: Touch.Phase
        let number: Double
    }

    private let scene: PortScene
    private var senders: [TouchPort.Sender]
    private var random: SeededGenerator
    private let seed: UInt64
    private let nests: Bool
    private let isMoody: Bool
    private var now = 0
    private var number = 0.0
    private var depth = 0
    private var isFinishing = false
    private var down = [Bool](repeating: false, count: 5)
    /// What was sent, for each finger's contacts together, and the frames in which something began or ended.
    private var sent = [[Mark]](repeating: [], count: 5)
    private var sentTurns: [Set<Mark>] = []
    private var got = [[Mark]](repeating: [], count: 5)
    private var gotTurns: [Set<Mark>] = []
    /// The touches that moved in each of the turns that are under way, one inside another.
    private var moved: [Set<Touch>] = []
    private(set) var mostSamples = 0
    private(set) var turns = 0
    /// A digest of each event's touches and samples, and of what responders were told, in order.
    private(set) var digest = Digest()

    /// - Parameters:
    ///   - isMoody: Whether coalescing is switched on and off meanwhile.
    ///   - listens: Whether somebody listens to what is delivered.
    init(seed: UInt64, senders: Int, nests: Bool, isMoody: Bool, listens: Bool = false) throws {
        self.seed = seed
        self.nests = nests
        self.isMoody = isMoody
        random = SeededGenerator(seed: seed)
        scene = try PortScene(ModelledApplication.self)
        self.senders = [scene.sender]
        for _ in 1..<senders { self.senders.append(scene.makeSender()) }
        (scene.application as? ModelledApplication)?.model = self
        if listens { scene.application.onTouchDelivery = { _ in } }
        scene.view.frame = Rect(0, 0, 3, 1_000_000)
        let other = RecordingView("other", frame: Rect(3, 0, 10, 1_000_000))
        other.isMultipleTouchEnabled = true
        scene.window.addSubview(other)
        for view in [scene.view, other] {
            view.handler = { [weak self] _, touches, event in self?.heard(touches, event) }
        }
    }

    private var context: Comment { "seed \(seed), sample \(Int(number))" }

    func run(frames: Int) {
        for _ in 0..<frames {
            send()
            if chance(15) { turn() }
        }
        isFinishing = true
        while turn() {}
        for finger in down.indices {
            let difference = zip(got[finger], sent[finger]).first { $0 != $1 }
            #expect(difference == nil && got[finger].count == sent[finger].count, context)
        }
        let difference = zip(gotTurns, sentTurns).first { $0 != $1 }
        #expect(difference == nil && gotTurns.count == sentTurns.count, context)
        for view in scene.window.subviews { (view as? RecordingView)?.handler = nil }
    }

    @discardableResult
    private func turn() -> Bool {
        moved.append([])
        depth += 1
        defer {
            moved.removeLast()
            depth -= 1
        }
        turns += 1
        return scene.turn()
    }

    // MARK: What is sent

    private func send() {
        if chance(70) { now += Int.random(in: 0..<3, using: &random) }
        let sender = Int.random(in: senders.indices, using: &random)
        let fingers = down.indices.filter { $0 % senders.count == sender }.shuffled(using: &random)
        var contacts: [TouchContact] = []
        var began: Set<Mark> = []
        for finger in fingers.prefix(chance(60) ? 1 : Int.random(in: 1...5, using: &random)) {
            number += 1
            let phase: TouchContact.Phase =
                !down[finger] ? .began : chance(85) ? .moved : chance(70) ? .ended : .cancelled
            down[finger] = phase != .ended && phase != .cancelled
            contacts.append(TouchContact(finger, phase, at: Point(Double(finger), number)))
            let mark = Mark(phase: Touch.Phase(phase), number: number)
            sent[finger].append(mark)
            if phase != .moved { began.insert(mark) }
        }
        if !began.isEmpty { sentTurns.append(began) }
        senders[sender].send(TouchFrame(time: .milliseconds(Double(now)), contacts: contacts))
        // Frames of one time keep the order of the senders, not of the sending: these get different times.
        now += 1
    }

    // MARK: What comes

    fileprivate func saw(_ event: Event) {
        var over: Set<Mark> = []
        // By the event's own word: a touch that an event further out ends is not stationary in this one, but ended.
        for touch in event.state.pointee.touches(event.state.pointee.changed) {
            guard let samples = event.coalescedTouches(for: touch) else {
                Issue.record("\(seed): a touch of the event has no samples")
                continue
            }
            let finger = Int(samples[0].location.x)
            for sample in samples { digest.write("\(depth) \(sample.phase) \(sample.location)") }
            #expect(samples.last == touch.sample, context)
            #expect(samples.allSatisfy { $0.phase == touch.phase }, context)
            got[finger] += samples.map { Mark(phase: $0.phase, number: $0.location.y) }
            if touch.phase == .moved {
                mostSamples = max(mostSamples, samples.count)
                if !isMoody { noteMove(of: touch) }
            } else {
                #expect(samples.count == 1, context)
                over.insert(Mark(phase: touch.phase, number: samples[0].location.y))
            }
        }
        if !over.isEmpty { gotTurns.append(over) }
        if nests, chance(5) { misbehave(event) }
    }

    private func noteMove(of touch: Touch) {
        #expect(moved.last?.contains(touch) == false, context)
        moved[moved.count - 1].insert(touch)
    }

    private func heard(_ touches: TouchSet, _ event: Event) {
        for touch in touches {
            #expect(event.coalescedTouches(for: touch)?.isEmpty == false, context)
            digest.write("\(touch.phase) \(touch.location(in: nil))")
        }
        if isMoody, chance(10) { scene.application.isTouchCoalescingEnabled.toggle() }
        if nests, chance(15) { misbehave(event) }
    }

    /// Sends more and runs the loop inside of an event, which stays as it is.
    private func misbehave(_ event: Event) {
        guard depth < 12, !isFinishing else { return }
        let touches = Array(event.allTouches)
        let samples = touches.map { event.coalescedTouches(for: $0) }
        let timestamp = event.timestamp
        let outer = scene.application.dispatcher.state.pointee.underWay.depth
        while chance(70) { send() }
        while chance(60) { turn() }
        #expect(Array(event.allTouches) == touches, context)
        for (touch, samples) in zip(touches, samples) {
            let isSame = event.coalescedTouches(for: touch) == samples
            #expect(isSame, "\(context), depth \(outer)")
        }
        #expect(event.timestamp == timestamp, context)
    }

    private func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }
}
