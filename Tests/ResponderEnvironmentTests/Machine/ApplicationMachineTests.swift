import ResponderEnvironment
import ResponderEventLoop
import ResponderKit
import TestSupport
import Testing

@MainActor
@Suite("An application that monitors its machine")
struct ApplicationMachineTests {
    /// Writes down what an application is told.
    @MainActor
    private final class Delegate: ApplicationDelegate {
        let log = Log()

        func applicationDidReceiveMemoryWarning(_ application: Application) { log.write("memory") }
        func applicationSignificantTimeChange(_ application: Application) { log.write("time") }
    }

    /// An application on a virtual clock, a machine, and what the application was told.
    @MainActor
    private final class Bench {
        let machine: FakeMachine
        let app: Application
        let monitor: MachineMonitor
        private let delegate = Delegate()
        private let tokens: [ObservationToken]

        init(_ files: [String: String] = [:]) throws {
            machine = try FakeMachine(files)
            app = Application(runLoop: machine.loop)
            let log = delegate.log
            monitor = MachineMonitor(machine.system, telling: app) { _ in log.write("problem") }
            app.delegate = delegate
            let center = app.notificationCenter
            tokens = [
                center.observe(Application.MachineDidWake.self) { log.write("woke \($0.sleep)") },
                center.observe(Application.BatteryLevelDidChange.self) { log.write("\($0.level)") },
                center.observe(Application.BatteryStateDidChange.self) { log.write("\($0.batteryState)") },
                center.observe(Application.LocaleDidChange.self) { log.write($0.locale) },
            ]
        }

        func take() -> [String] { delegate.log.take() }
    }

    private static let files = [
        "etc/localtime": "rules", "etc/locale.conf": "LANG=de_DE\n", "sys/class/power_supply/BAT0/type": "Battery",
        "sys/class/power_supply/BAT0/capacity": "42", "sys/class/power_supply/BAT0/status": "Charging",
    ]

    // Rules: P5.
    @Test("What the machine tells comes as from a host, and a part that is not monitored any more tells nothing")
    func messages() throws {
        let bench = try Bench(Self.files)
        let trigger = FakeTrigger()
        bench.machine.triggers = ["/proc/pressure/memory": trigger]
        bench.app.launch()
        bench.monitor.monitor(.all)
        #expect(bench.take() == ["0.42", "charging", "de_DE"])
        #expect(bench.app.deviceEnvironment.locale == "de_DE")
        trigger.press()
        bench.app.runLoop.turn()
        #expect(bench.take() == ["memory"])
        bench.machine.clock.sleep(.seconds(86_400))
        bench.machine.clock.ring()
        #expect(bench.take() == ["woke 86400.0 seconds", "time"])
        bench.monitor.monitor([.time])
        // What nobody tells any more is asked for anew.
        #expect(bench.app.deviceEnvironment.batteryLevel == nil)
        #expect(bench.app.deviceEnvironment.batteryState == .unknown)
        bench.machine.clock.sleep(.seconds(86_400))
        bench.machine.clock.ring()
        #expect(bench.take() == ["time"])
        bench.monitor.monitor([])
        #expect(bench.machine.clock.alarm == nil)
        #expect(bench.app.runLoop.nextDeadline == nil)
    }

    // Rules: P5.
    @Test("Before the launch the values become those of the device, without a notification")
    func beforeLaunch() throws {
        let bench = try Bench(Self.files)
        bench.monitor.monitor([.power, .locale])
        #expect(bench.take() == [])
        #expect(bench.app.deviceEnvironment.batteryLevel == 0.42)
        #expect(bench.app.deviceEnvironment.locale == "de_DE")
        bench.app.launch()
        #expect(bench.take() == [])
    }

    // Rules: P5, P7.
    @Test("A suspended application is told of midnights at its resume, once, and one that has ended of nothing")
    func suspended() throws {
        let bench = try Bench(Self.files)
        bench.app.launch()
        bench.monitor.monitor([.time, .sleep])
        try bench.app.receive(.enterBackground)
        try bench.app.receive(.suspend)
        for _ in 0..<2 {
            bench.machine.clock.run(.seconds(86_400))
            bench.machine.clock.ring()
        }
        #expect(bench.take() == [])
        try bench.app.receive(.resume)
        #expect(bench.take() == ["time"])
        bench.app.terminate()
        bench.machine.clock.sleep(.seconds(86_400))
        bench.machine.clock.ring()
        #expect(bench.take() == [])
    }

    // Rules: P5.
    @Test("An app that stops to monitor the batteries when it is told their level keeps no state that grows old")
    func stopsInsideNotification() throws {
        let bench = try Bench(Self.files)
        bench.app.launch()
        let token = bench.app.notificationCenter.observe(Application.BatteryLevelDidChange.self) { [weak bench] _ in
            bench?.monitor.monitor([])
        }
        bench.monitor.monitor(.power)
        #expect(bench.app.deviceEnvironment.batteryLevel == nil)
        #expect(bench.app.deviceEnvironment.batteryState == .unknown)
        withExtendedLifetime(token) {}
    }

    // Rules: P11.
    @Test("A problem is said once, and a later one that differs is said too")
    func problems() throws {
        let bench = try Bench(["etc/locale.conf": "LANG=deutsch\n"])
        bench.app.launch()
        bench.monitor.monitor(.locale)
        #expect(bench.take() == ["problem"])
        try bench.machine.tree.folder.write("LANG=deutsch\n# again\n", to: "etc/locale.conf")
        bench.app.runLoop.turn()
        #expect(bench.take() == [])
        try bench.machine.tree.folder.write("LANG=englisch\n", to: "etc/locale.conf")
        bench.app.runLoop.turn()
        #expect(bench.take() == ["problem"])
        try bench.machine.tree.folder.write("LANG=fr_FR\n", to: "etc/locale.conf")
        bench.app.runLoop.turn()
        #expect(bench.take() == ["fr_FR"])
    }

    // Rules: P5, P11.
    @Test("An app that stops to monitor the language when it is told of a problem is not told the language")
    func stopsInsideProblem() throws {
        let machine = try FakeMachine(["etc/locale.conf": "LANG=deutsch\n", "etc/default/locale": ""])
        machine.variables["LANG"] = "de_DE"
        let app = Application(runLoop: machine.loop)
        var monitor: MachineMonitor?
        monitor = MachineMonitor(machine.system, telling: app) { _ in monitor?.monitor([]) }
        app.launch()
        let former = app.deviceEnvironment.locale
        monitor?.monitor(.locale)
        #expect(app.deviceEnvironment.locale == former)
        monitor = nil
    }

    // Rules: P5.
    @Test("On a virtual clock an application asks nothing of the machine that the test runs on")
    func virtualClock() throws {
        let bench = try Bench()
        bench.app.launch()
        bench.app.machineMonitoring = .all
        #expect(bench.app.machineMonitoring == .all)
        #expect(bench.take() == [])
        #expect(bench.app.runLoop.nextDeadline == nil)
        bench.app.machineMonitoring = []
        #expect(bench.app.machineMonitoring == [])
    }
}
