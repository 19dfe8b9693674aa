/// The controllers that live, to be told of memory warnings.
@MainActor
enum LiveControllers {
    private struct Entry {
        weak var controller: ViewController?
    }

    private static var entries: [Entry] = []
    /// The number of entries from which on those of controllers that are gone are removed.
    private static var compactsAt = 64

    /// Adds a new controller, without keeping it.
    static func add(_ controller: ViewController) {
        entries.append(Entry(controller: controller))
        guard entries.count > compactsAt else { return }
        entries.removeAll { $0.controller == nil }
        compactsAt = max(64, 2 * entries.count)
    }

    /// The number of entries, also of controllers that are gone.
    static var entryCount: Int { entries.count }

    /// The controllers of an application, and those that no application has shown yet, in the order of their creation.
    static func all(of application: Application) -> [ViewController] {
        let alive = entries.compactMap(\.controller)
        // Where once were many, each later warning would pass the entries of those that are gone.
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

    /// The application that the controller, or the nearest of its parents, was shown by last.
    ///
    /// The results are noted in `homes`, so that each controller is passed once; not in the controllers, which may get
    /// another parent later.
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
