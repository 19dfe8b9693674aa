internal import ResponderEventLoop
internal import ResponderSupport

/// Why a service does not reach its manager, or not with all that it was asked for; the app goes on without it.
enum ServiceProblem: Error, Hashable, CustomStringConvertible {
    case wrongSocketName(String)
    case longSocketName(String, most: Int)
    case notSent(String, reason: String)
    case wrongInterval(String)
    case wrongProcess(variable: String, String)
    case noReload(String)

    /// One line: the thing, its place and the remedy.
    var description: String {
        switch self {
        case .wrongSocketName(let name):
            "NOTIFY_SOCKET is \(name.quotedInOneLine()), which is neither an absolute path nor an abstract name "
                + "with @, so the service manager gets no messages; start the program by its unit"
        case .longSocketName(let name, let most):
            "NOTIFY_SOCKET is \(name.quotedInOneLine()), of \(name.utf8.count) bytes, and a socket's name has at most "
                + "\(most), so the service manager gets no messages; start the program by its unit"
        case .notSent(let name, let reason):
            "the service manager's socket \(name.quotedInOneLine()) (NOTIFY_SOCKET) takes no message: "
                + "\(reason.inOneLine()); start the program by its unit, and look at NotifyAccess="
        case .wrongInterval(let text):
            "WATCHDOG_USEC is \(text.quotedInOneLine()), which is no number of microseconds above 1, so the "
                + "watchdog is not pinged; write WatchdogSec= into the unit"
        case .wrongProcess(let variable, let text):
            "\(variable) is \(text.quotedInOneLine()), which is no process number, and counts as this process's; "
                + "start the program by its unit"
        case .noReload(let reason):
            "SIGHUP does not reload the service: \(reason.inOneLine()); "
                + "let one loop of the process alone wait for signals"
        }
    }
}
