import ArgumentParser

/// A job to measure, and the contenders that do it.
struct Workload: Sendable {
    let name: String
    /// The job in a line.
    let summary: String
    /// How often each contender runs in a full measurement.
    ///
    /// Many short runs are better than a few long ones: a run of a few milliseconds mostly fits between two
    /// interruptions by other processes, and an interrupted run stands out.
    let rounds: Int
    /// The references that the other subjects are compared with: the first of them that takes part counts.
    let references: [Subject]
    /// Whether each contender runs once before its runs count: not where a run takes so long that it would be a waste.
    let hasWarmUp: Bool
    /// Makes the contenders, which stay until all rounds are over.
    let contenders: @MainActor (Effort) throws -> [any Contender]

    init(
        name: String,
        summary: String,
        rounds: Int = 101,
        references: [Subject] = [.cFloor],
        hasWarmUp: Bool = true,
        contenders: @escaping @MainActor (Effort) throws -> [any Contender]
    ) {
        self.name = name
        self.summary = summary
        self.rounds = rounds
        self.references = references
        self.hasWarmUp = hasWarmUp
        self.contenders = contenders
    }
}

/// How long a measurement may take.
enum Effort: Sendable {
    case quick, full

    /// How often each contender runs.
    func rounds(of workload: Workload) -> Int { self == .quick ? 3 : workload.rounds }

    /// How often each contender runs, with the warm-up.
    func steps(of workload: Workload) -> Int { rounds(of: workload) + (workload.hasWarmUp ? 1 : 0) }

    /// The count of repetitions of a full measurement, or a small part of it.
    func count(_ full: Int) -> Int { self == .quick ? max(1, full / 20) : full }
}

/// The program that does a workload's job.
enum Subject: String, CaseIterable, Sendable, ExpressibleByArgument {
    case responderKit = "ResponderKit"
    /// A loop that looks for input before it sleeps.
    case busyWait = "busy wait"
    case cFloor = "C floor"
    /// The C program that looks for input before it sleeps.
    case busyFloor = "busy C floor"
    case libevent = "libevent"
    case libev = "libev"
    case libuv = "libuv"
    case glib = "GLib"
    /// swift-corelibs-foundation: its notification centre, run loop and timers.
    case foundation = "Foundation"
    /// The main queue of Dispatch.
    case dispatch = "Dispatch"
    case swiftNIO = "SwiftNIO"
    case qt = "Qt"
    case sdl = "SDL"
    /// A view of ResponderKit that overrides the touch methods.
    case plainView = "plain view"
    /// An application that is recorded.
    case recorded = "recorded"
    /// A text of ResponderKit that has no more lines than are seen.
    case shortText = "short text"
    /// A program in Swift that does nothing.
    case emptySwift = "empty Swift"

    /// The name in a verdict.
    var asReference: String { self == .cFloor ? "the floor" : rawValue }
}

/// One subject with all it needs to do the job again and again.
@MainActor
protocol Contender {
    var subject: Subject { get }
    /// Does the job once, and returns the measurements.
    ///
    /// - Throws: ``BenchError`` when the job was not done as it must be, so that its number would mean nothing.
    func run() throws -> [Measurement]
}

/// One number that a run gave.
struct Measurement {
    let metric: String
    let unit: String
    let value: Double
    /// In a curve of growth, how many there are of what grows: a depth, or a number of rows.
    let size: Int?

    init(_ metric: String, _ unit: String, _ value: Double, size: Int? = nil) {
        self.metric = metric
        self.unit = unit
        self.value = value
        self.size = size
    }
}

/// A contender made of a closure.
struct ClosureContender: Contender {
    let subject: Subject
    let body: @MainActor () throws -> [Measurement]

    init(_ subject: Subject, body: @escaping @MainActor () throws -> [Measurement]) {
        self.subject = subject
        self.body = body
    }

    func run() throws -> [Measurement] { try body() }
}

/// Why a benchmark has no result.
enum BenchError: Error, CustomStringConvertible {
    /// The handlers were not called as often as there were events.
    case miscounted(subject: Subject, fed: Int, handled: Int)
    /// The system refused something, or a program in C found an error of its own.
    case failed(subject: Subject, what: String)

    var description: String {
        switch self {
        case .miscounted(let subject, let fed, let handled):
            "\(subject.rawValue): \(fed) events were fed, but the handlers were called \(handled) times"
        case .failed(let subject, let what):
            "\(subject.rawValue): \(what)"
        }
    }
}
