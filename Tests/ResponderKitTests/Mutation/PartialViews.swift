import ModelResponders
import ResponderKit

// Views of the model that handle some of the messages, or none.

/// Handles began alone, and passes it on: of the other messages it is skipped.
final class ModelBeganView: View {
    private weak var model: GuaranteeModel?

    init(_ model: GuaranteeModel, frame: Rect) {
        self.model = model
        super.init(frame: frame)
    }

    override func touchesBegan(_ touches: TouchSet, with event: Event) {
        model?.misbehave()
        super.touchesBegan(touches, with: event)
    }
}

/// Handles began and moved, and passes them on.
final class ModelMovingView: View {
    private weak var model: GuaranteeModel?

    init(_ model: GuaranteeModel, frame: Rect) {
        self.model = model
        super.init(frame: frame)
    }

    override func touchesBegan(_ touches: TouchSet, with event: Event) {
        super.touchesBegan(touches, with: event)
        model?.misbehave()
    }
    override func touchesMoved(_ touches: TouchSet, with event: Event) {
        model?.misbehave()
        super.touchesMoved(touches, with: event)
    }
}

/// Handles nothing, and names a responder that is in no tree as its next.
final class DetourView: View {
    private let detour: ModelResponder

    init(_ model: GuaranteeModel, _ name: Int, frame: Rect) {
        detour = ModelResponder(model, name, .keeps)
        super.init(frame: frame)
    }

    override var next: Responder? { detour }
}
