internal import ResponderEnvironment

/// The home of an app on the storage: its folder, and the container through which the app uses it.
@MainActor
final class AppHome {
    let identifier: String
    /// The home's number on the device, which names its folder; no other installation or update has it.
    let number: Int
    let folder: Folder
    let container: AppContainer
    /// What is recorded of the app; nil for an app that is on the device for one launch.
    let record: AppRecord?

    init(_ identifier: String, _ number: Int, _ folder: Folder, _ record: AppRecord?, in storage: DeviceStorage) {
        self.identifier = identifier
        self.number = number
        self.folder = folder
        self.record = record
        container = AppContainer(
            identifier: identifier,
            bundleName: record?.bundle ?? AppBundle.name(of: identifier),
            mounts: [AppContainer.Mount(prefix: .home, folder: folder)],
            protection: storage.protection,
            space: storage.space
        )
    }
}
