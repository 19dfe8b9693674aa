internal import Glibc

/// A folder outside the devices, as on a desktop, that has the latest backup of one device.
///
/// A backup is incremental (rule S5): the content of a file is copied once, and again when the file has changed. The
/// list of what is backed up is replaced in one step at the end, so that the backup before stays usable until then.
package final class BackupStore: Sendable {
    let disk: BackupDisk
    let cost: PasswordCost
    /// The time of the system's clock in nanoseconds since 1970, as files get it.
    let clock: @Sendable () -> Int

    var place: String { disk.folder.path }

    /// The store in a folder, which is made where it is missing.
    ///
    /// - Parameters:
    ///   - space: Counts the bytes that the backup takes.
    ///   - cost: What a guess of the password costs.
    ///   - isDurable: Whether a backup is on the disk when the call returns, so that it outlives a loss of power.
    package convenience init(
        path: String,
        space: (any StorageSpace)? = nil,
        cost: PasswordCost = .interactive,
        isDurable: Bool = true
    ) throws(BackupError) {
        do throws(FileError) {
            self.init(
                folder: try Folder(path: path, creating: true, isDurable: isDurable),
                space: space,
                cost: cost
            )
        } catch {
            throw .files(error)
        }
    }

    package init(
        folder: Folder,
        space: (any StorageSpace)? = nil,
        cost: PasswordCost,
        clock: @escaping @Sendable () -> Int = BackupStore.fileTime
    ) {
        disk = BackupDisk(folder: folder, space: space)
        self.cost = cost
        self.clock = clock
    }

    /// The latest complete backup; no backup can be made while the answer is held.
    ///
    /// - Parameter password: Ignored for a backup in the clear.
    package func open(password: String? = nil) throws(BackupError) -> Backup {
        let lock = try lock(LOCK_SH)
        let (header, file) = try openList()
        let key = try header.key(password: password, at: place)
        return Backup(manifest: try manifest(header, file, key), key: key, store: self, lock: lock)
    }

    /// Holds the store for one backup, or for those who read; it is let go with the answer.
    func lock(_ operation: Int32) throws(BackupError) -> Descriptor {
        do throws(FileError) {
            let descriptor = try disk.folder.open(.home, O_RDONLY | O_DIRECTORY)
            guard flock(descriptor.number, operation | LOCK_NB) == 0 else {
                guard errno == EWOULDBLOCK else { throw .last(at: place, doing: "locked") }
                throw .inUse(place, process: nil)
            }
            return descriptor
        } catch {
            throw .files(error)
        }
    }

    /// The header of the list, and the list's file.
    func openList() throws(BackupError) -> (BackupHeader, Descriptor) {
        let start: [UInt8]
        let file: Descriptor
        do throws(FileError) {
            file = try disk.folder.open(BackupDisk.list, O_RDONLY | O_NONBLOCK)
            start = try file.read(BackupHeader.longest, at: 0, of: "list")
        } catch .notFound {
            throw .noBackup(place)
        } catch {
            throw .files(error)
        }
        return (try BackupHeader(parsing: start, at: place), file)
    }

    func manifest(_ header: BackupHeader, _ file: Descriptor, _ key: BackupKey?) throws(BackupError) -> BackupManifest {
        var parser = BackupManifest.Parser(after: header, at: place)
        var reader = try readingList { () throws(FileError) in
            try BackupPieces.Reader(file, what: "list", key: key, offset: header.bytes.count)
        }
        while let piece = try readingList({ () throws(FileError) in try reader.next() }) { try parser.take(piece) }
        return try parser.finish()
    }

    private func readingList<Answer>(_ read: () throws(FileError) -> Answer) throws(BackupError) -> Answer {
        do throws(FileError) {
            return try read()
        } catch .damaged(_, let reason) {
            throw .damaged(place, reason)
        } catch {
            throw .files(error)
        }
    }

    /// The time that a file would get now.
    package static func fileTime() -> Int {
        var time = timespec()
        // Linux gives files the time of this clock.
        clock_gettime(CLOCK_REALTIME_COARSE, &time)
        return Int(time.tv_sec) &* 1_000_000_000 &+ Int(time.tv_nsec)
    }
}
