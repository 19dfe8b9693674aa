internal import Glibc

/// The files of scenarios that paths stand for.
enum ScenarioFiles {
    /// A path that cannot be used, and why.
    struct Unreadable: Error, Equatable {
        let path: String
        let reason: String
    }

    private static let endings = [".json", ".yaml", ".yml"]

    /// The files, sorted, each once; a file that is named itself belongs to them whatever its name is.
    static func find(_ paths: [String]) throws(Unreadable) -> [String] {
        var files: Set<String> = []
        for path in paths {
            // The path would end where the system sees the zero.
            guard !path.isEmpty, !path.utf8.contains(0) else { throw Unreadable(path: path, reason: "it is no path") }
            var status = stat()
            guard stat(path, &status) == 0 else { throw Unreadable(path: path, errno) }
            if status.st_mode & S_IFMT == S_IFDIR {
                try find(in: path, &files)
            } else if access(path, R_OK) == 0 {
                files.insert(path)
            } else {
                throw Unreadable(path: path, errno)
            }
        }
        return files.sorted()
    }

    /// Adds the scenarios of a folder and of the folders in it.
    ///
    /// Links to folders are not followed: they may lead back.
    private static func find(in folder: String, _ files: inout Set<String>) throws(Unreadable) {
        var folders = [folder]
        while let folder = folders.popLast() {
            guard let stream = opendir(folder) else { throw Unreadable(path: folder, errno) }
            defer { closedir(stream) }
            // As a user names a file of the folder, so that the file is not there twice.
            let prefix = folder == "." ? "" : folder.hasSuffix("/") ? folder : folder + "/"
            while true {
                errno = 0
                guard let entry = readdir(stream) else {
                    guard errno == 0 else { throw Unreadable(path: folder, errno) }
                    break
                }
                let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                    String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
                }
                guard !name.hasPrefix(".") else { continue }
                let path = prefix + name
                switch kind(of: entry, at: path) {
                case S_IFDIR: folders.append(path)
                case S_IFREG: if isScenario(name) { files.insert(path) }
                default: break
                }
            }
        }
    }

    /// Whether a file of a folder is a scenario, and no part of others.
    static func isScenario(_ name: String) -> Bool {
        !name.hasPrefix("_") && endings.contains { name.hasSuffix($0) }
    }

    /// The kind of file, that of its target for a link to a file; 0 for all others.
    private static func kind(of entry: UnsafeMutablePointer<dirent>, at path: String) -> mode_t {
        switch Int(entry.pointee.d_type) {
        case Int(DT_DIR): return S_IFDIR
        case Int(DT_REG): return S_IFREG
        case Int(DT_LNK), Int(DT_UNKNOWN): break
        default: return 0
        }
        var (own, target) = (stat(), stat())
        guard lstat(path, &own) == 0, stat(path, &target) == 0 else { return 0 }
        let isLink = own.st_mode & S_IFMT == S_IFLNK
        let kind = target.st_mode & S_IFMT
        return isLink && kind == S_IFDIR ? 0 : kind
    }
}

extension ScenarioFiles.Unreadable {
    fileprivate init(path: String, _ code: Int32) {
        self.init(path: path, reason: String(cString: strerror(code)))
    }
}
