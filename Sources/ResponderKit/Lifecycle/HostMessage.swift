/// What a host tells an application: orders that change its state, and news.
///
/// See ``Application/receive(_:)``. ``Transition/table`` says what each order makes; news are told in whatever state the
/// application runs in.
public enum HostMessage: Hashable, Sendable {
    /// Launch to the foreground.
    case launch(LaunchOptions = LaunchOptions())
    /// Launch straight to the background, with no window on the screen: for an event, or since the app may not be used now
    /// (rule A45).
    case launchInBackground(LaunchOptions = LaunchOptions())
    /// What interrupted the application is over.
    case activate
    /// Something interrupts the application, which stays visible: a call, an alert, the app switcher.
    case resignActive
    /// Another application comes to the front, or the screen is locked.
    case enterBackground
    /// Come to the front, for that event where there is one.
    case enterForeground(for: HostEvent? = nil)
    /// Run no more code: all runs of the loop end, and what the turn under way had still to do waits for the resume.
    ///
    /// It waits for background tasks; see ``Application/beginBackgroundTask(name:expirationHandler:)``.
    case suspend
    /// Run code in the background again.
    case resume
    /// End, and be told so.
    case terminate
    /// End at once, without being told: a purge, or a force quit of something that hangs.
    case kill
    /// An event, for the application as it is now. What brings it to the front comes with ``enterForeground(for:)``.
    case deliver(HostEvent)
    /// Memory is short.
    case memoryWarning
    /// The device has changed.
    case change(DeviceChange)
}

extension HostMessage {
    /// What the message causes, by ``Transition/table``; nil for news, which change no state.
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

    /// What became of a message that was not refused.
    public enum Reception: Hashable, Sendable {
        /// It was carried out, with all calls that it makes.
        case performed
        /// It came inside a callback of the life cycle, inside a touch handler, or while background tasks hold up the
        /// suspension: it is carried out when that is over, or dropped where it is out of place by then.
        case waiting
    }

    /// Why an application does not do what a message says.
    public struct Refusal: Error, Hashable {
        /// The message.
        public let message: HostMessage
        /// The state in which it came.
        public let state: LifecycleState
        /// The reason.
        public let reason: Reason

        /// Why a message is refused.
        public enum Reason: Hashable, Sendable {
            /// No row of the table begins with this message in this state; it is for these.
            case wrongState(expected: [LifecycleState])
            /// The application was launched before: a new launch is a new ``Application``.
            case launchedBefore
            /// There is no background without multitasking.
            case noMultitasking
            /// A suspended application hears this at no time, and an ended one nothing.
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
    /// The message, the state, why the two do not go together, and what would.
    public var description: String {
        "\"\(message)\" is refused while the application is \(state): \(reason)"
    }
}

extension HostMessage.Refusal.Reason: CustomStringConvertible {
    /// The reason in words.
    public var description: String {
        switch self {
        case .wrongState(let expected):
            "it is for one that is \(expected.map(\.description).joined(separator: " or "))"
        case .launchedBefore: "an application is launched once; make a new one"
        case .noMultitasking:
            "there is no background where the device has no multitasking, or the manifest says that the app exits on suspend"
        case .notListening: "it is for one that runs; resume or launch it first"
        }
    }
}
