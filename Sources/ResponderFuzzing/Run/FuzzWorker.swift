@preconcurrency internal import Glibc
internal import ResponderScenarios
internal import ResponderSupport

/// A process that carries out requests for the program; the program goes on where the process crashes or hangs.
final class FuzzWorker {
    /// A number that no other process of the program has.
    let number: Int
    private let process: WorkerProcess
    private let timeout: Duration
    private var outcome = FuzzOutcome()
    private(set) var isBusy = false
    /// Whether the process has ended, or was ended.
    private(set) var isOver = false

    init(number: Int, timeout: Duration) throws(WorkerProcess.Failure) {
        (self.number, self.timeout) = (number, timeout)
        process = try WorkerProcess()
    }

    deinit {
        guard !isOver else { return }
        process.closeChannel()
        _ = process.waitForEnd(longest: .seconds(5))
    }

    /// What is polled for lines and for what the process prints.
    var descriptors: (channel: Int32, output: Int32) {
        (process.channel, process.isOutputOpen ? process.output : -1)
    }

    func begin(_ request: FuzzRequest) {
        (outcome, isBusy) = (FuzzOutcome(), true)
        // Where that fails the process has ended, which the next look at it finds.
        _ = process.send(request.text, number: 0)
    }

    /// Takes what has come; returns the outcome of the request when there is one.
    func take() -> FuzzOutcome? {
        if process.isOutputOpen { process.isOutputOpen = process.readOutput() }
        let (lines, isEnd) = process.receive()
        for line in lines where isBusy && !outcome.take(String(decoding: line, as: UTF8.self)) {
            isBusy = false
            _ = process.tail.take()
            return outcome
        }
        guard isBusy else { return nil }
        if isEnd { return end(kill: false) }
        if ContinuousClock.now - process.start > timeout { return end(kill: true) }
        return nil
    }

    private func end(kill isLate: Bool) -> FuzzOutcome {
        (isBusy, isOver) = (false, true)
        let end = process.waitForEnd(longest: isLate ? .zero : .seconds(2))
        process.readOutput()
        let output = process.tail.take().split(separator: "\n").map { String($0).inOneLine() }
        let message = output.last { $0.contains("atal error") } ?? output.last ?? end.text
        outcome.failure =
            isLate
            ? FuzzOutcome.Failure(kind: "hang", message: "a step takes more than \(timeout)")
            : FuzzOutcome.Failure(kind: "crash", message: message)
        return outcome
    }
}
