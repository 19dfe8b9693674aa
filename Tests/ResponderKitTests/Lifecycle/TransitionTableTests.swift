import Testing

@testable import ResponderCore

@Suite("The table of transitions")
struct TransitionTableTests {
    /// The states that a cause leads through, from `state` on; nil where it may not begin there.
    private func path(from state: LifecycleState, _ cause: Transition.Cause, _ leaving: Transition.Leaving = .goesOn)
        -> [LifecycleState]?
    {
        guard Transition.startStates(of: cause, leaving: leaving).contains(state) else { return nil }
        var path = [state]
        while let last = path.last, let row = Transition.row(from: last, cause: cause, leaving: leaving) {
            path.append(row.to)
            if path.count > LifecycleState.allCases.count { break }
        }
        return path
    }

    /// Every path of every cause, in words: what the rules say, written by hand.
    private static let paths: [Transition.Cause: [[LifecycleState]]] = [
        .launch: [[.notRunning, .inactive, .active]],
        .launchInBackground: [[.notRunning, .background]],
        .activate: [[.inactive, .active]],
        .resignActive: [[.active, .inactive]],
        .enterBackground: [[.inactive, .background], [.active, .inactive, .background]],
        .enterForeground: [[.background, .inactive, .active], [.suspended, .background, .inactive, .active]],
        .suspend: [[.background, .suspended]],
        .resume: [[.suspended, .background]],
        .terminate: [
            [.inactive, .background, .notRunning], [.active, .inactive, .background, .notRunning],
            [.background, .notRunning], [.suspended, .notRunning],
        ],
        .kill: [
            [.inactive, .notRunning], [.active, .notRunning], [.background, .notRunning], [.suspended, .notRunning],
        ],
    ]

    // Rules: A1, A3.
    @Test("Each cause leads from each state to the documented state", arguments: Transition.Cause.allCases)
    func paths(of cause: Transition.Cause) {
        let found = LifecycleState.allCases.compactMap { path(from: $0, cause) }
        #expect(found == Self.paths[cause])
    }

    // Rules: A3, SEQ14.
    @Test("An application that exits on suspend goes from inactive to its end, and has no background")
    func pathsWithoutBackground() {
        #expect(path(from: .active, .enterBackground, .endsAtOnce) == [.active, .inactive, .notRunning])
        #expect(path(from: .inactive, .enterBackground, .endsAtOnce) == [.inactive, .notRunning])
        #expect(path(from: .active, .terminate, .endsAtOnce) == [.active, .inactive, .notRunning])
        #expect(path(from: .notRunning, .launchInBackground, .endsAtOnce) == nil)
        #expect(path(from: .notRunning, .launch, .endsAtOnce) == [.notRunning, .inactive, .active])
    }

    // Rules: A3, SEQ14.
    @Test("An application that exits in the background passes it whenever it ends from the foreground")
    func pathsThroughBackground() {
        let leaving = Transition.Leaving.endsInBackground
        for cause in [Transition.Cause.enterBackground, .terminate] {
            #expect(path(from: .active, cause, leaving) == [.active, .inactive, .background, .notRunning])
            #expect(path(from: .inactive, cause, leaving) == [.inactive, .background, .notRunning])
        }
        #expect(path(from: .background, .enterBackground, leaving) == nil)
        #expect(path(from: .notRunning, .launchInBackground, leaving) == nil)
    }

    // Rules: A3, A4.
    @Test("No edge skips inactive or background, no two rows compete, and each row connects")
    func edges() {
        let edges = Transition.table.map { [$0.from, $0.to] }
        let forbidden: [[LifecycleState]] = [
            [.active, .background], [.background, .active], [.suspended, .active], [.suspended, .inactive],
            [.active, .suspended], [.inactive, .suspended],
        ]
        for edge in forbidden { #expect(!edges.contains(edge)) }
        for (cause, state) in Transition.Cause.allCases.flatMap({ cause in
            LifecycleState.allCases.map { (cause, $0) }
        }) {
            for leaving in Transition.Leaving.allCases {
                let rows = Transition.table.filter {
                    $0.from == state && $0.cause == cause && $0.condition.holds(for: leaving)
                }
                #expect(rows.count <= 1, "\(cause) in \(state)")
            }
        }
    }

    // Rules: A4, SEQ12, A9.
    @Test("Nothing is called or posted on the way to suspended, nor on a silent end")
    func silence() {
        for row in Transition.table where row.to == .suspended || row.cause == .kill || row.from == .suspended {
            #expect(row.calls.isEmpty, "\(row)")
            #expect(!row.steps.contains { if case .post = $0 { true } else { false } }, "\(row)")
        }
    }

    @Test("A row of transitions enters its state exactly once", arguments: Transition.table.indices)
    func entering(_ index: Int) {
        let row = Transition.table[index]
        let entered = row.steps.compactMap { step -> LifecycleState? in
            if case .enter(let state) = step { state } else { nil }
        }
        #expect(entered == [row.to])
    }

    // Rules: A10, A11, A12.
    @Test("Each call sees the documented states, and no others")
    func statesOfCalls() {
        var seen: [Transition.Call: Set<LifecycleState>] = [:]
        for (call, state) in Transition.table.flatMap(\.calls) { seen[call, default: []].insert(state) }
        #expect(
            seen == [
                .willFinishLaunching: [.inactive, .background], .didFinishLaunching: [.inactive, .background],
                .didBecomeActive: [.active], .willResignActive: [.active], .didEnterBackground: [.background],
                .willEnterForeground: [.background], .willTerminate: [.background, .inactive],
            ]
        )
    }

