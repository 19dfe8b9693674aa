package import ResponderKit

// Responders of random models, in tests and in fuzzers: each tells its model what it hears, lets the model do
// something, and keeps the message or passes it on, in the same way for all four messages (rule R11).

/// What a responder does with a message.
package enum Manner {
    case keeps, passesOnFirst, passesOnLast

    /// The manner of a random number below 10: most responders keep messages.
    package init(ofTen number: Int) {
        self =
            switch number {
            case 0..<6: .keeps
            case 6, 7: .passesOnFirst
            default: .passesOnLast
            }
    }
}

/// A model that may keep events from windows and applications.
@MainActor
package protocol EventModel: AnyObject {
    /// Whether a window or an application passes on an event that it is to send.
    func passesOn(_ event: Event) -> Bool
}

/// A model that also hears of what its responders get.
@MainActor
package protocol TouchModel: EventModel {
    /// Called first in each handler, with the responder's name.
    func heard(_ phase: Touch.Phase, _ touches: TouchSet, _ event: Event, by responder: Int)
    /// Does something random in a handler.
    func misbehave()
}

/// A responder that its model knows by a number.
@MainActor
package protocol ModelNamed {
    var name: Int { get }
}

/// How a responder stands to its model.
@MainActor
private struct Part {
    weak var model: (any TouchModel)?
    let name: Int
    let manner: Manner

    func handle(_ phase: Touch.Phase, _ touches: TouchSet, _ event: Event, passOn: () -> Void) {
        guard let model else { return }
        model.heard(phase, touches, event, by: name)
        if manner == .passesOnFirst { passOn() }
        model.misbehave()
        if manner == .passesOnLast { passOn() }
    }
}

package final class ModelView: View, ModelNamed {
    private let part: Part
    package var name: Int { part.name }

    package init(_ model: any TouchModel, _ name: Int, _ manner: Manner, frame: Rect) {
        part = Part(model: model, name: name, manner: manner)
        super.init(frame: frame)
    }

    package override func touchesBegan(_ touches: TouchSet, with event: Event) {
        part.handle(.began, touches, event) { super.touchesBegan(touches, with: event) }
    }
    package override func touchesMoved(_ touches: TouchSet, with event: Event) {
        part.handle(.moved, touches, event) { super.touchesMoved(touches, with: event) }
    }
    package override func touchesEnded(_ touches: TouchSet, with event: Event) {
        part.handle(.ended, touches, event) { super.touchesEnded(touches, with: event) }
    }
    package override func touchesCancelled(_ touches: TouchSet, with event: Event) {
        part.handle(.cancelled, touches, event) { super.touchesCancelled(touches, with: event) }
    }
}

package final class ModelController: ViewController, ModelNamed {
    private let part: Part
    package var name: Int { part.name }

    package init(_ model: any TouchModel, _ name: Int, _ manner: Manner) {
        part = Part(model: model, name: name, manner: manner)
        super.init()
    }

    package override func touchesBegan(_ touches: TouchSet, with event: Event) {
        part.handle(.began, touches, event) { super.touchesBegan(touches, with: event) }
    }
    package override func touchesMoved(_ touches: TouchSet, with event: Event) {
        part.handle(.moved, touches, event) { super.touchesMoved(touches, with: event) }
    }
    package override func touchesEnded(_ touches: TouchSet, with event: Event) {
        part.handle(.ended, touches, event) { super.touchesEnded(touches, with: event) }
    }
    package override func touchesCancelled(_ touches: TouchSet, with event: Event) {
        part.handle(.cancelled, touches, event) { super.touchesCancelled(touches, with: event) }
    }
}

/// A responder outside of the tree: somebody's next responder, or the application's delegate at the end of the chain.
package final class ModelResponder: Responder, ModelNamed, ApplicationDelegate {
    private let part: Part
    package var name: Int { part.name }

    package override convenience init() { self.init(nil, 0, .keeps) }

    package init(_ model: (any TouchModel)?, _ name: Int, _ manner: Manner) {
        part = Part(model: model, name: name, manner: manner)
        super.init()
    }

    package override func touchesBegan(_ touches: TouchSet, with event: Event) {
        part.handle(.began, touches, event) { super.touchesBegan(touches, with: event) }
    }
    package override func touchesMoved(_ touches: TouchSet, with event: Event) {
        part.handle(.moved, touches, event) { super.touchesMoved(touches, with: event) }
    }
    package override func touchesEnded(_ touches: TouchSet, with event: Event) {
        part.handle(.ended, touches, event) { super.touchesEnded(touches, with: event) }
    }
    package override func touchesCancelled(_ touches: TouchSet, with event: Event) {
        part.handle(.cancelled, touches, event) { super.touchesCancelled(touches, with: event) }
    }
}

/// A window that keeps an event to itself when its model says so.
package final class ModelWindow: Window {
    package weak var model: (any EventModel)?

    package override func sendEvent(_ event: Event) {
        if model?.passesOn(event) ?? true { super.sendEvent(event) }
    }
}

/// An application that keeps an event to itself when its model says so.
package final class ModelApplication: Application {
    package weak var model: (any EventModel)?

    package override func sendEvent(_ event: Event) {
        if model?.passesOn(event) ?? true { super.sendEvent(event) }
    }
}
