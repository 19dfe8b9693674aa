internal import ResponderKit

/// What an application has of its environment: set by the host, or made when the app first asks.
@MainActor
package final class EnvironmentParts {
    /// See ``Application/container``.
    package var container: AppContainer?
    /// Where the answers of ``Application/device`` come from.
    package var information: (any DeviceInformationSource)?
    /// See ``Application/keychain``.
    package var keychain: Keychain?
    /// See ``Application/preferences``.
    package var preferences: Preferences?
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
