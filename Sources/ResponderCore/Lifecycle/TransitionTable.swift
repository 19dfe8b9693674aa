extension Transition {
    /// All transitions of an application, which its life cycle performs row by row.
    ///
    /// Sources: rule A3 for the edges, A48 and A9 for the order of calls and notifications, A10 to A12 for the state
    /// that each call sees, SEQ1 to SEQ17 for the sequences, A13 to A17 for the limits.
    public static let table: [Transition] = [
        // Sequence 1, and sequences 3 and 15 for the event of the launch.
        row(
            .notRunning,
            .inactive,
            .launch,
            [
                .enter(.inactive),
                .call(.willFinishLaunching), .restoreState, .call(.didFinishLaunching), .post(.didFinishLaunching),
                .endRestoration, .showMainInterface, .rotateInterface, .showWindows, .deliverEvent,
            ],
            .launch,
            "A3 A6 A10 A27 A35 SEQ1 SEQ3 SEQ15"
        ),
        row(.inactive, .active, .launch, [.dropTouches] + becomeActive + [.acceptTouches], .launch, "A3 SEQ1", isNext),
        // Sequence 2.
        row(
            .notRunning,
            .background,
            .launchInBackground,
            [
                .holdUpdates, .enter(.background), .withholdAccessories,
                .call(.willFinishLaunching), .restoreState, .call(.didFinishLaunching), .post(.didFinishLaunching),
                .endRestoration, .showMainInterface, .call(.didEnterBackground), .post(.didEnterBackground),
                .deliverEvent,
            ],
            .backgroundLaunch,
            "A3 A6 A10 A17 A30 A35 A45 SEQ2",
            only: .multitasking
        ),
        // Sequence 7.
        row(.active, .inactive, .resignActive, resign, .stateChange, "A3 A11 SEQ7 SEQ10"),
        row(
            .inactive,
            .active,
            .activate,
            [.dropTouches] + becomeActive + [.acceptTouches],
            .stateChange,
            "A3 A11 SEQ7 SEQ10"
        ),
        // Sequences 5, 8, 9 and 10; sequence 14 if the application has no background.
        row(.active, .inactive, .enterBackground, resign, .stateChange, "A3 A11 SEQ5 SEQ9 SEQ14"),
        row(
            .inactive,
            .background,
            .enterBackground,
            leaveScreen + [.disconnectAccessories, .saveState, .takeSnapshots, .releaseBackingStores],
            .enterBackground,
            "A3 A11 A14 A30 A34 A35 A37 V13 V14 SEQ5 SEQ8",
            only: .entersBackground
        ),
        row(
            .inactive,
            .notRunning,
            .enterBackground,
            end,
            .terminate,
            "A3 A12 A15 A52 SEQ8 SEQ14",
            only: .exitsAtOnce
        ),
        row(
            .background,
            .notRunning,
            .enterBackground,
            end,
            .terminate,
            "A3 A12 A15 A52 SEQ14",
            isNext,
            only: .exitsInBackground
        ),
        // Sequence 6, and sequences 4 and 15 for the event that brings the application to the front.
        row(.suspended, .background, .enterForeground, wake, .wakeUp, "A3 A4 A24 SEQ6"),
        row(
            .background,
            .inactive,
            .enterForeground,
            [
                .connectAccessories, .post(.willEnterForeground), .call(.willEnterForeground),
                .enter(.inactive), .rotateInterface, .showWindows, .deliverEvent,
            ],
            .stateChange,
            "A3 A11 A27 A30 SEQ4 SEQ6 SEQ15"
        ),
        row(
            .inactive,
            .active,
            .enterForeground,
            [.dropTouches] + becomeActive + [.releaseUpdates, .acceptTouches],
            .stateChange,
            "A3 A11 V12 SEQ6",
            isNext
        ),
        row(.background, .suspended, .suspend, [.shutDownSockets, .enter(.suspended)], nil, "A3 A4 A31"),
        row(.suspended, .background, .resume, wake, .wakeUp, "A3 A4 A24"),
        // Sequences 11, 13 and 14, and rule A3 for the application in front.
        row(.active, .inactive, .terminate, resign, .stateChange, "A3 A11"),
        row(
            .inactive,
            .background,
            .terminate,
            leaveScreen + [.saveState],
            .enterBackground,
            "A3 A11 A35 SEQ11",
            only: .entersBackground
        ),
        row(.inactive, .notRunning, .terminate, end, .terminate, "A3 A12 A15 A52 SEQ14", only: .exitsAtOnce),
        row(.background, .notRunning, .terminate, end, .terminate, "A3 A12 A15 A52 SEQ11 SEQ13"),
        row(.suspended, .notRunning, .terminate, endSilently, nil, "A3 SEQ11 SEQ12"),
        // Sequences 12 and 17.
        row(.active, .notRunning, .kill, endSilently, nil, "A3 SEQ17"),
        row(.inactive, .notRunning, .kill, endSilently, nil, "A3 SEQ17"),
        row(.background, .notRunning, .kill, endSilently, nil, "A3 SEQ17"),
        row(.suspended, .notRunning, .kill, endSilently, nil, "A3 SEQ12"),
    ]

    // Steps that several rows have in common.
    private static let becomeActive: [Step] = [.enter(.active), .call(.didBecomeActive), .post(.didBecomeActive)]
    private static let resign: [Step] = [
        .call(.willResignActive), .post(.willResignActive), .cancelTouches, .enter(.inactive),
    ]
    private static let leaveScreen: [Step] = [
        .hideWindows, .holdUpdates, .enter(.background), .call(.didEnterBackground), .post(.didEnterBackground),
    ]
    private static let wake: [Step] = [.enter(.background), .deliverChanges]
    private static let end: [Step] = [
        .call(.willTerminate), .post(.willTerminate), .saveChangedState, .hideWindows, .stopLoop, .enter(.notRunning),
    ]
    private static let endSilently: [Step] = [.discardTouches, .hideWindows, .stopLoop, .enter(.notRunning)]

    /// The value of `begins` for a row that only follows another.
    private static let isNext = false

    private static func row(
        _ from: LifecycleState,
        _ to: LifecycleState,
        _ cause: Cause,
        _ steps: [Step],
        _ limit: TimeLimit?,
        _ source: String,
        _ begins: Bool = true,
        only condition: Condition = .always
    ) -> Transition {
        Transition(
            from: from,
            to: to,
            cause: cause,
            begins: begins,
            condition: condition,
            steps: steps,
            limit: limit,
            source: source
        )
    }
}
