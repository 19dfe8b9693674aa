public import ResponderKit

extension Application {
    /// The app's home.
    ///
    /// On a simulated device it is the home that the app got at its installation. In a real process it is made from the
    /// directories of systemd, or of XDG, when the app first asks: see ``ProcessContainer``. Then it is the same one
    /// for the application's life.
    ///
    /// - Throws: ``FileError``, where a real process has no directories, where another process uses them, and where a
    ///   simulated device has no storage.
    /// - Complexity: O(1) without allocation, but for the first time: see ``ProcessContainer``.
    public final var container: AppContainer {
        get throws(FileError) {
            if let container = parts.container { return container }
            if let error = parts.missingStorage { throw error }
            let identifier = manifest.identifier
            let directories = try ProcessDirectories(identifier: identifier)
            let container = try ProcessContainer.open(identifier: identifier, directories: directories)
            parts.container = container
            return container
        }
    }
}
