import ResponderKitTesting
import TestSupport
import Testing

@testable import ResponderCore

@MainActor
@Suite("Touches while a display link runs, at random")
struct PacedTouchModelTests {
    /// How many seeds are tried: twenty, or what `RESPONDERKIT_MODEL_SEEDS` says.
    nonisolated private static let seeds: UInt64 = environment("RESPONDERKIT_MODEL_SEEDS") ?? 20

    // Rules: T36, T37, T40.
    @Test(
        "Paced touches move once in a frame in which none begins or ends, and bring every sample once and in order",
        arguments: 1...seeds,
        [1, 2]
    )
    func frames(seed: UInt64, senders: Int) throws {
        let model = try PacedTouchModel(seed: seed, senders: senders, pauses: false)
        model.run(frames: 900)
        #expect(model.mostSamples > 2)
        #expect(model.framesWithOneMove > 20)
    }

    // Rules: T37, T40, T20.
    @Test(
        "Paced touches lose nothing when links come, pause and go, and in runs inside their calls",
        arguments: 1...seeds
    )
    func pauses(seed: UInt64) throws {
        let model = try PacedTouchModel(seed: seed, senders: 2, pauses: true)
        model.run(frames: 300)
        #expect(model.mostSamples > 1)
    }
}

/// Random frames of six fingers at random times, and links at 100 and 50 frames per second.
///
/// Each sample's vertical coordinate is a number of its own.
@MainActor
private final class PacedTouchModel {
    private let scene: PortScene
    private let senders: [TouchPort.Sender]
    private var random: SeededGenerator
    private let seed: UInt64
    private let pauses: Bool
    private var links: [DisplayLink] = []
    private var down = [Bool](repeating: false, count: 6)
    private var sent = [[Double]](repeating: [], count: 6)
    private var got = [[Double]](repeating: [], count: 6)
    private var number = 0.0
    /// The touches that have moved since the last frame of the fastest link, and whether a touch began or ended.
    private var moved: Set<Touch> = []
    private var hadOthers = false
    private(set) var mostSamples = 0
    /// In how many display frames touches moved, and none began or ended, so that a second move would be a failure.
    private(set) var framesWithOneMove = 0

    init(seed: UInt64, senders: Int, pauses: Bool) throws {
        self.seed = seed
        self.pauses = pauses
        random = SeededGenerator(seed: seed)
        let scene = try PortScene()
        self.scene = scene
        self.senders = (0..<senders).map { _ in scene.makeSender() }
        scene.view.handler = { [weak self] phase, touches, event in self?.saw(phase, touches, event) }
        links = [100, 50].map { rate in
            scene.application.addDisplayLink(framesPerSecond: rate) { [weak self] _ in
                guard let self else { return }
                if pauses && chance(10) { runNested() }
                guard rate == 100 else { return }
                if !moved.isEmpty && !hadOthers { framesWithOneMove += 1 }
                moved.removeAll()
                hadOthers = false
            }
        }
    }

    private func saw(_ phase: Touch.Phase, _ touches: TouchSet, _ event: Event) {
        if event.allTouches.contains(where: { $0.phase != .moved && $0.phase != .stationary }) { hadOthers = true }
        for touch in touches {
            let samples = event.coalescedTouches(for: touch) ?? []
            got[Int(touch.location(in: nil).x)] += samples.map(\.location.y)
            guard phase == .moved else { continue }
            mostSamples = max(mostSamples, samples.count)
            #expect(moved.insert(touch).inserted || hadOthers || pauses, "seed \(seed), sample \(Int(number))")
        }
    }

    func run(frames: Int) {
        for _ in 0..<frames {
            send()
            if chance(30) { scene.settle() }
            if chance(50) { scene.loop.advance(by: .microseconds(Int.random(in: 0..<6_000, using: &random))) }
            if pauses && chance(10) { change() }
        }
        scene.loop.advance(by: .milliseconds(100))
        for finger in down.indices {
            let difference = zip(got[finger], sent[finger]).first { $0 != $1 }
            #expect(difference == nil && got[finger].count == sent[finger].count, "seed \(seed)")
        }
        for link in links { link.cancel() }
        scene.view.handler = nil
    }

    /// Sends in runs inside the call of a link, from which ends come out at once.
    private func runNested() {
        for _ in 0..<4 {
            send()
            scene.settle()
        }
        for finger in down.indices where down[finger] {
            number += 1
            sent[finger].append(number)
            down[finger] = false
            let contact = TouchContact(finger, .ended, at: Point(Double(finger), number))
            senders[finger % senders.count].send(contact, at: scene.clock.now)
            scene.clock.advance(to: scene.clock.now.advanced(by: .nanoseconds(1)))
        }
        scene.settle()
        for finger in down.indices { #expect(got[finger].count == sent[finger].count, "seed \(seed)") }
    }

    private func change() {
        guard let link = links.randomElement(using: &random) else { return }
        switch Int.random(in: 0..<3, using: &random) {
        case 0: link.isPaused.toggle()
        case 1: link.framesPerSecond = Int.random(in: 1...200, using: &random)
        default: scene.application.isTouchCoalescingEnabled.toggle()
        }
    }

    private func send() {
        let sender = Int.random(in: senders.indices, using: &random)
        let fingers = down.indices.filter { $0 % senders.count == sender }.shuffled(using: &random)
        let contacts = fingers.prefix(Int.random(in: 1...3, using: &random)).map { finger in
            number += 1
            sent[finger].append(number)
            let phase: TouchContact.Phase = !down[finger] ? .began : chance(97) ? .moved : .ended
            down[finger] = phase != .ended
            return TouchContact(finger, phase, at: Point(Double(finger), number))
        }
        senders[sender].send(TouchFrame(time: scene.clock.now, contacts: contacts))
        // Frames of one time keep the order of the senders, not of the sending: these get different times.
        scene.clock.advance(to: scene.clock.now.advanced(by: .nanoseconds(1)))
    }

    private func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }
}
