/// One row of the table of transitions: an edge between two states, its cause, and its steps in order.
///
/// Print ``table`` with ``text(of:)``. A transition begins with a row for its cause whose ``begins`` is true. It
/// continues with the row for the same cause that leads on from the new state, until there is none.
public struct Transition: Hashable, Sendable {
    /// The state that the edge leaves.
    public let from: LifecycleState
    /// The state that the edge leads to.
    public let to: LifecycleState
    /// The order that causes the transition.
    public let cause: Cause
    /// Whether the transition may begin with this row; otherwise the row only follows another.
    public let begins: Bool
    /// The applications that the row is for.
    public let condition: Condition
    /// The steps, in order.
    public let steps: [Step]
    /// The time limit, nil for none; consecutive rows with the same limit share its time.
    public let limit: TimeLimit?
    /// The numbers of the rules that the row follows.
    public let source: String

    /// An order of a host.
    public enum Cause: Hashable, Sendable, CaseIterable {
        /// ``HostMessage/launch(_:)``.
        case launch
        /// ``HostMessage/launchInBackground(_:)``.
        case launchInBackground
        /// ``HostMessage/activate``.
        case activate
        /// ``HostMessage/resignActive``.
        case resignActive
        /// ``HostMessage/enterBackground``.
        case enterBackground
        /// ``HostMessage/enterForeground(for:)``.
        case enterForeground
        /// ``HostMessage/suspend``.
        case suspend
        /// ``HostMessage/resume``.
        case resume
        /// ``HostMessage/terminate``.
        case terminate
        /// ``HostMessage/kill``.
        case kill
    }

    /// The applications that a row is for.
    public enum Condition: Hashable, Sendable, CaseIterable {
        /// All.
        case always
        /// Applications that go on in the background.
        case multitasking
        /// Applications that exit on suspend without entering the background (``Manifest/entersBackgroundBeforeExit``),
        /// and all applications on a device without multitasking.
        case exitsAtOnce
        /// Applications that exit on suspend after they have entered the background.
        case exitsInBackground
        /// Applications that enter the background, to go on or to end there.
        case entersBackground
    }

    /// Where an application goes when it leaves the foreground.
    enum Leaving: Hashable, Sendable, CaseIterable {
        case goesOn, endsAtOnce, endsInBackground
    }

    /// One step of a transition.
    public enum Step: Hashable, Sendable {
        /// The application enters this state.
        case enter(LifecycleState)
        /// The delegate is called.
        case call(Call)
        /// A notification is posted.
        case post(Post)
        /// The delegate gets the event for which the application is launched or comes to the front.
        case deliverEvent
        /// The application gets the changes that came while it was suspended.
        case deliverChanges
        /// The main interface's window, if there is one, is shown and becomes the key window.
        case showMainInterface
        /// The interface takes the device's orientation, if the app supports it (``Application/interfaceOrientation``).
        case rotateInterface
        /// Shown windows come on the screen.
        case showWindows
        /// Shown windows leave the screen.
        case hideWindows
        /// Touches that came in while none were accepted are dropped.
        case dropTouches
        /// Touches are accepted.
        case acceptTouches
        /// The touches that are down are cancelled, and no others are accepted.
        case cancelTouches
        /// The touches that are down are discarded, without a cancel, and no others are accepted.
        case discardTouches
        /// From now on update passes wait.
        case holdUpdates
        /// The held update pass runs, if a pass was requested.
        case releaseUpdates
        /// The application's state is saved, if it has a store and the delegate agrees (``Application/stateStore``).
        case saveState
        /// What has changed since the last saving is saved, if the application saves its state continuously
        /// (``Application/savesStateContinuously``).
        case saveChangedState
        /// The saved state is restored, if there is one and the delegate agrees.
        case restoreState
        /// The restoration has gone well: should the app crash from now on, the next launch restores again.
        case endRestoration
        /// Snapshots of the shown windows are taken (``Application/windowSnapshots``).
        case takeSnapshots
        /// Views and the embedder free drawings (``Application/onReleaseBackingStores``).
        case releaseBackingStores
        /// The connected accessories count as disconnected, with a notification.
        case disconnectAccessories
        /// The connected accessories count as disconnected from the beginning, without a notification.
        case withholdAccessories
        /// The connected accessories count as connected again, with a notification.
        case connectAccessories
        /// The sockets that the app has named are shut down (``Application/shutDownAtSuspension(_:)``).
        case shutDownSockets
        /// All runs of the loop end.
        case stopLoop
    }

