import Foundation
import Testing

/// A process in a terminal of its own, and what it has drawn there.
final class PseudoTerminal {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// How the process has ended.
    enum End: Equatable {
        case exited(Int32)
        case signalled(Int32)
    }

    /// How long a process may take for what a test waits for, so that a hung one fails its test instead of keeping it.
    ///
    /// Long, since under a sanitizer dozens of programs that other tests start have to share two processors with it.
    private static let patience = Duration.seconds(600)
    /// What the tests themselves write behind all that the process wrote; a program that draws has no use for it.
    private static let mark: UInt8 = 0

    private(set) var screen: ScreenEmulator
    /// How the terminal was when the process was started.
    let original: termios
    private let master: Int32
    /// Kept open, so that what the process wrote last can be read after its end; and for the mark behind it.
    private let slave: Int32
    private var process: pid_t = 0
    private var end: End?

    /// Starts the tool in a new session with a terminal of that size.
    ///
    /// - Parameters:
    ///   - launcher: A program that starts the tool, with its arguments; none for the tool itself.
    ///   - environment: Variables beside those of the tests.
    init(
        _ arguments: [String],
        columns: Int,
        rows: Int,
        launcher: [String] = [],
        environment: [String: String] = [:]
    ) throws {
        var (master, slave): (Int32, Int32) = (-1, -1)
        var size = winsize(ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
        var name = [CChar](repeating: 0, count: 128)
        guard openpty(&master, &slave, &name, nil, &size) == 0 else { throw Failure(description: "no pseudo terminal") }
        _ = fcntl(master, F_SETFD, FD_CLOEXEC)
        _ = fcntl(slave, F_SETFD, FD_CLOEXEC)
        self.master = master
        self.slave = slave
        original = Self.attributes(of: slave)
        screen = ScreenEmulator(columns: columns, rows: rows)
        let words = launcher + [try Tool.executable.path] + arguments
        process = try Self.spawn(words, environment: environment, terminal: name)
    }

    deinit {
        // 0 when it could not be started: that would be all processes of our group.
        if end == nil, process > 0 {
            kill(process, SIGKILL)
            waitpid(process, nil, 0)
        }
        close(master)
        close(slave)
    }

    private static func spawn(
        _ words: [String],
        environment added: [String: String],
        terminal: [CChar]
    ) throws -> pid_t {
        var actions = posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
        posix_spawn_file_actions_init(&actions)
        posix_spawnattr_init(&attributes)
        defer {
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
        }
        // POSIX_SPAWN_SETSID, a macro that Swift does not see: the first terminal that the leader of a session opens
        // becomes the session's. And signals as a shell would have them, whatever started the tests.
        posix_spawnattr_setflags(&attributes, 0x80 | Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawn_file_actions_addopen(&actions, 0, terminal, O_RDWR, 0)
        posix_spawn_file_actions_adddup2(&actions, 0, 1)
        posix_spawn_file_actions_adddup2(&actions, 0, 2)
        var environment = ProcessInfo.processInfo.environment.merging(added) { $1 }
        environment["TERM"] = "xterm-256color"
        let path = words[0]
        let words = words.map { strdup($0) } + [nil]
        let variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { (words + variables).forEach { free($0) } }
        var process: pid_t = 0
        let error = posix_spawnp(&process, path, &actions, &attributes, words, variables)
        guard error == 0 else { throw Failure(description: "cannot start \(path): \(error)") }
        return process
    }

    // MARK: Both ways

    func type(_ text: String) {
        var text = text
        text.withUTF8 { _ = write(master, $0.baseAddress, $0.count) }
    }

    /// Sends bytes, which need not be text.
    func type(bytes: [UInt8]) { _ = write(master, bytes, bytes.count) }

    /// A report of the mouse, as a terminal sends it; columns and rows count from 1.
    func mouse(_ code: Int, _ column: Int, _ row: Int, release: Bool = false) {
        type("\u{1b}[<\(code);\(column);\(row)\(release ? "m" : "M")")
    }

    /// Reads until `condition` holds of the screen; fails when it does not for ten minutes.
    ///
    /// A picture comes in pieces, cut anywhere, from the top to the bottom: what else of it a test looks at afterwards
    /// must stand above what it has waited for, or be waited for too.
    func wait(for what: String, until condition: (ScreenEmulator) -> Bool) throws {
        let deadline = ContinuousClock.now + Self.patience
        while !condition(screen) {
            guard ContinuousClock.now < deadline else {
                throw Failure(description: "waited for \(what) in vain; the screen is\n\(screen.text)")
            }
            read(timeout: 100)
        }
    }

    func wait(forText text: String) throws {
        try wait(for: "'\(text)'") { $0.text.contains(text) }
    }

    /// Lets the time pass in which an application drops touches on a screen that the terminal shows by now
    /// (`Application.newScreenDelay`).
    func waitUntilNewScreenIsTouched() { usleep(350_000) }

    /// Reads a piece of what is there, or comes within so many milliseconds; returns whether the mark was in it.
    @discardableResult
    private func read(timeout: Int32) -> Bool {
        var ready = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
        guard poll(&ready, 1, timeout) > 0 else { return false }
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        let count = Foundation.read(master, &bytes, bytes.count)
        let piece = bytes.prefix(max(count, 0))
        screen.receive(piece.lazy.filter { $0 != Self.mark })
        return piece.contains(Self.mark)
    }

    /// Reads all that was written before this call, be it more than one piece or still on its way through the system.
    private func readAll() throws {
        var mark = Self.mark
        guard write(slave, &mark, 1) == 1 else { throw Failure(description: "the terminal cannot be written to") }
        let deadline = ContinuousClock.now + Self.patience
        while !read(timeout: 100) {
            guard ContinuousClock.now < deadline else {
                throw Failure(description: "the terminal has lost what was written; the screen is\n\(screen.text)")
            }
        }
    }

    // MARK: The terminal and the process

    /// Takes no more of what the process writes, as a terminal that nobody reads, or one stopped by its user.
    ///
    /// The wait for the process's end, or for its stop, takes it again.
    func stopOutput() { tcflow(slave, TCOOFF) }

    func resumeOutput() { tcflow(slave, TCOON) }

    /// Says that the terminal has that many cells, which nothing here has.
    func claim(columns: UInt16, rows: UInt16) {
        var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
        _ = ioctl(master, UInt(TIOCSWINSZ), &size)
    }

    func resize(columns: Int, rows: Int) {
        var size = winsize(ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
        screen.resize(columns: columns, rows: rows)
        _ = ioctl(master, UInt(TIOCSWINSZ), &size)
    }

    /// Whether the terminal is in the state in which the process found it.
    var isAsItWas: Bool {
        var (now, before) = (Self.attributes(of: slave), original)
        return memcmp(&now, &before, MemoryLayout<termios>.size) == 0
    }

    /// Sets the attributes that the terminal had at first.
    func restore() {
        var attributes = original
        tcsetattr(slave, TCSANOW, &attributes)
    }

    private static func attributes(of descriptor: Int32) -> termios {
        var attributes = termios()
        tcgetattr(descriptor, &attributes)
        return attributes
    }

    func send(_ signal: Int32) { kill(process, signal) }

    /// Waits until the process has stopped, and reads what it wrote before.
    func waitForStop() throws {
        try wait(forState: "the process to stop", options: WUNTRACED) { $0 & 0xff == 0x7f }
    }

    /// Waits until the process has ended, and reads what it wrote before.
    func waitForEnd() throws -> End {
        var status: Int32 = 0
        try wait(forState: "the process to end", options: 0) {
            status = $0
            return true
        }
        let end: End = status & 0x7f == 0 ? .exited(status >> 8 & 0xff) : .signalled(status & 0x7f)
        self.end = end
        return end
    }

    private func wait(forState what: String, options: Int32, condition: (Int32) -> Bool) throws {
        let deadline = ContinuousClock.now + Self.patience
        while true {
            var status: Int32 = 0
            if waitpid(process, &status, options | WNOHANG) == process, condition(status) { break }
            guard ContinuousClock.now < deadline else {
                throw Failure(description: "waited for \(what) in vain; the screen is\n\(screen.text)")
            }
            read(timeout: 20)
        }
        resumeOutput()
        try readAll()
    }
}
