import ResponderKit
import ResponderKitTesting
import Testing

@MainActor
@Suite("Changes of the device")
struct DeviceChangeTests {
    private typealias Trace = LifecycleTrace
    let trace = LifecycleTrace()

    /// A change of each kind, with what the application hears of it in `state`.
    nonisolated private static func changes(_ state: String) -> [(DeviceChange, [String])] {
        func posted(_ name: String) -> [String] { ["N \(name) [\(state)]"] }
        return [
            (.orientation(.landscapeLeft), posted("UIDeviceOrientationDidChangeNotification")),
            (
                .significantTime,
                posted("UIApplicationSignificantTimeChangeNotification") + ["D significantTimeChange [\(state)]"]
            ),
            (.batteryLevel(0.5), posted("UIDeviceBatteryLevelDidChangeNotification")),
            (.batteryState(.charging), posted("UIDeviceBatteryStateDidChangeNotification")),
            (.proximity(true), posted("UIDeviceProximityStateDidChangeNotification")),
            (
                .protectedData(isAvailable: false),
                ["D protectedDataWillBecomeUnavailable [\(state)]"]
                    + posted("UIApplicationProtectedDataWillBecomeUnavailable")
            ),
            (.screens(["wall"]), posted("UIScreenDidConnectNotification")),
            (.screenModes(["wall": "1920 x 1080"]), posted("UIScreenModeDidChangeNotification")),
            (.settings(changedKeys: ["volume"]), posted("NSUserDefaultsDidChangeNotification")),
            (.locale("de_DE"), posted("NSCurrentLocaleDidChangeNotification")),
            (.cloudIdentity("anna"), posted("NSUbiquityIdentityDidChangeNotification")),
            (.accessories(["keyboard"]), posted("EAAccessoryDidConnectNotification")),
        ]
    }

    // Rules: A48, A24, T34.
    @Test(
        "Each device change is told at once while the application runs, active or not",
        arguments: [.active, .inactive, .background] as [LifecycleState]
    )
    func running(state: LifecycleState) throws {
        let application = try trace.makeApplication(state)
        let changes = Self.changes("\(state)")
        #expect(changes.map(\.0.kind) == DeviceChange.Kind.allCases)
        for (change, lines) in changes where state != .background || change.kind != .accessories {
            #expect(try application.receive(.change(change)) == .performed)
            #expect(trace.take() == lines)
        }
        #expect(application.deviceEnvironment.orientation == .landscapeLeft)
        #expect(!application.isProtectedDataAvailable && application.deviceEnvironment.screens == ["wall"])
    }

    // Rules: A24, A25, SEQ6.
    @Test("Device changes wait while the application is suspended, and come before will enter foreground")
    func suspended() throws {
        let application = try trace.makeApplication(.suspended)
        for (change, _) in Self.changes("background") {
            #expect(try application.receive(.change(change)) == .waiting)
        }
        #expect(trace.log.lines == [] && application.deviceEnvironment.orientation == .unknown)
        try application.receive(.enterForeground())
        // The accessories come last: the application may use them from now on (rule A30).
        #expect(trace.log.lines == Self.changes("background").flatMap(\.1) + Trace.foreground + Trace.become)
    }

    // Rules: A24, A25.
    @Test("Device changes also come at a resume in the background, and only once")
    func resumed() throws {
        let application = try trace.makeApplication(.suspended)
        try application.receive(.change(.orientation(.faceUp)))
        try application.receive(.resume)
        #expect(trace.take() == ["N UIDeviceOrientationDidChangeNotification [background]"])
        try application.receive(.enterForeground())
        #expect(trace.log.lines == Trace.foreground + Trace.become)
    }

    // Rules: A24, A28, A46.
    @Test("Of each kind one change is told at the return, the sum of all, in the order in which the kinds came first")
    func coalesced() throws {
        let application = try trace.makeApplication(.suspended)
        var heard: [String] = []
        let token = application.notificationCenter.observeAny { notification in
            switch notification {
            case let change as Application.OrientationDidChange: heard.append("\(change.orientation)")
            case let change as Application.BatteryLevelDidChange: heard.append("\(change.level)")
            case let change as Application.SettingsDidChange: heard.append("\(change.changedKeys.sorted())")
            case is Application.SignificantTimeChange: heard.append("time")
            default: break
            }
        }
        let changes: [DeviceChange] = [
            .batteryLevel(0.9), .significantTime, .orientation(.portrait), .settings(changedKeys: ["b", "c"]),
            .batteryLevel(0.7), .significantTime, .orientation(.faceDown), .settings(changedKeys: ["a", "b"]),
        ]
        for change in changes { try application.receive(.change(change)) }
        try application.receive(.resume)
        #expect(heard == ["0.7", "time", "faceDown", "[\"a\", \"b\", \"c\"]"])
        withExtendedLifetime(token) {}
    }

    // Rules: A26.
    @Test("A device value that is again as it was is not told, neither at the resume nor while the app runs")
    func netZero() throws {
        let application = try trace.makeApplication(.active)
        try application.receive(.change(.orientation(.portrait)))
        try application.receive(.change(.orientation(.portrait)))
        #expect(trace.take() == ["N UIDeviceOrientationDidChangeNotification [active]"])
        try application.receive(.enterBackground)
        try application.receive(.suspend)
        trace.log.clear()
        for change in [.orientation(.landscapeRight), .orientation(.portrait), .screens(["a"]), .screens([])]
            as [DeviceChange]
        {
            try application.receive(.change(change))
        }
        try application.receive(.resume)
        #expect(trace.log.lines == [])
    }

