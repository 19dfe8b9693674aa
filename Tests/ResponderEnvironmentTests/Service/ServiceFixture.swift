import ResponderKit
import Testing

@testable import ResponderEnvironment

/// An application under virtual time, and its service manager.
@MainActor
final class ServiceFixture {
    let manager: ManagerSocket
    let clock = VirtualClock()
    let application: Application
    private(set) var problems: [ServiceProblem] = []
    var loop: MainRunLoop { application.runLoop }

    init(manager: ManagerSocket? = nil) throws {
        self.manager = try manager ?? ManagerSocket()
        application = Application(runLoop: try MainRunLoop(clock: clock))
    }

    /// Has the application follow the manager, as the process of number 100 with these further variables.
    func follow(
        _ variables: [String: String] = [:],
        onReload: (@MainActor () -> Void)? = nil
    ) throws {
        let variables = variables.merging(["NOTIFY_SOCKET": manager.name]) { own, _ in own }
        let read = try #require(ServiceVariables(process: 100) { variables[$0] })
        application.follow(read, onReload: onReload) { [unowned self] in problems.append($0) }
    }

    /// Launches the application, and lets the loop make its first turns.
    func launch() async {
        application.launch()
        await loop.runUntilIdle()
    }
}
