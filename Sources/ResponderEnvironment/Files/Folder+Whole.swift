internal import CResponderEnvironment
internal import Glibc

// Whole files: read at once, and replaced in one step.
extension Folder {
    /// The bytes of a file.
    ///
    /// - Throws: ``FileError/damaged(_:_:)`` where it has more bytes than `limit`.
    package func read(_ path: HomePath, atMost limit: Int = .max) throws(FileError) -> [UInt8] {
        let file = try open(path, O_RDONLY | O_NONBLOCK)
        let status = try file.status(of: path.description)
        guard status.kind == .file else { throw .notPermitted(path.description, "it is no regular file") }
        guard status.size <= limit else {
            throw .damaged(path.description, "it has \(status.size) bytes, and may have \(limit)")
        }
        return try file.read(status.size, at: 0, of: path.description)
    }

    /// Replaces a file in one step: who reads it finds the old bytes or the new, also after the process was killed.
    ///
    /// With `durable`, in a folder that is, the new bytes are on the disk when the call returns.
    package func replace(_ path: HomePath, with bytes: [UInt8], durable: Bool = true) throws(FileError) {
        let durable = durable && isDurable
        let draft = path.parent.draft()
        do throws(FileError) {
            let file = try open(draft, O_WRONLY | O_CREAT | O_EXCL)
            try file.write(bytes, at: 0, of: path.description)
            if durable { try file.sync(path.description) }
            try move(draft, to: path)
        } catch {
            try? remove(draft)
            throw error
        }
        if durable { try open(path.parent, O_RDONLY | O_DIRECTORY).sync(path.description) }
    }

    /// The beginning of the names of files that are being written; one that is found was left by a process that ended.
    package static let draftPrefix = ".responderkit-new-"
}

extension Folder {
    /// Has the system write to the disk all files of the folder's file system, where the folder is durable: one call
    /// for many files that were replaced without `durable`.
    package func syncAll() throws(FileError) {
        guard isDurable else { return }
        guard rse_sync_all(descriptor.number) == 0 else { throw .last(at: path, doing: "written to the disk") }
    }
}

extension HomePath {
    /// A new name in this folder for a file that is being written; no other thread and no other process has it.
    func draft() -> HomePath {
        let tail = String(UInt64.random(in: 0 ... .max), radix: 36)
        return HomePath(names: names + [Folder.draftPrefix + tail])
    }
}
