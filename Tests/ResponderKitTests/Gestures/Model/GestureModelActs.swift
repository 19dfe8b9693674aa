import ModelResponders
import ResponderKitTesting
import TestSupport

@testable import ResponderCore

// What happens at random: between events, and inside callbacks.
extension GestureModel {
    func act() {
        switch Int.random(in: 0..<50, using: &random) {
        case 0..<28: moveFinger()
        case 28..<31: moveFingers()
        case 31..<34: pass(.milliseconds(Int.random(in: 1..<400, using: &random)))
        case 34, 35: if let view = anyView { attachSomewhere(view) }
        case 36: if chance(40) { anyView?.removeFromSuperview() }
        case 37: if chance(20) { windows.randomElement(using: &random)?.isHidden = true }
        case 38, 39: for window in windows { window.isHidden = false }
        case 40: if let view = anyView { view.superview?.bringSubviewToFront(view) }
        case 41: if chance(20) { changeActivity() }
        case 42: if chance(30) { replaceView() }
        case 43: if chance(10) { harnesses.randomElement(using: &random)?.application.beginIgnoringInteractionEvents() }
        case 44, 45:
            for harness in harnesses where harness.application.isIgnoringInteractionEvents {
                harness.application.endIgnoringInteractionEvents()
            }
        default: activate()
        }
    }

    func settle() {
        harnesses[chance(70) ? 0 : 1].settle()
    }

    private func pass(_ time: Duration) {
        for harness in harnesses { harness.advance(by: time) }
    }

    private func changeActivity() {
        let application = harnesses[chance(70) ? 0 : 1].application
        note("resigns")
        _ = try? application.receive(.resignActive)
    }

    func activate() {
        for harness in harnesses { _ = try? harness.application.receive(.activate) }
    }

    // MARK: Fingers

    private func moveFinger() {
        let index = Int.random(in: hands.indices, using: &random)
        send([nextContact(of: index)], index)
    }

    /// Lets both fingers of a sender, or one finger twice, do something in one frame.
    private func moveFingers() {
        let index = Int.random(in: hands.indices, using: &random)
        let others = hands.indices.filter { hands[$0].sender === hands[index].sender }
        var contacts: [TouchContact] = []
        for _ in 0..<3 { contacts.append(nextContact(of: others.randomElement(using: &random) ?? index)) }
        send(contacts, index)
    }

    func lift(_ index: Int) {
        hands[index].isDown = false
        send([TouchContact(identifier(index), .ended, at: hands[index].location)], index)
    }

    private func identifier(_ index: Int) -> Int { index }

    private func nextContact(of index: Int) -> TouchContact {
        if !hands[index].isDown {
            hands[index].isDown = true
            hands[index].location = anyPoint
            return TouchContact(
                identifier(index),
                .began,
                at: hands[index].location,
                kind: chance(90) ? .direct : .pencil
            )
        }
        if chance(65) {
            let x = Double(Int.random(in: -30...30, using: &random))
            let y = Double(Int.random(in: -9...9, using: &random))
            hands[index].location = chance(80) ? hands[index].location + Point(x, y) : anyPoint
            return TouchContact(identifier(index), .moved, at: hands[index].location)
        }
        hands[index].isDown = false
        return TouchContact(identifier(index), chance(85) ? .ended : .cancelled, at: hands[index].location)
    }

    private func send(_ contacts: [TouchContact], _ index: Int) {
        note("hand \(index): \(contacts.map { "\($0.identifier) \($0.phase)" })")
        let hand = hands[index]
        hand.sender.send(TouchFrame(time: hand.application.runLoop.now, contacts: contacts))
    }

    // MARK: Views

    private func replaceView() {
        let index = Int.random(in: views.indices, using: &random)
        views[index].removeFromSuperview()
        views[index] = makeView()
        attachSomewhere(views[index])
    }

    func attachSomewhere(_ view: View) {
        let parents: [View] = windows + views.filter { !$0.isDescendant(of: view) }
        guard let parent = parents.randomElement(using: &random) else { return }
        parent.insertSubview(view, at: Int.random(in: 0...parent.subviews.count, using: &random))
    }

    func makeView() -> GestureModelView {
        let frame = Rect(Double(Int.random(in: 0..<60, using: &random)), 0, 800, 800)
        let manner: Manner = chance(60) ? .keeps : chance(50) ? .passesOnFirst : .passesOnLast
        let view = GestureModelView(self, name(), manner, frame: frame)
        view.isMultipleTouchEnabled = chance(50)
        view.isExclusiveTouch = chance(8)
        watchForLeak(of: view)
        return view
    }

