/// A change of what controllers are: one that is presented, a window's root, or neither.
///
/// Hooks of the views that a change moves may make further changes, of the same controllers. What an outer change then
/// does with a view may be wrong for the controller's new role. So the views of all of them are settled again when the
/// outermost change has ended.
@MainActor
enum RoleChange {
    /// The number of changes that are under way, each inside a hook of the one before.
    private static var depth = 0
    /// The controllers of these changes.
    private static var changed: [ViewController] = []
    /// Whether one of these changes was made inside another.
    private static var wasNested = false

    /// Makes a change of these controllers.
    static func perform<Result>(of controllers: [ViewController], _ change: () -> Result) -> Result {
        changed += controllers
        if depth > 0 { wasNested = true }
        depth += 1
        defer {
            if depth == 1 { settle() }
            depth -= 1
        }
        return change()
    }

    /// Settles the views, and those of the controllers that hooks change meanwhile, which may go on for ever.
    private static func settle() {
        defer { (changed, wasNested) = ([], false) }
        var rounds = 0
        while wasNested, !changed.isEmpty, rounds < Application.layoutRoundLimit {
            let controllers = changed
            changed = []
            for controller in controllers {
                let isCovered = controller.presentedReference?.presentation?.isCovering == true
                if isCovered { controller.viewIfLoaded?.removeFromSuperview() } else { controller.settleView() }
            }
            rounds += 1
        }
    }
}
