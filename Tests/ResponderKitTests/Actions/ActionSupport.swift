import ResponderKitTesting

@testable import ResponderCore

extension Action where Sender == View {
    static let ping = Action("ping")
    static let pong = Action("pong")
}

extension Action where Sender == String {
    static let ping = Action("ping")
}

/// A view that performs `ping` and can become first responder.
class PingView: View {
    let name: String
    let log: ResponderLog
    /// Called when the action is performed.
    var onPing: () -> Void = {}

    init(_ name: String, log: ResponderLog) {
        self.name = name
        self.log = log
        super.init(frame: Rect(0, 0, 100, 100))
    }

    override var canBecomeFirstResponder: Bool { true }

    func ping() {
        log.note("\(name).ping")
        onPing()
    }

    override class var actions: ActionTable { [.on(.ping as Action<View>, PingView.ping)] }
}

/// A view that performs nothing and can become first responder.
final class FocusView: View {
    override var canBecomeFirstResponder: Bool { true }
}

/// A view that performs `ping` when it is willing.
final class WillingView: PingView {
    var isWilling = false
    private(set) var senders: [Any?] = []

    override func canPerformAction(_ action: AnyAction, withSender sender: Any?) -> Bool {
        guard action == Action<View>.ping else { return super.canPerformAction(action, withSender: sender) }
        senders.append(sender)
        return isWilling
    }
}

/// A view that names another responder for what it does not perform itself.
final class RedirectingView: View {
    var other: Responder?
    private(set) var asked = 0

    override func target(forAction action: AnyAction, withSender sender: Any?) -> Responder? {
        asked += 1
        return other ?? super.target(forAction: action, withSender: sender)
    }
}

/// A responder outside of any tree, with a next one of its own choice.
final class LooseResponder: Responder {
    var other: Responder?
    override var next: Responder? { other }
}
