internal import Glibc
internal import ResponderEnvironment
internal import ResponderKit

/// An app that monitors the machine, and prints a line for all that it is told, until SIGTERM.
///
/// Its arguments are the parts of the machine that it monitors: `memory`, `time`, `sleep`, `power`, `locale`; all of
/// them where there are none.
@main
final class MachineProgram: Responder, EntryPointDelegate {
    private static let parts: [String: MachineMonitoring] = [
        "memory": .memory, "time": .time, "sleep": .sleep, "power": .power, "locale": .locale,
    ]

    private var tokens: [ObservationToken] = []

    func application(_ application: Application, didFinishLaunchingWithOptions options: LaunchOptions) -> Bool {
        let center = application.notificationCenter
        tokens = [
            center.observe(Application.MachineDidWake.self) { say("woke after \($0.sleep)") },
            center.observe(Application.BatteryLevelDidChange.self) { say("battery level \($0.level)") },
            center.observe(Application.BatteryStateDidChange.self) { say("battery state \($0.batteryState)") },
            center.observe(Application.LocaleDidChange.self) { say("locale \($0.locale)") },
        ]
        application.onMachineProblem = { say("problem: \($0)") }
        let wanted = options.arguments.dropFirst().compactMap { Self.parts[$0] }
        application.machineMonitoring = wanted.isEmpty ? .all : MachineMonitoring(wanted)
        return true
    }

    func applicationDidBecomeActive(_ application: Application) { say("active") }
    func applicationDidEnterBackground(_ application: Application) { say("background") }
    func applicationDidReceiveMemoryWarning(_ application: Application) { say("memory warning") }
    func applicationSignificantTimeChange(_ application: Application) { say("significant time change") }
    func applicationWillTerminate(_ application: Application) { say("end") }
}

/// Prints a line at once: a pipe's reader waits for it.
func say(_ line: String) {
    Array("\(line)\n".utf8).withUnsafeBytes { _ = write(STDOUT_FILENO, $0.baseAddress, $0.count) }
}
