/// What counts the bytes that files take on a disk, and says when the disk is full.
///
/// Counts the sizes of files as `stat` tells them, headers and seals included; not blocks.
package protocol StorageSpace: AnyObject, Sendable {
    /// Takes bytes for the file at `path` before they are written.
    ///
    /// - Throws: ``FileError/full(_:)``; then nothing was taken.
    func take(_ bytes: Int, for path: String) throws(FileError)
    /// Gives bytes back that a file no longer takes.
    func give(_ bytes: Int)
}
