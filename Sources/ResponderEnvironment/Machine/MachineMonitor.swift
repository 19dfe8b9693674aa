package import ResponderEventLoop

/// Tells a listener what changes in the machine, part by part.
@MainActor
package final class MachineMonitor {
    private let system: MachineSystem
    private let loop: MainRunLoop
    private let listener: any MachineListener
    private var memory: MemoryMonitor?
    private var clock: ClockMonitor?
    private var zone: ZoneMonitor?
    private var power: PowerMonitor?
    private var locale: LocaleMonitor?

    package init(_ system: MachineSystem, on loop: MainRunLoop, telling listener: any MachineListener) {
        self.system = system
        self.loop = loop
        self.listener = listener
    }

    /// Monitors these parts from now on, and no others.
    package func monitor(_ parts: MachineMonitoring) {
        keep(&memory, parts.contains(.memory)) { MemoryMonitor(system, loop, listener) }
        keep(&clock, !parts.isDisjoint(with: [.time, .sleep])) { ClockMonitor(system.clock, loop, listener) }
        clock?.parts = parts
        keep(&zone, parts.contains(.time)) { [clock] in
            ZoneMonitor(system, loop, listener) { [weak clock] in clock?.zoneDidChange() }
        }
        keep(&power, parts.contains(.power)) { PowerMonitor(system, loop, listener) }
        keep(&locale, parts.contains(.locale)) { LocaleMonitor(system, loop, listener) }
    }

    private func keep<Part: MachinePart>(_ part: inout Part?, _ isWanted: Bool, _ make: () -> Part) {
        if !isWanted {
            part?.stop()
            part = nil
        } else if part == nil {
            let new = make()
            part = new
            new.start()
        }
    }
}

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
