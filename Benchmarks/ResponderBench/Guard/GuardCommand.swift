import ArgumentParser
import Dispatch
import Foundation
import Synchronization

/// `responder-bench guard`: counts the costs of the hot paths, and compares the counts with the bounds in a file.
struct GuardCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "guard",
        abstract:
            "Counts instructions and costly calls of the hot paths with callgrind, and fails beyond their bounds.",
        discussion: """
            Unlike times, these counts are the same on a busy machine. The bounds are two-sided: who makes a path \
            cheaper has the gain kept by --update, in the same commit.
            """
    )

    @Option(help: "The file with the bounds.", completion: .file())
    var file = "Benchmarks/guard.json"

    @Flag(help: "Write bounds around what was counted into the file.")
    var update = false

    @Option(help: ArgumentHelp("Only the workloads and curves whose names begin so.", valueName: "prefix"))
    var filter = ""

    @Option(help: "How many events each workload makes, roughly.")
    var events = 1_000_000

    func validate() throws {
        guard events > 0 else { throw ValidationError("--events must be at least 1, and is \(events)") }
        guard filter.isEmpty || !update else {
            throw ValidationError("--filter leaves bounds out, which --update would lose")
        }
        guard !workloads.isEmpty || !curves.isEmpty else {
            let names = GuardWorkload.allCases.map(\.rawValue) + GrowthCurve.all.map(\.rowName)
            throw ValidationError("--filter is '\(filter)', but the names are: \(names.joined(separator: ", "))")
        }
    }

    private var workloads: [GuardWorkload] { GuardWorkload.allCases.filter { $0.rawValue.hasPrefix(filter) } }

    private var curves: [GrowthCurve] { GrowthCurve.all.filter { $0.rowName.hasPrefix(filter) } }

    mutating func run() throws {
        // Read before the minute of counting, which would be lost without bounds to compare with.
        let bounds = update ? nil : try GuardBounds(contentsOf: file)
        let callgrind = try Callgrind(events: events)
        defer { callgrind.cleanUp() }
        let counts = try count(by: callgrind)
        guard let bounds else {
            if let endless = counts.endless.first { throw CallgrindError(what: endless) }
            try GuardBounds(around: counts.workloads, growth: counts.growth, compiler: Callgrind.compiler)
                .write(to: file)
            print("The bounds were written to \(file).")
            return
        }
        let violations =
            counts.endless + bounds.violations(by: counts.workloads) + bounds.violations(byGrowth: counts.growth)
        guard violations.isEmpty else { throw GuardError(violations: violations, bounds: bounds, file: file) }
        print("All within the bounds of \(file).")
    }

    /// What was counted, by the names of workloads and of curves.
    private struct Counts {
        var workloads: [String: [String: Double]] = [:]
        var growth: [String: Double] = [:]
        /// A sentence on each that has reached its limit of processor time.
        var endless: [String] = []
        var error: (any Error)?
    }

    /// Counts all workloads and curves; prints what was counted of each as soon as it is there.
    ///
    /// As many run at a time as there are processors: counts are the same beside others, unlike times.
    private func count(by callgrind: Callgrind) throws -> Counts {
        let counts = Mutex(Counts())
        let (workloads, curves) = (workloads, curves)
        DispatchQueue.concurrentPerform(iterations: workloads.count + curves.count) { place in
            do {
                if place < workloads.count {
                    let numbers = try callgrind.count(workloads[place])
                    counts.withLock { $0.workloads[workloads[place].rawValue] = numbers }
                    Self.show(Self.line(workloads[place], numbers))
                } else {
                    let curve = curves[place - workloads.count]
                    let points = try callgrind.count(curve)
                    guard let fit = PowerFit(points.map { (Double($0.size), $0.instructions) }) else {
                        throw CallgrindError(what: "callgrind saw nothing of \(curve.name): is guardMeasuredFew gone?")
                    }
                    counts.withLock { $0.growth[curve.name] = fit.exponent }
                    Self.show(Self.line(curve, points, fit))
                }
            } catch let error as ProcessorLimitError {
                counts.withLock { $0.endless.append(error.description) }
                Self.show(error.description)
            } catch {
                counts.withLock { $0.error = error }
            }
        }
        return try counts.withLock {
            if let error = $0.error { throw error }
            return $0
        }
    }

    /// Prints a whole line at once, also where the output is a file or a pipe: an error that follows on the standard
    /// error stands below it.
    private static func show(_ line: String) {
        print(line)
        fflush(nil)
    }

    private static func line(_ curve: GrowthCurve, _ points: [(size: Int, instructions: Double)], _ fit: PowerFit)
        -> String
    {
        let counts = points.map { "\($0.size): \(GuardBounds.format($0.instructions))" }.joined(separator: ", ")
        return "\(curve.rowName.padded(to: 27)) \(fit); instructions for each \(curve.unit) at \(counts)"
    }

    private static func line(_ workload: GuardWorkload, _ numbers: [String: Double]) -> String {
        let calls = CostlyCall.allCases
            .map { ($0, numbers[GuardBounds.calls($0)] ?? 0) }
            .map { "\($0.rawValue) \(GuardBounds.format($1))" }
            .joined(separator: ", ")
        return "\(workload.rawValue.padded(to: 12))"
            + "\((numbers[GuardBounds.instructions] ?? 0).fixed(1).padded(to: 7, right: true)) "
            + "\(GuardBounds.instructions); a million: \(calls)"
    }
}

/// A hot path costs more or less than its bounds allow.
struct GuardError: Error, CustomStringConvertible {
    let violations: [String]
    let bounds: GuardBounds
    let file: String

    var description: String {
        var text = "the hot paths are beyond the bounds of \(file):\n  " + violations.joined(separator: "\n  ")
        if bounds.compiler != Callgrind.compiler {
            text += "\nThe bounds are those of \(bounds.compiler); this was compiled with \(Callgrind.compiler)."
        }
        return text + "\nWhere that is meant to be so, `make bench-guard UPDATE=1` writes new bounds: commit them with "
            + "the change, and say in its message what it does to them."
    }
}
