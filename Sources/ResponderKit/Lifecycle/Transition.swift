/// One row of the table of transitions: an edge between two states, what causes it, and what happens on it, in order.
struct Transition: Equatable {
    /// What a host orders.
    enum Cause: Hashable, CaseIterable {
        case launch
        case terminate
    }

    /// A thing that happens on an edge.
    enum Step: Hashable {
        /// A call to the delegate.
        enum Call: Hashable {
            case willFinishLaunching
            case didFinishLaunching
            case didBecomeActive
            case willResignActive
            case didEnterBackground
            case willTerminate
        }

        /// A notification to whoever observes it.
        enum Post: Hashable {
            case didFinishLaunching
            case didBecomeActive
            case willResignActive
            case didEnterBackground
            case willTerminate
        }

        case enter(LifecycleState)
        case call(Call)
        case post(Post)
        case showWindows
        case hideWindows
        /// Drops what came in while touches were not accepted.
        case dropTouches
        case acceptTouches
        /// Cancels the touches that are down, and accepts no others.
        case cancelTouches
        case stopLoop
    }

    let from: LifecycleState
    let to: LifecycleState
    let cause: Cause
    let steps: [Step]
}

extension Transition {
    /// The table.
    ///
    /// A cause goes from row to row, from the state there is to the next, until no row leads on.
    ///
    /// Sources: SEMANTICS 9.2 for which comes first, 9.3 for the state that each call sees, sequence 1 of 9.4 for the
    /// launch, A3 for a host's order to end.
    static let table: [Transition] = [
        Transition(
            from: .notRunning,
            to: .inactive,
            cause: .launch,
            steps: [
                .enter(.inactive),
                .call(.willFinishLaunching), .call(.didFinishLaunching), .post(.didFinishLaunching),
                .showWindows,
            ]
        ),
        Transition(
            from: .inactive,
            to: .active,
            cause: .launch,
            steps: [
                .dropTouches, .enter(.active), .call(.didBecomeActive), .post(.didBecomeActive), .acceptTouches,
            ]
        ),
        Transition(
            from: .active,
            to: .inactive,
            cause: .terminate,
            steps: [.call(.willResignActive), .post(.willResignActive), .cancelTouches, .enter(.inactive)]
        ),
        Transition(
            from: .inactive,
            to: .background,
            cause: .terminate,
            steps: [.hideWindows, .enter(.background), .call(.didEnterBackground), .post(.didEnterBackground)]
        ),
        Transition(
            from: .background,
            to: .notRunning,
            cause: .terminate,
            steps: [.call(.willTerminate), .post(.willTerminate), .enter(.notRunning), .stopLoop]
        ),
    ]

    /// The row that leads on from `state`.
    static func row(from state: LifecycleState, cause: Cause) -> Transition? {
        table.first { $0.from == state && $0.cause == cause }
    }
}
