import CResponderTerminal
import Glibc
import ResponderKit

/// A run loop source for the signals that the terminal and the shell send.
@MainActor
final class TerminalSignals {
    enum Signal {
        /// SIGWINCH: the terminal has another size.
        case resized
        /// SIGTSTP: the process is asked to stop.
        case suspended
        /// SIGCONT: the process goes on, whatever stopped it.
        case continued
    }

    private let source: MainRunLoop.DescriptorSource

    /// Calls `perform` on the loop for each signal from now on, and guards the terminal against the signals that end
    /// the process.
    init(on loop: MainRunLoop, perform: @escaping @MainActor (Signal) -> Void) throws {
        let descriptor = rtm_watch_signals()
        guard descriptor >= 0 else {
            throw Terminal.Failure(description: "no pipe for signals: \(String(cString: strerror(errno)))")
        }
        source = try loop.addDescriptorSource(descriptor, for: .read, priority: .input, name: "terminal signals") { _ in
            var numbers = [UInt8](repeating: 0, count: 64)
            let count = Glibc.read(descriptor, &numbers, numbers.count)
            for number in numbers.prefix(max(count, 0)) {
                switch Int32(number) {
                case SIGWINCH: perform(.resized)
                case SIGTSTP: perform(.suspended)
                case SIGCONT: perform(.continued)
                default: break
                }
            }
        }
        rtm_guard_crashes()
        rtm_guard_termination()
    }

    /// Stops the process until it is continued; with `wholeJob`, all processes that the terminal's suspend key would
    /// stop.
    func stop(wholeJob: Bool) {
        rtm_stop(wholeJob)
    }
}
