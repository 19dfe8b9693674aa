/// A change of controllers' roles: presented, a window's root, or neither.
///
/// Hooks of the views that a change moves may make further changes of the same controllers. The outer change may then
/// treat a view wrongly for the controller's new role. So when the outermost change has ended, a view without a
/// superview is put where the controller's role requires, and a view without a role is taken out. A view that the app
/// has placed stays.
@MainActor
enum RoleChange {
    private struct Changed {
        weak var controller: ViewController?
        /// Where this package has put the controller's view meanwhile.
        weak var place: View?
        /// The number by which the changes are ordered.
        let number: Int
    }

    /// The number of changes that are under way, each inside a hook of the one before.
    private static var depth = 0
    /// The controllers of the changes under way, which are not kept alive: a hook may run the loop for hours.
    private static var changed: [ObjectIdentifier: Changed] = [:]
    /// Whether a change was made inside another one since the outermost change began.
    private static var wasNested = false

    /// Makes a change of these controllers.
    static func make<Result>(of controllers: [ViewController], _ change: () -> Result) -> Result {
        for controller in controllers { note(controller) }
        if depth > 0 { wasNested = true }
        depth += 1
        defer {
            if depth == 1 { placeViews() }
            depth -= 1
        }
        return change()
    }

    /// The package has put the controller's view there.
    static func didPlace(_ controller: ViewController, in place: View) {
        guard depth > 0 else { return }
        note(controller)
        changed[ObjectIdentifier(controller)]?.place = place
    }

    private static func note(_ controller: ViewController) {
        let id = ObjectIdentifier(controller)
        // A controller that is gone may have had the same address.
        guard changed[id]?.controller !== controller else { return }
        changed[id] = Changed(controller: controller, place: nil, number: changed.count)
    }

    /// Puts the views where they belong, also views of controllers that hooks change meanwhile.
    ///
    /// Hooks may make changes in each round, so the number of rounds has a limit.
    private static func placeViews() {
        defer { (changed, wasNested) = ([:], false) }
        var rounds = 0
        while wasNested, !changed.isEmpty, rounds < Application.layoutRoundLimit {
            let batch = changed.values.sorted { $0.number < $1.number }
            changed = [:]
            for one in batch {
                if let controller = one.controller { placeView(of: controller, placedIn: one.place) }
            }
            rounds += 1
        }
    }

    private static func placeView(of controller: ViewController, placedIn place: View?) {
        guard let view = controller.viewIfLoaded else { return }
        let isCovered = controller.presentedReference?.presentation?.isCovering == true
        guard isCovered || controller.hasNoRole else {
            return view.superview == nil ? controller.placeViewByRole() : ()
        }
        guard let place, view.superview === place else { return }
        view.removeFromSuperview()
        if !isCovered, controller.hasNoRole { controller.dropPresentationsInside() }
    }
}
