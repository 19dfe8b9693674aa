import Glibc
import ResponderEnvironment
import ResponderKit

/// A counter on a wall, as a service of systemd: see service.service beside this file.
///
/// It keeps its count, greets as its settings say, and reads them again at `systemctl reload`. With the argument
/// `--hang-button` it has a button that hangs, to see what the watchdog does then.
@main
final class Service: Responder, EntryPointDelegate {
    static let manifest = Manifest(identifier: "org.example.service")

    private let greeting = Label(frame: Rect(40, 40, 720, 60))
    private var settings = Settings()
    private var count = 0

    func application(_ application: Application, didFinishLaunchingWithOptions options: LaunchOptions) -> Bool {
        // Before the watchdog's limit, so that the log has the reason when the manager ends the process.
        application.reportStalls(over: .milliseconds(500)) { say("\($0)") }
        application.followServiceManager { [unowned self] in readSettings(application) }
        application.machineMonitoring = [.time, .sleep]
        restoreCount(application)
        readSettings(application)
        let window = Window(frame: Rect(0, 0, 800, 480), application: application)
        window.addSubview(greeting)
        let increase = Button(title: "Count")
        increase.frame = Rect(40, 120, 200, 80)
        increase.accessibilityIdentifier = "count"
        increase.addAction(for: .primaryActionTriggered) { [unowned self] _ in
            count += 1
            countDidChange(application)
        }
        window.addSubview(increase)
        if options.arguments.contains("--hang-button") {
            let hang = Button(title: "Hang")
            hang.frame = Rect(280, 120, 200, 80)
            hang.accessibilityIdentifier = "hang"
            hang.addAction(for: .primaryActionTriggered) { _ in while true { pause() } }
            window.addSubview(hang)
        }
        window.makeKeyAndVisible()
        return true
    }

    /// Shows the count, and has it on the disk within this turn of the loop: a process that is killed loses nothing.
    private func countDidChange(_ application: Application) {
        do { try application.preferences[.count] = count } catch { say("the count is not saved: \(error)") }
        show(application)
    }

    private func restoreCount(_ application: Application) {
        do { count = try application.preferences[.count] } catch { say("the count is not restored: \(error)") }
    }

    private func readSettings(_ application: Application) {
        do { settings = try Settings.read() } catch { say("\(error); the former settings stay") }
        show(application)
    }

    private func show(_ application: Application) {
        greeting.text = "\(settings.greeting) \(count)"
        application.serviceStatus = greeting.text ?? ""
    }
}

extension PreferenceKey<Int> {
    static var count: Self { PreferenceKey("count", default: 0) }
}

/// Prints a line at once, on any thread, even where the output goes to the journal.
nonisolated func say(_ line: String) {
    print(line)
    fflush(nil)
}
