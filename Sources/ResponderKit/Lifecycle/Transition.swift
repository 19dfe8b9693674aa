/// One row of the table of transitions: an edge between two states, what causes it, and what happens on it, in order.
///
/// Print ``table`` with ``text(of:)``. A cause begins in one of the rows that ``begins`` says so of, and goes from row to row,
/// from the state there is to the next, until no row of it leads on.
public struct Transition: Hashable, Sendable {
    /// The state that the edge leaves.
    public let from: LifecycleState
    /// The state that it leads to.
    public let to: LifecycleState
    /// What is ordered.
    public let cause: Cause
    /// Whether the cause may begin here; otherwise it only comes by, from another row.
    public let begins: Bool
    /// For which applications the row stands.
    public let condition: Condition
    /// What happens, in order.
    public let steps: [Step]
    /// How long it may take, together with the rows before it that have the same limit; nil for as long as it wants.
    public let limit: TimeLimit?
    /// Where it comes from: the numbers of rules.
    public let source: String

    /// What a host orders.
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

    /// For which applications a row stands.
    public enum Condition: Hashable, Sendable, CaseIterable {
        /// All.
        case always
        /// Those that have a background.
        case multitasking
        /// Those that exit on suspend, by their manifest or since the device has no multitasking.
        case exitsOnSuspend
    }

    /// A thing that happens on an edge.
    public enum Step: Hashable, Sendable {
        /// The state becomes this.
        case enter(LifecycleState)
        /// The delegate is called.
        case call(Call)
        /// A notification is posted.
        case post(Post)
        /// The delegate is told of what the application is launched, or comes to the front, for.
        case deliverEvent
        /// What changed while the application was suspended is told.
        case deliverChanges
        /// Shown windows come on the screen.
        case showWindows
        /// Shown windows leave the screen.
        case hideWindows
        /// Drops what came in while touches were not accepted.
        case dropTouches
        /// Touches are accepted.
        case acceptTouches
        /// Cancels the touches that are down, and accepts no others.
        case cancelTouches
        /// Lets go of the touches that are down, without telling anybody.
        case discardTouches
        /// From now on update passes wait.
        case holdUpdates
        /// The update pass that was held comes, where one was asked for.
        case releaseUpdates
        /// Accessories count as disconnected, which is told of those that are there.
        case disconnectAccessories
        /// Accessories count as disconnected from the beginning: nobody has been told of them.
        case withholdAccessories
        /// Accessories that are there count as connected again.
        case connectAccessories
        /// Sockets that were given to be shut down are.
        case shutDownSockets
        /// No run of the loop goes on.
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
        /// The expiration handler of a background task.
        case backgroundTaskExpiration
    }

    /// A notification to whoever observes it, of those that transitions post.
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
    /// The calls to the delegate, in order, each with the state that the application is in then.
    ///
    /// What depends on an event is not among them: ``Step/deliverEvent`` and ``Step/deliverChanges``.
    public var calls: [(call: Call, state: LifecycleState)] {
        var state = from
        var calls: [(call: Call, state: LifecycleState)] = []
        for step in steps {
            if case .enter(let next) = step { state = next }
            if case .call(let call) = step { calls.append((call, state)) }
        }
        return calls
    }

    /// The row that leads on from `state`, or nil.
    ///
    /// - Parameters:
    ///   - exitsOnSuspend: Whether the application has no background.
    static func row(from state: LifecycleState, cause: Cause, exitsOnSuspend: Bool = false) -> Transition? {
        table.first { $0.from == state && $0.cause == cause && $0.condition.holds(exitsOnSuspend: exitsOnSuspend) }
    }

    /// The states in which a cause may begin, in the order of the table.
    static func startStates(of cause: Cause, exitsOnSuspend: Bool = false) -> [LifecycleState] {
        table.filter { $0.cause == cause && $0.begins && $0.condition.holds(exitsOnSuspend: exitsOnSuspend) }.map(
            \.from
        )
    }
}

extension Transition.Condition {
    func holds(exitsOnSuspend: Bool) -> Bool {
        switch self {
        case .always: true
        case .multitasking: !exitsOnSuspend
        case .exitsOnSuspend: exitsOnSuspend
        }
    }
}
