public import ResponderKit

/// The objects that were made from an ``InterfaceFile``.
@MainActor
public struct Interface {
    /// The window, hidden.
    public let window: Window
    /// The controller whose view fills the window.
    public let rootViewController: ViewController
    private let views: [String: View]

    init(window: Window, rootViewController: ViewController, views: [String: View]) {
        self.window = window
        self.rootViewController = rootViewController
        self.views = views
    }

    /// The view with that `id` in the file; nil if the file has no such view.
    ///
    /// - Complexity: O(1) on average; no allocation.
    public func view(withID identifier: String) -> View? { views[identifier] }
}
