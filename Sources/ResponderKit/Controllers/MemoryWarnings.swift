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

    /// The controllers of an application, and those that no application has shown yet, in the order of their creation.
    static func all(of application: Application) -> [ViewController] {
        var homeless: Set<ObjectIdentifier> = []
        return entries.compactMap(\.controller).filter { controller in
            let home = home(of: controller, &homeless)
            return home == nil || home === application
        }
    }

    /// The application that the controller, or the nearest of its parents, was shown by last.
    ///
    /// The result is noted on the way up, so that each controller is passed once.
    private static func home(of controller: ViewController, _ homeless: inout Set<ObjectIdentifier>) -> Application? {
        var path: [ViewController] = []
        var current: ViewController? = controller
        while let next = current, next.home == nil, !homeless.contains(ObjectIdentifier(next)) {
            path.append(next)
            current = next.parentReference
        }
        let home = current?.home
        for passed in path {
            passed.home = home
            if home == nil { homeless.insert(ObjectIdentifier(passed)) }
        }
        return home
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
