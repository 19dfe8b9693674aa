internal import CResponderEnvironment
internal import Glibc

// Moves that replace nothing, also from one file system to another.
extension Folder {
    /// Moves a file or folder to a path where nothing is yet, which may be below a folder of another file system.
    ///
    /// Within one file system the move is one step. Between two, what is moved is copied first, and has its new name
    /// before the old one goes; until then a draft is in the new folder.
    package func relocate(_ path: HomePath, to other: HomePath, in target: Folder) throws(FileError) {
        do throws(FileError) {
            try renameNew(path, to: other, in: target)
        } catch .system(_, _, EXDEV) {
            let draft = other.parent.draft()
            do throws(FileError) {
                try copy(path, to: draft, in: target)
                try target.renameNew(draft, to: other, in: target)
            } catch {
                try? target.removeTree(draft)
                throw error
            }
            try removeTree(path)
        }
        if target.isDurable { try target.open(other.parent, O_RDONLY | O_DIRECTORY).sync("\(other)") }
    }

    private func renameNew(_ path: HomePath, to other: HomePath, in target: Folder) throws(FileError) {
        guard let name = path.name, let newName = other.name else {
            throw .notPermitted("\(path)", "the home itself stays")
        }
        let newParent: Descriptor
        do throws(FileError) { newParent = try target.open(other.parent, rse_path_only | O_DIRECTORY) } catch .notFound
        {
            throw .notFound("\(other.parent)")
        }
        let parent = try open(path.parent, rse_path_only | O_DIRECTORY)
        guard rse_move_new(parent.number, name, newParent.number, newName) == 0 else {
            switch errno {
            case EEXIST: throw .exists("\(other)")
            case EXDEV: throw .system("\(path)", "moved to \(other)", EXDEV)
            case EINVAL: throw .notPermitted("\(path)", "a folder cannot be moved into itself")
            default: throw .last(at: "\(path)", doing: "moved to \(other)")
            }
        }
    }

    /// Copies a file, or a folder with all that it has, with the attribute that excludes from backups.
    private func copy(_ path: HomePath, to other: HomePath, in target: Folder) throws(FileError) {
        guard let status = try status(path) else { throw .notFound("\(path)") }
        guard status.kind == .folder else { return try copyEntry(path, status, to: other, in: target) }
        try copyEntry(path, status, to: other, in: target)
        do throws(WalkError<FileError>) {
            try walk(from: path) { (entry, status) throws(FileError) in
                let new = HomePath(names: other.names + entry.names.dropFirst(path.names.count))
                try copyEntry(entry, status, to: new, in: target)
                return true
            }
        } catch {
            throw error.fileError
        }
    }

    private func copyEntry(
        _ path: HomePath,
        _ status: FileStatus,
        to other: HomePath,
        in target: Folder
    ) throws(FileError) {
        switch status.kind {
        case .folder: try target.createFolder(other)
        case .file: try copyFile(path, to: other, in: target)
        case .link, .other:
            throw .notPermitted("\(path)", "it is neither a file nor a folder, so it stays on its file system")
        }
        if try isExcludedFromBackup(path) { try target.setExcludedFromBackup(true, at: other) }
    }

    private func copyFile(_ path: HomePath, to other: HomePath, in target: Folder) throws(FileError) {
        let source = try open(path, O_RDONLY | O_NONBLOCK)
        let copy = try target.open(other, O_WRONLY | O_CREAT | O_EXCL)
        var offset = 0
        while true {
            let bytes = try source.read(1 << 20, at: offset, of: "\(path)")
            if bytes.isEmpty { break }
            try copy.write(bytes, at: offset, of: "\(other)")
            offset += bytes.count
        }
        if target.isDurable { try copy.sync("\(other)") }
    }
}
