internal import CResponderEventLoop

extension MainRunLoop {
    /// A folder whose files' changes the loop reports.
    ///
    /// The loop keeps the source until ``cancel()``, or until the folder is gone.
    @MainActor
    public final class FolderSource {
        /// The path of the folder, as it was given.
        public let path: String
        /// The modes in which the source is served.
        public let modes: ModeSet
        private let watch: Watch

        init(
            loop: MainRunLoop,
            name: CallbackName,
            path: String,
            names: Set<String>?,
            kinds: FolderChanges.Kinds,
            priority: Priority,
            modes: ModeSet,
            perform: @escaping @MainActor (FolderChanges) -> Void
        ) throws(MainRunLoop.Error) {
            self.path = path
            self.modes = modes
            let isUnusable = { (name: String) in
                name.isEmpty || name.utf8.contains { $0 == 0 || $0 == UInt8(ascii: "/") }
            }
            guard !path.utf8.contains(0), names?.contains(where: isUnusable) != true, !kinds.intersection(.all).isEmpty
            else { throw .cannotWatchFolder(path: path, errno: invalidArgument) }
            let folder = OwnedDescriptor(rel_folder_open(path, kinds.rawValue))
            guard folder.isOpen else { throw .cannotWatchFolder(path: path, errno: currentErrno()) }
            let end = WatchEnd()
            let watch = Watch(loop: loop, name: name, modes: modes) { _ in
                let changes = FolderReader(names: names).read(folder)
                if changes.isFolderGone {
                    end.cancel { perform(changes) }
                } else if !changes.changes.isEmpty || changes.hasLostChanges {
                    perform(changes)
                }
            } makeHandle: {
                rel_watch_create(loop.handle, folder.number, Int32(REL_READ), Int32(priority.rawValue), modes.mask)
            }
            guard let watch else { throw .cannotWatchFolder(path: path, errno: currentErrno()) }
            end.watch = watch
            self.watch = watch
        }

        /// Whether the source keeps a run alive; true at first (rule L45).
        ///
        /// A run ends as empty when only sources and timers are left that keep none alive. Until then they are served
        /// as all others. Setting it on a source that has ended does nothing.
        public var keepsRunAlive: Bool {
            get { watch.keepsRunAlive }
            set { watch.keepsRunAlive = newValue }
        }

        /// Ends the source: it performs no more, even when something has changed already.
        ///
        /// Releases the closure. Idempotent, and legal anywhere, even inside the source's own perform.
        ///
        /// - Complexity: O(1), with a few system calls; no allocation.
        public func cancel() {
            watch.cancel()
        }
    }
}

/// Reads the events of a folder, and merges those of each name.
private struct FolderReader {
    /// How much one perform reads: some 2,000 events at most, and the rest in the next turn.
    private static let most = 64 << 10

    let names: Set<String>?

    /// What the descriptor has to tell.
    func read(_ folder: OwnedDescriptor) -> MainRunLoop.FolderChanges {
        withUnsafeTemporaryAllocation(byteCount: Self.most, alignment: 16) { buffer in
            var changes = MainRunLoop.FolderChanges()
            guard let start = buffer.baseAddress else { return changes }
            let count = rel_folder_read(folder.number, start, buffer.count)
            guard count > 0 else { return changes }
            var places: [String: Int] = [:]
            var (offset, found) = (0, UInt32(0))
            let bytes = start.assumingMemoryBound(to: CChar.self)
            while let name = rel_folder_next(bytes, count, &offset, &found) {
                if found & UInt32(REL_FOLDER_GONE) != 0 { changes.isFolderGone = true }
                if found & UInt32(REL_FOLDER_OVERFLOWN) != 0 { changes.hasLostChanges = true }
                let kinds = MainRunLoop.FolderChanges.Kinds(rawValue: found).intersection(.all)
                // A folder tells of its own without a name.
                if kinds.isEmpty || name.pointee == 0 { continue }
                note(String(cString: name), kinds, in: &changes, &places)
            }
            return changes
        }
    }

    private func note(
        _ name: String,
        _ kinds: MainRunLoop.FolderChanges.Kinds,
        in changes: inout MainRunLoop.FolderChanges,
        _ places: inout [String: Int]
    ) {
        guard names?.contains(name) != false else { return }
        if let place = places[name] {
            changes.changes[place].kinds.formUnion(kinds)
        } else {
            places[name] = changes.changes.count
            changes.changes.append(MainRunLoop.FolderChanges.Change(name: name, kinds: kinds))
        }
    }
}

extension MainRunLoop {
    /// Reports changes of the files in a folder: `perform` is called with what has changed since it was called last,
    /// merged by name.
    ///
    ///     let settings = try loop.addFolderSource("/etc/kiosk", names: ["settings.json"]) { changes in
    ///         if changes.hasLostChanges || !changes.changes.isEmpty { reload() }
    ///     }
    ///
    /// Watch the folder and not the file, since most programs write a new file and move it to the name of the old one.
    /// Only what happens directly in the folder is told, not in the folders within; and nothing of a file system that
    /// another machine changes, such as NFS. Reading a folder and watching it leaves no gap if the source is added
    /// first.
    ///
    /// Changes that came by the time of a turn make one call, up to some 2,000 of them; the rest follows in the next
    /// turn. When the folder is removed, moved or unmounted, `perform` is called the last time, and the source has
    /// ended by then. (A move of a folder around this one is not noticed.)
    ///
    /// - Parameters:
    ///   - path: The folder; a symbolic link is followed.
    ///   - names: The names of the files whose changes are told; nil for all.
    ///   - kinds: The kinds of changes that are told.
    ///   - priority: Sources of a higher priority perform first.
    ///   - modes: The modes of the runs in which the source performs; in others changes wait.
    ///   - name: The source's name in the ledger.
    ///   - perform: Called with the changes; kept until the source has ended.
    /// - Throws: ``Error/cannotWatchFolder(path:errno:)`` for what is no folder or cannot be read, for a name that no
    ///   file can have, without any kind, and when the system's limits of watched folders are reached.
    /// - Complexity: O(1), with a few system calls, and one descriptor until the source ends; allocates the source. A
    ///   call is linear in its changes, and allocates them and their names.
    public func addFolderSource(
        _ path: String,
        names: Set<String>? = nil,
        kinds: FolderChanges.Kinds = .usual,
        priority: Priority = .default,
        in modes: ModeSet = .common,
        name: StaticString = #function,
        perform: @escaping @MainActor (FolderChanges) -> Void
    ) throws(MainRunLoop.Error) -> FolderSource {
        try FolderSource(
            loop: self,
            name: CallbackName(name),
            path: path,
            names: names,
            kinds: kinds,
            priority: priority,
            modes: modes,
            perform: perform
        )
    }
}
