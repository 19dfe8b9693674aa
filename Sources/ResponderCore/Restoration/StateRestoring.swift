/// Finds the controllers of an archive again, and has them read their state.
///
/// Each call into the app may change the trees, and may end the application.
@MainActor
final class StateRestoring {
    private let application: Application
    private let archive: StateArchive
    /// The controllers that were found, by path.
    private var found: [[String]: ViewController] = [:]
    /// The children of controllers by name, read when the first child is looked up.
    private var children: [ObjectIdentifier: [String: ViewController]] = [:]
    private lazy var roots = namesOfRoots()

    init(_ archive: StateArchive, _ application: Application) {
        (self.archive, self.application) = (archive, application)
    }

    func coder(_ values: [String: StateValue], path: [String] = []) -> StateCoder {
        StateCoder(values: values, path: path) { [weak self] path in self?.found[path] }
    }

    /// Finds all controllers, then has each read its state; returns false if the application has ended meanwhile.
    func restore() -> Bool {
        var restored: [(controller: ViewController, entry: StateArchive.Controller, coder: StateCoder)] = []
        var missing: [[String]] = []
        for entry in archive.controllers {
            let coder = coder(entry.values, path: entry.path)
            guard let controller = find(entry.path, coder) else {
                if application.lifecycle.hasEnded { return false }
                missing.append(entry.path)
                continue
            }
            found[entry.path] = controller
            restored.append((controller, entry, coder))
        }
        if !missing.isEmpty { application.lifecycle.report(.unknownControllers(missing), application) }
        for (controller, entry, coder) in restored {
            guard !application.lifecycle.hasEnded else { return false }
            controller.decodeRestorableState(with: coder)
            guard restoreViews(of: controller, entry) else { return false }
        }
        for (controller, _, _) in restored where !application.lifecycle.hasEnded {
            controller.applicationFinishedRestoringState()
        }
        return !application.lifecycle.hasEnded
    }

    /// Forgets the controllers, so that coders that the app keeps find and retain none.
    func finish() {
        found.removeAll()
        children.removeAll()
        roots.removeAll()
    }

    private func restoreViews(of controller: ViewController, _ entry: StateArchive.Controller) -> Bool {
        guard !entry.views.isEmpty, !application.lifecycle.hasEnded else { return !application.lifecycle.hasEnded }
        controller.loadViewIfNeeded()
        var left = entry.views
        for (identifier, view) in controller.restorableViews {
            guard !application.lifecycle.hasEnded else { return false }
            guard let values = left.removeValue(forKey: identifier) else { continue }
            view.decodeRestorableState(with: coder(values))
        }
        if !left.isEmpty {
            application.lifecycle.report(.unknownViews(left.keys.sorted(), in: entry.path), application)
        }
        return !application.lifecycle.hasEnded
    }

    /// The controller at a path: from the factory of its name, from the delegate, or the one that is there already.
    private func find(_ path: [String], _ coder: StateCoder) -> ViewController? {
        guard let name = path.last else { return nil }
        var controller = application.lifecycle.restorationFactories[name]?(path, coder)
        if controller == nil {
            application.lifecycle.call(.viewControllerWithRestorationIdentifierPath, application) {
                controller = $0.application(
                    application,
                    viewControllerWithRestorationIdentifierPath: path,
                    coder: coder
                )
            }
        }
        guard !application.lifecycle.hasEnded else { return nil }
        if let controller {
            if controller.restorationIdentifier == nil { controller.restorationIdentifier = name }
            return controller
        }
        guard path.count > 1 else { return roots[name] }
        guard let parent = found[Array(path.dropLast())] else { return nil }
        if children[ObjectIdentifier(parent)] == nil {
            children[ObjectIdentifier(parent)] = Self.byName(parent.children)
        }
        return children[ObjectIdentifier(parent)]?[name]
    }

    private func namesOfRoots() -> [String: ViewController] {
        var windows = application.windows
        for window in [application.mainInterface.window, application.delegate?.window] {
            if let window, !windows.contains(where: { $0 === window }) { windows.append(window) }
        }
        return Self.byName(windows.compactMap(\.rootViewController))
    }

    /// The controllers by name; of several with one name the first.
    private static func byName(_ controllers: [ViewController]) -> [String: ViewController] {
        var names: [String: ViewController] = [:]
        for controller in controllers {
            if let name = controller.restorationIdentifier, names[name] == nil { names[name] = controller }
        }
        return names
    }
}
