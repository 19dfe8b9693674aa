@testable import ResponderCore

// The recognisers of the model: each tells it what it hears, does something of its own, and then something random.

/// A recogniser that the model knows by a number.
@MainActor
protocol ModelRecognizing: GestureRecognizer {
    var number: Int { get }
}

extension GestureModel {
    /// What a recogniser's touch method does.
    func act(
        _ phase: Touch.Phase,
        _ touches: TouchSet,
        _ recognizer: any ModelRecognizing,
        _ event: Event,
        recognize: () -> Void
    ) {
        let wasUnderWay = recognizer.record.pointee.isUnderWay
        watch.heard(phase, touches, by: recognizer)
        recognize()
        for touch in touches where !recognizer.touches.contains(touch) { watch.ignored(touch, recognizer) }
        if chanceOfRecognizers(3), let touch = touches.randomElement(using: &recognizerRandom) {
            ignore(touch, recognizer, event)
        }
        misbehaveInRecognizer()
        if phase == .began, wasUnderWay { watch.claimLater(touches, recognizer) }
    }

    func ignore(_ touch: Touch, _ recognizer: any ModelRecognizing, _ event: Event) {
        guard recognizer.touches.contains(touch) else { return }
        watch.ignored(touch, recognizer)
        recognizer.ignore(touch, for: event)
    }

    func reset(_ recognizer: any ModelRecognizing) {
        watch.reset(recognizer)
        misbehaveInRecognizer()
    }
}

/// A recogniser with a simple rule of its own.
final class ModelRecognizer: GestureRecognizer, ModelRecognizing {
    enum Rule {
        /// Discrete, after as many lifts.
        case lifts(Int)
        /// Discrete, after as many moves.
        case moves(Int)
        /// Continuous, begins after as many moves.
        case drags(Int)
        /// Continuous, begins after a time.
        case presses(Duration)
        /// Fails after as many messages.
        case fails(Int)
        /// Whatever is legal.
        case wild
    }

    let number: Int
    private weak var model: GestureModel?
    private let rule: Rule
    private var count = 0
    private var timer: MainRunLoop.Timer?

    init(_ model: GestureModel, _ number: Int, _ rule: Rule) {
        self.model = model
        self.number = number
        self.rule = rule
        super.init()
    }

    override func touchesBegan(_ touches: TouchSet, with event: Event) { handle(.began, touches, event) }
    override func touchesMoved(_ touches: TouchSet, with event: Event) { handle(.moved, touches, event) }
    override func touchesEnded(_ touches: TouchSet, with event: Event) { handle(.ended, touches, event) }
    override func touchesCancelled(_ touches: TouchSet, with event: Event) { handle(.cancelled, touches, event) }
    override func canPrevent(_ other: GestureRecognizer) -> Bool { model?.answer(.prevents, self, other) ?? true }
    override func canBePrevented(by other: GestureRecognizer) -> Bool {
        model?.answer(.isPreventable, self, other) ?? true
    }
    override func shouldRequireFailure(of other: GestureRecognizer) -> Bool {
        model?.answer(.requires, self, other) ?? false
    }
    override func shouldReceive(_ event: Event) -> Bool { !(model?.chanceOfRecognizers(2) ?? false) }
    override func reset() {
        count = 0
        timer?.cancel()
        timer = nil
        model?.reset(self)
    }

    private func handle(_ phase: Touch.Phase, _ touches: TouchSet, _ event: Event) {
        model?.act(phase, touches, self, event) { recognize(phase, touches) }
    }

    private func recognize(_ phase: Touch.Phase, _ touches: TouchSet) {
        let isLast = phase == .ended && touches.count == numberOfTouches
        if phase == .moved, isUnderWay, !isWild { state = .changed }
        switch rule {
        case .lifts(let lifts):
            if phase == .began, timer == nil, lifts > 1 { timer = wait(.milliseconds(200)) { $0.giveUp() } }
            if phase == .ended { count += touches.count }
            if phase == .ended, count >= lifts { state = .ended }
        case .moves(let moves):
            if phase == .moved { count += 1 }
            if phase == .moved, count == moves { state = .ended } else if isLast { giveUp() }
        case .drags(let moves):
            if phase == .moved { count += 1 }
            if phase == .moved, !isUnderWay, count == moves { state = .began }
            if isLast, count >= moves { state = .ended } else if isLast { giveUp() }
        case .presses(let time):
            if phase == .began, timer == nil { timer = wait(time) { if !$0.isUnderWay { $0.state = .began } } }
            if isLast { giveUp() }
        case .fails(let messages):
            count += 1
            if count == messages || isLast { giveUp() }
        case .wild:
            model?.setAnyState(of: self)
            if isLast, model?.chanceOfRecognizers(50) ?? true { giveUp() }
        }
    }

