internal import ResponderSupport

// A number by which a view is found in its tree.
extension View {
    /// A number that the app gives to the view, to find the view again with ``viewWithTag(_:)``.
    ///
    /// 0 at first.
    public final var tag: Int {
        get { tagValue }
        set { tagValue = newValue }
    }

    /// Returns this view or a view inside it that has the tag, or nil.
    ///
    /// If several views have the tag, returns the first in depth-first order: a view comes before its subviews, and
    /// subviews come from back to front.
    ///
    /// - Complexity: Linear in the views inside this one; allocates a temporary list.
    public final func viewWithTag(_ tag: Int) -> View? {
        var remaining = [record]
        while let next = remaining.popLast() {
            let view = next.pointee.view
            if view.tagValue == tag { return view }
            let start = remaining.count
            next.forEachChild { remaining.append($0) }
            remaining.reverseEnd(from: start)
        }
        return nil
    }
}
