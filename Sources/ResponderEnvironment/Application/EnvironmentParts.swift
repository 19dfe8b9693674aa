internal import ResponderKit

/// What an application has of its environment: set by the host, or made when the app first asks.
@MainActor
package final class EnvironmentParts {
    /// Whether the application runs on a simulated device, which never gives it files of the real machine.
    package var isSimulated = false
    /// See ``Application/container``.
    package var container: AppContainer?
    /// Where the answers of ``Application/device`` come from.
    package var information: (any DeviceInformationSource)?
    /// See ``Application/keychain``.
    package var keychain: Keychain?
    /// See ``Application/preferences``.
    package var preferences: Preferences?
    /// See ``Application/machineMonitoring``.
    var machineMonitoring: MachineMonitoring = []
    /// See ``Application/onMachineProblem``.
    var onMachineProblem: (@MainActor (MachineProblem) -> Void)?
    /// What tells the application of changes of the machine; nil until it is asked for.
    var machine: MachineMonitor?
    /// See ``Application/followServiceManager(onReload:)``; nil where there is none.
    var follower: ServiceFollower?
    /// See ``Application/serviceStatus``.
    var serviceStatus = ""

    /// Why the application has no files.
    var missingStorage: FileError? {
        guard isSimulated else { return nil }
        return .notPermitted(
            "the home of the app",
            "the simulated device has no storage; attach one, by attachStorage(at:), before apps are installed"
        )
    }
}

extension Application {
    /// The application's parts, the same ones for its life.
    package final var parts: EnvironmentParts {
        if let parts = environmentParts as? EnvironmentParts { return parts }
        let parts = EnvironmentParts()
        environmentParts = parts
        return parts
    }
}
