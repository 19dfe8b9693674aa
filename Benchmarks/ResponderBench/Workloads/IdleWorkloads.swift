import CBenchFloors
import Foundation

extension Workload {
    /// The example Kiosk that nobody touches: its clock ticks once a second, and nothing else happens.
    static let idleness: [Workload] = [
        Workload(
            name: "idle/kiosk",
            summary: "the example Kiosk, whose clock ticks each second, is left alone for a minute",
            rounds: 1,
            references: [],
            hasWarmUp: false
        ) { effort in [IdleContender(seconds: effort.count(60))] }
    ]
}

/// Two kiosks run beside one another, since the tracer of system calls wakes the one that it watches.
@MainActor
private struct IdleContender: Contender {
    let subject = Subject.responderKit
    private let seconds: Int

    init(seconds: Int) { self.seconds = seconds }

    func run() throws -> [Measurement] {
        let calls = FileManager.default.temporaryDirectory.appendingPathComponent("responder-bench-\(getpid())-calls")
        defer { try? FileManager.default.removeItem(at: calls) }
        let kiosk = try Self.start(Child.path(of: "Kiosk"))
        defer { kiosk.end() }
        let traced = try Self.startTraced(output: calls)
        defer { traced?.end() }
        func countCalls() throws -> Int {
            traced == nil ? 0 : try Data(contentsOf: calls).count { $0 == UInt8(ascii: "\n") }
        }
        // The launch is over by the first tick.
        pause(for: 1.5)
        let (before, callsBefore) = (try wakeUps(of: kiosk), try countCalls())
        pause(for: Double(seconds))
        let (after, callsAfter) = (try wakeUps(of: kiosk), try countCalls())
        guard after > before, traced == nil || callsAfter > callsBefore else {
            throw BenchError.failed(subject: subject, what: "the kiosk's clock does not tick")
        }
        let perMinute = 60 / Double(seconds)
        var measurements = [Measurement("wake-ups", "a minute", Double(after - before) * perMinute)]
        if traced != nil {
            measurements.append(Measurement("system calls", "a minute", Double(callsAfter - callsBefore) * perMinute))
        }
        return measurements
    }

    /// Starts a kiosk, without a window, and returns when it is ready.
    private static func start(_ program: String, _ arguments: [String] = []) throws -> Child {
        let child = try Child(program, arguments, environment: ["WAYLAND_DISPLAY": nil])
        while try child.readLine() != "ready" {}
        return child
    }

    /// Starts a kiosk whose system calls strace writes, a line each; nil where there is no strace, or where strace,
    /// which says why, may not watch a program.
    private static func startTraced(output: URL) throws -> Child? {
        guard let strace = SearchPath.find("strace") else { return nil }
        let kiosk = try Child.path(of: "Kiosk")
        // Without the first option strace ignores SIGTERM.
        let options = ["--interruptible=waiting", "--follow-forks", "--quiet=all", "--output=\(output.path)"]
        return try? start(strace.path, options + [kiosk])
    }

    private func pause(for seconds: Double) { bench_wait_until(bench_now() + Int64(seconds * 1e9)) }

    /// How often a thread of the process has begun to wait.
    private func wakeUps(of child: Child) throws -> Int {
        try FileManager.default.contentsOfDirectory(atPath: "/proc/\(child.processID)/task").reduce(0) { sum, thread in
            // A thread may have ended since it was listed.
            let lines = (try? child.status(in: "task/\(thread)/status"))?.split(separator: "\n") ?? []
            let line = lines.first { $0.hasPrefix("voluntary_ctxt_switches:") }
            return sum + (line?.split(separator: "\t").last.flatMap { Int($0) } ?? 0)
        }
    }
}
