/// What a backup has done.
package struct BackupReport: Hashable, Sendable {
    /// The files whose content was copied.
    package internal(set) var copied = 0
    /// The files whose content the backup had already.
    package internal(set) var unchanged = 0
    /// The files that the backup before had, and this one has not.
    package internal(set) var removed = 0
    /// The bytes of content that were copied, before they were sealed.
    package internal(set) var bytes = 0
    /// What is in a home and cannot be backed up: the app's identifier, a colon, and the path in the app's home.
    ///
    /// That is what is neither a file nor a folder, such as a symbolic link, what has a path of more than 1024 bytes or
    /// of bytes that are not UTF-8, and a protected file that is damaged: of this one the backup keeps what it has.
    package internal(set) var skipped: [String] = []

    package init(copied: Int = 0, unchanged: Int = 0, removed: Int = 0, bytes: Int = 0) {
        self.copied = copied
        self.unchanged = unchanged
        self.removed = removed
        self.bytes = bytes
    }
}
