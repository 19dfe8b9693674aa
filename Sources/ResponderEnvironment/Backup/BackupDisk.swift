/// The folder of a backup, as it is written: counts the space, and has the system write to the disk.
///
/// - `list`: what is backed up, see ``BackupHeader`` and ``BackupManifest``;
/// - `progress`: what a backup that was interrupted had copied, see ``BackupJournal``;
/// - `objects/N/M`: the content of the file with the object number 1000 N + M, each written once.
struct BackupDisk: Sendable {
    let folder: Folder
    let space: (any StorageSpace)?

    static let list = HomePath(names: ["list"])
    static let draft = HomePath(names: [Folder.draftPrefix + "list"])
    static let progress = HomePath(names: ["progress"])
    static let objects = HomePath(names: ["objects"])
    static let perFolder: UInt64 = 1000
    /// Numbers of objects are below; so they stay exact wherever they are read.
    static let objectLimit: UInt64 = 1 << 53

    static func path(ofObject object: UInt64) -> HomePath {
        HomePath(names: ["objects", "\(object / perFolder)", "\(object % perFolder)"])
    }

    static func name(ofObject object: UInt64) -> String { "object \(object)" }

    func write(_ bytes: [UInt8], to file: Descriptor, at offset: Int, of what: String) throws(FileError) {
        try space?.take(bytes.count, for: what)
        do throws(FileError) {
            try file.write(bytes, at: offset, of: what)
        } catch {
            // The part that was written is given back when the file is removed.
            if let space, let size = try? file.status(of: what).size {
                space.give(offset + bytes.count - max(size, offset))
            }
            throw error
        }
    }

    /// Removes a file, and gives its space back.
    func remove(_ path: HomePath) throws(FileError) {
        guard let status = try folder.status(path) else { return }
        try folder.remove(path)
        space?.give(status.size)
    }

    /// The numbers of all objects that there are, complete or not.
    func objects() throws(FileError) -> Set<UInt64> {
        guard try folder.status(Self.objects) != nil else { return [] }
        var found: Set<UInt64> = []
        for name in try folder.names(in: Self.objects) {
            guard let high = UInt64(name), high < Self.objectLimit / Self.perFolder, "\(high)" == name else { continue }
            for last in try folder.names(in: HomePath(names: ["objects", name])) {
                guard let low = UInt64(last), low < Self.perFolder, "\(low)" == last else { continue }
                found.insert(high * Self.perFolder + low)
            }
        }
        return found
    }
}
