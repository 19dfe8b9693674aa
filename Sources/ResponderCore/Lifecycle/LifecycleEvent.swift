public import ResponderEventLoop

/// An event in an application's life, as reported to ``Application/onLifecycleEvent``.
public struct LifecycleEvent: Hashable, Sendable {
    /// The time, on the loop's clock.
    public let time: MainRunLoop.Instant
    /// The state of the application at that time; for ``Kind/entered``, the new state.
    public let state: LifecycleState
    /// What happens.
    public let kind: Kind

    /// What happens.
    public enum Kind: Hashable, Sendable {
        /// The state has changed.
        case entered
        /// The delegate is about to be called, or would be, if the application had one.
        case call(Transition.Call)
        /// A notification of that name is about to be posted.
        case post(String)
        /// Snapshots of this number of shown windows were taken (``Application/windowSnapshots``).
        case snapshot(windows: Int)
        /// The state was not saved or not restored, wholly or in part; the application goes on.
        case stateError(StateError)
        /// A message that waited, or that came by the port, is out of place, and is dropped.
        case refused(HostMessage.Refusal)
        /// The application has ended.
        case ended(EndReason)
    }

    /// Why an application has ended.
    public enum EndReason: Hashable, Sendable {
        /// An order ended the application, or the application exited instead of entering the background.
        case terminated
        /// The application was ended without a call: by ``HostMessage/kill``, or by an order to end while it was
        /// suspended.
        case killed
        /// A callback exceeded its limit.
        case overLimit(TimeLimit)
        /// The background task of that name was still open when the time was over.
        case backgroundTaskOpen(String)
        /// The application held the shared resource of that name when it was suspended.
        case heldResource(String)
        /// The application drew in the background.
        case drewInBackground
    }
}

extension LifecycleEvent: CustomStringConvertible {
    /// The event as a line: `0.000000 s  D didBecomeActive [active]`.
    public var description: String { "\(time)  \(text)" }

    /// The event without its time: `D didBecomeActive [active]`.
    package var text: String {
        switch kind {
        case .entered: "state: \(state)"
        case .call(let call): "D \(call) [\(state)]"
        case .post(let name): "N \(name) [\(state)]"
        case .snapshot(let windows): LifecycleEvent.text(ofSnapshotOf: windows)
        case .stateError(let error): "\(error)"
        case .refused(let refusal): "refused: \(refusal)"
        case .ended(let reason): "ended: \(reason)"
        }
    }
}

extension LifecycleEvent {
    /// A snapshot of a number of windows in words, as in the description of an event: `snapshot of 2 windows`.
    package static func text(ofSnapshotOf windows: Int) -> String {
        "snapshot of \(windows == 1 ? "a window" : "\(windows) windows")"
    }
}

extension LifecycleEvent.EndReason {
    /// The status with which the entry point exits for this reason, unless an order to end named another
    /// (``Application/terminate(status:)``).
    ///
    /// - 0 for ``terminated``;
    /// - 137, the status that a shell reports for a process that SIGKILL ended, for ``killed``;
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
