internal import Glibc

// What of a home is backed up, and how a file is copied.
extension BackupRun {
    /// Copies the bundle, unless the backup has the bundle of that version (rule S5).
    func copyBundle(of app: BackupSource.App, former: BackupManifest.App?) throws(BackupError) {
        guard let bundle = app.bundle else { return }
        let path = HomePath(names: [bundle.name])
        if let former, former.bundle == bundle {
            let entries = former.entries.filter { $0.path.isBelow(path) }
            let isWhole = entries.allSatisfy { entry in entry.file.map { isComplete($0.content.object) } ?? true }
            // None where the former name has other bytes, and looks the same.
            if isWhole, !entries.isEmpty {
                for entry in entries {
                    add(entry)
                    report.unchanged += entry.file == nil ? 0 : 1
                }
                return
            }
        }
        let status: FileStatus?
        do throws(FileError) { status = try app.home.status(path) } catch { throw .home(app: app.identifier, error) }
        guard let status, status.kind == .folder else {
            throw .home(app: app.identifier, .notFound(bundle.name))
        }
        add(BackupManifest.Entry(path: path, permissions: status.bits, file: nil))
        try copyTree(of: app, from: path) { (_, _) in true }
    }

    /// Copies what the longest standard directory (rule S3) and the exclude attribute (rule S9) let in.
    func copyHome(of app: BackupSource.App) throws(BackupError) {
        do throws(FileError) {
            guard try !Self.isExcluded(.home, in: app.home) else { return }
        } catch {
            throw .home(app: app.identifier, error)
        }
        try copyTree(of: app, from: .home) { (path, kind) throws(FileError) in
            guard DirectoryRules.isBackedUp(path), !(path.name.map(DirectoryRules.isReserved) ?? false) else {
                return false
            }
            guard kind == .file || kind == .folder else { return true }
            return try !Self.isExcluded(path, in: app.home)
        }
    }

    private static func isExcluded(_ path: HomePath, in home: Folder) throws(FileError) -> Bool {
        do throws(FileError) {
            return try home.isExcludedFromBackup(path)
        } catch .notFound {
            // What has vanished is left out below.
            return false
        }
    }

    private func copyTree(
        of app: BackupSource.App,
        from folder: HomePath,
        where isTaken: (HomePath, FileStatus.Kind) throws(FileError) -> Bool
    ) throws(BackupError) {
        do throws(WalkError<BackupError>) {
            let skip: (String) -> Void = { [self] in report.skipped.append("\(app.identifier): \($0)") }
            try app.home.walk(from: folder, skip: skip) { (path, status) throws(BackupError) in
                do throws(FileError) {
                    guard try isTaken(path, status.kind) else { return false }
                } catch {
                    throw .home(app: app.identifier, error)
                }
                // A path that is longer could not be restored.
                guard path.description.utf8.count <= HomePath.longest else {
                    report.skipped.append("\(app.identifier): \(path)")
                    return false
                }
                switch status.kind {
                case .folder: add(BackupManifest.Entry(path: path, permissions: status.bits, file: nil))
                case .file: try copyFile(path, status, of: app)
                case .link, .other: report.skipped.append("\(app.identifier): \(path)")
                }
                return true
            }
        } catch {
            switch error {
            case .files(let error): throw .home(app: app.identifier, error)
            case .visit(let error): throw error
            }
        }
    }

