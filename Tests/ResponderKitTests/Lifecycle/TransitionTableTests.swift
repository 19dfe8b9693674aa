import Testing

@testable import ResponderKit

@Suite("The table of transitions")
struct TransitionTableTests {
    private typealias Step = Transition.Step

    /// The states that a cause leads through, from `state` on.
    private func path(from state: LifecycleState, _ cause: Transition.Cause) -> [LifecycleState] {
        var path = [state]
        while let last = path.last, let row = Transition.row(from: last, cause: cause) {
            path.append(row.to)
            if path.count > LifecycleState.allCases.count { break }
        }
        return path
    }

    // Rules: A1, A3.
    @Test("rows connect: each cause leads from each state to where it is documented to")
    func paths() {
        #expect(path(from: .notRunning, .launch) == [.notRunning, .inactive, .active])
        #expect(path(from: .active, .launch) == [.active])
        #expect(path(from: .background, .launch) == [.background])
        #expect(path(from: .active, .terminate) == [.active, .inactive, .background, .notRunning])
        #expect(path(from: .inactive, .terminate) == [.inactive, .background, .notRunning])
        #expect(path(from: .background, .terminate) == [.background, .notRunning])
        #expect(path(from: .notRunning, .terminate) == [.notRunning])
    }

    // Rules: A3.
    @Test("no edge skips inactive between active and background, and no two rows compete")
    func edges() {
        let edges = Transition.table.map { [$0.from, $0.to] }
        #expect(!edges.contains([.active, .background]))
        #expect(!edges.contains([.background, .active]))
        for cause in Transition.Cause.allCases {
            for state in LifecycleState.allCases {
                #expect(Transition.table.count { $0.from == state && $0.cause == cause } <= 1)
            }
        }
    }

    @Test("a row enters its state exactly once", arguments: Transition.table.indices)
    func entering(_ index: Int) {
        let row = Transition.table[index]
        let entered = row.steps.compactMap { step -> LifecycleState? in
            if case .enter(let state) = step { state } else { nil }
        }
        #expect(entered == [row.to])
    }

    // Rules: A10, A11, A12.
    @Test("each call sees the documented state")
    func statesOfCalls() {
        var state = LifecycleState.notRunning
        var seen: [Step.Call: ApplicationState?] = [:]
        for cause in [Transition.Cause.launch, .terminate] {
            while let row = Transition.row(from: state, cause: cause) {
                for step in row.steps {
                    if case .enter(let next) = step { state = next }
                    if case .call(let call) = step { seen[call] = state.visible }
                }
            }
        }
        #expect(
            seen == [
                .willFinishLaunching: .inactive, .didFinishLaunching: .inactive, .didBecomeActive: .active,
                .willResignActive: .active, .didEnterBackground: .background, .willTerminate: .background,
            ]
        )
    }

    // Rules: A48, A9.
    @Test(
        "each call but willFinishLaunching is followed at once by its notification",
        arguments: Transition.table.indices
    )
    func notifications(_ index: Int) {
        let posts: [Step.Call: Step.Post] = [
            .didFinishLaunching: .didFinishLaunching, .didBecomeActive: .didBecomeActive,
            .willResignActive: .willResignActive, .didEnterBackground: .didEnterBackground,
            .willTerminate: .willTerminate,
        ]
        let steps = Transition.table[index].steps
        for (place, step) in steps.enumerated() {
            guard case .call(let call) = step, let post = posts[call] else { continue }
            #expect(steps[place + 1] == .post(post))
        }
        let postCount = steps.count { if case .post = $0 { true } else { false } }
        let callCount = steps.count { if case .call(let call) = $0 { call != .willFinishLaunching } else { false } }
        #expect(postCount == callCount)
    }

    // Rules: A2.
    @Test("the application sees three states and not that it does not run")
    func visible() {
        #expect(LifecycleState.allCases.map(\.visible) == [nil, .inactive, .active, .background])
    }

    // Rules: A6, T34, T25.
    @Test("the whole of the steps, row by row")
    func steps() {
        #expect(
            Transition.table.map(\.steps) == [
                [
                    .enter(.inactive), .call(.willFinishLaunching), .call(.didFinishLaunching),
                    .post(.didFinishLaunching), .showWindows,
                ],
                [.dropTouches, .enter(.active), .call(.didBecomeActive), .post(.didBecomeActive), .acceptTouches],
                [.call(.willResignActive), .post(.willResignActive), .cancelTouches, .enter(.inactive)],
                [.hideWindows, .enter(.background), .call(.didEnterBackground), .post(.didEnterBackground)],
                [.call(.willTerminate), .post(.willTerminate), .enter(.notRunning), .stopLoop],
            ]
        )
    }
}
