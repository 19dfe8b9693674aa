internal import Glibc
internal import ResponderSupport

/// Why a process could not be restricted to its home: names the remedy.
///
/// - Complexity: The description is linear in the path's length, and allocates the text.
public enum LandlockError: Error, Hashable, CustomStringConvertible {
    /// The running system has no landlock.
    case notThere
    /// The running system has landlock, and was started without it.
    case switchedOff
    /// The process has that many threads, of which the system could restrict one alone.
    case severalThreads(Int)
    /// The number of the process's threads cannot be found out.
    case unknownThreads
    /// A path to read is not absolute.
    case relativePath(String)
    /// A call of the system failed: for which path or thing, and the system's number of the error.
    case system(String, Int32)

    /// The problem and the remedy, in one line; characters that would steer a terminal are escaped.
    public var description: String {
        switch self {
        case .notThere: "the running Linux has no landlock; it needs Linux 5.13 or later, built with it"
        case .switchedOff: "landlock is switched off; add it to the lsm= list of the kernel's command line"
        case .severalThreads(let count):
            "the process has \(count) threads, and landlock before version 8 would restrict one alone; "
                + "restrict the process before it starts a thread"
        case .unknownThreads: "the threads of the process cannot be counted; mount /proc"
        case .relativePath(let path): "\(path.quotedInOneLine()) is not absolute; begin it with a slash"
        case .system(let path, let number):
            "\(path.quotedInOneLine()) cannot be used by landlock: \(String(cString: strerror(number)))"
        }
    }
}
