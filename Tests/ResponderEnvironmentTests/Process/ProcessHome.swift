import ResponderEnvironment
import TestSupport

/// The directories of a process, in a folder of a test's own.
struct ProcessHome {
    let folder = TemporaryFolder()
    static let identifier = "org.example.clock"

    /// The variables of systemd.
    var systemd: [String: String] {
        [
            "STATE_DIRECTORY": "\(folder.path)/state", "CACHE_DIRECTORY": "\(folder.path)/cache",
            "RUNTIME_DIRECTORY": "\(folder.path)/run",
        ]
    }

    func directories(_ variables: [String: String]) throws(FileError) -> ProcessDirectories {
        try ProcessDirectories(identifier: Self.identifier) { variables[$0] }
    }

    /// Opens the home of these variables, or of systemd's.
    func open(
        _ variables: [String: String]? = nil,
        credentials: ProcessCredentials? = nil
    ) throws(FileError) -> AppContainer {
        try ProcessContainer.open(
            identifier: Self.identifier,
            directories: try directories(variables ?? systemd),
            credentials: credentials
        )
    }

    /// Why the home of these variables cannot be opened; nil where it can.
    func refusal(_ variables: [String: String], credentials: ProcessCredentials? = nil) -> String? {
        do throws(FileError) {
            _ = try open(variables, credentials: credentials)
            return nil
        } catch {
            return error.description
        }
    }
}
