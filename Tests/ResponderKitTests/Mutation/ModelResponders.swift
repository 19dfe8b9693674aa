import ResponderKit

// The responders of the model: each tells it what it hears, does something, and keeps the message or passes it on.

/// What a responder does with a message.
enum Manner {
    case keeps, passesOnFirst, passesOnLast
}

/// A responder that the model knows by a number.
@MainActor
protocol ModelNamed {
    var name: Int { get }
}

extension GuaranteeModel {
    /// What a handler does.
    func act(_ phase: Touch.Phase, _ touches: TouchSet, _ responder: Int, _ manner: Manner, passOn: () -> Void) {
        heard(phase, touches, by: responder)
        if manner == .passesOnFirst { passOn() }
        misbehave()
        if manner == .passesOnLast { passOn() }
    }
}

final class ModelView: View, ModelNamed {
    private weak var model: GuaranteeModel?
    let name: Int
    private let manner: Manner

    init(_ model: GuaranteeModel, _ name: Int, _ manner: Manner, frame: Rect) {
        self.model = model
        self.name = name
        self.manner = manner
        super.init(frame: frame)
    }

    override func touchesBegan(_ touches: TouchSet, with event: Event) {
        model?.act(.began, touches, name, manner) { super.touchesBegan(touches, with: event) }
    }
    override func touchesMoved(_ touches: TouchSet, with event: Event) {
        model?.act(.moved, touches, name, manner) { super.touchesMoved(touches, with: event) }
    }
    override func touchesEnded(_ touches: TouchSet, with event: Event) {
        model?.act(.ended, touches, name, manner) { super.touchesEnded(touches, with: event) }
    }
    override func touchesCancelled(_ touches: TouchSet, with event: Event) {
        model?.act(.cancelled, touches, name, manner) { super.touchesCancelled(touches, with: event) }
    }
}

final class ModelResponder: Responder, ModelNamed {
    private weak var model: GuaranteeModel?
    let name: Int
    private let manner: Manner

    init(_ model: GuaranteeModel, _ name: Int, _ manner: Manner) {
        self.model = model
        self.name = name
        self.manner = manner
        super.init()
    }

    override func touchesBegan(_ touches: TouchSet, with event: Event) {
        model?.act(.began, touches, name, manner) { super.touchesBegan(touches, with: event) }
    }
    override func touchesMoved(_ touches: TouchSet, with event: Event) {
        model?.act(.moved, touches, name, manner) { super.touchesMoved(touches, with: event) }
    }
    override func touchesEnded(_ touches: TouchSet, with event: Event) {
        model?.act(.ended, touches, name, manner) { super.touchesEnded(touches, with: event) }
    }
    override func touchesCancelled(_ touches: TouchSet, with event: Event) {
        model?.act(.cancelled, touches, name, manner) { super.touchesCancelled(touches, with: event) }
    }
}

final class ModelController: ViewController, ModelNamed {
    private weak var model: GuaranteeModel?
    let name: Int
    private let manner: Manner

    init(_ model: GuaranteeModel, _ name: Int, _ manner: Manner) {
        self.model = model
        self.name = name
        self.manner = manner
        super.init()
    }

    override func touchesBegan(_ touches: TouchSet, with event: Event) {
        model?.act(.began, touches, name, manner) { super.touchesBegan(touches, with: event) }
    }
    override func touchesMoved(_ touches: TouchSet, with event: Event) {
        model?.act(.moved, touches, name, manner) { super.touchesMoved(touches, with: event) }
    }
    override func touchesEnded(_ touches: TouchSet, with event: Event) {
        model?.act(.ended, touches, name, manner) { super.touchesEnded(touches, with: event) }
    }
    override func touchesCancelled(_ touches: TouchSet, with event: Event) {
        model?.act(.cancelled, touches, name, manner) { super.touchesCancelled(touches, with: event) }
    }
}

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

final class ModelWindow: Window {
    weak var model: GuaranteeModel?
    override func sendEvent(_ event: Event) {
        if model?.passesOn() ?? true { super.sendEvent(event) }
    }
}

final class ModelApplication: Application {
    weak var model: GuaranteeModel?
    override func sendEvent(_ event: Event) {
        if model?.passesOn() ?? true { super.sendEvent(event) }
    }
}
