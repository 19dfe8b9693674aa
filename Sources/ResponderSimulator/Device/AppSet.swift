/// Apps of a device, in the order of installing.
@MainActor
struct AppSet {
    private(set) var apps: [InstalledApp] = []

    nonisolated init() {}

    /// Adds or removes an app; does nothing where it is there, or is not there, already.
    mutating func set(_ app: InstalledApp, isMember: Bool) {
        let place = place(from: app.order)
        let isThere = place < apps.count && apps[place] === app
        if isMember, !isThere { apps.insert(app, at: place) }
        if !isMember, isThere { apps.remove(at: place) }
    }

    /// The first app that was installed after the one with that number.
    func next(after order: Int) -> InstalledApp? {
        let place = place(from: order + 1)
        return place < apps.count ? apps[place] : nil
    }

    /// The place of the first app with that number or a higher one.
    private func place(from order: Int) -> Int {
        var (first, end) = (0, apps.count)
        while first < end {
            let middle = first + (end - first) / 2
            if apps[middle].order < order { first = middle + 1 } else { end = middle }
        }
        return first
    }
}

// Which apps the device looks at: where very many are installed, few of them run.
extension SimulatedDevice {
    /// Puts an app behind the others.
    func add(_ app: InstalledApp) {
        newestOrder += 1
        app.order = newestOrder
        app.device = self
        apps.append(app)
        named[app.identifier] = app
        if app.isTemporary { temporary.set(app, isMember: true) }
    }

    /// Removes an app that is on the device for one launch.
    func remove(_ app: InstalledApp) {
        guard let place = apps.lastIndex(where: { $0 === app }) else { return }
        apps.remove(at: place)
        if let home = app.home, app.isTemporary {
            // What cannot be removed now is found when the storage is attached again.
            try? storage?.remove(home)
        }
        app.device = nil
        named[app.identifier] = nil
        temporary.set(app, isMember: false)
        running.set(app, isMember: false)
        awake.set(app, isMember: false)
        ended.set(app, isMember: false)
        timed.set(app, isMember: false)
    }

    /// An app's application, or its state, has changed.
    func noteState(of app: InstalledApp) {
        if let home = app.home { storage?.space.set(home.number, isInUse: app.application != nil) }
        running.set(app, isMember: app.runningApplication != nil)
        awake.set(app, isMember: app.runsCode)
        ended.set(app, isMember: app.application?.endReason != nil)
    }

    /// What an app has scheduled has changed.
    func noteSchedule(of app: InstalledApp) {
        timed.set(app, isMember: app.wakeDeadline != nil || !app.scheduled.isEmpty)
    }
}
