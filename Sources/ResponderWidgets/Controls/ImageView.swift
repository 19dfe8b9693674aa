public import ResponderCore
public import ResponderTouchInput

/// A view that shows a picture.
///
/// At first the view takes no touches. (`UIImageView`)
open class ImageView: View {
    /// How a picture fills the bounds.
    public enum Scaling: Hashable, Sendable, CaseIterable {
        /// The picture is as large as possible without being cut off.
        case fit
        /// The picture is as small as possible while it fills the bounds; parts outside of the bounds are not seen.
        case fill
        /// The picture is stretched to the bounds.
        case stretch
        /// The picture has its own size.
        case none
    }

    /// Where a picture is that does not fill the bounds exactly. (With ``Scaling``, UIKit's content modes.)
    public enum Alignment: Hashable, Sendable, CaseIterable {
        /// In the middle.
        case center
        /// At the upper edge, in the middle of it.
        case top
        /// At the lower edge.
        case bottom
        /// At the left edge.
        case left
        /// At the right edge.
        case right
        /// In the upper left corner.
        case topLeft
        /// In the upper right corner.
        case topRight
        /// In the lower left corner.
        case bottomLeft
        /// In the lower right corner.
        case bottomRight
    }

    /// The picture; nil for none.
    public final var image: Image? { didSet { if image != oldValue { setNeedsDisplay() } } }
    /// How the picture fills the bounds: as with ``Scaling/fit`` at first.
    public final var scaling = Scaling.fit { didSet { if scaling != oldValue { setNeedsDisplay() } } }

    /// Where the picture is in the bounds: in the middle at first.
    public final var alignment = Alignment.center { didSet { if alignment != oldValue { setNeedsDisplay() } } }

    /// A view with that frame in its superview's coordinates, in points, without a picture.
    ///
    /// - Precondition: The frame is finite.
    /// - Complexity: O(1); allocates the object.
    public override init(frame: Rect) {
        super.init(frame: frame)
        isUserInteractionEnabled = false
    }

    /// A view as large as the picture, at its superview's origin.
    ///
    /// - Complexity: O(1); allocates the object.
    public convenience init(image: Image) {
        self.init(frame: .zero)
        self.image = image
        sizeToFit()
    }

    /// Draws the picture.
    ///
    /// - Complexity: O(1); allocates what the canvas needs.
    open override func draw(_ rect: Rect, in canvas: any Canvas) {
        if let image, let place = imageRect { canvas.draw(image, in: place) }
    }

    /// The picture's own size; zero without a picture.
    ///
    /// - Complexity: O(1); no allocation.
    open override func sizeThatFits(_ size: Size) -> Size { image?.size ?? .zero }
}

extension ImageView {
    /// Where the picture is, in the view's own coordinates; nil without a picture, or if its size is zero or infinite.
    public final var imageRect: Rect? {
        guard let size = image?.size, size.width > 0, size.height > 0, size.isFinite else { return nil }
        let bounds = bounds.standardized
        let (across, down) = (bounds.width / size.width, bounds.height / size.height)
        let scale: (x: Double, y: Double) =
            switch scaling {
            case .fit: (min(across, down), min(across, down))
            case .fill: (max(across, down), max(across, down))
            case .stretch: (across, down)
            case .none: (1, 1)
            }
        let extent = Size(size.width * scale.x, size.height * scale.y)
        let x =
            switch alignment {
            case .left, .topLeft, .bottomLeft: bounds.minX
            case .right, .topRight, .bottomRight: bounds.maxX - extent.width
            case .center, .top, .bottom: bounds.midX - extent.width / 2
            }
        let y =
            switch alignment {
            case .top, .topLeft, .topRight: bounds.minY
            case .bottom, .bottomLeft, .bottomRight: bounds.maxY - extent.height
            case .center, .left, .right: bounds.midY - extent.height / 2
            }
        return Rect(x, y, extent.width, extent.height)
    }
}
