/// The space of a device's disk, which counts the bytes of all files of its apps, as they are on the disk.
///
/// Who makes a file larger takes the bytes before it writes; who makes a file smaller, or removes it, gives them back
/// afterwards. So a full disk leaves what was there.
package protocol StorageSpace: AnyObject, Sendable {
    /// Takes `bytes` for the file at `path`.
    ///
    /// - Throws: ``FileError/full(_:)``, which takes nothing.
    func take(_ bytes: Int, for path: String) throws(FileError)
    /// Gives back `bytes` that were taken.
    func give(_ bytes: Int)
}
