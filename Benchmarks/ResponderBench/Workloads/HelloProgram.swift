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
