public import ResponderCore

/// An object that is asked about the rows of a ``ListView``, and told what happens to them.
///
/// Set the object as the list's ``ScrollView/delegate``.
///
/// Every method has a default. A tap on a row causes these calls, in UIKit's order. When the finger comes down:
/// ``listView(_:shouldHighlightRowAt:)``, ``listView(_:didHighlightRowAt:)``. When the finger is lifted inside:
/// ``listView(_:didUnhighlightRowAt:)``, ``listView(_:shouldSelectRowAt:)``, ``listView(_:didDeselectRowAt:)`` for the
/// row that was selected, ``listView(_:didSelectRowAt:)``. While several rows can be selected, a tap on a selected row
/// causes ``listView(_:shouldDeselectRowAt:)`` and ``listView(_:didDeselectRowAt:)`` in place of the last three.
///
/// A method may change, reload, empty or remove the list.
@MainActor
public protocol ListViewDelegate: ScrollViewDelegate {
    /// The height of a row, in points; by default the list's ``ListView/rowHeight``.
    ///
    /// A height that is negative or not finite counts as 0; a row of height 0 is never seen, and gets no cell.
    func listView(_ listView: ListView, heightForRowAt indexPath: ListView.IndexPath) -> Double
    /// The height of a section's header, in points; by default the list's ``ListView/sectionHeaderHeight``.
    ///
    /// A height that is negative or not finite counts as 0; such a header is never seen.
    func listView(_ listView: ListView, heightForHeaderInSection section: Int) -> Double
    /// The header of a section; by default nil, which leaves its place empty.
    ///
    /// A ``ListCell`` that was dequeued is used again for other headers; another view is removed when it is no longer
    /// seen.
    func listView(_ listView: ListView, viewForHeaderInSection section: Int) -> View?
    /// A row is about to be seen in that cell.
    func listView(_ listView: ListView, willDisplay cell: ListCell, forRowAt indexPath: ListView.IndexPath)
    /// The row is no longer seen in that cell; `indexPath` is the former place of a row that was deleted.
    ///
    /// The cell no longer belongs to the row, unless the first responder is in the cell.
    func listView(_ listView: ListView, didEndDisplaying cell: ListCell, forRowAt indexPath: ListView.IndexPath)
    /// Whether a finger or a key that came down on the row highlights it, and may select it; by default true.
    func listView(_ listView: ListView, shouldHighlightRowAt indexPath: ListView.IndexPath) -> Bool
    /// A finger or a key has come down on the row.
    func listView(_ listView: ListView, didHighlightRowAt indexPath: ListView.IndexPath)
    /// The finger has been lifted, has left the row, or was taken away by a drag; or the key was released.
    ///
    /// Not called for a row that was deleted, reloaded or scrolled away under the finger.
    func listView(_ listView: ListView, didUnhighlightRowAt indexPath: ListView.IndexPath)
    /// Whether a tap selects the row; by default true.
    func listView(_ listView: ListView, shouldSelectRowAt indexPath: ListView.IndexPath) -> Bool
    /// A tap has selected the row.
    func listView(_ listView: ListView, didSelectRowAt indexPath: ListView.IndexPath)
    /// Whether a tap on a selected row deselects it, while several rows can be selected; by default true.
    func listView(_ listView: ListView, shouldDeselectRowAt indexPath: ListView.IndexPath) -> Bool
    /// A tap has deselected the row, or has selected another one.
    func listView(_ listView: ListView, didDeselectRowAt indexPath: ListView.IndexPath)
}

extension ListViewDelegate {
    /// The list's row height.
    ///
    /// - Complexity: O(1); no allocation.
    public func listView(_ listView: ListView, heightForRowAt indexPath: ListView.IndexPath) -> Double {
        listView.rowHeight
    }

    /// The list's header height.
    ///
    /// - Complexity: O(1); no allocation.
    public func listView(_ listView: ListView, heightForHeaderInSection section: Int) -> Double {
        listView.sectionHeaderHeight
    }

    /// No view.
    ///
    /// - Complexity: O(1); no allocation.
    public func listView(_ listView: ListView, viewForHeaderInSection section: Int) -> View? { nil }

    /// Does nothing.
    ///
    /// - Complexity: O(1); no allocation.
    public func listView(_ listView: ListView, willDisplay cell: ListCell, forRowAt indexPath: ListView.IndexPath) {}

    /// Does nothing.
    ///
    /// - Complexity: O(1); no allocation.
    public func listView(
        _ listView: ListView,
        didEndDisplaying cell: ListCell,
        forRowAt indexPath: ListView.IndexPath
    ) {}

    /// True.
    ///
    /// - Complexity: O(1); no allocation.
    public func listView(_ listView: ListView, shouldHighlightRowAt indexPath: ListView.IndexPath) -> Bool { true }

    /// Does nothing.
    ///
    /// - Complexity: O(1); no allocation.
    public func listView(_ listView: ListView, didHighlightRowAt indexPath: ListView.IndexPath) {}

    /// Does nothing.
    ///
    /// - Complexity: O(1); no allocation.
    public func listView(_ listView: ListView, didUnhighlightRowAt indexPath: ListView.IndexPath) {}

    /// True.
    ///
    /// - Complexity: O(1); no allocation.
    public func listView(_ listView: ListView, shouldSelectRowAt indexPath: ListView.IndexPath) -> Bool { true }

    /// Does nothing.
    ///
    /// - Complexity: O(1); no allocation.
    public func listView(_ listView: ListView, didSelectRowAt indexPath: ListView.IndexPath) {}

    /// True.
    ///
    /// - Complexity: O(1); no allocation.
    public func listView(_ listView: ListView, shouldDeselectRowAt indexPath: ListView.IndexPath) -> Bool { true }

    /// Does nothing.
    ///
    /// - Complexity: O(1); no allocation.
    public func listView(_ listView: ListView, didDeselectRowAt indexPath: ListView.IndexPath) {}
}
