// `stdout` is a variable, which Swift 6 takes for shared mutable state; nothing sets it.
@preconcurrency internal import Glibc
internal import ResponderSupport

/// Prints what becomes of the scenarios.
struct ProgramReporter {
    private let isQuiet: Bool
    let isColored: Bool
    /// Whether the line of the progress is shown and rewritten.
    let showsProgress: Bool
    private(set) var progress: Progress
    /// The line of the progress that is on the screen.
    private var shown = ""

    /// - Parameters:
    ///   - total: How many scenarios run.
    ///   - isTerminal: Whether the standard output is a terminal.
    ///   - variable: The variables of the environment; the value of one that is not set is empty.
    init(
        _ arguments: ProgramArguments,
        total: Int,
        isTerminal: Bool = isatty(STDOUT_FILENO) != 0,
        variable: (String) -> String = { getenv($0).map { String(cString: $0) } ?? "" }
    ) {
        let isSteerable = isTerminal && variable("TERM") != "dumb"
        isQuiet = arguments.isQuiet
        isColored = isSteerable && arguments.usesColor && variable("NO_COLOR").isEmpty
        // One file says all by its outcome.
        showsProgress = isSteerable && !arguments.isQuiet && total > 1
        progress = Progress(total: total)
    }

    /// Shows that the file runs, or runs for the longest time.
    mutating func show(running file: String?) {
        guard showsProgress else { return }
        let line = progress.line(file: file, columns: Self.columns)
        guard line != shown else { return }
        // Back to the line's start, the text, and nothing behind it.
        print("\r\(line)\u{1B}[K", terminator: "")
        fflush(stdout)
        shown = line
    }

    /// Counts a scenario that has ended.
    mutating func count(_ outcome: ScenarioOutcome) { progress.count(outcome.report) }

    /// Prints what there is to say of a scenario's outcome.
    mutating func show(_ outcome: ScenarioOutcome) {
        let lines = outcome.lines(isQuiet: isQuiet)
        guard !lines.isEmpty else { return }
        clear()
        for line in lines { print(line.text(isColored: isColored)) }
        // Somebody may follow the output in a file.
        fflush(stdout)
    }

    /// Says what concerns no scenario, on the standard error.
    mutating func complain(_ message: String, output: String = "") {
        clear()
        fflush(stdout)
        Self.report([message.inOneLine()] + output.linesInOneLine.map { "    | \($0)" })
    }

    /// Prints how many have passed.
    mutating func end(time: Duration) {
        clear()
        if !isQuiet { print(progress.summary(time: time)) }
    }

    private mutating func clear() {
        guard !shown.isEmpty else { return }
        print("\r\u{1B}[K", terminator: "")
        shown = ""
    }

    /// The width of the terminal; that of old where it does not say.
    private static var columns: Int {
        var size = winsize()
        return ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0 ? Int(size.ws_col) : 80
    }

    /// Writes lines, which are escaped already, to the standard error.
    static func report(_ lines: [String]) {
        for line in lines { fputs(line + "\n", stderr) }
    }
}
