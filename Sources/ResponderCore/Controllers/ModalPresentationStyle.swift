/// Which part of the window a presented controller covers, and whether it replaces what it covers.
/// (`UIModalPresentationStyle`)
public enum ModalPresentationStyle: Hashable, Sendable, CaseIterable {
    /// Covers the window; the presenting controller's view is taken out meanwhile.
    case fullScreen
    /// Covers the nearest controller that defines a presentation context
    /// (``ViewController/definesPresentationContext``), and takes this one's view out.
    case currentContext
    /// Covers the window, in front of the presenting controller's view, which stays and does not disappear.
    case overFullScreen
    /// Covers the nearest controller that defines a presentation context, in front of this one's view, which stays.
    case overCurrentContext

    /// Whether the presenting controller's view is taken out, so that the controller disappears.
    var isCovering: Bool { self == .fullScreen || self == .currentContext }

    /// Whether the view is as large as the window.
    var fillsWindow: Bool { self == .fullScreen || self == .overFullScreen }
}
