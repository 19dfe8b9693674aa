internal import Glibc

/// How a process has ended.
package enum ProcessEnd: Equatable {
    case exited(Int32)
    case signalled(Int32)
    /// The system has not told: somebody else has asked before, or nobody may.
    case unknown

    /// From what `waitpid` says.
    init(status: Int32) {
        self = status & 0x7f == 0 ? .exited(status >> 8 & 0xff) : .signalled(status & 0x7f)
    }

    /// The end for a message, such as `ended by signal 11 (Segmentation fault)`.
    package var text: String {
        switch self {
        case .exited(let status): "ended with status \(status)"
        case .signalled(let signal): "ended by signal \(signal) (\(String(cString: strsignal(signal))))"
        case .unknown: "ended"
        }
    }

    /// The process's end if it has ended.
    package static func now(of child: Int32) -> ProcessEnd? {
        var status: Int32 = 0
        while true {
            let result = waitpid(child, &status, WNOHANG)
            if result == child { return ProcessEnd(status: status) }
            if result == 0 { return nil }
            if errno != EINTR { return .unknown }
        }
    }

    /// Waits for the process's end; kills the process if it does not come within that time.
    ///
    /// - Parameter meanwhile: Called again and again, to take what the process prints.
    static func wait(for child: Int32, longest: Duration, meanwhile: () -> Void) -> ProcessEnd {
        let deadline = ContinuousClock.now + longest
        // Most ends come at once.
        var pause: Int32 = 0
        while true {
            if let end = now(of: child) { return end }
            if ContinuousClock.now >= deadline { kill(child, SIGKILL) }
            meanwhile()
            poll(nil, 0, pause)
            pause = min(pause + 1, 20)
        }
    }
}
