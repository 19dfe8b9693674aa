internal import ResponderEventLoop
internal import ResponderSupport

/// Tells when memory is short, by the best means that the system offers: pressure stall information of the unit's
/// cgroup, that of the machine, the limits of the unit's cgroup, or the memory that is left.
@MainActor
final class MemoryMonitor: MachinePart {
    /// Tasks have waited for memory for 0.2 seconds of two, as systemd takes it for MEMORY_PRESSURE_WRITE.
    ///
    /// Two seconds are the shortest window that the kernel allows a process without privileges.
    private static let condition = "some 200000 2000000"
    /// Between two warnings, since what an app frees at a warning is costly to make again.
    private static let pause = Duration.seconds(10)
    /// Between two looks, where the system tells nothing.
    private static let interval = Duration.seconds(10)
    /// Memory is short when less than this part of it is left.
    private static let leastPart = 10

    private let system: MachineSystem
    private let loop: MainRunLoop
    private let listener: any MachineListener
    /// The means that were not tried yet, the best first.
    private var means: [Means] = []
    /// Why the means before did not work.
    private var failures: [String] = []
    private var lastWarning: MainRunLoop.Instant?
    private var cancel: (@MainActor () -> Void)?

    private enum Means {
        case pressure(String)
        case limits(MemoryCgroup)
        case remainder
    }

    /// Why a means does not work.
    private struct Unusable: Error {
        let reason: String
    }

    init(_ system: MachineSystem, _ loop: MainRunLoop, _ listener: any MachineListener) {
        (self.system, self.loop, self.listener) = (system, loop, listener)
    }

    func start() {
        let cgroup = MemoryCgroup(in: system.tree)
        if let cgroup { means.append(.pressure("\(cgroup.folder)/memory.pressure")) }
        means.append(.pressure("/proc/pressure/memory"))
        if let cgroup { means.append(.limits(cgroup)) }
        means.append(.remainder)
        useNext()
    }

    func stop() {
        means = []
        cancel?()
        cancel = nil
    }

    /// Uses the best means of those that are left, and says what was used in vain.
    private func useNext() {
        cancel?()
        cancel = nil
        while !means.isEmpty {
            let next = means.removeFirst()
            do throws(Unusable) {
                switch next {
                case .pressure(let path): try follow(pressure: path)
                case .limits(let cgroup): try follow(cgroup)
                case .remainder: try followRemainder()
                }
                switch next {
                case .pressure: failures = []
                case .limits(let cgroup): note("counted by \(cgroup.events.quotedInOneLine())")
                case .remainder: note("looked for every \(Self.interval.components.seconds) seconds")
                }
                return
            } catch {
                failures.append(error.reason)
            }
        }
        note("not told")
    }

    private func note(_ instead: String) {
        listener.note(
            MachineProblem(
                .memory,
                "pressure of memory cannot be used, so shortage is \(instead): \(failures.joined(separator: "; ")); "
                    + "use a kernel with PSI (psi=1) that is newer than 6.1, or run with the capability "
                    + "CAP_SYS_RESOURCE"
            )
        )
        failures = []
    }

    private func warn() {
        if let lastWarning, lastWarning.duration(to: loop.now) < Self.pause { return }
        lastWarning = loop.now
        listener.memoryIsShort()
    }

    // MARK: Means

    private func follow(pressure path: String) throws(Unusable) {
        let name = path.quotedInOneLine()
        let trigger: Descriptor
        do {
            trigger = Descriptor(try system.openTrigger(system.tree.place(path), Self.condition))
        } catch {
            throw Unusable(reason: "\(name): \(error)")
        }
        do {
            let source = try loop.addDescriptorSource(trigger.number, for: .priority, name: "memory pressure") {
                [weak self, trigger] readiness in
                // The source keeps the trigger open.
                withExtendedLifetime(trigger) {}
                guard let self else { return }
                guard readiness.isDisjoint(with: [.error, .hangUp]) else {
                    failures.append("\(name): the kernel has ended it")
                    return useNext()
                }
                warn()
            }
            source.keepsRunAlive = false
            cancel = { source.cancel() }
        } catch {
            throw Unusable(reason: "\(name): \(error)")
        }
    }

    private func follow(_ cgroup: MemoryCgroup) throws(Unusable) {
        let tree = system.tree
        guard cgroup.isLimited(in: tree) else {
            throw Unusable(reason: "\(cgroup.folder.quotedInOneLine()): its memory has no limit")
        }
        guard var count = cgroup.shortages(in: tree) else {
            throw Unusable(reason: "\(cgroup.events.quotedInOneLine()): it cannot be read, or has no counters")
        }
        let source = loop.followFolder(tree.place(cgroup.folder), ["memory.events"], .modified) { [weak self] changes in
            guard let self else { return }
            guard !changes.isFolderGone, let now = cgroup.shortages(in: tree) else {
                failures.append("\(cgroup.events.quotedInOneLine()): it is gone")
                return useNext()
            }
            if now > count { warn() }
            count = now
        }
        guard let source else { throw Unusable(reason: "\(cgroup.folder.quotedInOneLine()): it cannot be watched") }
        cancel = { source.cancel() }
    }

    private func followRemainder() throws(Unusable) {
        guard remainder != nil else {
            throw Unusable(reason: "\"/proc/meminfo\": it cannot be read, or does not say MemTotal and MemAvailable")
        }
        let timer = loop.addTimer(after: Self.interval, every: Self.interval, tolerance: .seconds(2), name: "memory") {
            [weak self] _ in
            guard let self, let remainder else { return }
            if remainder.available < remainder.total / Self.leastPart { warn() }
        }
        timer.keepsRunAlive = false
        cancel = { timer.cancel() }
    }

    /// The memory of the machine in kilobytes, and how much of it programs can still get.
    private var remainder: (available: Int, total: Int)? {
        var values: [Substring: Int] = [:]
        for line in system.tree.lines("/proc/meminfo") {
            let words = line.split(whereSeparator: { $0 == ":" || $0 == " " })
            if words.count >= 2 { values[words[0]] = Int(words[1]) }
        }
        guard let available = values["MemAvailable"], let total = values["MemTotal"] else { return nil }
        return (available, total)
    }
}
