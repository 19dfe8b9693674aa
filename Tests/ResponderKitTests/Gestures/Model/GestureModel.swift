import ModelResponders
import ResponderKitTesting
import TestSupport
import Testing

@testable import ResponderCore
@testable import ResponderWidgets

/// Trees of views of two applications, with recognisers of all kinds, under random fingers, changes and nested runs.
@MainActor
final class GestureModel: EventModel {
    struct Options {
        /// Whether there are recognisers at all.
        var hasRecognizers = true
        /// Whether recognisers only watch: they neither take nor withhold touches, and change no tree.
        var isGentle = false
        /// Whether a listener for deliveries is set.
        var isTraced = false
        var coalescing = true
    }

    enum Question: UInt64 { case prevents = 1, isPreventable, isSimultaneous, requires }

    struct Hand {
        let finger: Int
        let sender: TouchPort.Sender
        let application: Application
        var location = Point.zero
        var isDown = false
    }

    let options: Options
    private let seed: UInt64
    let harnesses: [AppHarness]
    /// What fingers and views draw from, and what recognisers draw from: the views of two runs, one without
    /// recognisers, do the same.
    var random: SeededGenerator
    var recognizerRandom: SeededGenerator
    private(set) lazy var watch = GestureWatch(self)
    private var step = 0
    private var depth = 0
    private var names = 0
    var windows: [Window] = []
    var views: [GestureModelView] = []
    var recognizers: [any ModelRecognizing] = []
    /// The numbers of the recognisers that each one requires to fail.
    var requirements: [Int: Set<Int>] = [:]
    let delegate = GestureModelDelegate()
    var hands: [Hand] = []
    private(set) var isFinishing = false
    private(set) var trace: [String] = []
    /// What views were told, in order.
    var viewLog: [String] = []
    private(set) var leaks = LeakWatch()

    init(seed: UInt64, options: Options = Options()) throws {
        (self.seed, self.options) = (seed, options)
        random = SeededGenerator(seed: seed)
        recognizerRandom = SeededGenerator(seed: seed &+ 1_000_000)
        harnesses = [try AppHarness(), try AppHarness()]
        delegate.model = self
        for harness in harnesses {
            harness.application.isTouchCoalescingEnabled = options.coalescing
            if options.isTraced { harness.application.onTouchDelivery = { _ in } }
            let window: Window
            if chance(25) {
                let keeping = ModelWindow(frame: harness.window.frame, application: harness.application)
                keeping.model = self
                window = keeping
            } else {
                window = Window(frame: harness.window.frame, application: harness.application)
            }
            window.isHidden = false
            windows.append(window)
            leaks.add(window)
        }
        for _ in 0..<8 { views.append(makeView()) }
        for view in views { attachSomewhere(view) }
        for harness in [harnesses[0], harnesses[0], harnesses[1]] {
            let senders = [harness.application.touchPort.makeSender(), harness.application.touchPort.makeSender()]
            for finger in 0..<2 {
                hands.append(Hand(finger: finger, sender: senders[finger % 2], application: harness.application))
            }
        }
        guard options.hasRecognizers else { return }
        let count = Int.random(in: 1...7, using: &recognizerRandom)
        for _ in 0..<count { addRecognizer() }
    }

    func run(steps: Int) {
        for step in 0..<steps {
            self.step = step
            act()
            if options.hasRecognizers, chanceOfRecognizers(10) { actOnRecognizers() }
            if chance(60) { settle() }
        }
        isFinishing = true
        for window in windows { window.isHidden = false }
        for harness in harnesses {
            while harness.application.isIgnoringInteractionEvents { harness.application.endIgnoringInteractionEvents() }
            harness.settle()
        }
        for index in hands.indices where hands[index].isDown { lift(index) }
        for harness in harnesses { harness.advance(by: .seconds(5)) }
        for recognizer in recognizers { recognizer.isEnabled = false }
        for harness in harnesses { harness.settle() }
        watch.finish()
        for harness in harnesses { checkIdle(harness.application.dispatcher) }
        let held = views.filter { $0.record.pointee.touchCount != 0 }
        #expect(held.isEmpty, "\(context): views \(held.map(\.number)) hold a touch")
    }

