extension Workload {
    /// What an application that has nothing to do takes of memory, and by how much each of its things adds to that.
    static let memory: [Workload] =
        [
            hello("core", .core, "an app without widgets"), hello("kit", .kit, "an app with a label and a button"),
        ]
        + Thing.allCases.map { thing in
            Workload(
                name: "memory/\(thing.rawValue)",
                summary: "\(thing.summary): what each of \(thing.count) takes",
                rounds: 3,
                references: [],
                hasWarmUp: false
            ) { _ in [BytesContender(thing: thing)] }
        }

    private static func hello(_ name: String, _ app: HelloProgram, _ what: String) -> Workload {
        Workload(
            name: "memory/hello-\(name)",
            summary: "\(what) has nothing to do: what the process has in memory",
            rounds: 3,
            references: [.emptySwift],
            hasWarmUp: false
        ) { _ in HelloProgram.with(app).map { ResidentContender($0) } }
    }
}

/// Has a process of its own measure: in this one, memory of earlier rows would be used again.
private struct BytesContender: Contender {
    let subject = Subject.responderKit
    let thing: Thing

    func run() throws -> [Measurement] {
        let child = try Child(Child.path(of: "responder-bench"), ["bytes", thing.rawValue])
        return try ["allocated", "resident"].compactMap { metric in
            let words = try child.readLine().split(separator: " ")
            guard words.count == 2, words[0] == metric, let bytes = Double(words[1]) else {
                throw BenchError.failed(subject: subject, what: "responder-bench bytes did not say what is \(metric)")
            }
            return metric == "allocated" && thing.isInPages ? nil : Measurement(metric, "B", bytes)
        }
    }
}

/// What the kernel says of a process that has nothing to do.
private struct ResidentContender: Contender {
    let subject: Subject
    private let program: HelloProgram

    init(_ program: HelloProgram) { (self.program, subject) = (program, program.subject) }

    func run() throws -> [Measurement] {
        let child = try program.start()
        _ = try program.instant(of: "idle", in: child)
        let usage = try MemoryUsage(of: child.processID)
        child.end()
        return [
            Measurement("resident", "kB", usage.resident), Measurement("proportional", "kB", usage.proportional),
            Measurement("private dirty", "kB", usage.privateDirty),
        ]
    }
}
