import Foundation
import ResponderSupport

/// The samples of a peer in a workload, run by run: each metric once, and in each run those of the first one.
///
/// A metric that came twice, or only in some of the runs, would pair the values of different rounds.
struct PeerSamples {
    /// More than anything that is measured: a time of eleven days, in nanoseconds.
    static let greatestValue = 1e15

    private let workload: String
    private var run: [Measurement] = []
    /// The units by metric.
    private var firstRun: [String: String]?

    init(workload: String) {
        self.workload = workload
    }

    /// Takes a sample of the run.
    ///
    /// - Throws: ``PeerNonsense`` for a value that cannot be.
    mutating func add(metric: String, unit: String, value: String) throws {
        guard let number = Double(value), number > 0, number <= Self.greatestValue else {
            let most = String(format: "%g", Self.greatestValue)
            throw PeerNonsense(
                "in \(workload) its sample of \(metric.quotedInOneLine()) is \(value.quotedInOneLine()), and must be "
                    + "above 0 and at most \(most)"
            )
        }
        guard !run.contains(where: { $0.metric == metric }) else {
            throw PeerNonsense("in \(workload) it gave \(metric.quotedInOneLine()) twice in one run")
        }
        run.append(Measurement(metric, unit, number))
    }

    /// Ends the run; returns its measurements.
    ///
    /// - Throws: ``PeerNonsense`` where there are none, or others than in the first run.
    mutating func endRun() throws -> [Measurement] {
        guard !run.isEmpty else { throw PeerNonsense("in \(workload) it gave no sample") }
        defer { run = [] }
        let units = Dictionary(run.map { ($0.metric, $0.unit) }, uniquingKeysWith: { first, _ in first })
        let first = firstRun ?? units
        firstRun = first
        guard units == first else {
            throw PeerNonsense("in \(workload) it gave \(Self.text(units)), and in its first run \(Self.text(first))")
        }
        return run
    }

    private static func text(_ units: [String: String]) -> String {
        units.sorted { $0.key < $1.key }.map { "\($0.key) in \($0.value)" }.joined(separator: ", ").quotedInOneLine()
    }
}