    private var isUnderWay: Bool { state == .began || state == .changed }

    private var isWild: Bool {
        if case .wild = rule { return true }
        return false
    }

    /// Fails, or ends what has begun.
    private func giveUp() { state = isUnderWay ? .ended : .failed }

    private func wait(_ time: Duration, perform: @escaping @MainActor (ModelRecognizer) -> Void) -> MainRunLoop.Timer? {
        view?.window?.application?.runLoop.addTimer(after: time) { [weak self] _ in if let self { perform(self) } }
    }
}

final class ModelTap: TapGestureRecognizer, ModelRecognizing {
    let number: Int
    private weak var model: GestureModel?

    init(_ model: GestureModel, _ number: Int) {
        (self.model, self.number) = (model, number)
        super.init()
    }

    override func touchesBegan(_ touches: TouchSet, with event: Event) {
        model?.act(.began, touches, self, event) { super.touchesBegan(touches, with: event) }
    }
    override func touchesMoved(_ touches: TouchSet, with event: Event) {
        model?.act(.moved, touches, self, event) { super.touchesMoved(touches, with: event) }
    }
    override func touchesEnded(_ touches: TouchSet, with event: Event) {
        model?.act(.ended, touches, self, event) { super.touchesEnded(touches, with: event) }
    }
    override func touchesCancelled(_ touches: TouchSet, with event: Event) {
        model?.act(.cancelled, touches, self, event) { super.touchesCancelled(touches, with: event) }
    }
    override func reset() {
        super.reset()
        model?.reset(self)
    }
}

final class ModelPress: LongPressGestureRecognizer, ModelRecognizing {
    let number: Int
    private weak var model: GestureModel?

    init(_ model: GestureModel, _ number: Int) {
        (self.model, self.number) = (model, number)
        super.init()
    }

    override func touchesBegan(_ touches: TouchSet, with event: Event) {
        model?.act(.began, touches, self, event) { super.touchesBegan(touches, with: event) }
    }
    override func touchesMoved(_ touches: TouchSet, with event: Event) {
        model?.act(.moved, touches, self, event) { super.touchesMoved(touches, with: event) }
    }
    override func touchesEnded(_ touches: TouchSet, with event: Event) {
        model?.act(.ended, touches, self, event) { super.touchesEnded(touches, with: event) }
    }
    override func touchesCancelled(_ touches: TouchSet, with event: Event) {
        model?.act(.cancelled, touches, self, event) { super.touchesCancelled(touches, with: event) }
    }
    override func reset() {
        super.reset()
        model?.reset(self)
    }
}

final class ModelPan: PanGestureRecognizer, ModelRecognizing {
    let number: Int
    private weak var model: GestureModel?

    init(_ model: GestureModel, _ number: Int) {
        (self.model, self.number) = (model, number)
        super.init()
    }

    override func touchesBegan(_ touches: TouchSet, with event: Event) {
        model?.act(.began, touches, self, event) { super.touchesBegan(touches, with: event) }
    }
    override func touchesMoved(_ touches: TouchSet, with event: Event) {
        model?.act(.moved, touches, self, event) { super.touchesMoved(touches, with: event) }
    }
    override func touchesEnded(_ touches: TouchSet, with event: Event) {
        model?.act(.ended, touches, self, event) { super.touchesEnded(touches, with: event) }
    }
    override func touchesCancelled(_ touches: TouchSet, with event: Event) {
        model?.act(.cancelled, touches, self, event) { super.touchesCancelled(touches, with: event) }
    }
    override func reset() {
        super.reset()
        model?.reset(self)
    }
}

