/// What a backup has: the device, the apps, and each app's folders and files with the objects of their content.
struct BackupManifest: Sendable {
    var device: String
    var date: String
    var apps: [App] = []
    var keychain: Content?

    struct App: Sendable {
        let identifier: String
        let bundle: BackedUpBundle?
        /// Each folder before what it has.
        var entries: [Entry] = []
    }

    /// A folder or file of an app's home.
    struct Entry: Sendable {
        let path: HomePath
        /// The permission bits.
        let permissions: UInt16
        /// Nil for a folder.
        let file: File?
    }

    struct File: Sendable {
        let content: Content
        let protection: ProtectionClass
        let stamp: FileStamp
    }

    /// The plain bytes of a file, and the object that has them.
    struct Content: Hashable, Sendable {
        let size: Int
        let digest: BackupDigest
        let object: UInt64
    }

    /// The objects that the backup needs.
    var objects: Set<UInt64> {
        var objects = Set(keychain.map { [$0.object] } ?? [])
        for app in apps {
            for entry in app.entries { if let file = entry.file { objects.insert(file.content.object) } }
        }
        return objects
    }
}

/// By what a file is seen to have changed: any difference counts, so that a clock that goes back misleads nothing.
struct FileStamp: Hashable, Sendable {
    let inode: UInt64
    /// In nanoseconds since 1970.
    let modified: Int
    /// The time of the last change in nanoseconds since 1970.
    ///
    /// Nil when the file changed so shortly before the copy that
    /// a later change may have the same time: then the file is read again.
    let changed: Int?
}
