internal import Glibc
internal import ResponderSupport

/// The folder of a scenario's file: the scenario names no file outside of it.
struct ScenarioFolder: Sendable {
    /// The folder as it is named in messages; empty for the current one.
    let name: String
    /// The folder without symbolic links.
    private let real: String

    /// The folder of a file; nil if the folder is not there.
    init?(of file: String) {
        name = file.lastIndex(of: "/").map { String(file[...$0]) } ?? ""
        guard let real = Self.realPath(file.folderOfPath) else { return nil }
        self.real = real == "/" ? "" : real
    }

    /// For steps that are in no file, and name none: nothing is in it.
    static let none = ScenarioFolder()

    private init() { (name, real) = ("", "/dev/null") }

    /// Why a scenario may not name a file.
    struct Refusal: Error {
        let text: String
    }

    /// A file of the folder.
    struct File: Hashable, Sendable {
        /// What messages call the file.
        let name: String
        /// The file's path from the root, without symbolic links: an app may change the process's folder.
        let path: String
    }

    /// A file in the folder, which need not be there.
    ///
    /// The folder that the file is in must be there, and lie in this folder without symbolic links that leave it.
    func file(_ file: String) throws(Refusal) -> File {
        guard !file.isEmpty, !file.utf8.contains(0) else { throw Refusal(text: "the name of the file is empty") }
        guard !file.hasPrefix("/") else {
            throw Refusal(
                text: "\(file.quotedInOneLine()) is no path within the scenario's folder; write one relative to it"
            )
        }
        let path = real + "/" + file
        guard let realParent = Self.realPath(path.folderOfPath) else {
            throw Refusal(text: "\(file.quotedInOneLine()) is in a folder that is not there")
        }
        // A file that is there may itself be a link.
        let target = Self.realPath(path) ?? realParent + "/" + file.lastPartOfPath
        guard contains(realParent), contains(target) else {
            throw Refusal(text: "\(file.quotedInOneLine()) leaves the scenario's folder; move the file into it")
        }
        return File(name: name + file, path: target)
    }

    private func contains(_ path: String) -> Bool { path == real || path.hasPrefix(real + "/") }

    /// The path without symbolic links; nil if nothing is there.
    static func realPath(_ path: String) -> String? {
        guard let real = realpath(path, nil) else { return nil }
        defer { free(real) }
        return String(cString: real)
    }
}
