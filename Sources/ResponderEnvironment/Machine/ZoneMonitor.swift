internal import ResponderEventLoop

/// Tells when the system has another time zone: when /etc/localtime is replaced by other rules.
///
/// A process with a time zone of its own, in the variable TZ, does not follow.
@MainActor
final class ZoneMonitor: MachinePart {
    private static let file = "/etc/localtime"

    private let system: MachineSystem
    private let loop: MainRunLoop
    private let listener: any MachineListener
    private let perform: @MainActor () -> Void
    private var source: MainRunLoop.FolderSource?
    private var rules: [UInt8]?

    /// - Parameter perform: Takes over the new zone, before the listener is told.
    init(
        _ system: MachineSystem,
        _ loop: MainRunLoop,
        _ listener: any MachineListener,
        perform: @escaping @MainActor () -> Void
    ) {
        (self.system, self.loop, self.listener, self.perform) = (system, loop, listener, perform)
    }

    func start() {
        guard system.variable("TZ") == nil else { return }
        source = loop.followFolder(system.tree.place("/etc"), ["localtime"]) { [weak self] _ in self?.look() }
        rules = system.tree.bytes(Self.file)
        guard source == nil else { return }
        listener.note(
            MachineProblem(
                .time,
                "another time zone is not told: the folder \"/etc\" cannot be watched; make it readable, and look at "
                    + "fs.inotify.max_user_watches"
            )
        )
    }

    func stop() { source?.cancel() }

    private func look() {
        // While the file is replaced there may be none.
        guard let rules = system.tree.bytes(Self.file), rules != self.rules else { return }
        self.rules = rules
        perform()
        listener.timeDidChange()
    }
}
