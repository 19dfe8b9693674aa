internal import ResponderKit

// Memory: how much apps take, and what the device does when they take too much (rule A34).
extension SimulatedDevice {
    /// How many bytes all apps that run, or are suspended, take together.
    ///
    /// - Complexity: O(number of apps); no allocation.
    public var memoryInUse: Int { apps.reduce(0) { $0 + ($1.runningApplication == nil ? 0 : $1.footprint) } }

    /// How many bytes an app takes while it is in memory.
    ///
    /// - Throws: ``DeviceError/unknownApp(_:known:)``.
    /// - Complexity: O(number of apps); no allocation unless it throws.
    public func footprint(of identifier: String) throws(DeviceError) -> Int { try app(identifier).footprint }

    func setFootprint(of app: InstalledApp, _ bytes: Int) throws(DeviceError) {
        try note(footprint: bytes, of: app)
        checkMemory()
    }

    /// Notes an app's footprint; whether memory is short is checked later.
    func note(footprint bytes: Int, of app: InstalledApp) throws(DeviceError) {
        guard bytes >= 0 else { throw .badNumber("a footprint cannot be \(bytes) bytes; give 0 or more") }
        app.footprint = bytes
        needsMemoryCheck = true
    }

    func setMemoryCapacity(_ bytes: Int?) throws(DeviceError) {
        guard bytes ?? 0 >= 0 else { throw .badNumber("the memory cannot be \(bytes ?? 0) bytes; give 0 or more") }
        memoryCapacity = bytes
        checkMemory()
    }

    private var isMemoryShort: Bool { memoryCapacity.map { memoryInUse > $0 } ?? false }

    /// Warns, purges and ends apps, as long as memory is short.
    func checkMemory() {
        needsMemoryCheck = false
        guard isMemoryShort else { return }
        warnOfMemory()
        while isMemoryShort, let app = largest(in: .suspended) {
            record(.note("purged: it takes \(app.footprint) bytes"), app)
            tell(app, .kill)
            forgetEnded()
        }
        while isMemoryShort, let app = largest(in: .background) {
            record(.note("ended for its memory: it takes \(app.footprint) bytes"), app)
            tell(app, .terminate)
            forgetEnded()
        }
    }

    /// Sends a memory warning to every app that runs code, in the order of installing.
    func warnOfMemory() {
        for app in apps where app.runsCode { tell(app, .memoryWarning) }
        forgetEnded()
    }

    /// The app in `state` that takes the most memory; of equally large apps, the first installed.
    private func largest(in state: LifecycleState) -> InstalledApp? {
        var largest: InstalledApp?
        for app in apps where app.state == state && app !== front {
            if largest.map({ $0.footprint < app.footprint }) ?? true { largest = app }
        }
        return largest
    }
}