    private func checkIdle(_ dispatcher: TouchDispatcher) {
        let state = dispatcher.state
        #expect(state.pointee.touches.freeSlots.count == 64, "\(context): a slot is in use")
        #expect(state.pointee.touches.downOrLifted | state.pointee.touches.tracked == 0, "\(context)")
        guard let gestures = state.pointee.gestures else { return }
        #expect(gestures.pointee.queue.isEmpty && gestures.pointee.waiting.isEmpty, "\(context)")
        #expect(gestures.pointee.over.isEmpty, "\(context)")
        let isFree = (0..<64).allSatisfy { gestures.pointee.recognizers[$0].count == 0 }
        #expect(isFree, "\(context)")
        #expect(gestures.pointee.claimed | gestures.pointee.endWithheld == 0, "\(context)")
        let isNoneWithheld = gestures.pointee.began.allSatisfy { $0 == nil }
        #expect(isNoneWithheld, "\(context)")
    }

    var context: String { "seed \(seed), step \(step)" }

    func note(_ line: String) {
        trace.append("\(step)" + String(repeating: "  ", count: depth + 1) + line)
        if trace.count > 4000 { trace.removeFirst(3000) }
    }

    func recognizer(_ number: Int) -> (any ModelRecognizing)? { recognizers.first { $0.number == number } }

    // MARK: What callbacks do besides

    /// What a view's handler does besides.
    func misbehave() {
        guard depth < 3, !isFinishing else { return }
        depth += 1
        defer { depth -= 1 }
        while chance(15) { act() }
        if chance(8) { settle() }
    }

    /// What a method of a recogniser, an action or a delegate does besides.
    func misbehaveInRecognizer() {
        guard depth < 3, !isFinishing else { return }
        depth += 1
        defer { depth -= 1 }
        while chanceOfRecognizers(8) { actOnRecognizers() }
        if options.isGentle { return }
        while chanceOfRecognizers(5) { act() }
        if chanceOfRecognizers(5) { settle() }
    }

    /// Whether an override of `sendEvent` passes an event on.
    func passesOn(_ event: Event) -> Bool {
        if chance(5) { misbehave() }
        return isFinishing || !chance(3)
    }

    // MARK: What delegates and subclasses answer

    /// An answer that is always the same for the same recognisers.
    func answer(_ question: Question, _ recognizer: GestureRecognizer, _ other: GestureRecognizer) -> Bool {
        guard let own = (recognizer as? any ModelRecognizing)?.number,
            let others = (other as? any ModelRecognizing)?.number
        else { return false }
        var generator = SeededGenerator(
            seed: seed &* 31 &+ question.rawValue &* 1009 &+ UInt64(own) &* 100_003 &+ UInt64(others) &* 10_007
        )
        let percent = Int.random(in: 0..<100, using: &generator)
        switch question {
        case .prevents, .isPreventable: return percent >= 15
        case .isSimultaneous: return percent < 25
        // Only those that are older, so that none wait for each other.
        case .requires: return others < own && percent < 8
        }
    }

    /// Whether the success of one makes the other fail.
    func prevents(_ winner: any ModelRecognizing, _ other: any ModelRecognizing) -> Bool {
        guard winner.canPrevent(other), other.canBePrevented(by: winner) else { return false }
        return !(winner.delegate != nil && answer(.isSimultaneous, winner, other))
            && !(other.delegate != nil && answer(.isSimultaneous, other, winner))
    }

    func mayBegin(_ recognizer: GestureRecognizer) -> Bool {
        let may = !chanceOfRecognizers(6)
        if !may, let own = recognizer as? any ModelRecognizing { watch.denied(own) }
        misbehaveInRecognizer()
        return may
    }

    func takes(_ touch: Touch, _ recognizer: GestureRecognizer) -> Bool {
        let takes = !chanceOfRecognizers(5)
        if !takes, let own = recognizer as? any ModelRecognizing { watch.refuse(touch, own) }
        misbehaveInRecognizer()
        return takes
    }

    func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }
    func chanceOfRecognizers(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &recognizerRandom) < percent }

    func name() -> Int {
        names += 1
        return names
    }

    func watchForLeak(of object: AnyObject) { leaks.add(object) }
}

/// Objects that must be gone once the model is.
struct LeakWatch {
    private struct Weak { weak var object: AnyObject? }
    private var objects: [Weak] = []

    mutating func add(_ object: AnyObject) { objects.append(Weak(object: object)) }

    var left: [AnyObject] { objects.compactMap(\.object) }
}
