/// All live controllers, which are told of memory warnings.
@MainActor
enum LiveControllers {
    private struct Entry {
        weak var controller: ViewController?
    }

    private static var entries: [Entry] = []
    /// The number of entries at which entries of released controllers are removed.
    private static var compactsAt = 64

    /// Adds a new controller, without keeping it.
    static func add(_ controller: ViewController) {
        entries.append(Entry(controller: controller))
        guard entries.count > compactsAt else { return }
        entries.removeAll { $0.controller == nil }
        compactsAt = max(64, 2 * entries.count)
    }

    /// The number of entries, including those of released controllers.
    static var entryCount: Int { entries.count }

    /// The controllers of an application, and those that no application has shown yet, in the order of their creation.
    static func all(of application: Application) -> [ViewController] {
        let alive = entries.compactMap(\.controller)
        // If most controllers are gone, later warnings must not pass their entries.
        if 2 * alive.count < entries.count {
            entries = alive.map { Entry(controller: $0) }
            compactsAt = max(64, 2 * alive.count)
        }
        var homes: [ObjectIdentifier: Application?] = [:]
        return alive.filter { controller in
            let home = home(of: controller, &homes)
            return home == nil || home === application
        }
    }

    /// The application that has last shown the controller, or else its nearest parent that was shown.
    ///
    /// The results are noted in `homes`, so that each controller is visited once. They are not noted in the
    /// controllers, which may get another parent later.
    private static func home(of controller: ViewController, _ homes: inout [ObjectIdentifier: Application?])
        -> Application?
    {
        var path: [ViewController] = []
        var current: ViewController? = controller
        var found: Application?
        while let next = current {
            found = next.home
            if found != nil { break }
            if let known = homes[ObjectIdentifier(next)] {
                found = known
                break
            }
            path.append(next)
            current = next.parentReference
        }
        for passed in path { homes.updateValue(found, forKey: ObjectIdentifier(passed)) }
        return found
    }
}

extension Application {
    /// Tells the controllers of a memory warning, after the delegate and the observers (rules VC24, VC25).
    final func warnControllers() {
        for controller in LiveControllers.all(of: self) where !lifecycle.hasEnded {
            controller.didReceiveMemoryWarning()
        }
    }
}
