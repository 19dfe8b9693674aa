public import ResponderCore

/// Told which controller a navigation controller shows.
///
/// Each method is called when the stack has changed, and when the navigation controller itself appears; none is called
/// while the navigation controller is not visible. A swipe that pops calls the first method when it begins, for the
/// controller below, and the second one when the pop is complete; when the swipe is taken back, both are called for the
/// controller that stays.
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
