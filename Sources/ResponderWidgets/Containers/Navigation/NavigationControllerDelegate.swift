public import ResponderCore

/// An object that is told which controller a navigation controller shows.
///
/// Both methods are called when the stack has changed, and when the navigation controller itself appears, but not while
/// the navigation controller is not visible. A swipe calls the first method for the controller below when it begins,
/// and the second one when the pop is complete. If the swipe is undone, both are called for the controller that stays.
@MainActor
public protocol NavigationControllerDelegate: AnyObject {
    /// The controller, whose view is loaded, is about to appear.
    ///
    /// By default does nothing.
    ///
    /// - Complexity: By default O(1); no allocation.
    func navigationController(_ navigationController: NavigationController, willShow viewController: ViewController)

    /// The controller has appeared.
    ///
    /// By default does nothing.
    ///
    /// - Complexity: By default O(1); no allocation.
    func navigationController(_ navigationController: NavigationController, didShow viewController: ViewController)
}

extension NavigationControllerDelegate {
    /// Does nothing.
    ///
    /// - Complexity: O(1); no allocation.
    public func navigationController(
        _ navigationController: NavigationController,
        willShow viewController: ViewController
    ) {}

    /// Does nothing.
    ///
    /// - Complexity: O(1); no allocation.
    public func navigationController(
        _ navigationController: NavigationController,
        didShow viewController: ViewController
    ) {}
}
