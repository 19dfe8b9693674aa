public import ResponderEventLoop

/// Something in an application's life, as it happens: what ``Application/onLifecycleEvent`` is told.
public struct LifecycleEvent: Hashable, Sendable {
    /// When, on the loop's clock.
    public let time: MainRunLoop.Instant
    /// The state that the application is in then; for ``Kind/entered``, the new one.
    public let state: LifecycleState
    /// What happens.
    public let kind: Kind

    /// What happens.
    public enum Kind: Hashable, Sendable {
        /// The state has become another.
        case entered
        /// The delegate is about to be called; or would be, where there is none.
        case call(Transition.Call)
        /// A notification of that name is about to be posted.
        case post(String)
        /// A message that waited is out of place by now, and is dropped.
        case refused(HostMessage.Refusal)
        /// The application has ended.
        case ended(EndReason)
    }

    /// Why an application has ended.
    public enum EndReason: Hashable, Sendable {
        /// It was told to end, or came to where it has no background.
        case terminated
        /// It was ended without being told, also by an order to end that came while it was suspended.
        case killed
        /// It took too long.
        case overLimit(TimeLimit)
        /// A background task was still open when the time was over; its name.
        case backgroundTaskOpen(String)
        /// It held something shared when it was suspended; its name.
        case heldResource(String)
        /// It drew in the background.
        case drewInBackground
    }
}

extension LifecycleEvent: CustomStringConvertible {
    /// The event as a line: `0.000000 s  D didBecomeActive [active]`.
    public var description: String {
        let text =
            switch kind {
            case .entered: "state: \(state)"
            case .call(let call): "D \(call) [\(state)]"
            case .post(let name): "N \(name) [\(state)]"
            case .refused(let refusal): "refused: \(refusal)"
            case .ended(let reason): "ended: \(reason)"
            }
        return "\(time)  \(text)"
    }
}

extension LifecycleEvent.EndReason {
    /// The status with which the entry point exits for this reason, where nothing was said to
    /// ``Application/terminate(status:)``.
    ///
    /// - 0 for ``terminated``;
    /// - 137, a shell's number for a process that SIGKILL ended, for ``killed``;
    /// - 70 (`EX_SOFTWARE` of sysexits.h) for ``overLimit(_:)`` and ``backgroundTaskOpen(_:)``;
    /// - 77 (`EX_NOPERM`) for ``heldResource(_:)`` and ``drewInBackground``.
    public var exitStatus: Int32 {
        switch self {
        case .terminated: 0
        case .killed: 137
        case .overLimit, .backgroundTaskOpen: 70
        case .heldResource, .drewInBackground: 77
        }
    }
}

extension LifecycleEvent.EndReason: CustomStringConvertible {
    /// The reason in words.
    public var description: String {
        switch self {
        case .terminated: "terminated"
        case .killed: "killed"
        case .overLimit(let limit): "over the limit \"\(limit)\""
        case .backgroundTaskOpen(let name): "background task \"\(name)\" was still open"
        case .heldResource(let name): "it held \"\(name)\" when it was suspended"
        case .drewInBackground: "it drew in the background"
        }
    }
}
