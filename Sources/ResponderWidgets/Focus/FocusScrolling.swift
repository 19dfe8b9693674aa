internal import ResponderCore
internal import ResponderTouchInput

/// A scroll view, as the focus knows it.
@MainActor
protocol FocusScrolling: View {
    /// The offset of the content, which the focus takes back where it found nothing at another one.
    var contentOffset: Point { get set }

    /// Whether it has views only for the rows that are seen.
    var hasRowsOnSight: Bool { get }

    /// Scrolls to the first row, or to the last one.
    func scrollToEnd(isFirst: Bool)

    /// Scrolls so that a view is seen which has the focus.
    ///
    /// - Parameters:
    ///   - view: The view.
    ///   - subview: The view, or that view around it, which is a subview of the scroll view.
    func showFocused(_ view: View, in subview: View)
}
