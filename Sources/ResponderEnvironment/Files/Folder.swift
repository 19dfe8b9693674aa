internal import CResponderEnvironment
internal import Glibc

/// An open folder, below which files are found by paths that cannot leave it.
///
/// The folder may be moved meanwhile: what it has is found as before.
package final class Folder: Sendable {
    package let descriptor: Descriptor
    /// Where the folder was when it was opened, for messages.
    package let path: String
    /// Whether whole files and moves wait until they are on the disk; false where only the end of a process matters,
    /// and not that of the machine, as on a simulated device.
    package let isDurable: Bool

    private init(_ descriptor: Descriptor, path: String, isDurable: Bool) {
        self.descriptor = descriptor
        self.path = path
        self.isDurable = isDurable
    }

    /// Opens the folder at an absolute path; makes the folder and those around it where `creating`, with mode 0700.
    ///
    /// The folders that are opened below it are as durable as the folder.
    package convenience init(path: String, creating: Bool = false, isDurable: Bool = true) throws(FileError) {
        if creating { try Self.create(path) }
        let number = Glibc.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard number >= 0 else { throw .last(at: path, doing: "opened") }
        self.init(Descriptor(number), path: path, isDurable: isDurable)
    }

    private static func create(_ path: String) throws(FileError) {
        var made = path.utf8.first == UInt8(ascii: "/") ? "" : "."
        // By bytes: a character may have a slash and what combines with it.
        for name in path.utf8.split(separator: UInt8(ascii: "/")) {
            made += "/\(Substring(name))"
            guard mkdir(made, 0o700) == 0 || errno == EEXIST else { throw .last(at: made, doing: "made") }
        }
    }

    /// Opens a file below the folder, with the flags of open(2).
    package func open(_ path: HomePath, _ flags: Int32, mode: UInt32 = 0o600) throws(FileError) -> Descriptor {
        let text = path.description
        guard text.utf8.count >= PATH_MAX else { return try Self.open(text, below: descriptor, flags, mode, of: text) }
        // No app gives such a path, but moves of folders can make a tree of any depth.
        var (around, names) = (descriptor, path.names[...])
        while names.count > Self.namesAtOnce {
            let part = names.prefix(Self.namesAtOnce).joined(separator: "/")
            around = try Self.open(part, below: around, rse_path_only | O_DIRECTORY, 0, of: text)
            names = names.dropFirst(Self.namesAtOnce)
        }
        return try Self.open(names.joined(separator: "/"), below: around, flags, mode, of: text)
    }

    /// So many names, of 255 bytes each, are shorter than Linux's `PATH_MAX`.
    private static let namesAtOnce = 15

    /// Opens a file by a part of `path`, which errors name.
    private static func open(
        _ part: String,
        below folder: Descriptor,
        _ flags: Int32,
        _ mode: UInt32,
        of path: String
    ) throws(FileError) -> Descriptor {
        while true {
            let number = rse_open_below(folder.number, part, flags | O_CLOEXEC | O_NOFOLLOW, mode)
            if number >= 0 { return Descriptor(number) }
            // The system asks to try again where a folder on the way is being moved.
            guard errno == EINTR || errno == EAGAIN else { throw .last(at: path, doing: "opened") }
        }
    }

    /// The folder at a path below.
    package func folder(_ path: HomePath) throws(FileError) -> Folder {
        Folder(
            try open(path, O_RDONLY | O_DIRECTORY),
            path: path.names.isEmpty ? self.path : "\(self.path)/\(path)",
            isDurable: isDurable
        )
    }

    /// What is at the path, which may be a symbolic link; nil for nothing.
    package func status(_ path: HomePath) throws(FileError) -> FileStatus? {
        do throws(FileError) {
            return try open(path, rse_path_only).status(of: path.description)
        } catch .notFound {
            return nil
        }
    }

    /// Whether there is something at the path, also a symbolic link.
    package func exists(_ path: HomePath) throws(FileError) -> Bool { try status(path) != nil }

    /// Makes a folder, with those around it; one that exists stays.
    package func createFolder(_ path: HomePath) throws(FileError) {
        var around = descriptor
        for (index, name) in path.names.enumerated() {
            let here = HomePath(names: Array(path.names[...index]))
            guard mkdirat(around.number, name, 0o700) == 0 || errno == EEXIST else {
                throw .last(at: here.description, doing: "made")
            }
            let number = rse_open_below(around.number, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW, 0)
            guard number >= 0 else { throw .last(at: here.description, doing: "opened") }
            around = Descriptor(number)
        }
    }

    /// Removes a file, a symbolic link or an empty folder.
    package func remove(_ path: HomePath) throws(FileError) {
        try inParent(of: path, "removed") { folder, name in
            if unlinkat(folder, name, 0) == 0 { return 0 }
            return errno == EISDIR ? unlinkat(folder, name, AT_REMOVEDIR) : -1
        }
    }

    /// Moves a file or folder to another place, which may be below another folder of the same file system; a file
    /// there is replaced in one step.
    package func move(_ path: HomePath, to other: HomePath, in target: Folder? = nil) throws(FileError) {
        try renaming(path, other, target) { renameat($0, $1, $2, $3) }
    }

    /// Swaps two files or folders in one step.
    package func exchange(_ path: HomePath, with other: HomePath, in target: Folder? = nil) throws(FileError) {
        try renaming(path, other, target) { rse_exchange($0, $1, $2, $3) }
    }

    private func renaming(
        _ path: HomePath,
        _ other: HomePath,
        _ target: Folder?,
        _ call: (Int32, String, Int32, String) -> Int32
    ) throws(FileError) {
        let target = target ?? self
        let parent = try target.open(other.parent, rse_path_only | O_DIRECTORY)
        guard let newName = other.name else { throw .notPermitted(other.description, "the home cannot be replaced") }
        try inParent(of: path, "moved to \(other)") { call($0, $1, parent.number, newName) }
    }

    private func inParent(
        of path: HomePath,
        _ doing: String,
        _ call: (Int32, String) -> Int32
    ) throws(FileError) {
        guard let name = path.name else { throw .notPermitted(path.description, "the home itself stays") }
        let parent = try open(path.parent, rse_path_only | O_DIRECTORY)
        guard call(parent.number, name) == 0 else { throw .last(at: path.description, doing: doing) }
    }
}
