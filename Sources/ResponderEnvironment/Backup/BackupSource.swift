/// What is to be backed up of a device.
package struct BackupSource: Sendable {
    /// An installed app.
    package struct App: Sendable {
        package let identifier: String
        package let home: Folder
        package let bundle: BackedUpBundle?

        package init(identifier: String, home: Folder, bundle: BackedUpBundle?) {
            self.identifier = identifier
            self.home = home
            self.bundle = bundle
        }
    }

    /// Which device it is; a restoration compares it to find out what of a keychain may travel.
    package let device: String
    /// When the backup is made, in whatever form the caller will show it.
    package let date: String
    package let apps: [App]
    /// The exported keychain, which is opaque to a backup.
    package let keychain: [UInt8]?
    /// How the homes' files are read.
    package let files: PlainFiles

    package init(device: String, date: String, apps: [App], keychain: [UInt8]?, files: PlainFiles) {
        self.device = device
        self.date = date
        self.apps = apps
        self.keychain = keychain
        self.files = files
    }
}

/// An app's bundle: the folder's name in the home, such as `Notes.app`, and the version that it has.
package struct BackedUpBundle: Hashable, Sendable {
    package let name: String
    package let version: String

    package init(name: String, version: String) {
        self.name = name
        self.version = version
    }
}