    // Rules: A48, A9.
    @Test(
        "Each call has its notification after it, or before it for the foreground",
        arguments: Transition.table.indices
    )
    func notifications(_ index: Int) {
        let after: [Transition.Call: Transition.Post] = [
            .didFinishLaunching: .didFinishLaunching, .didBecomeActive: .didBecomeActive,
            .willResignActive: .willResignActive, .didEnterBackground: .didEnterBackground,
            .willTerminate: .willTerminate,
        ]
        let steps = Transition.table[index].steps
        for (place, step) in steps.enumerated() {
            guard case .call(let call) = step else { continue }
            if let post = after[call] { #expect(steps[place + 1] == .post(post)) }
            if call == .willEnterForeground { #expect(steps[place - 1] == .post(.willEnterForeground)) }
        }
        let postCount = steps.count { if case .post = $0 { true } else { false } }
        let callCount = steps.count { if case .call(let call) = $0 { call != .willFinishLaunching } else { false } }
        #expect(postCount == callCount)
    }

    // Rules: A13, A14, A15.
    @Test("A row that calls somebody has a limit, and one that calls nobody has none")
    func limits() {
        for row in Transition.table {
            let calls = row.steps.contains { if case .call = $0 { true } else { $0 == .deliverChanges } }
            #expect((row.limit != nil) == calls, "\(row)")
            if row.calls.contains(where: { $0.call == .willTerminate }) { #expect(row.limit == .terminate) }
        }
        let limits = TimeLimits()
        #expect(limits[.launch] == .seconds(5) && limits[.enterBackground] == .seconds(5))
        #expect(limits[.terminate] == .seconds(5) && limits[.backgroundLaunch] == .seconds(30))
    }

    // Rules: A2.
    @Test("The application sees three states and not that it does not run")
    func visible() {
        #expect(LifecycleState.allCases.map(\.visible) == [nil, .inactive, .active, .background, nil])
    }

    // Rules: A6, T34, T25.
    // Rules: A35, A37, V14.
    @Test("The table's text has each edge, with what happens on it, in order")
    func text() {
        let text = Transition.text()
        #expect(
            text.hasPrefix(
                """
                not running -> inactive  on launch, within the limit "launch"  [A3 A6 A10 A27 A35 SEQ1 SEQ3 SEQ15]
                    state: inactive
                    D willFinishLaunching [inactive]
                    D of restoring the state, if one was saved [inactive]
                    D didFinishLaunching [inactive]
                    N UIApplicationDidFinishLaunchingNotification [inactive]
                    the restoration has gone well
                    the main interface's window is shown
                    the interface rotates to the device's orientation
                    windows come on the screen
                    D of the event, if there is one [inactive]
                inactive -> active  on launch, from the row before, within the limit "launch"  [A3 SEQ1]
                    touches that came meanwhile are dropped
                    state: active
                    D didBecomeActive [active]
                    N UIApplicationDidBecomeActiveNotification [active]
                    touches are accepted
                """
            )
        )
        let resign = """
            active -> inactive  on resign active, within the limit "state change"  [A3 A11 SEQ7 SEQ10]
                D willResignActive [active]
                N UIApplicationWillResignActiveNotification [active]
                touches that are down are cancelled
                state: inactive
            """
        #expect(text.contains(resign))
        let background = """
                state: background
                D didEnterBackground [background]
                N UIApplicationDidEnterBackgroundNotification [background]
                N of accessories that count as disconnected
                D of saving the state, if the app saves it [background]
                a snapshot of each shown window is kept
                views let go of what they have drawn
            """
        #expect(text.contains(background))
        #expect(Transition.text(of: []).isEmpty)
        #expect(Transition.table.allSatisfy { text.contains($0.description) && !$0.source.isEmpty })
    }
}
