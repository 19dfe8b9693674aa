public import ResponderTouchInput

/// A view that lays out a list of views side by side, in a row or a column, without constraints.
///
/// Only the *arranged* views are laid out; other subviews keep their frames. A hidden arranged view takes no room, and
/// the others close up, also those of a stack view around this one. An arranged view is measured by
/// ``View/sizeThatFits(_:)``; if its result changes, call ``View/setNeedsLayout()`` on the stack view. By default the
/// method returns the present size, which the stack view changes. So a view that is to keep a size of its own overrides
/// the method.
///
///     let row = StackView(arrangedSubviews: [title, cancel, done])
///     row.spacing = 8
///     row.flexibleView = title
///
/// A subclass that overrides ``View/layoutSubviews()`` or ``View/willRemoveSubview(_:)`` calls super. (`UIStackView`)
///
/// - Complexity: O(1) without allocation, for each member that does not say otherwise.
open class StackView: View {
    /// The direction in which the arranged views follow each other.
    public enum Axis: Hashable, Sendable {
        /// From left to right.
        case horizontal
        /// From top to bottom.
        case vertical
    }

    /// How the room along the axis is given to the arranged views.
    public enum Distribution: Hashable, Sendable {
        /// Each view has the extent that fits, except the ``StackView/flexibleView``, which gets the remaining room.
        ///
        /// If there is too little room, the flexible view has no extent, and the last views stick out at the end.
        case fill
        /// All views have the same extent, and fill the stack view.
        case fillEqually
        /// The extents that fit are enlarged or reduced in proportion, to fill the stack view.
        case fillProportionally
        /// Each view has the extent that fits, and the gaps between views share the remaining room equally; a gap is
        /// never smaller than the spacing. A single view fills the stack view.
        case equalSpacing
    }

    /// Where the arranged views lie across the axis.
    public enum Alignment: Hashable, Sendable {
        /// The views are as high as the stack view is inside its insets, or, in a column, as wide.
        case fill
        /// The views have the extent that fits, at the upper edge, or, in a column, at the left one.
        case leading
        /// The views have the extent that fits, in the middle.
        case center
        /// The views have the extent that fits, at the lower edge, or, in a column, at the right one.
        case trailing

        /// ``leading``, in the terms of a row.
        public static var top: Alignment { .leading }
        /// ``trailing``, in the terms of a row.
        public static var bottom: Alignment { .trailing }
    }

    /// The direction of the list; horizontal at first.
    public final var axis = Axis.horizontal { didSet { arrangementDidChange() } }
    /// How the room along the axis is used; ``Distribution/fill`` at first.
    public final var distribution = Distribution.fill { didSet { arrangementDidChange() } }
    /// Where the views lie across the axis; ``Alignment/fill`` at first.
    public final var alignment = Alignment.fill { didSet { arrangementDidChange() } }
    /// The distance between two neighbours, in points; 0 at first.
    ///
    /// - Precondition: The value is finite.
    public final var spacing = 0.0 {
        didSet {
            checkFinite(spacing, "spacing")
            arrangementDidChange()
        }
    }
    /// The distances from the edges of the bounds to the arranged views; zero at first.
    ///
    /// - Precondition: The values are finite.
    public final var contentInsets = EdgeInsets.zero {
        didSet {
            checkFinite(contentInsets.top + contentInsets.left, "contentInsets")
            checkFinite(contentInsets.bottom + contentInsets.right, "contentInsets")
            arrangementDidChange()
        }
    }
    /// The arranged view that gets the remaining room under ``Distribution/fill``; nil at first.
    ///
    /// If the property is nil, or the view is hidden or not arranged, the last view that is not hidden is flexible. (In
    /// UIKit constraints decide: the view with the lowest content hugging priority is flexible.)
    public final weak var flexibleView: View? { didSet { arrangementDidChange() } }

    /// The views that the stack view lays out, in order.
    ///
    /// The order is that of the layout, and not of ``View/subviews``, which decides which view lies in front.
    public final private(set) var arrangedSubviews: [View] = []
    private final var customSpacings: [ObjectIdentifier: Double] = [:]

    /// A stack view with that frame in its superview's coordinates, in points, that arranges no views.
    ///
    /// - Precondition: The frame is finite.
    /// - Complexity: That of `View.init(frame:)`.
    public override init(frame: Rect) {
        super.init(frame: frame)
    }

    /// A stack view without extent that arranges these views.
    ///
    /// - Complexity: Linear in the views; allocates the object and its lists.
    public convenience init(arrangedSubviews: [View]) {
        self.init(frame: .zero)
        for view in arrangedSubviews { addArrangedSubview(view) }
    }

    /// Sets the frames of the arranged views.
    ///
    /// - Complexity: Linear in the arranged views, besides their measurements; allocates a few temporary lists.
    open override func layoutSubviews() { layOutArrangedSubviews() }

