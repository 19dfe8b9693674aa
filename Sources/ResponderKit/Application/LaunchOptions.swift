/// What an application is launched with.
public struct LaunchOptions: Hashable, Sendable {
    /// The command line, the program's name first; empty where there is none.
    public var arguments: [String]

    /// A launch with that command line.
    public init(arguments: [String] = []) {
        self.arguments = arguments
    }
}