    @Test("Screens that came and went are told apart")
    func screens() throws {
        let application = try trace.makeApplication(.suspended)
        application.deviceEnvironment.screens = ["a", "b"]
        var heard: [String] = []
        let tokens = [
            application.notificationCenter.observe(Application.ScreenDidConnect.self) {
                heard.append("+\($0.screens)")
            },
            application.notificationCenter.observe(Application.ScreenDidDisconnect.self) {
                heard.append("-\($0.screens)")
            },
        ]
        try application.receive(.change(.screens(["b", "c", "d"])))
        try application.receive(.resume)
        #expect(heard == ["-[\"a\"]", "+[\"c\", \"d\"]"])
        withExtendedLifetime(tokens) {}
    }

    // Rules: A30.
    @Test("Accessories count as disconnected in the background, and those that are there as connected on return")
    func accessories() throws {
        let application = try trace.makeApplication(.active)
        var heard: [String] = []
        let tokens = [
            application.notificationCenter.observe(Application.AccessoryDidConnect.self) {
                heard.append("+\($0.accessories)")
            },
            application.notificationCenter.observe(Application.AccessoryDidDisconnect.self) {
                heard.append("-\($0.accessories)")
            },
        ]
        try application.receive(.change(.accessories(["scale", "lamp"])))
        trace.log.clear()
        try application.receive(.enterBackground)
        #expect(
            trace.take() == Trace.resign + Trace.background + ["N EAAccessoryDidDisconnectNotification [background]"]
        )
        try application.receive(.change(.accessories(["lamp"])))
        try application.receive(.suspend)
        try application.receive(.change(.accessories(["lamp", "drum"])))
        try application.receive(.enterForeground())
        #expect(
            trace.take() == ["N EAAccessoryDidConnectNotification [background]"] + Trace.foreground + Trace.become
        )
        #expect(heard == ["+[\"scale\", \"lamp\"]", "-[\"scale\", \"lamp\"]", "+[\"lamp\", \"drum\"]"])
        withExtendedLifetime(tokens) {}
    }

    // Rules: A30, SEQ2.
    @Test(
        "An application launched in the background has no accessories until it is in front",
        arguments: [false, true]
    )
    func accessoriesAtBackgroundLaunch(isSuspended: Bool) throws {
        let application = try trace.makeApplication()
        application.deviceEnvironment.accessories = ["scale"]
        trace.afterNoting = { line, application in
            if line.hasSuffix("[background]"), !line.contains("AccessoryDidConnect") {
                #expect(application.deviceEnvironment.accessories == [], "\(line)")
            }
        }
        try application.receive(.launchInBackground())
        if isSuspended { try application.receive(.suspend) }
        for names in [["scale", "lamp"], ["lamp"]] { try application.receive(.change(.accessories(names))) }
        if isSuspended { try application.receive(.resume) }
        let launched = [
            "D willFinishLaunching [background]", "D didFinishLaunching [background]",
            "N UIApplicationDidFinishLaunchingNotification [background]",
        ]
        #expect(trace.take() == launched + Trace.background)
        trace.afterNoting = nil
        try application.receive(.enterForeground())
        #expect(
            trace.take() == ["N EAAccessoryDidConnectNotification [background]"] + Trace.foreground + Trace.become
        )
        #expect(application.deviceEnvironment.accessories == ["lamp"])
    }

    // Rules: A30, A40.
    @Test("An app for accessories keeps them in the background")
    func accessoryMode() throws {
        let application = try trace.makeApplication(.active)
        application.manifest.backgroundModes = [.externalAccessory]
        try application.receive(.change(.accessories(["scale"])))
        trace.log.clear()
        try application.receive(.enterBackground)
        #expect(trace.take() == Trace.resign + Trace.background)
        try application.receive(.change(.accessories([])))
        #expect(trace.take() == ["N EAAccessoryDidDisconnectNotification [background]"])

        let launched = try trace.makeApplication()
        launched.manifest.backgroundModes = [.externalAccessory]
        launched.deviceEnvironment.accessories = ["scale"]
        try launched.receive(.launchInBackground())
        #expect(launched.deviceEnvironment.accessories == ["scale"])
    }

    // Rules: A34, A48.
    @Test("A memory warning is told in every state in which code runs, the delegate first")
    func memoryWarning() throws {
        for state in [.active, .inactive, .background] as [LifecycleState] {
            let application = try trace.makeApplication(state)
            try application.receive(.memoryWarning)
            #expect(
                trace.take() == [
                    "D memoryWarning [\(state)]", "N UIApplicationDidReceiveMemoryWarningNotification [\(state)]",
                ]
            )
        }
    }

    // Rules: A29.
    @Test("Posts of the app itself are not queued while it is suspended: its own centre tells at once")
    func ordinaryPosts() throws {
        struct Own: TypedNotification { static let name = "Own" }
        let application = try trace.makeApplication(.suspended)
        application.notificationCenter.post(Own())
        #expect(trace.take() == ["N Own about another [background]"])
        try application.receive(.resume)
        #expect(trace.log.lines == [])
    }
}
