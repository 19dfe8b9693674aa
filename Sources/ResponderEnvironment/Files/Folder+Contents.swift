internal import Glibc

// Lists and trees of files.
extension Folder {
    /// The names in a folder, in the order of their bytes.
    package func names(in path: HomePath = .home) throws(FileError) -> [String] {
        // A descriptor that only this line had would be closed before the call.
        let folder = try open(path, O_RDONLY | O_DIRECTORY)
        let copy = dup(folder.number)
        guard copy >= 0, let stream = fdopendir(copy) else {
            if copy >= 0 { close(copy) }
            throw .last(at: path.description, doing: "listed")
        }
        defer { closedir(stream) }
        var names: [String] = []
        while true {
            errno = 0
            guard let entry = readdir(stream) else {
                guard errno == 0 else { throw .last(at: path.description, doing: "listed") }
                break
            }
            let name = withUnsafeBytes(of: &entry.pointee.d_name) {
                String(validating: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            guard let name else { throw .damaged(path.description, "it has a name that is not UTF-8") }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    /// Calls `visit` with each entry below a folder, each folder before what it has, in the order of the names' bytes;
    /// where `visit` returns false for a folder, what the folder has is left out.
    ///
    /// Needs one open folder at a time, however deep the tree is.
    package func walk<Failure: Error>(
        from path: HomePath = .home,
        _ visit: (HomePath, FileStatus) throws(Failure) -> Bool
    ) throws(WalkError<Failure>) {
        var waiting = [path]
        while let folder = waiting.popLast() {
            var folders: [HomePath] = []
            let names: [String]
            do throws(FileError) { names = try self.names(in: folder) } catch {
                // The folder went meanwhile.
                if case .notFound = error, folder != path { continue }
                throw .files(error)
            }
            for name in names {
                let entry = HomePath(names: folder.names + [name])
                let status: FileStatus?
                do throws(FileError) { status = try self.status(entry) } catch { throw .files(error) }
                guard let status else { continue }
                let goesOn: Bool
                do throws(Failure) { goesOn = try visit(entry, status) } catch { throw .visit(error) }
                if goesOn, status.kind == .folder { folders.append(entry) }
            }
            waiting += folders.reversed()
        }
    }

    /// Removes a file, or a folder with all that it has; nothing where there is nothing.
    package func removeTree(_ path: HomePath) throws(FileError) {
        guard let status = try status(path) else { return }
        guard status.kind == .folder else { return try remove(path) }
        var folders = [path]
        do throws(WalkError<FileError>) {
            try walk(from: path) { (entry, status) throws(FileError) in
                if status.kind == .folder { folders.append(entry) } else { try remove(entry) }
                return true
            }
        } catch {
            throw error.fileError
        }
        for folder in folders.reversed() { try remove(folder) }
    }
}

/// Why a walk through a tree of files ended.
package enum WalkError<Failure: Error>: Error {
    case files(FileError)
    case visit(Failure)
}

extension WalkError where Failure == FileError {
    package var fileError: FileError {
        switch self {
        case .files(let error), .visit(let error): error
        }
    }
}

extension WalkError where Failure == Never {
    package var fileError: FileError {
        switch self {
        case .files(let error): error
        }
    }
}
