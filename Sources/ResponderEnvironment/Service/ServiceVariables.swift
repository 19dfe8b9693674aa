internal import Glibc

/// What a service manager tells a process in its environment.
struct ServiceVariables: Equatable {
    /// The name of the manager's socket.
    var socket: String
    /// Within which time the manager wants a sign of life each time; nil for none.
    var watchdogInterval: Duration?
    /// Whether the manager started another process than this one, which in turn started this one.
    var isStartedByOther = false
    var problems: [ServiceProblem] = []

    /// Reads the variables; nil where there is no manager that listens.
    ///
    /// - Parameters:
    ///   - process: The number of this process.
    ///   - variable: The value of a variable of the environment.
    init?(process: Int32, variable: (String) -> String?) {
        func text(_ name: String) -> String? { variable(name).flatMap { $0.isEmpty ? nil : $0 } }
        guard let socket = text("NOTIFY_SOCKET") else { return nil }
        self.socket = socket
        var problems: [ServiceProblem] = []
        /// Whether the variable means this process.
        func meansThisProcess(_ name: String) -> Bool {
            guard let value = text(name) else { return true }
            guard let number = Int32(value), number > 0 else {
                problems.append(.wrongProcess(variable: name, value))
                return true
            }
            return number == process
        }
        isStartedByOther = !meansThisProcess("SYSTEMD_EXEC_PID")
        // The signs of life that are asked of another process are not this one's to give.
        if let interval = text("WATCHDOG_USEC"), meansThisProcess("WATCHDOG_PID") {
            // Half of it must be a duration of nanoseconds.
            if let microseconds = Int64(interval), microseconds > 1, microseconds < .max / 1000 {
                watchdogInterval = .microseconds(microseconds)
            } else {
                problems.append(.wrongInterval(interval))
            }
        }
        self.problems = problems
    }

    /// Takes the variables out of the environment, so that the programs that this one starts do not speak for it.
    static func take() -> ServiceVariables? {
        let variables = ServiceVariables(process: getpid()) { name in getenv(name).map { String(cString: $0) } }
        for name in ["NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID"] { unsetenv(name) }
        return variables
    }
}