    /// The size at which each arranged view has the extents that fit, within `size`, with the spacing and the insets.
    ///
    /// - Complexity: Linear in the arranged views, besides their measurements; allocates a temporary list.
    open override func sizeThatFits(_ size: Size) -> Size { sizeOfArrangedSubviews(in: size) }

    /// No longer arranges a subview that is removed.
    ///
    /// - Complexity: Linear in the arranged views; no allocation.
    open override func willRemoveSubview(_ subview: View) {
        super.willRemoveSubview(subview)
        removeArrangedSubview(subview)
    }
}

// MARK: - The arranged views

extension StackView {
    /// Arranges `view` behind the others, and puts it into the stack view if it is not there yet.
    ///
    /// A view that is arranged already is moved to the end of the list.
    ///
    /// - Precondition: That of `View.addSubview(_:)`.
    /// - Complexity: That of `View.addSubview(_:)`; linear in the arranged views for a view that is in the stack view
    ///   already. Allocates where lists grow.
    public final func addArrangedSubview(_ view: View) {
        insertArrangedSubview(view, at: Int.max, limit: Int.max)
    }

    /// Arranges `view` at an index of ``arrangedSubviews``, and puts it into the stack view if it is not there yet, in
    /// front of the other subviews.
    ///
    /// A view that is arranged already is moved within the list, and the index counts in the list without the view.
    ///
    /// - Precondition: That of `View.addSubview(_:)`; the index is from 0 to the number of the views in the list.
    /// - Complexity: Linear in the arranged views, besides that of `View.addSubview(_:)`; allocates where lists grow.
    public final func insertArrangedSubview(_ view: View, at index: Int) {
        insertArrangedSubview(view, at: index, limit: arrangedSubviews.count - (isArranged(view) ? 1 : 0))
    }

    private func insertArrangedSubview(_ view: View, at index: Int, limit: Int) {
        guard (0...limit).contains(index) else {
            fatalError(
                "a view cannot be arranged at index \(index) of \(Swift.type(of: self)), which arranges \(limit) others"
            )
        }
        let spacing = customSpacing(after: view)
        if isArranged(view) {
            removeArrangedSubview(view)
        } else if view.superview !== self {
            addSubview(view)
        }
        // A hook may have moved the view elsewhere, or arranged it.
        guard view.superview === self, !isArranged(view) else { return }
        view.record.pointee.flags.insert(.arranged)
        arrangedSubviews.insert(view, at: min(index, arrangedSubviews.count))
        if let spacing { customSpacings[ObjectIdentifier(view)] = spacing }
        arrangementDidChange()
    }

    /// No longer lays out `view`, which stays a subview with its present frame; does nothing if it is not arranged.
    ///
    /// Forgets the custom spacing behind the view.
    ///
    /// - Complexity: Linear in the arranged views, but O(1) for the last one; no allocation.
    public final func removeArrangedSubview(_ view: View) {
        guard isArranged(view), let index = index(of: view) else { return }
        view.record.pointee.flags.remove(.arranged)
        customSpacings[ObjectIdentifier(view)] = nil
        arrangedSubviews.remove(at: index)
        arrangementDidChange()
    }

    /// Sets the distance from `view` to the arranged view behind it, in points; nil for ``spacing``.
    ///
    /// Does nothing if the view is not arranged.
    ///
    /// - Precondition: The value is finite.
    /// - Complexity: O(1); allocates where the table of such spacings grows.
    public final func setCustomSpacing(_ spacing: Double?, after view: View) {
        checkFinite(spacing ?? 0, "custom spacing")
        guard isArranged(view) else { return }
        customSpacings[ObjectIdentifier(view)] = spacing
        arrangementDidChange()
    }

    /// The distance from `view` to the arranged view behind it, if ``setCustomSpacing(_:after:)`` has set one;
    /// otherwise nil.
    public final func customSpacing(after view: View) -> Double? { customSpacings[ObjectIdentifier(view)] }

    private func isArranged(_ view: View) -> Bool {
        view.record.pointee.flags.contains(.arranged) && view.superview === self
    }

    /// Searches from both ends, where most views are removed.
    private func index(of view: View) -> Int? {
        var (first, last) = (0, arrangedSubviews.count - 1)
        while first <= last {
            if arrangedSubviews[first] === view { return first }
            if arrangedSubviews[last] === view { return last }
            first += 1
            last -= 1
        }
        return nil
    }

    /// Not a precondition, whose message is lost in release.
    private func checkFinite(_ value: Double, _ property: StaticString) {
        guard !value.isFinite else { return }
        fatalError("the \(property) of \(Swift.type(of: self)) was set to \(value); set finite numbers")
    }
}