    /// A call to the delegate.
    public enum Call: Hashable, Sendable, CaseIterable {
        /// `application(_:willFinishLaunchingWithOptions:)`.
        case willFinishLaunching
        /// `application(_:didFinishLaunchingWithOptions:)`.
        case didFinishLaunching
        /// `applicationDidBecomeActive(_:)`.
        case didBecomeActive
        /// `applicationWillResignActive(_:)`.
        case willResignActive
        /// `applicationDidEnterBackground(_:)`.
        case didEnterBackground
        /// `applicationWillEnterForeground(_:)`.
        case willEnterForeground
        /// `applicationWillTerminate(_:)`.
        case willTerminate
        /// `application(_:open:options:)`.
        case openURL
        /// `application(_:didReceiveRemoteNotification:)`.
        case didReceiveRemoteNotification
        /// `application(_:didReceive:)`.
        case didReceiveLocalNotification
        /// `application(_:performFetchWithCompletionHandler:)`.
        case performFetch
        /// `applicationDidReceiveMemoryWarning(_:)`.
        case didReceiveMemoryWarning
        /// `applicationSignificantTimeChange(_:)`.
        case significantTimeChange
        /// `applicationProtectedDataWillBecomeUnavailable(_:)`.
        case protectedDataWillBecomeUnavailable
        /// `applicationProtectedDataDidBecomeAvailable(_:)`.
        case protectedDataDidBecomeAvailable
        /// `application(_:shouldSaveApplicationState:)`.
        case shouldSaveApplicationState
        /// `application(_:willEncodeRestorableStateWith:)`.
        case willEncodeRestorableState
        /// `application(_:shouldRestoreApplicationState:)`.
        case shouldRestoreApplicationState
        /// `application(_:viewControllerWithRestorationIdentifierPath:coder:)`.
        case viewControllerWithRestorationIdentifierPath
        /// `application(_:didDecodeRestorableStateWith:)`.
        case didDecodeRestorableState
        /// The expiration handler of a background task.
        case backgroundTaskExpiration
    }

    /// A notification that transitions post.
    public enum Post: Hashable, Sendable, CaseIterable {
        /// ``Application/DidFinishLaunching``.
        case didFinishLaunching
        /// ``Application/DidBecomeActive``.
        case didBecomeActive
        /// ``Application/WillResignActive``.
        case willResignActive
        /// ``Application/DidEnterBackground``.
        case didEnterBackground
        /// ``Application/WillEnterForeground``.
        case willEnterForeground
        /// ``Application/WillTerminate``.
        case willTerminate

        /// The notification's name.
        public var name: String {
            switch self {
            case .didFinishLaunching: Application.DidFinishLaunching.name
            case .didBecomeActive: Application.DidBecomeActive.name
            case .willResignActive: Application.WillResignActive.name
            case .didEnterBackground: Application.DidEnterBackground.name
            case .willEnterForeground: Application.WillEnterForeground.name
            case .willTerminate: Application.WillTerminate.name
            }
        }
    }
}

extension Transition {
    /// The calls to the delegate, in order, each with the state of the application at the call.
    ///
    /// The calls of ``Step/deliverEvent`` and ``Step/deliverChanges`` depend on the event, those of ``Step/saveState``
    /// and ``Step/restoreState`` on the app, and are not included.
    ///
    /// - Complexity: Linear in the steps; allocates the array.
    public var calls: [(call: Call, state: LifecycleState)] {
        var state = from
        var calls: [(call: Call, state: LifecycleState)] = []
        for step in steps {
            if case .enter(let next) = step { state = next }
            if case .call(let call) = step { calls.append((call, state)) }
        }
        return calls
    }

    /// The row that leaves `state`, or nil.
    ///
    /// - Parameters:
    ///   - leaving: Where the application goes when it leaves the foreground.
    static func row(from state: LifecycleState, cause: Cause, leaving: Leaving = .goesOn) -> Transition? {
        table.first { $0.from == state && $0.cause == cause && $0.condition.holds(for: leaving) }
    }

    /// The states in which a transition with this cause may begin, in the order of the table.
    static func startStates(of cause: Cause, leaving: Leaving = .goesOn) -> [LifecycleState] {
        table.filter { $0.cause == cause && $0.begins && $0.condition.holds(for: leaving) }.map(\.from)
    }
}

extension Transition.Condition {
    func holds(for leaving: Transition.Leaving) -> Bool {
        switch self {
        case .always: true
        case .multitasking: leaving == .goesOn
        case .exitsAtOnce: leaving == .endsAtOnce
        case .exitsInBackground: leaving == .endsInBackground
        case .entersBackground: leaving != .endsAtOnce
        }
    }
}
