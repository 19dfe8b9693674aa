import Glibc

/// A line that shows the benchmark's progress on the standard error, if that is a terminal.
@MainActor
final class Progress {
    private let total: Int
    private var done = 0
    private let isTerminal = isatty(STDERR_FILENO) == 1

    init(total: Int) {
        self.total = total
    }

    func step(_ name: String) {
        write("\r\u{1B}[K[\(100 * done / max(1, total)) %] \(name)")
        done += 1
    }

    func clear() {
        write("\r\u{1B}[K")
    }

    private func write(_ text: String) {
        guard isTerminal else { return }
        Array(text.utf8).withUnsafeBytes { _ = Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }
}
