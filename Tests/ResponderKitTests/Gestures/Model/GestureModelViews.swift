import ModelResponders
import ResponderKit

// The views of the model, and the delegate of its recognisers.

extension GestureModel {
    /// What a view's touch method does.
    func act(_ phase: Touch.Phase, _ touches: TouchSet, _ view: GestureModelView, passOn: () -> Void) {
        watch.heard(phase, touches, by: view)
        watch.runningHandlers += 1
        defer { watch.runningHandlers -= 1 }
        if view.manner == .passesOnFirst { passOn() }
        misbehave()
        if view.manner == .passesOnLast { passOn() }
    }
}

final class GestureModelView: View {
    let number: Int
    let manner: Manner
    private weak var model: GestureModel?

    init(_ model: GestureModel, _ number: Int, _ manner: Manner, frame: Rect) {
        (self.model, self.number, self.manner) = (model, number, manner)
        super.init(frame: frame)
    }

    override func touchesBegan(_ touches: TouchSet, with event: Event) {
        model?.act(.began, touches, self) { super.touchesBegan(touches, with: event) }
    }
    override func touchesMoved(_ touches: TouchSet, with event: Event) {
        model?.act(.moved, touches, self) { super.touchesMoved(touches, with: event) }
    }
    override func touchesEnded(_ touches: TouchSet, with event: Event) {
        model?.act(.ended, touches, self) { super.touchesEnded(touches, with: event) }
    }
    override func touchesCancelled(_ touches: TouchSet, with event: Event) {
        model?.act(.cancelled, touches, self) { super.touchesCancelled(touches, with: event) }
    }

    override func gestureRecognizerShouldBegin(_ recognizer: GestureRecognizer) -> Bool {
        model?.mayBegin(recognizer) ?? true
    }
}

@MainActor
final class GestureModelDelegate: GestureRecognizerDelegate {
    weak var model: GestureModel?

    func gestureRecognizerShouldBegin(_ recognizer: GestureRecognizer) -> Bool { model?.mayBegin(recognizer) ?? true }

    func gestureRecognizer(
        _ recognizer: GestureRecognizer,
        shouldRecognizeSimultaneouslyWith other: GestureRecognizer
    ) -> Bool {
        defer { model?.misbehaveInRecognizer() }
        return model?.answer(.isSimultaneous, recognizer, other) ?? false
    }

    func gestureRecognizer(_ recognizer: GestureRecognizer, shouldRequireFailureOf other: GestureRecognizer) -> Bool {
        defer { model?.misbehaveInRecognizer() }
        return model?.answer(.requires, recognizer, other) ?? false
    }

    func gestureRecognizer(_ recognizer: GestureRecognizer, shouldBeRequiredToFailBy other: GestureRecognizer) -> Bool {
        defer { model?.misbehaveInRecognizer() }
        return model?.answer(.requires, other, recognizer) ?? false
    }

    func gestureRecognizer(_ recognizer: GestureRecognizer, shouldReceive event: Event) -> Bool {
        model?.misbehaveInRecognizer()
        return !(model?.chanceOfRecognizers(3) ?? false)
    }

    func gestureRecognizer(_ recognizer: GestureRecognizer, shouldReceive touch: Touch) -> Bool {
        model?.takes(touch, recognizer) ?? true
    }
}
