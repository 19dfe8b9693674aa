// `stdout` is a variable, which Swift 6 takes for shared mutable state; nothing sets it.
@preconcurrency import Glibc
import ResponderKit
internal import ResponderSupport

/// The three streams that a process is started with.
package enum StandardStreams {
    /// Makes the process fail where output is lost, and opens `/dev/null` for standard streams that are closed.
    ///
    /// Must be called before a file is opened: a file that is opened while the standard output is closed would become
    /// the standard output.
    package static func guardOutput() {
        // The standard output is read-only, so that writing to a closed output fails; messages may be lost.
        let modes = [(STDIN_FILENO, O_RDONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_WRONLY)]
        // In ascending order, since `open` takes the lowest free number.
        for (descriptor, mode) in modes where fcntl(descriptor, F_GETFD) < 0 { _ = open("/dev/null", mode) }
        // At exit, since commands end in many places, among them calls of `exit` in the argument parser.
        atexit {
            let failure = fflush(stdout) != 0 ? String(cString: strerror(errno)) : nil
            guard failure != nil || ferror(stdout) != 0 else { return }
            StandardStreams.report(
                "responderkit: standard output: cannot be written: \(failure ?? "some of it is lost")"
            )
            _exit(EX_IOERR)
        }
    }

    /// Flushes the standard output, even where it is no terminal.
    package static func flush() { fflush(stdout) }

    /// Writes a line to the standard error; characters that would steer the terminal are escaped.
    ///
    /// A failure is ignored, since there is nowhere left to report it.
    package static func report(_ line: String) {
        var rest = Array("\(line.inOneLine())\n".utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
            guard count > 0 || errno == EINTR else { return }
            rest = rest.dropFirst(max(count, 0))
        }
    }
}