    private var anyView: View? { views.randomElement(using: &random) }
    private var anyPoint: Point {
        Point(Double(Int.random(in: 0..<900, using: &random)), Double(Int.random(in: 0..<850, using: &random)))
    }

    // MARK: Recognisers

    func actOnRecognizers() {
        guard let recognizer = recognizers.randomElement(using: &recognizerRandom) else { return addRecognizer() }
        switch Int.random(in: 0..<12, using: &recognizerRandom) {
        case 0..<4: if let own = recognizer as? ModelRecognizer { setAnyState(of: own) }
        case 4: recognizer.isEnabled = false
        case 5..<8: for recognizer in recognizers { recognizer.isEnabled = true }
        case 8:
            note("moves recogniser \(recognizer.number)")
            anyViewForRecognizers?.addGestureRecognizer(recognizer)
        case 9: if chanceOfRecognizers(30) { recognizer.view?.removeGestureRecognizer(recognizer) }
        case 10: for recognizer in recognizers where recognizer.view == nil { attach(recognizer) }
        default: if chanceOfRecognizers(30) { replace(recognizer) }
        }
    }

    /// Sets a state that is legal at present.
    func setAnyState(of recognizer: ModelRecognizer) {
        let states: [GestureRecognizer.State] =
            switch recognizer.state {
            case .possible: [.began, .ended, .failed, .cancelled, .possible]
            case .began, .changed: [.changed, .changed, .ended, .cancelled]
            default: GestureRecognizer.State.allCases
            }
        guard let state = states.randomElement(using: &recognizerRandom) else { return }
        note("recogniser \(recognizer.number) (\(recognizer.state)) asks for \(state)")
        recognizer.state = state
    }

    /// Drops the model's reference to a recogniser, and makes another.
    private func replace(_ recognizer: any ModelRecognizing) {
        note("replaces recogniser \(recognizer.number)")
        recognizer.view?.removeGestureRecognizer(recognizer)
        recognizers.removeAll { $0 === recognizer }
        addRecognizer()
    }

    func addRecognizer() {
        let recognizer = makeRecognizer()
        watchForLeak(of: recognizer)
        for place in 0...1 {
            recognizer.addAction { [weak self] recognizer in
                guard let self else { return }
                watch.acted(place, recognizer)
                misbehaveInRecognizer()
            }
        }
        if !options.isGentle {
            recognizer.cancelsTouchesInView = chanceOfRecognizers(70)
            recognizer.delaysTouchesBegan = chanceOfRecognizers(30)
            recognizer.delaysTouchesEnded = chanceOfRecognizers(60)
        } else {
            recognizer.cancelsTouchesInView = false
            recognizer.delaysTouchesEnded = false
        }
        recognizer.requiresExclusiveTouchType = chanceOfRecognizers(70)
        if chanceOfRecognizers(10) { recognizer.allowedTouchTypes = [.direct] }
        if chanceOfRecognizers(70) { recognizer.delegate = delegate }
        for other in recognizers where chanceOfRecognizers(15) {
            recognizer.require(toFail: other)
            requirements[recognizer.number, default: []].insert(other.number)
        }
        recognizers.append(recognizer)
        attach(recognizer)
    }

    private func attach(_ recognizer: any ModelRecognizing) {
        anyViewForRecognizers?.addGestureRecognizer(recognizer)
    }

    private var anyViewForRecognizers: View? { views.randomElement(using: &recognizerRandom) }

    private func makeRecognizer() -> any ModelRecognizing {
        let (number, count) = (name(), Int.random(in: 1...3, using: &recognizerRandom))
        switch Int.random(in: 0..<20, using: &recognizerRandom) {
        case 0:
            let tap = ModelTap(self, number)
            tap.numberOfTapsRequired = count
            return tap
        case 1:
            let press = ModelPress(self, number)
            press.minimumPressDuration = .milliseconds(100 * (count - 1))
            press.numberOfTapsRequired = count - 1
            return press
        case 2: return ModelPan(self, number)
        case 3: return ModelSwipe(self, number)
        case 4: return ModelPinch(self, number)
        case 5: return ModelRotation(self, number)
        case 6: return ModelEdge(self, number)
        case 7, 8: return ModelRecognizer(self, number, .lifts(count))
        case 9, 10: return ModelRecognizer(self, number, .moves(count))
        case 11..<14: return ModelRecognizer(self, number, .drags(count))
        case 14, 15: return ModelRecognizer(self, number, .presses(.milliseconds(150 * count)))
        case 16: return ModelRecognizer(self, number, .fails(count))
        default: return ModelRecognizer(self, number, .wild)
        }
    }
}
