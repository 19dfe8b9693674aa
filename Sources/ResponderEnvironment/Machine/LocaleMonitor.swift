internal import ResponderEventLoop
internal import ResponderSupport

/// Tells the language of the process, and then each change of the system's.
@MainActor
final class LocaleMonitor: MachinePart {
    private let system: MachineSystem
    private let loop: MainRunLoop
    private let listener: any MachineListener
    private var sources: [MainRunLoop.FolderSource] = []
    private var ofSystem: String?
    /// Whoever is told of a problem may stop the part.
    private var isStopped = false

    init(_ system: MachineSystem, _ loop: MainRunLoop, _ listener: any MachineListener) {
        (self.system, self.loop, self.listener) = (system, loop, listener)
    }

    func start() {
        for file in LocaleSettings.files {
            let source = loop.followFolder(system.tree.place(file.folder), [file.name]) { [weak self] _ in
                self?.look()
            }
            if let source { sources.append(source) }
        }
        if sources.isEmpty {
            listener.note(
                MachineProblem(
                    .locale,
                    "a change of the language is not told: neither \"/etc\" nor \"/etc/default\" can be watched; make "
                        + "them readable, and look at fs.inotify.max_user_watches"
                )
            )
        }
        ofSystem = locale(of: LocaleSettings(in: system.tree))
        let first = locale(of: LocaleSettings(variable: system.variable)) ?? ofSystem
        if let first, !isStopped { listener.localeDidChange(first) }
    }

    func stop() {
        isStopped = true
        for source in sources { source.cancel() }
        sources = []
    }

    private func look() {
        // While a file is replaced there may be none.
        guard let now = locale(of: LocaleSettings(in: system.tree)), now != ofSystem, !isStopped else { return }
        ofSystem = now
        listener.localeDidChange(now)
    }

    private func locale(of settings: LocaleSettings?) -> String? {
        guard let settings else { return nil }
        if let identifier = settings.identifier { return identifier }
        listener.note(
            MachineProblem(
                .locale,
                "\(settings.place) names no locale: \(settings.value.quotedInOneLine()); write one as de_DE.UTF-8"
            )
        )
        return nil
    }
}
