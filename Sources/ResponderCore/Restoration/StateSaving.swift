/// Collects the state of the controllers in an application's windows.
///
/// Each call into the app may change the trees, and may end the application.
@MainActor
struct StateSaving {
    private let application: Application
    private(set) var controllers: [StateArchive.Controller] = []
    private var seen: Set<[String]> = []

    init(_ application: Application) {
        self.application = application
    }

    /// Has the controllers with a path and their views write their state, parents before children.
    ///
    /// Returns false if the application has ended meanwhile.
    mutating func collect() throws(StateError) -> Bool {
        var remaining: [(controller: ViewController, parent: [String])] = []
        for window in application.windows.reversed() {
            if let root = window.rootViewController { remaining.append((root, [])) }
        }
        while let (controller, parent) = remaining.popLast() {
            guard let name = controller.restorationIdentifier else { continue }
            let path = parent + [name]
            guard seen.insert(path).inserted else {
                application.lifecycle.report(.duplicateController(path), application)
                // A listener for this event may end the application.
                guard !application.lifecycle.hasEnded else { return false }
                continue
            }
            let coder = StateCoder()
            controller.encodeRestorableState(with: coder)
            guard !application.lifecycle.hasEnded else { return false }
            try check(coder, path)
            controllers.append(
                StateArchive.Controller(path: path, values: coder.values, views: try collectViews(of: controller, path))
            )
            guard !application.lifecycle.hasEnded else { return false }
            for child in controller.children.reversed() { remaining.append((child, path)) }
        }
        return true
    }

    private func collectViews(
        of controller: ViewController,
        _ path: [String]
    ) throws(StateError) -> [String: [String: StateValue]] {
        var found: [String: [String: StateValue]] = [:]
        for (identifier, view) in controller.restorableViews {
            guard found[identifier] == nil else {
                application.lifecycle.report(.duplicateView(identifier, in: path), application)
                guard !application.lifecycle.hasEnded else { return [:] }
                continue
            }
            let coder = StateCoder()
            view.encodeRestorableState(with: coder)
            guard !application.lifecycle.hasEnded else { return [:] }
            try check(coder, path)
            found[identifier] = coder.values
        }
        return found
    }

    private func check(_ coder: StateCoder, _ writer: [String]) throws(StateError) {
        if StateValue.dictionary(coder.values).isDeeper(than: StateValue.depthLimit) { throw .tooDeep(writer: writer) }
    }
}
