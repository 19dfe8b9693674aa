internal import Glibc

extension Backup {
    /// Restores an app into an empty folder: the bundle, and all that was backed up, with the standard directories.
    ///
    /// Caches and tmp are empty (rule S26). Every byte is compared with the list's digests; after an error the folder
    /// has a part of the files and is to be removed, so restore into a folder beside the app's home.
    package func restore(app identifier: String, into home: Folder, files: PlainFiles) throws(BackupError) {
        guard let app = manifest.apps.first(where: { $0.identifier == identifier }) else { throw .noApp(identifier) }
        for entry in app.entries {
            if let file = entry.file {
                try restore(file, at: entry.path, of: identifier, into: home, files)
            } else {
                try at(entry.path, of: identifier) { (path) throws(FileError) in
                    // The folder around it is there: the list has it before.
                    let around = path.parent == .home ? home : try home.folder(path.parent)
                    try around.createFolder(HomePath(names: path.names.suffix(1)))
                }
            }
        }
        for directory in StandardDirectory.allCases {
            guard let path = directory.path else { continue }
            try at(path, of: identifier) { (path) throws(FileError) in try home.createFolder(path) }
        }
        // Last, and each folder after what it has: a folder may forbid to write in it.
        for entry in app.entries.reversed() {
            try at(entry.path, of: identifier) { (path) throws(FileError) in
                let file = try home.open(path, O_RDONLY | O_NONBLOCK)
                if let stamp = entry.file?.stamp { try Self.setModified(stamp.modified, of: file, at: path) }
                guard fchmod(file.number, mode_t(entry.permissions)) == 0 else {
                    throw .last(at: path.description, doing: "given its permissions")
                }
            }
        }
    }

    private func restore(
        _ file: BackupManifest.File,
        at path: HomePath,
        of app: String,
        into home: Folder,
        _ files: PlainFiles
    ) throws(BackupError) {
        let writing = try at(path, of: app) { (path) throws(FileError) in
            try files.create(path, home, file.protection)
        }
        var offset = 0
        let problem = try readObject(file.content) { (piece) throws(BackupError) in
            try at(path, of: app) { (_) throws(FileError) in try writing.write(piece, offset) }
            offset += piece.count
        }
        if let problem { throw .damagedFile(app: app, path: path.description, problem) }
        try at(path, of: app) { (_) throws(FileError) in try writing.close() }
    }

    private func at<Answer>(
        _ path: HomePath,
        of app: String,
        _ body: (HomePath) throws(FileError) -> Answer
    ) throws(BackupError) -> Answer {
        do throws(FileError) { return try body(path) } catch { throw .home(app: app, error) }
    }

    private static func setModified(_ nanoseconds: Int, of file: Descriptor, at path: HomePath) throws(FileError) {
        let (seconds, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
        let time =
            rest < 0
            ? timespec(tv_sec: seconds - 1, tv_nsec: rest + 1_000_000_000) : timespec(tv_sec: seconds, tv_nsec: rest)
        guard futimens(file.number, [time, time]) == 0 else {
            throw .last(at: path.description, doing: "given its date")
        }
    }
}
