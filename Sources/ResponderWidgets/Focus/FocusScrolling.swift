internal import ResponderCore
internal import ResponderTouchInput

/// The part of a scroll view that the focus uses.
@MainActor
protocol FocusScrolling: View {
    /// The offset of the content, which the focus restores if it has found no view at another offset.
    var contentOffset: Point { get set }

    /// Whether the scroll view has views only for rows that are seen.
    var hasRowsOnSight: Bool { get }

    /// Scrolls to the first row, or to the last one.
    func scrollToEnd(isFirst: Bool)

    /// Scrolls so that the view with the focus is seen.
    ///
    /// - Parameters:
    ///   - view: The view.
    ///   - subview: The subview of the scroll view that is or contains the view.
    func showFocused(_ view: View, in subview: View)
}
