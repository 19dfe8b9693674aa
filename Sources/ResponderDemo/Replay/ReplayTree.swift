package import ResponderKit

/// The views in the window of a replay.
package enum ReplayTree: String, CaseIterable, Sendable {
    /// One view that takes every touch.
    case single
    /// Nested views, a controller and a view that acts like a button.
    case demo

    /// A window with this tree of views in it, not shown yet.
    @MainActor
    package func makeWindow(of size: Size, in application: Application) -> Window {
        let window = Window(frame: Rect(origin: .zero, size: size), application: application)
        fill(window)
        return window
    }

    /// Shows this tree of views in a window, instead of what the window shows.
    @MainActor
    package func fill(_ window: Window) {
        window.rootViewController =
            switch self {
            case .single: TouchAreaController()
            case .demo: DemoController(size: window.bounds.size)
            }
    }
}
