internal import Glibc

/// One run of a backup.
final class BackupRun {
    let source: BackupSource
    let start: BackupStore.Start
    let disk: BackupDisk
    let clock: () -> Int
    var report = BackupReport()
    private var journal: BackupJournal
    private var manifest: BackupManifest
    /// The objects that are complete.
    private var complete: Set<UInt64>
    private var next: UInt64
    /// The files of the app that is being copied, by their path.
    private var known: [HomePath: BackupManifest.File] = [:]

    init(
        _ source: BackupSource,
        start: BackupStore.Start,
        disk: BackupDisk,
        clock: @escaping () -> Int
    ) throws(BackupError) {
        self.source = source
        self.start = start
        self.disk = disk
        self.clock = clock
        manifest = BackupManifest(device: source.device, date: source.date)
        do throws(FileError) {
            if start.isAnew { try disk.remove(BackupDisk.progress) }
            journal = try BackupJournal(header: start.header, key: start.key, disk: disk)
            let found = try disk.objects()
            var named = start.former?.objects ?? []
            for files in journal.files.values { for file in files.values { named.insert(file.content.object) } }
            next = max(found.max() ?? 0, named.max() ?? 0) + 1
            complete = named.intersection(found)
            if !start.isAnew {
                for object in found.subtracting(named) { try disk.remove(BackupDisk.path(ofObject: object)) }
            }
        } catch {
            throw .files(error)
        }
    }

    /// Copies all apps and the keychain.
    func copy() throws(BackupError) {
        let former = start.former
        let formerApps = Dictionary(
            former?.apps.map { ($0.identifier, $0) } ?? [],
            uniquingKeysWith: { first, _ in first }
        )
        for app in source.apps {
            let before = formerApps[app.identifier]
            var formerPaths: Set<HomePath> = []
            known = [:]
            for entry in before?.entries ?? [] {
                guard let file = entry.file else { continue }
                formerPaths.insert(entry.path)
                if start.isSameForm { known[entry.path] = file }
            }
            known.merge(journal.files[app.identifier] ?? [:]) { _, later in later }
            manifest.apps.append(BackupManifest.App(identifier: app.identifier, bundle: app.bundle))
            try copyBundle(of: app, former: start.isSameForm ? before : nil)
            try copyHome(of: app)
            for entry in manifest.apps[manifest.apps.count - 1].entries where entry.file != nil {
                formerPaths.remove(entry.path)
            }
            report.removed += formerPaths.count
        }
        let apps = Set(source.apps.map(\.identifier))
        for app in former?.apps ?? [] where !apps.contains(app.identifier) {
            report.removed += app.entries.count { $0.file != nil }
        }
        try copyKeychain()
    }

    func add(_ entry: BackupManifest.Entry) { manifest.apps[manifest.apps.count - 1].entries.append(entry) }

    /// The file that the backup has of that path, if its object is there.
    func known(_ path: HomePath) -> BackupManifest.File? {
        guard let file = known[path], complete.contains(file.content.object) else { return nil }
        return file
    }

    func isComplete(_ object: UInt64) -> Bool { complete.contains(object) }

    /// Notes a file whose object is complete.
    func note(_ entry: BackupManifest.Entry, of app: String) throws(BackupError) {
        if let object = entry.file?.content.object { complete.insert(object) }
        do throws(FileError) { try journal.add(entry, of: app) } catch { throw .files(error) }
    }

    /// A new object's number.
    func takeNumber() throws(FileError) -> UInt64 {
        guard next < BackupDisk.objectLimit else { throw .full(BackupDisk.objects.description) }
        defer { next += 1 }
        let folder = BackupDisk.path(ofObject: next).parent
        if next % BackupDisk.perFolder == 0 || !hasFolder {
            try disk.folder.createFolder(folder)
            hasFolder = true
        }
        return next
    }

    private var hasFolder = false

    private func copyKeychain() throws(BackupError) {
        guard let keychain = source.keychain else { return }
        let digest = BackupHasher.digest(keychain)
        if start.isSameForm, let former = start.former?.keychain, former.digest == digest, isComplete(former.object),
            former.size == keychain.count
        {
            manifest.keychain = former
            return
        }
        do throws(FileError) {
            let object = try takeNumber()
            var writer = try writer(of: object)
            var rest = keychain[...]
            while rest.count > BackupPieces.size {
                try writer.write(Array(rest.prefix(BackupPieces.size)), isLast: false)
                rest = rest.dropFirst(BackupPieces.size)
            }
            try writer.write(Array(rest), isLast: true)
            manifest.keychain = BackupManifest.Content(size: keychain.count, digest: digest, object: object)
            report.bytes += keychain.count
        } catch {
            throw .files(error)
        }
    }

    func writer(of object: UInt64) throws(FileError) -> BackupPieces.Writer {
        let file = try disk.folder.open(BackupDisk.path(ofObject: object), O_WRONLY | O_CREAT | O_EXCL)
        return BackupPieces.Writer(file, what: BackupDisk.name(ofObject: object), key: start.key, disk: disk)
    }

    /// Puts the new list in place of the one before, and removes what no list names.
    func finish() throws(BackupError) {
        let disk = disk
        do throws(FileError) {
            try disk.remove(BackupDisk.draft)
            let file = try disk.folder.open(BackupDisk.draft, O_WRONLY | O_CREAT | O_EXCL)
            try disk.write(start.header.bytes, to: file, at: 0, of: "list")
            var writer = BackupPieces.Writer(
                file,
                what: "list",
                key: start.key,
                disk: disk,
                offset: start.header.bytes.count
            )
            try manifest.write(after: start.header) { (piece, isLast) throws(FileError) in
                try writer.write(piece, isLast: isLast)
            }
            try disk.folder.syncAll()
            let former = try disk.folder.status(BackupDisk.list)?.size ?? 0
            try disk.folder.move(BackupDisk.draft, to: BackupDisk.list)
            disk.space?.give(former)
            if disk.folder.isDurable { try disk.folder.open(.home, O_RDONLY | O_DIRECTORY).sync("list") }
        } catch {
            throw .files(error)
        }
        // The new backup is complete. What cannot be removed now is removed by the next run.
        try? removeRest()
    }

    private func removeRest() throws(FileError) {
        try disk.remove(BackupDisk.progress)
        var folders: Set<HomePath> = []
        for object in try disk.objects().subtracting(manifest.objects) {
            let path = BackupDisk.path(ofObject: object)
            try disk.remove(path)
            folders.insert(path.parent)
        }
        // Those that have objects stay.
        for folder in folders { try? disk.folder.remove(folder) }
    }

    /// Notes for the next run what is complete.
    func keepProgress() { try? journal.flush() }
}
