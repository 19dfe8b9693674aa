internal import CResponderEnvironment
internal import Glibc

// Lists and trees of files.
extension Folder {
    /// The names in a folder, in the order of their bytes.
    ///
    /// A name that is not UTF-8 is none that an app can use, and is left out.
    package func names(in path: HomePath = .home) throws(FileError) -> [String] {
        try entries(in: path).compactMap(\.name).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    /// An entry of a folder.
    struct Entry {
        /// The name's bytes, with a zero behind them.
        let bytes: [UInt8]
        /// Whether the entry is a folder; nil where the file system does not say the kind with the name.
        let isFolder: Bool?

        /// Nil for a name that is not UTF-8.
        var name: String? { String(validating: bytes.dropLast(), as: UTF8.self) }
        /// The name for messages.
        var text: String { String(decoding: bytes.dropLast(), as: UTF8.self) }
    }

    /// What is in a folder, in no order.
    func entries(in path: HomePath) throws(FileError) -> [Entry] {
        let folder = try open(path, O_RDONLY | O_DIRECTORY)
        let copy = withExtendedLifetime(folder) { dup(folder.number) }
        guard copy >= 0, let stream = fdopendir(copy) else {
            if copy >= 0 { close(copy) }
            throw .last(at: path.description, doing: "listed")
        }
        defer { closedir(stream) }
        var entries: [Entry] = []
        while true {
            errno = 0
            guard let entry = readdir(stream) else {
                guard errno == 0 else { throw .last(at: path.description, doing: "listed") }
                return entries
            }
            let bytes = withUnsafeBytes(of: &entry.pointee.d_name) { name in name.prefix { $0 != 0 } + [0] }
            guard !bytes.elementsEqual(".\0".utf8), !bytes.elementsEqual("..\0".utf8) else { continue }
            let kind = Int32(entry.pointee.d_type)
            entries.append(Entry(bytes: bytes, isFolder: kind == Int32(DT_UNKNOWN) ? nil : kind == Int32(DT_DIR)))
        }
    }

    func isFolder(_ entry: Entry, at path: HomePath) throws(FileError) -> Bool {
        if let isFolder = entry.isFolder { return isFolder }
        return try status(path)?.kind == .folder
    }

    /// Calls `visit` with each entry below a folder, each folder before what it has, in the order of the names' bytes;
    /// where `visit` returns false for a folder, what the folder has is left out.
    ///
    /// Needs one open folder at a time, however deep the tree is.
    ///
    /// - Parameter skip: Called with the path, for messages, of an entry whose name is not UTF-8; nil where such an
    ///   entry ends the walk with an error.
    package func walk<Failure: Error>(
        from path: HomePath = .home,
        skip: ((String) -> Void)? = nil,
        _ visit: (HomePath, FileStatus) throws(Failure) -> Bool
    ) throws(WalkError<Failure>) {
        var waiting = [path]
        while let folder = waiting.popLast() {
            var folders: [HomePath] = []
            let entries: [Entry]
            do throws(FileError) { entries = try self.entries(in: folder) } catch {
                // The folder went meanwhile.
                if case .notFound = error, folder != path { continue }
                throw .files(error)
            }
            var names: [String] = []
            for entry in entries {
                if let name = entry.name {
                    names.append(name)
                } else if let skip {
                    skip("\(folder)/\(entry.text)")
                } else {
                    throw .files(.badPath("\(folder)/\(entry.text)", "its name is not UTF-8; rename or remove it"))
                }
            }
            for name in names.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) {
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

    /// Removes a file, or a folder with all that it has, whatever its names and permissions are; nothing where there is
    /// nothing.
    package func removeTree(_ path: HomePath) throws(FileError) {
        guard let status = try status(path) else { return }
        guard status.kind == .folder else { return try remove(path) }
        var (waiting, folders) = ([path], [HomePath]())
        while let folder = waiting.popLast() {
            folders.append(folder)
            try allowChanges(in: folder)
            for entry in try entries(in: folder) {
                let name = if let name = entry.name { name } else { try rename(entry, in: folder) }
                let here = HomePath(names: folder.names + [name])
                if try isFolder(entry, at: here) {
                    waiting.append(here)
                } else {
                    try remove(here)
                }
            }
        }
        for folder in folders.reversed() { try remove(folder) }
    }

    /// Gives an entry whose name is not UTF-8 another name, so that it has a path.
    private func rename(_ entry: Entry, in folder: HomePath) throws(FileError) -> String {
        let name = folder.draft().names[folder.names.count]
        let parent = try open(folder, rse_path_only | O_DIRECTORY)
        let result = entry.bytes.withUnsafeBytes { bytes in
            rse_move_new(parent.number, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), parent.number, name)
        }
        guard result == 0 else {
            throw .last(at: "\(folder)/\(entry.text)", doing: "removed")
        }
        return name
    }

    /// Has the owner of a folder list and change it.
    private func allowChanges(in folder: HomePath) throws(FileError) {
        let opened = try open(folder, rse_path_only | O_DIRECTORY)
        let status = try opened.status(of: folder.description)
        guard status.permissions & 0o700 != 0o700 else { return }
        // By the open folder, so that nothing else is changed that took its place. What forbids this forbids the next
        // call too, whose error says more.
        _ = chmod("/proc/self/fd/\(opened.number)", status.permissions | 0o700)
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
