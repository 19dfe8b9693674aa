/// A small program that the benchmark starts, and that says what has happened.
enum HelloProgram: String {
    /// An app without widgets.
    case core = "HelloCore"
    /// An app with widgets.
    case kit = "HelloKit"
    /// The app with widgets, with its pixels.
    case screen = "HelloScreen"
    /// A program in Swift that does nothing.
    case empty = "HelloEmpty"

    var subject: Subject {
        switch self {
        case .core, .kit, .screen: .responderKit
        case .empty: .emptySwift
        }
    }

    /// How many views, with the window, must have drawn themselves when the first update pass has ended, at least.
    var draws: Int {
        switch self {
        case .core: 2
        case .kit, .screen: 3
        case .empty: 0
        }
    }

    /// The instant at which a program that was started tells of an event.
    ///
    /// - Throws: ``BenchError`` unless its views have drawn themselves by then.
    @MainActor
    func instant(of event: String, in child: Child) throws -> Int64 {
        let report = try child.readReport(of: event)
        guard report.draws >= draws else {
            let what = "\(rawValue) has drawn \(report.draws) views at its '\(event)', of at least \(draws)"
            throw BenchError.failed(subject: subject, what: what)
        }
        return report.instant
    }

    /// An app, and the program that it is compared with.
    ///
    /// There is no floor in C: SwiftPM links Swift's libraries to programs in C too.
    static func with(_ app: HelloProgram) -> [HelloProgram] { [app, .empty] }

    /// Starts the program.
    @MainActor
    func start(environment: [String: String?] = [:]) throws -> Child {
        try Child(Child.path(of: rawValue), environment: environment)
    }
}
