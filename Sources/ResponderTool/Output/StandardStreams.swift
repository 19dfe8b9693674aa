// `stdout` is a variable, which Swift 6 takes for shared mutable state; nobody sets another one.
@preconcurrency import Glibc
import ResponderKit

/// The three streams that a process is started with.
enum StandardStreams {
    /// Has output that is lost make the tool fail, and gives descriptors that are closed something to be.
    ///
    /// To be called before anything is opened: what is opened while the standard output is closed would become it.
    static func guardOutput() {
        // Read-only where the process writes: a write to an output that was closed fails. Messages have no such claim.
        let modes = [(STDIN_FILENO, O_RDONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_WRONLY)]
        // In their order: the lowest number that is free is the one that is opened.
        for (descriptor, mode) in modes where fcntl(descriptor, F_GETFD) < 0 { _ = open("/dev/null", mode) }
        // Here, as commands end in many places, the library's `exit` among them.
        atexit {
            let failure = fflush(stdout) != 0 ? String(cString: strerror(errno)) : nil
            guard failure != nil || ferror(stdout) != 0 else { return }
            StandardStreams.report(
                "responderkit: standard output: cannot be written: \(failure ?? "some of it is lost")"
            )
            _exit(EX_IOERR)
        }
    }

    /// Has what was printed be seen now, also where somebody else reads it.
    static func flush() { fflush(stdout) }

    /// Writes a line to the standard error, in which nothing of a file's text or name steers the terminal.
    ///
    /// Where that fails there is nobody left to tell.
    static func report(_ line: String) {
        var rest = Array("\(line.inOneLine())\n".utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
            guard count > 0 || errno == EINTR else { return }
            rest = rest.dropFirst(max(count, 0))
        }
    }
}
