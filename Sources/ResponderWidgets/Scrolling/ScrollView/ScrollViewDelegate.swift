public import ResponderCore
public import ResponderTouchInput

/// An object that is told what a scroll view does, and can choose where the content stops.
///
/// Every method has a default, which does nothing. The orders of the calls are UIKit's:
///
/// - A drag: ``scrollViewWillBeginDragging(_:)``, ``scrollViewDidScroll(_:)`` for each movement,
///   ``scrollViewWillEndDragging(_:withVelocity:targetContentOffset:)``,
///   ``scrollViewDidEndDragging(_:willDecelerate:)``.
/// - A motion after a drag, also one back to an edge or to the next page: ``scrollViewWillBeginDecelerating(_:)``,
///   ``scrollViewDidScroll(_:)`` for each frame, ``scrollViewDidEndDecelerating(_:)``. When a finger or a call of the
///   app stops the content, the last call comes at once. A finger that has stopped the content beyond an edge or
///   between pages, and leaves without a drag, is followed by such a motion.
/// - ``ScrollView/setContentOffset(_:animated:)`` with motion: ``scrollViewDidScroll(_:)`` for each frame,
///   ``scrollViewDidEndScrollingAnimation(_:)``.
/// - A zoom: ``scrollViewWillBeginZooming(_:with:)``, ``scrollViewDidZoom(_:)`` for each change,
///   ``scrollViewDidEndZooming(_:with:atScale:)`` when the scale rests within its limits.
///
/// A method may change, remove or stop the scroll view.
@MainActor
public protocol ScrollViewDelegate: AnyObject {
    /// The content offset has changed, for whatever reason.
    func scrollViewDidScroll(_ scrollView: ScrollView)
    /// A finger begins to drag the content.
    func scrollViewWillBeginDragging(_ scrollView: ScrollView)
    /// The finger is lifted, or the drag was cancelled.
    ///
    /// - Parameters:
    ///   - scrollView: The scroll view.
    ///   - velocity: The velocity of the content offset, in points per second. (UIKit's is in points per millisecond.)
    ///   - targetContentOffset: Where the content will rest; set another value to have it rest elsewhere.
    func scrollViewWillEndDragging(
        _ scrollView: ScrollView,
        withVelocity velocity: Point,
        targetContentOffset: inout Point
    )
    /// The drag is over.
    ///
    /// - Parameters:
    ///   - scrollView: The scroll view.
    ///   - willDecelerate: Whether the content will move on, unless this call changes that.
    func scrollViewDidEndDragging(_ scrollView: ScrollView, willDecelerate: Bool)
    /// The content begins to move on after a drag.
    func scrollViewWillBeginDecelerating(_ scrollView: ScrollView)
    /// The content has come to rest after a drag, or was stopped.
    func scrollViewDidEndDecelerating(_ scrollView: ScrollView)
    /// A motion that ``ScrollView/setContentOffset(_:animated:)`` has begun has ended, or was stopped.
    func scrollViewDidEndScrollingAnimation(_ scrollView: ScrollView)
    /// The view that a pinch scales: a subview of the scroll view; nil when there is none.
    func viewForZooming(in scrollView: ScrollView) -> View?
    /// A pinch, or a motion that ``ScrollView/setZoomScale(_:animated:)`` begins, is about to scale the view.
    func scrollViewWillBeginZooming(_ scrollView: ScrollView, with view: View?)
    /// The zoom scale has changed.
    func scrollViewDidZoom(_ scrollView: ScrollView)
    /// The zoom has come to rest within its limits, or was stopped.
    func scrollViewDidEndZooming(_ scrollView: ScrollView, with view: View?, atScale scale: Double)
}

extension ScrollViewDelegate {
    /// Does nothing.
    ///
    /// - Complexity: O(1); no allocation.
    public func scrollViewDidScroll(_ scrollView: ScrollView) {}
    /// Does nothing.
    ///
    /// - Complexity: O(1); no allocation.
    public func scrollViewWillBeginDragging(_ scrollView: ScrollView) {}
    /// Leaves the target as it is.
    ///
    /// - Complexity: O(1); no allocation.
    public func scrollViewWillEndDragging(
        _ scrollView: ScrollView,
        withVelocity velocity: Point,
        targetContentOffset: inout Point
    ) {}
    /// Does nothing.
    ///
    /// - Complexity: O(1); no allocation.
    public func scrollViewDidEndDragging(_ scrollView: ScrollView, willDecelerate: Bool) {}
    /// Does nothing.
    ///
    /// - Complexity: O(1); no allocation.
    public func scrollViewWillBeginDecelerating(_ scrollView: ScrollView) {}
    /// Does nothing.
    ///
    /// - Complexity: O(1); no allocation.
    public func scrollViewDidEndDecelerating(_ scrollView: ScrollView) {}
    /// Does nothing.
    ///
    /// - Complexity: O(1); no allocation.
    public func scrollViewDidEndScrollingAnimation(_ scrollView: ScrollView) {}
    /// Nil: nothing is scaled.
    ///
    /// - Complexity: O(1); no allocation.
    public func viewForZooming(in scrollView: ScrollView) -> View? { nil }
    /// Does nothing.
    ///
    /// - Complexity: O(1); no allocation.
    public func scrollViewWillBeginZooming(_ scrollView: ScrollView, with view: View?) {}
    /// Does nothing.
    ///
    /// - Complexity: O(1); no allocation.
    public func scrollViewDidZoom(_ scrollView: ScrollView) {}
    /// Does nothing.
    ///
    /// - Complexity: O(1); no allocation.
    public func scrollViewDidEndZooming(_ scrollView: ScrollView, with view: View?, atScale scale: Double) {}
}
