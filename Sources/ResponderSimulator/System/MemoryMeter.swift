internal import ResponderKit

// Memory: how much apps take, and what the device does when they take too much (rules A34, S40 to S42).
extension SimulatedDevice {
    /// How many bytes all apps that run, or are suspended, take together; `Int.max` where they take more.
    ///
    /// A suspended app keeps its memory: there is no swap (rule S40).
    ///
    /// - Complexity: O(apps that run or are suspended); no allocation.
    public var memoryInUse: Int {
        running.apps.reduce(0) { sum, app in
            let (more, isOver) = sum.addingReportingOverflow(app.footprint)
            return isOver ? .max : more
        }
    }

    /// How many bytes an app takes while it is in memory.
    ///
    /// - Throws: ``DeviceError/unknownApp(_:known:)``.
    /// - Complexity: O(length of the identifier); no allocation unless it throws.
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

    func setMemoryWarningLevel(_ bytes: Int?) throws(DeviceError) {
        guard bytes ?? 0 >= 0 else {
            throw .badNumber("the memory level cannot be \(bytes ?? 0) bytes; give 0 or more")
        }
        memoryWarningLevel = bytes
        checkMemory()
    }

    private var isMemoryShort: Bool { memoryCapacity.map { memoryInUse > $0 } ?? false }

    /// Whether apps are to be warned: memory is short, or more is in use than the level of warnings.
    private var isMemoryHigh: Bool { isMemoryShort || memoryWarningLevel.map { memoryInUse > $0 } ?? false }

    /// Warns apps where they take too much memory, and ends apps where memory is short.
    func checkMemory() {
        needsMemoryCheck = false
        guard isMemoryHigh else { return forgetMemoryWarnings() }
        warnOfMemory()
        purge()
        guard isMemoryHigh else { return forgetMemoryWarnings() }
        // While warnings are repeated already, this one is out of turn.
        guard memoryDeadline == nil, let memoryPatience else { return }
        memoryWarnings = 1
        memoryDeadline = clock.now.advanced(by: memoryPatience.interval)
    }

    /// Warns the apps once more, or ends the app in front, which has had its warnings.
    func checkMemoryAgain() {
        memoryDeadline = nil
        guard isMemoryHigh, let memoryPatience else { return forgetMemoryWarnings() }
        if memoryWarnings < memoryPatience.warnings {
            memoryWarnings += 1
            warnOfMemory()
            purge()
            guard isMemoryHigh else { return forgetMemoryWarnings() }
            memoryDeadline = clock.now.advanced(by: memoryPatience.interval)
        } else if isMemoryShort, let front {
            let size = ScriptValues.text(bytes: front.footprint)
            record(.note("ended outright: it takes \(size) after \(memoryWarnings) warnings"), front)
            tell(front, .kill)
            forgetEnded()
            forgetMemoryWarnings()
        }
    }

    func forgetMemoryWarnings() {
        memoryWarnings = 0
        memoryDeadline = nil
    }

    /// Purges suspended apps, and ends apps in the background, as long as memory is short.
    private func purge() {
        while isMemoryShort, let app = largest(in: .suspended) {
            record(.note("purged: it takes \(ScriptValues.text(bytes: app.footprint))"), app)
            tell(app, .kill)
            forgetEnded()
        }
        while isMemoryShort, let app = largest(in: .background) {
            record(.note("ended for its memory: it takes \(ScriptValues.text(bytes: app.footprint))"), app)
            tell(app, .terminate)
            forgetEnded()
        }
        // What apps have freed meanwhile is counted here already, and is no reason to warn them once more.
        needsMemoryCheck = false
    }

    /// Sends a memory warning to every app that runs code, in the order of installing.
    func warnOfMemory() {
        for app in awake.apps where app.runsCode { tell(app, .memoryWarning) }
        forgetEnded()
    }

    /// The app in `state` that takes the most memory; of equally large apps, the one that is in the state for longest.
    private func largest(in state: LifecycleState) -> InstalledApp? {
        var largest: InstalledApp?
        for app in running.apps where app.state == state && app !== front {
            guard let former = largest else {
                largest = app
                continue
            }
            if (app.footprint, -app.stateNumber) > (former.footprint, -former.stateNumber) { largest = app }
        }
        return largest
    }
}