    private func copyFile(_ path: HomePath, _ status: FileStatus, of app: BackupSource.App) throws(BackupError) {
        if let former = known(path), former.stamp == FileStamp(status, isSettled: true) {
            add(BackupManifest.Entry(path: path, permissions: status.bits, file: former))
            report.unchanged += 1
            return
        }
        var before = status
        for _ in 0..<3 {
            let started = clock()
            let content: (content: BackupManifest.Content, protection: ProtectionClass, isNew: Bool)?
            do throws(BackupError) {
                content = try copyContent(path, of: app)
            } catch .home(app: _, .damaged) where start.former == nil || start.isSameForm {
                // One damaged file does not keep all others from being backed up; what the backup has of it stays.
                report.skipped.append("\(app.identifier): \(path)")
                if let former = known(path) {
                    add(BackupManifest.Entry(path: path, permissions: status.bits, file: former))
                }
                return
            }
            let after: FileStatus?
            do throws(FileError) { after = try app.home.status(path) } catch { throw .home(app: app.identifier, error) }
            if let content, let after, FileStamp(after, isSettled: true) == FileStamp(before, isSettled: true) {
                // Until a tick of the system's clock has passed, another change may leave the same time.
                let isSettled = after.changed < started - Self.tick
                let entry = BackupManifest.Entry(
                    path: path,
                    permissions: after.bits,
                    file: BackupManifest.File(
                        content: content.content,
                        protection: content.protection,
                        stamp: FileStamp(after, isSettled: isSettled)
                    )
                )
                add(entry)
                if content.isNew {
                    report.copied += 1
                    report.bytes += content.content.size
                    try note(entry, of: app.identifier)
                } else {
                    report.unchanged += 1
                }
                return
            }
            if let content, content.isNew { try drop(content.content.object) }
            guard let after, after.kind == .file else { return }
            before = after
        }
        throw .changing(app: app.identifier, path: path.description)
    }

    /// No tick of the system's clock is longer, in nanoseconds.
    private static var tick: Int { 20_000_000 }

    private func drop(_ object: UInt64) throws(BackupError) {
        do throws(FileError) { try disk.remove(BackupDisk.path(ofObject: object)) } catch { throw .files(error) }
    }

    /// The content of a file, which is copied where the backup has another one; nil where the file vanished or became
    /// shorter meanwhile.
    private func copyContent(
        _ path: HomePath,
        of app: BackupSource.App
    ) throws(BackupError) -> (content: BackupManifest.Content, protection: ProtectionClass, isNew: Bool)? {
        let file: PlainFiles.Reading
        do throws(FileError) {
            file = try source.files.open(path, app.home)
        } catch .notFound {
            return nil
        } catch {
            throw .home(app: app.identifier, error)
        }
        if let former = known(path)?.content, former.size == file.size {
            guard let digest = try read(file, of: app, to: { (_, _) throws(FileError) in }) else { return nil }
            if digest == former.digest { return (former, file.protection, false) }
        }
        let object: UInt64
        var writer: BackupPieces.Writer
        do throws(FileError) {
            object = try takeNumber()
            writer = try self.writer(of: object)
        } catch {
            throw .files(error)
        }
        do throws(BackupError) {
            let digest = try read(file, of: app) { (piece, isLast) throws(FileError) in
                try writer.write(piece, isLast: isLast)
            }
            if let digest {
                return (.init(size: file.size, digest: digest, object: object), file.protection, true)
            }
        } catch {
            try? drop(object)
            throw error
        }
        try drop(object)
        return nil
    }

    /// The digest of a file whose bytes go to `sink`, whose errors are the backup's.
    private func read(
        _ file: PlainFiles.Reading,
        of app: BackupSource.App,
        to sink: (_ piece: [UInt8], _ isLast: Bool) throws(FileError) -> Void
    ) throws(BackupError) -> BackupDigest? {
        var hasher = BackupHasher()
        var offset = 0
        repeat {
            let count = min(BackupPieces.size, file.size - offset)
            let piece: [UInt8]
            do throws(FileError) {
                piece = count > 0 ? try file.read(count, offset) : []
            } catch {
                throw .home(app: app.identifier, error)
            }
            guard piece.count == count else { return nil }
            hasher.update(piece)
            offset += count
            do throws(FileError) { try sink(piece, offset == file.size) } catch { throw .files(error) }
        } while offset < file.size
        return hasher.finish()
    }
}

extension FileStatus {
    fileprivate var bits: UInt16 { UInt16(truncatingIfNeeded: permissions) & 0o777 }
}

extension FileStamp {
    fileprivate init(_ status: FileStatus, isSettled: Bool) {
        self.init(inode: status.inode, modified: status.modified, changed: isSettled ? status.changed : nil)
    }
}
