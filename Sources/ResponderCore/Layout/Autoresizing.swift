internal import ResponderTouchInput

/// The margins and extents of a view that change together with the size of its superview.
///
/// The change is shared by the flexible parts of a direction in proportion to their present extents, or equally if
/// these add up to nothing. Parts that are not named keep their extents. (`UIView.AutoresizingMask`)
public struct AutoresizingMask: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: UInt8

    /// The mask with these bits.
    ///
    /// - Complexity: O(1); no allocation.
    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// The distance from the superview's left edge changes.
    public static let flexibleLeftMargin = AutoresizingMask(rawValue: 1 << 0)
    /// The view's width changes.
    public static let flexibleWidth = AutoresizingMask(rawValue: 1 << 1)
    /// The distance to the superview's right edge changes.
    public static let flexibleRightMargin = AutoresizingMask(rawValue: 1 << 2)
    /// The distance from the superview's upper edge changes.
    public static let flexibleTopMargin = AutoresizingMask(rawValue: 1 << 3)
    /// The view's height changes.
    public static let flexibleHeight = AutoresizingMask(rawValue: 1 << 4)
    /// The distance to the superview's lower edge changes.
    public static let flexibleBottomMargin = AutoresizingMask(rawValue: 1 << 5)
}

/// A view's part in autoresizing.
struct Autoresizing {
    var mask: AutoresizingMask = []
    /// Whether a change of the view's size resizes its subviews.
    var resizesSubviews = true
    /// Whether a subview has, or once had, a mask: if not, a change of size need not visit the subviews.
    var appliesToSubviews = false

    /// The new origin and extent in one direction.
    ///
    /// - Parameters:
    ///   - flexible: Whether the margin before, the extent and the margin behind are flexible.
    ///   - change: By how much the superview's extent has grown.
    ///   - former: The superview's extent before the change.
    static func resize(
        _ origin: Double,
        _ extent: Double,
        flexible: (before: Bool, extent: Bool, behind: Bool),
        by change: Double,
        in former: Double
    ) -> (origin: Double, extent: Double) {
        let parts = [
            flexible.before ? origin : 0, flexible.extent ? extent : 0, flexible.behind ? former - origin - extent : 0,
        ]
        let flags = [flexible.before, flexible.extent, flexible.behind]
        let count = flags.count { $0 }
        guard count > 0 else { return (origin, extent) }
        let total = parts.reduce(0, +)
        // Parts of opposite signs may add up to a mere rounding error, by which shares cannot be computed.
        let isProportional = total.magnitude > 1e-9 * parts.reduce(0) { $0 + $1.magnitude }
        func share(_ part: Int) -> Double {
            guard flags[part] else { return 0 }
            return isProportional ? change * (parts[part] / total) : change / Double(count)
        }
        return (origin + share(0), max(0, extent + share(1)))
    }
}

extension View {
    /// The margins and extents of the view that change when the size of its superview changes.
    ///
    /// Empty at first: then the view keeps its frame. Does not apply to a view whose ``transform`` is not the identity,
    /// since its frame cannot be set.
    public final var autoresizingMask: AutoresizingMask {
        get { autoresizing.mask }
        set {
            autoresizing.mask = newValue
            if !newValue.isEmpty { superviewReference?.autoresizing.appliesToSubviews = true }
        }
    }

    /// Whether a change of the view's size resizes its subviews, as their ``autoresizingMask`` says.
    ///
    /// True at first.
    public final var autoresizesSubviews: Bool {
        get { autoresizing.resizesSubviews }
        set { autoresizing.resizesSubviews = newValue }
    }

    /// Gives the view the size that suits it best: that of ``sizeThatFits(_:)`` within its present size.
    ///
    /// The origin of the frame stays, or, if the view has a ``transform``, its ``center``.
    ///
    /// - Complexity: That of ``sizeThatFits(_:)`` and of setting ``bounds``.
    public final func sizeToFit() {
        let size = sizeThatFits(bounds.size)
        if record.pointee.flags.contains(.transformed) {
            bounds.size = size
        } else {
            setUntransformedFrame(Rect(origin: record.pointee.position, size: size))
        }
    }

    /// Marks the view for layout and drawing after a change of its size, and resizes the views inside it (rule V5).
    ///
    /// A list holds the views whose subviews must still be resized, since a tree may be too deep for the stack.
    final func sizeDidChange(from former: Size) {
        setNeedsLayout()
        setNeedsDisplay()
        var resized: [(view: View, former: Size)] = [(self, former)]
        while let (view, former) = resized.popLast() {
            guard view.autoresizing.appliesToSubviews, view.autoresizing.resizesSubviews else { continue }
            for subview in view.subviews {
                guard let frame = subview.frame(in: view.bounds.size, resizedFrom: former), frame.isFinite else {
                    continue
                }
                let size = subview.bounds.size
                subview.place(at: frame)
                guard frame.size != size else { continue }
                subview.setNeedsLayout()
                subview.setNeedsDisplay()
                resized.append((subview, size))
            }
        }
    }

    /// The frame that follows from the mask in a superview of a new size; nil if the view keeps its frame.
    final func frame(in size: Size, resizedFrom former: Size) -> Rect? {
        let mask = autoresizing.mask
        guard !mask.isEmpty, !record.pointee.flags.contains(.transformed) else { return nil }
        let frame = frame
        let (x, width) = Autoresizing.resize(
            frame.origin.x,
            frame.size.width,
            flexible: (
                mask.contains(.flexibleLeftMargin), mask.contains(.flexibleWidth), mask.contains(.flexibleRightMargin)
            ),
            by: size.width - former.width,
            in: former.width
        )
        let (y, height) = Autoresizing.resize(
            frame.origin.y,
            frame.size.height,
            flexible: (
                mask.contains(.flexibleTopMargin), mask.contains(.flexibleHeight), mask.contains(.flexibleBottomMargin)
            ),
            by: size.height - former.height,
            in: former.height
        )
        return Rect(x, y, width, height)
    }
}