final class ModelSwipe: SwipeGestureRecognizer, ModelRecognizing {
    let number: Int
    private weak var model: GestureModel?

    init(_ model: GestureModel, _ number: Int) {
        (self.model, self.number) = (model, number)
        super.init()
    }

    override func touchesBegan(_ touches: TouchSet, with event: Event) {
        model?.act(.began, touches, self, event) { super.touchesBegan(touches, with: event) }
    }
    override func touchesMoved(_ touches: TouchSet, with event: Event) {
        model?.act(.moved, touches, self, event) { super.touchesMoved(touches, with: event) }
    }
    override func touchesEnded(_ touches: TouchSet, with event: Event) {
        model?.act(.ended, touches, self, event) { super.touchesEnded(touches, with: event) }
    }
    override func touchesCancelled(_ touches: TouchSet, with event: Event) {
        model?.act(.cancelled, touches, self, event) { super.touchesCancelled(touches, with: event) }
    }
    override func reset() {
        super.reset()
        model?.reset(self)
    }
}

final class ModelPinch: PinchGestureRecognizer, ModelRecognizing {
    let number: Int
    private weak var model: GestureModel?

    init(_ model: GestureModel, _ number: Int) {
        (self.model, self.number) = (model, number)
        super.init()
    }

    override func touchesBegan(_ touches: TouchSet, with event: Event) {
        model?.act(.began, touches, self, event) { super.touchesBegan(touches, with: event) }
    }
    override func touchesMoved(_ touches: TouchSet, with event: Event) {
        model?.act(.moved, touches, self, event) { super.touchesMoved(touches, with: event) }
    }
    override func touchesEnded(_ touches: TouchSet, with event: Event) {
        model?.act(.ended, touches, self, event) { super.touchesEnded(touches, with: event) }
    }
    override func touchesCancelled(_ touches: TouchSet, with event: Event) {
        model?.act(.cancelled, touches, self, event) { super.touchesCancelled(touches, with: event) }
    }
    override func reset() {
        super.reset()
        model?.reset(self)
    }
}

final class ModelRotation: RotationGestureRecognizer, ModelRecognizing {
    let number: Int
    private weak var model: GestureModel?

    init(_ model: GestureModel, _ number: Int) {
        (self.model, self.number) = (model, number)
        super.init()
    }

    override func touchesBegan(_ touches: TouchSet, with event: Event) {
        model?.act(.began, touches, self, event) { super.touchesBegan(touches, with: event) }
    }
    override func touchesMoved(_ touches: TouchSet, with event: Event) {
        model?.act(.moved, touches, self, event) { super.touchesMoved(touches, with: event) }
    }
    override func touchesEnded(_ touches: TouchSet, with event: Event) {
        model?.act(.ended, touches, self, event) { super.touchesEnded(touches, with: event) }
    }
    override func touchesCancelled(_ touches: TouchSet, with event: Event) {
        model?.act(.cancelled, touches, self, event) { super.touchesCancelled(touches, with: event) }
    }
    override func reset() {
        super.reset()
        model?.reset(self)
    }
}

final class ModelEdge: ScreenEdgePanGestureRecognizer, ModelRecognizing {
    let number: Int
    private weak var model: GestureModel?

    init(_ model: GestureModel, _ number: Int) {
        (self.model, self.number) = (model, number)
        super.init()
    }

    override func touchesBegan(_ touches: TouchSet, with event: Event) {
        model?.act(.began, touches, self, event) { super.touchesBegan(touches, with: event) }
    }
    override func touchesMoved(_ touches: TouchSet, with event: Event) {
        model?.act(.moved, touches, self, event) { super.touchesMoved(touches, with: event) }
    }
    override func touchesEnded(_ touches: TouchSet, with event: Event) {
        model?.act(.ended, touches, self, event) { super.touchesEnded(touches, with: event) }
    }
    override func touchesCancelled(_ touches: TouchSet, with event: Event) {
        model?.act(.cancelled, touches, self, event) { super.touchesCancelled(touches, with: event) }
    }
    override func reset() {
        super.reset()
        model?.reset(self)
    }
}
