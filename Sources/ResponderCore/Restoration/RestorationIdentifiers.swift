internal import ResponderSupport

// The names by which controllers and views are found again.
extension ViewController {
    /// The controller's name among the children of its parent, by which its state is saved and restored; nil, at
    /// first, for a controller that is not saved.
    ///
    /// A controller without a name is not saved, and neither are the controllers and views inside it.
    public final var restorationIdentifier: String? {
        get { restorationName }
        set { restorationName = newValue }
    }

    /// The names of the parents, the topmost first, and the controller's own; nil if one of them has none.
    ///
    /// - Complexity: Linear in the parents; allocates the array.
    public final var restorationPath: [String]? {
        var path: [String] = []
        var current: ViewController? = self
        while let controller = current {
            guard let name = controller.restorationName else { return nil }
            path.append(name)
            current = controller.parentReference
        }
        return path.reversed()
    }
}

extension View {
    /// The view's name among the views of its controller, by which its state is saved and restored; nil, at first, for
    /// a view that is not saved.
    ///
    /// - Complexity: O(1); the first name allocates room for it.
    public final var restorationIdentifier: String? {
        get { layer?.restorationIdentifier }
        set {
            guard newValue != restorationIdentifier else { return }
            makeLayer().restorationIdentifier = newValue
        }
    }
}

extension Responder {
    /// The name of a view or a controller in reports, as it was set for tests or for the restoration; no override is
    /// asked.
    final var reportedIdentifier: String? {
        if let view = self as? View { return view.describedIdentifier ?? view.restorationIdentifier }
        return (self as? ViewController)?.restorationIdentifier
    }
}

extension ViewController {
    /// The views inside the loaded view that have a restoration identifier and belong to no other controller, back to
    /// front, superviews before their subviews.
    final var restorableViews: [(identifier: String, view: View)] {
        guard let root = loadedView else { return [] }
        var found: [(identifier: String, view: View)] = []
        var remaining = [root.record]
        while let next = remaining.popLast() {
            let view = next.pointee.view
            if let controller = view.controllerReference, controller !== self { continue }
            if let identifier = view.restorationIdentifier { found.append((identifier, view)) }
            let start = remaining.count
            next.forEachChild { remaining.append($0) }
            remaining.reverseEnd(from: start)
        }
        return found
    }
}
