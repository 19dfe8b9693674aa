import CBenchFloors
import Glibc

/// A line that shows the benchmark's progress and the time left, on the standard error, if that is a terminal.
@MainActor
final class Progress {
    private var left: TimeLeft
    private let names: [String]
    private let now: () -> Double
    private let write: (String) -> Void

    /// Progress through workloads of that many rounds each, with the warm-up where there is one.
    ///
    /// - Parameters:
    ///   - now: Seconds of a clock that never goes back.
    ///   - write: Takes the line, with the characters that control the terminal.
    init(
        _ workloads: [(name: String, rounds: Int)],
        now: @escaping () -> Double = { Double(bench_now()) / 1e9 },
        write: @escaping (String) -> Void = Progress.toTerminal
    ) {
        names = workloads.map(\.name)
        left = TimeLeft(rounds: workloads.map(\.rounds))
        (self.now, self.write) = (now, write)
    }

    /// A round of the workload begins.
    func step(_ name: String) {
        if let index = names.firstIndex(of: name) { left.begin(workload: index, at: now()) }
        let time = left.seconds.map { ", " + TimeLeft.words($0) } ?? ""
        write("\r\u{1B}[K[\((100 * left.part).rounded(.down).fixed(0)) %\(time)] \(name)")
    }

    func clear() {
        write("\r\u{1B}[K")
    }

    private static let isTerminal = isatty(STDERR_FILENO) == 1

    private static let toTerminal: (String) -> Void = { text in
        guard isTerminal else { return }
        Array(text.utf8).withUnsafeBytes { _ = Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }
}
