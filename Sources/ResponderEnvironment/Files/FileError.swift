internal import Glibc
internal import ResponderSupport

/// What went wrong with a file of an app: names the file, the reason and the remedy.
///
/// Paths are those that the caller gave: relative to the app's home, or absolute.
public enum FileError: Error, Hashable {
    /// The text is no path below the home; the second text says why.
    case badPath(String, String)
    /// There is no such file or folder.
    case notFound(String)
    /// There is something at the path already, and it stays as it is.
    case exists(String)
    /// The app may not do that at this place; the second text says why.
    case notPermitted(String, String)
    /// No space is left; what was there stays.
    case full(String)
    /// The lock of the device forbids the use of a file of that class.
    case locked(String, ProtectionClass)
    /// The file's content is damaged, or of another format; the second text says how.
    case damaged(String, String)
    /// Another process uses the home; its number, where known.
    case inUse(String, process: Int32?)
    /// The file cannot be protected here; the second text says what is missing.
    case noProtection(String, String)
    /// A call of the system failed: the path, what was tried, and the system's number of the error.
    case system(String, String, Int32)
}

extension FileError: CustomStringConvertible {
    /// The file, the problem and the remedy, in one line; characters that would steer a terminal are escaped.
    public var description: String { problem.inOneLine() }

    private var problem: String {
        switch self {
        case .badPath(let path, let reason): "\(path.quotedInOneLine()) is no path in an app's home: \(reason)"
        case .notFound(let path): "there is no \(path.quotedInOneLine())"
        case .exists(let path): "\(path.quotedInOneLine()) exists already; remove it, or take another name"
        case .notPermitted(let path, let reason): "\(path.quotedInOneLine()): \(reason)"
        case .full(let path): "no space is left for \(path.quotedInOneLine()); remove files, or make the disk larger"
        case .locked(let path, let protection):
            "\(path.quotedInOneLine()) is locked: its class is \(protection); "
                + "try again when protected data is available"
        case .damaged(let path, let reason): "\(path.quotedInOneLine()) is damaged: \(reason); restore it from a backup"
        case .inUse(let path, let process):
            "\(path.quotedInOneLine()) is in use by "
                + (process.map { "process \($0)" } ?? "another process") + "; end it first, or take another home"
        case .noProtection(let path, let reason): "\(path.quotedInOneLine()) cannot be protected: \(reason)"
        case .system(let path, let doing, let number):
            "\(path.quotedInOneLine()) cannot be \(doing): \(String(cString: strerror(number)))"
        }
    }

    /// The error of a failed call of the system, from its number.
    package init(_ number: Int32, at path: String, doing: String) {
        switch number {
        case ENOENT: self = .notFound(path)
        case EEXIST, ENOTEMPTY: self = .exists(path)
        case ENOSPC, EDQUOT: self = .full(path)
        case ELOOP: self = .badPath(path, "there is a symbolic link on the way, which could lead out of the home")
        case EXDEV: self = .badPath(path, "it leads out of the home")
        case ENOTDIR: self = .badPath(path, "a part of it is a file, and no folder")
        case EISDIR: self = .notPermitted(path, "it is a folder, and no file")
        default: self = .system(path, doing, number)
        }
    }

    /// The error of the call of the system that has just failed.
    package static func last(at path: String, doing: String) -> FileError { FileError(errno, at: path, doing: doing) }
}
