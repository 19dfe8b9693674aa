package import ResponderEventLoop
package import ResponderKit

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

    /// A monitor whose listener passes all on to an application, which gets it as from a host.
    ///
    /// - Parameter onProblem: Called once for each problem.
    package convenience init(
        _ system: MachineSystem,
        telling application: Application,
        onProblem: @escaping @MainActor (MachineProblem) -> Void
    ) {
        let listener = ApplicationMachineListener(application, onProblem: onProblem)
        self.init(system, on: application.runLoop, telling: listener)
    }

    /// Monitors these parts from now on, and no others.
    package func monitor(_ parts: MachineMonitoring) {
        var new: [any MachinePart] = []
        func update<Part: MachinePart>(_ part: Part?, _ isWanted: Bool, _ make: () -> Part) -> Part? {
            if !isWanted { part?.stop() }
            guard isWanted, part == nil else { return isWanted ? part : nil }
            let made = make()
            new.append(made)
            return made
        }
        memory = update(memory, parts.contains(.memory)) { MemoryMonitor(system, loop, listener) }
        clock = update(clock, !parts.isDisjoint(with: [.time, .sleep])) { ClockMonitor(system.clock, loop, listener) }
        clock?.parts = parts
        zone = update(zone, parts.contains(.time)) {
            ZoneMonitor(system, loop, listener) { [weak clock] in clock?.zoneDidChange() }
        }
        power = update(power, parts.contains(.power)) { PowerMonitor(system, loop, listener) }
        locale = update(locale, parts.contains(.locale)) { LocaleMonitor(system, loop, listener) }
        // Last, since what a part tells at its start may have the application monitor something else.
        for part in new where isMonitored(part) { part.start() }
    }

    private func isMonitored(_ part: any MachinePart) -> Bool {
        part === memory || part === clock || part === zone || part === power || part === locale
    }
}
