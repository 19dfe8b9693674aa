internal import CResponderEnvironment
internal import Glibc

/// Restricts a real process to its home, for ever, by landlock(7) of the system: no privilege is needed.
///
/// Nothing is restricted unless a program calls ``restrict(to:alsoReading:keeping:)``.
///
/// What landlock does not forbid: to ask for a file's size and times, to use files that are open already, to connect to
/// a socket by its path, and to use UDP.
public enum Landlock {
    /// What a process may keep of its reach beyond files.
    public enum Reach: Hashable, Sendable, CaseIterable {
        /// To open and accept connections of TCP.
        case network
        /// To send signals to processes that it has not started.
        case signals
        /// To connect to sockets that are no files, such as X11's, of processes that it has not started.
        case abstractSockets
    }

    /// A part of the restriction that came with a later version of landlock.
    public enum Part: Hashable, Sendable, CaseIterable, CustomStringConvertible {
        /// Moves between folders; without it each such move within the home is a copy.
        case moves
        /// To cut a file that may not be written.
        case truncation
        /// Connections of TCP.
        case network
        /// To control devices.
        case deviceControl
        /// Signals.
        case signals
        /// Sockets that are no files.
        case abstractSockets

        /// The version of landlock that the part came with.
        public var version: Int {
            switch self {
            case .moves: 2
            case .truncation: 3
            case .network: 4
            case .deviceControl: 5
            case .signals, .abstractSockets: 6
            }
        }

        /// The part in words, with the version that it needs.
        ///
        /// - Complexity: O(1); allocates the text.
        public var description: String {
            let name =
                switch self {
                case .moves: "moves between folders"
                case .truncation: "truncation of files that are not written"
                case .network: "connections of TCP"
                case .deviceControl: "control of devices"
                case .signals: "signals to other processes"
                case .abstractSockets: "sockets that are no files"
                }
            return "\(name) (landlock \(version))"
        }
    }

    /// The version of landlock that the running system has; nil for a system without.
    ///
    /// - Complexity: O(1); one call of the system.
    public static var version: Int? {
        let version = rse_landlock_version()
        return version > 0 ? Int(version) : nil
    }

    /// Restricts the process, and those that it starts from now on.
    ///
    /// They read and write the home, read the bundle and run programs in it, and read the given paths. The restriction
    /// cannot be taken back.
    ///
    /// Call this method before the process has a second thread, as in the initialiser of the delegate: before version 8
    /// landlock restricts the calling thread and what it starts, so that other threads would stay free.
    ///
    /// - Parameters:
    ///   - container: The home of the process.
    ///   - paths: Absolute paths of files and folders to read, with all that is below them: the program's libraries
    ///     where it loads some later, `/etc` for names of hosts, `/usr/share` for fonts and time zones.
    ///   - reach: What is not restricted besides; the network at first.
    /// - Returns: The parts that were asked for and that the running system lacks, so that they are not restricted.
    /// - Throws: ``LandlockError``; nothing is restricted then.
    /// - Complexity: A few calls of the system for each path; allocates the list of parts.
    public static func restrict(
        to container: AppContainer,
        alsoReading paths: [String] = [],
        keeping reach: Set<Reach> = [.network]
    ) throws(LandlockError) -> [Part] {
        let version = rse_landlock_version()
        guard version > 0 else { throw errno == EOPNOTSUPP ? .switchedOff : .notThere }
        let threads = try threadCount()
        guard threads == 1 || version >= firstVersionForThreads else { throw .severalThreads(threads) }

        let asked = Part.allCases.filter { !$0.isKept(in: reach) }
        let parts = asked.filter { $0.version <= version }
        let files = parts.reduce(Actions.first) { $0 | $1.fileActions }
        let scopes = parts.reduce(0) { $0 | $1.scopes }
        let rules = rse_landlock_rules(files, parts.contains(.network) ? Actions.network : 0, scopes)
        guard rules >= 0 else { throw .system("landlock's rules", errno) }
        defer { close(rules) }
        for mount in container.mounts {
            let isBundle = DirectoryRules.directory(of: mount.prefix) == .bundle
            let actions = isBundle ? Actions.reading | Actions.running : Actions.home
            try allow(actions & files, on: mount.folder.descriptor, mount.folder.path, rules)
        }
        for path in paths { try allowReading(path, rules, files) }
        guard rse_landlock_restrict(rules, threads > 1 ? 1 : 0) == 0 else { throw .system("landlock's rules", errno) }
        return asked.filter { $0.version > version }
    }

    private static let firstVersionForThreads = 8

    private static func allowReading(_ path: String, _ rules: Int32, _ files: UInt64) throws(LandlockError) {
        guard path.utf8.first == UInt8(ascii: "/") else { throw .relativePath(path) }
        let number = open(path, rse_path_only | O_CLOEXEC)
        guard number >= 0 else { throw .system(path, errno) }
        let file = Descriptor(number)
        let kind: FileStatus.Kind
        do throws(FileError) { kind = try file.status(of: path).kind } catch { throw .system(path, errno) }
        // A rule for a file must name actions on files alone.
        let actions = kind == .folder ? Actions.reading : Actions.readingFile
        try allow(actions & files, on: file, path, rules)
    }

    private static func allow(
        _ actions: UInt64,
        on file: Descriptor,
        _ path: String,
        _ rules: Int32
    ) throws(LandlockError) {
        let result = withExtendedLifetime(file) { rse_landlock_allow(rules, file.number, actions) }
        guard result == 0 else { throw .system(path, errno) }
    }

    private static func threadCount() throws(LandlockError) -> Int {
        do throws(FileError) {
            return try Folder(path: "/proc/self/task").names().count
        } catch {
            throw .unknownThreads
        }
    }
}
