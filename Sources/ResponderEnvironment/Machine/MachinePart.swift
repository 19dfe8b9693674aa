internal import ResponderEventLoop

/// A part that is monitored from its start until its stop.
@MainActor
protocol MachinePart: AnyObject {
    func start()
    func stop()
}

extension MainRunLoop {
    /// Tells changes of files in a folder of the system, without keeping a run alive; nil where there is no such
    /// folder.
    func followFolder(
        _ folder: String,
        _ names: Set<String>,
        _ kinds: FolderChanges.Kinds = .usual,
        _ perform: @escaping @MainActor (FolderChanges) -> Void
    ) -> FolderSource? {
        let source = try? addFolderSource(folder, names: names, kinds: kinds, name: "machine", perform: perform)
        source?.keepsRunAlive = false
        return source
    }
}
