internal import ResponderSupport

extension MainRunLoop {
    /// Why a loop could not be made, or a descriptor, a signal, a child or a folder could not be watched.
    public enum Error: Swift.Error, Hashable, CustomStringConvertible {
        /// The system gave no descriptor or memory for a loop's event base, or for the process's main queue; `errno`
        /// says why.
        case cannotCreate(errno: Int32)
        /// The descriptor cannot be watched; `errno` says why.
        case cannotWatch(descriptor: Int32, errno: Int32)
        /// The loop cannot wait for the signal: it cannot be caught, the process has a handler for it, or another loop
        /// waits for signals.
        case cannotTakeSignal(Int32, reason: String)
        /// The end of the process cannot be waited for, or was taken elsewhere; `errno` says why.
        case cannotWaitForChild(process: Int32, errno: Int32)
        /// The folder cannot be watched; `errno` says why.
        case cannotWatchFolder(path: String, errno: Int32)

        /// What failed, why, and what helps.
        public var description: String {
            switch self {
            case .cannotCreate(let code):
                "cannot make a run loop: \(systemMessage(code)); a loop needs five file descriptors, and the first "
                    + "loop of a process needs six (see `ulimit -n`)"
            case .cannotWatch(let descriptor, let code):
                "cannot watch file descriptor \(descriptor): \(systemMessage(code)); \(Self.reasonNotWatched(code))"
            case .cannotTakeSignal(let signal, let reason):
                "cannot wait for signal \(signal): \(reason)"
            case .cannotWaitForChild(let process, let code):
                "cannot wait for the end of process \(process): \(systemMessage(code)); \(Self.reasonNotAwaited(code))"
            case .cannotWatchFolder(let path, let code):
                "cannot watch the folder \(path.quotedInOneLine()): \(systemMessage(code)); "
                    + Self.reasonFolderNotWatched(code)
            }
        }

        private static func reasonNotAwaited(_ code: Int32) -> String {
            switch code {
            case noChild:
                "it is no child of this process, or its end was taken elsewhere: by waitpid(2), by another source, or "
                    + "by the kernel where SIGCHLD is ignored"
            case noProcess: "there is no such process; a child has to be added before anybody else waits for it"
            case notImplemented: "this takes Linux 5.4; use a source of SIGCHLD and waitpid(2)"
            case tooManyFiles: "each child takes a descriptor (see `ulimit -n`)"
            default: "give the number of a child process"
            }
        }

        private static func reasonFolderNotWatched(_ code: Int32) -> String {
            switch code {
            case noEntry: "make the folder first, or watch the one around it"
            case notFolder: "watch the folder of the file, and give the file's name"
            case noAccess: "the process must be allowed to read it"
            case tooManyFiles:
                "each takes a descriptor and an instance of inotify (see `ulimit -n` and "
                    + "fs.inotify.max_user_instances)"
            case noSpace: "raise the limit of watched folders (fs.inotify.max_user_watches)"
            default: "give the path of a folder, names without slashes, and at least one kind of changes"
            }
        }

        private static func reasonNotWatched(_ code: Int32) -> String {
            switch code {
            case alreadyExists: "another source watches it with the other trigger; give all its sources the same"
            case invalidArgument:
                "watch it for reading, writing or another readiness; a loop cannot watch its own descriptor"
            case tooManyUsers: "the limit of watched descriptors is reached; cancel one, or raise the limit"
            case tooManyLevels: "it is the loop's own, or loops watch one another in a circle or too deeply"
            case tooManyFiles:
                "a source that tells hang-ups, errors or urgent data apart needs a descriptor more, and so does each "
                    + "further edge-triggered one (see `ulimit -n`)"
            default: "it must be open, and a regular file cannot be watched"
            }
        }
    }
}
