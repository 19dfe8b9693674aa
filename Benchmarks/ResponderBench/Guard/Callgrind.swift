import Foundation

/// Runs this program's hot paths under callgrind.
struct Callgrind {
    private let folder: URL
    private let program: URL
    private let valgrind: URL
    private let events: Int

    /// The compiler of this program, as far as it can tell.
    static var compiler: String {
        #if compiler(>=6.5)
        "Swift 6.5 or later"
        #elseif compiler(>=6.4)
        "Swift 6.4"
        #elseif compiler(>=6.3)
        "Swift 6.3"
        #else
        "Swift 6.2"
        #endif
    }

    init(events: Int) throws {
        self.events = events
        guard let valgrind = SearchPath.find("valgrind") else {
            throw CallgrindError(what: "there is no valgrind in PATH; nothing was counted")
        }
        guard let strip = SearchPath.find("strip") else {
            throw CallgrindError(what: "there is no strip (binutils) in PATH; nothing was counted")
        }
        self.valgrind = valgrind
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("responder-bench-guard-\(getpid())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        // valgrind before 3.21 cannot read the debug information that Swift writes (DWARF 5). The symbols stay.
        program = folder.appendingPathComponent("responder-bench")
        let own = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        try Self.check(Self.run(strip, ["--strip-debug", "-o", program.path, own]).status, of: strip)
    }

    /// Removes the files that callgrind wrote.
    func cleanUp() {
        try? FileManager.default.removeItem(at: folder)
    }

    /// The cost of the workload: instructions for each event, and costly calls for each million events.
    func count(_ workload: GuardWorkload, by subject: Subject = .responderKit) throws -> [String: Double] {
        let (driven, profile) = try profile(
            of: workload.rawValue,
            limit: ProcessorLimit.secondsOfWorkload(events: events),
            ["drive", workload.rawValue, "--events", String(events), "--subject", subject.rawValue]
        )
        var numbers = [GuardBounds.instructions: Double(profile.instructions) / driven]
        for kind in CostlyCall.allCases {
            numbers[GuardBounds.calls(kind)] = (Double(profile.calls(of: kind)) * 1_000_000 / driven).rounded()
        }
        return numbers
    }

    /// The instructions for each time that the curve's job is done, at each of its counted sizes.
    func count(_ curve: GrowthCurve) throws -> [(size: Int, instructions: Double)] {
        let (_, profile) = try profile(of: curve.rowName, limit: ProcessorLimit.secondsOfCurve, ["grow", curve.name])
        return zip(curve.counted.all, GrowthCurve.countedFunctions).map { size, function in
            (size, Double(profile.instructions(in: function)) / Double(curve.counted.events))
        }
    }

    /// Runs this program with these arguments; returns the number of events that it prints, and what callgrind saw.
    ///
    /// - Throws: ``ProcessorLimitError`` when it has reached its limit of processor time, in seconds.
    private func profile(
        of name: String,
        limit: Int,
        _ arguments: [String]
    ) throws -> (events: Double, CallgrindProfile) {
        let output = folder.appendingPathComponent("\(name.replacing("/", with: "-")).callgrind")
        let valgrindArguments = [
            "--tool=callgrind", "--quiet", "--compress-strings=no", "--callgrind-out-file=\(output.path)",
            "--toggle-collect=*guardMeasured*", program.path,
        ]
        let (status, printed) = try Self.run(valgrind, valgrindArguments + arguments)
        if status == ProcessorLimit.status { throw ProcessorLimitError(name: name, seconds: limit) }
        try Self.check(status, of: valgrind, "\(name): ")
        guard let events = Double(printed.trimmingCharacters(in: .whitespacesAndNewlines)) else {
            throw CallgrindError(what: "\(name) did not say how many events it made, but: \(printed)")
        }
        let profile = try CallgrindProfile(contentsOf: output)
        guard profile.instructions > 0 else {
            throw CallgrindError(what: "callgrind saw nothing of \(name): is guardMeasured gone?")
        }
        return (events, profile)
    }

    private static func run(_ executable: URL, _ arguments: [String]) throws -> (status: Int32, output: String) {
        let process = Process()
        process.executableURL = executable
        process.arguments = arguments
        // All symbols are bound at the start, not during the counting; and tables are the same in each run.
        let environment = ["LD_BIND_NOW": "1", "SWIFT_DETERMINISTIC_HASHING": "1"]
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let output = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: output, as: UTF8.self))
    }

    private static func check(_ status: Int32, of executable: URL, _ prefix: String = "") throws {
        guard status == 0 else {
            throw CallgrindError(what: "\(prefix)\(executable.lastPathComponent) ended with status \(status)")
        }
    }
}

/// Why nothing could be counted.
struct CallgrindError: Error, CustomStringConvertible {
    let what: String

    var description: String { what }
}
