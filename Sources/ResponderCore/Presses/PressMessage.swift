/// The four messages about presses.
package enum PressMessage {
    case began, changed, ended, cancelled

    var member: Overrides {
        switch self {
        case .began: .pressesBegan
        case .changed: .pressesChanged
        case .ended: .pressesEnded
        case .cancelled: .pressesCancelled
        }
    }

    @MainActor
    func call(_ responder: Responder, _ presses: PressSet, _ event: PressesEvent) {
        switch self {
        case .began: responder.pressesBegan(presses, with: event)
        case .changed: responder.pressesChanged(presses, with: event)
        case .ended: responder.pressesEnded(presses, with: event)
        case .cancelled: responder.pressesCancelled(presses, with: event)
        }
    }
}

extension RecordPointer {
    /// Whether the responder handles began: only such responders are recipients of presses, and members of their paths.
    var handlesPresses: Bool { pointee.type.pointee.declared.contains(.pressesBegan) }
}
