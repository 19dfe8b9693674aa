/// A message of a host to an application: an order that changes its state, or a report of an event or a change.
///
/// See ``Application/receive(_:)``. ``Transition/table`` has the effect of each order; a report changes no state.
public enum HostMessage: Hashable, Sendable {
    /// Launch to the foreground.
    case launch(LaunchOptions = LaunchOptions())
    /// Launch straight to the background, with no window on the screen.
    ///
    /// The launch is for an event, or the user may not use the app now (rule A45).
    case launchInBackground(LaunchOptions = LaunchOptions())
    /// The interruption is over: become active.
    case activate
    /// A call, an alert or the app switcher interrupts the application, which stays visible.
    case resignActive
    /// Another application comes to the front, or the screen is locked.
    case enterBackground
    /// Come to the front, for the event if there is one.
    case enterForeground(for: HostEvent? = nil)
    /// Run no more code: the current turn makes no further call.
    ///
    /// The rest of the turn, timers, touches and posts wait for the resume (see ``Application/lifecycleState``).
    ///
    /// The message waits for background tasks; see ``Application/beginBackgroundTask(name:expirationHandler:)``.
    case suspend
    /// Run code in the background again.
    case resume
    /// End, after the delegate's calls for an end.
    case terminate
    /// End at once, without a call: a purge, or a force quit of an application that hangs.
    case kill
    /// An event for the application in its present state.
    ///
    /// An event that brings the application to the front comes with ``enterForeground(for:)``.
    case deliver(HostEvent)
    /// Memory is short.
    case memoryWarning
    /// The device has changed.
    case change(DeviceChange)
}

extension HostMessage {
    /// The cause in ``Transition/table``; nil for a report, which changes no state.
    public var cause: Transition.Cause? {
        switch self {
        case .launch: .launch
        case .launchInBackground: .launchInBackground
        case .activate: .activate
        case .resignActive: .resignActive
        case .enterBackground: .enterBackground
        case .enterForeground: .enterForeground
        case .suspend: .suspend
        case .resume: .resume
        case .terminate: .terminate
        case .kill: .kill
        case .deliver, .memoryWarning, .change: nil
        }
    }

    /// The result of a message that was not refused.
    public enum Reception: Hashable, Sendable {
        /// The message was carried out, with all its calls.
        case performed
        /// The message came inside a callback of the life cycle or a touch handler, is a suspension that background
        /// tasks hold up, or is a change for a suspended application.
        ///
        /// The message is carried out later, or dropped if it is out of place by then.
        case waiting
    }

    /// The refusal of a message by an application.
    public struct Refusal: Error, Hashable {
        /// The message that is not carried out.
        public let message: HostMessage
        /// The state in which the message came.
        public let state: LifecycleState
        /// Why it is not carried out.
        public let reason: Reason

        /// Why a message is refused.
        public enum Reason: Hashable, Sendable {
            /// The message is out of place in this state, and is for an application in one of the `expected` states.
            case wrongState(expected: [LifecycleState])
            /// The application was launched before; a new launch needs a new ``Application``.
            case launchedBefore
            /// The application has no background, because of its manifest or because the device has no multitasking.
            case noMultitasking
            /// The application is suspended or not running, and takes no report of this kind.
            case notListening
        }
    }
}

extension HostMessage: CustomStringConvertible {
    /// The message in words.
    public var description: String {
        switch self {
        case .launch: "launch"
        case .launchInBackground: "launch in background"
        case .activate: "activate"
        case .resignActive: "resign active"
        case .enterBackground: "enter background"
        case .enterForeground(nil): "enter foreground"
        case .enterForeground(let event?): "enter foreground for \(event)"
        case .suspend: "suspend"
        case .resume: "resume"
        case .terminate: "terminate"
        case .kill: "kill"
        case .deliver(let event): "deliver \(event)"
        case .memoryWarning: "memory warning"
        case .change(let change): "change of \(change.kind)"
        }
    }
}

extension HostMessage.Refusal: CustomStringConvertible {
    /// The message, the state and the reason, with the states or the step that would be right.
    public var description: String {
        "\"\(message)\" is refused while the application is \(state): \(reason)"
    }
}

extension HostMessage.Refusal.Reason: CustomStringConvertible {
    /// The reason in words.
    public var description: String {
        switch self {
        case .wrongState(let expected):
            "the application must be \(expected.map(\.description).joined(separator: " or "))"
        case .launchedBefore: "an application is launched once; make a new one"
        case .noMultitasking:
            "there is no background where the device has no multitasking, or the manifest says that the app exits on "
                + "suspend"
        case .notListening: "the application must run; resume or launch it first"
        }
    }
}
