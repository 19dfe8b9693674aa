internal import Logging
internal import ResponderKit

/// Passes all on to an application, which gets it as from a host.
@MainActor
final class ApplicationMachineListener: MachineListener {
    private weak var application: Application?
    private let onProblem: @MainActor (MachineProblem) -> Void
    /// How often the batteries were told, or were no longer told of.
    private var batteryReports = 0
    private var saidProblems: Set<MachineProblem> = []

    init(_ application: Application, onProblem: @escaping @MainActor (MachineProblem) -> Void) {
        self.application = application
        self.onProblem = onProblem
    }

    func memoryIsShort() { send(.memoryWarning) }

    func timeDidChange() { send(.change(.significantTime)) }

    func machineDidWake(after sleep: Duration) {
        guard let application, application.endReason == nil else { return }
        application.notificationCenter.post(Application.MachineDidWake(subject: application, sleep: sleep))
    }

    func batteryDidChange(level: Double?, state: BatteryState) {
        guard let application else { return }
        batteryReports += 1
        let report = batteryReports
        if let level {
            send(.change(.batteryLevel(level)))
        } else {
            application.deviceEnvironment.batteryLevel = nil
        }
        // Whoever is told the level may have the batteries no longer monitored, and then the state would grow old.
        if report == batteryReports { send(.change(.batteryState(state))) }
    }

    /// What was told last would grow old, and come before what the system says when it is asked.
    func batteryIsUnknown() {
        batteryReports += 1
        application?.deviceEnvironment.batteryLevel = nil
        application?.deviceEnvironment.batteryState = .unknown
    }

    func localeDidChange(_ identifier: String) { send(.change(.locale(identifier))) }

    func note(_ problem: MachineProblem) {
        guard saidProblems.insert(problem).inserted else { return }
        Logger(label: "responderkit.ResponderEnvironment").warning("\(problem)")
        onProblem(problem)
    }

    private func send(_ message: HostMessage) {
        guard let application, application.endReason == nil else { return }
        if application.lifecycleState == .notRunning {
            // A launch finds the device as it is.
            if case .change(let change) = message { _ = application.deviceEnvironment.apply(change) }
        } else {
            _ = try? application.receive(message)
        }
    }
}
