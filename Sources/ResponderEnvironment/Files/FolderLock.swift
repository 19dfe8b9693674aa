internal import Glibc

/// A lock of a folder against other holders, in this process and in others; ends with the object, or with its process.
package final class FolderLock {
    private let descriptor: Descriptor

    /// Waits until no other holder is in the way: any holder where `exclusive`, otherwise only an exclusive one.
    package init(_ path: HomePath, in folder: Folder, exclusive: Bool) throws(FileError) {
        descriptor = try folder.open(path, O_RDONLY | O_DIRECTORY)
        try descriptor.lock(alone: exclusive, of: path.description)
    }

    /// Has the system write to the disk which files the folder has.
    package func sync(_ path: HomePath) throws(FileError) { try descriptor.sync(path.description) }
}
