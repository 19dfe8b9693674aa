public import ResponderTouchInput

/// The screen on which an application's windows are shown, as the embedder describes it.
///
/// Coordinates are in points, with the origin at the upper left corner. They are fixed to the device: they do not turn
/// with the interface (``Application/interfaceOrientation``).
///
/// - Complexity: Each member is O(1) without allocation.
public struct Screen: Hashable, Sendable {
    /// The extent in points; without extent, as at first, the size is not known.
    public var size: Size
    /// The number of pixels in a point, along each axis, such as 1.25; 1 at first.
    public var scale: Double
    /// How many frames the screen shows in a second, from 1 to 1000; 60 at first.
    public var framesPerSecond: Int
    /// Whether scrolled content stands on whole pixels, as on most systems; false at first.
    ///
    /// Then text in motion is as sharp as at rest, and pixels on the screen can be moved instead of drawn again
    /// (``Application/onScrollScreen``). A scroll view rounds each offset to the nearest whole pixel, but for the
    /// offsets at which its content ends.
    public var alignsScrollingToPixels: Bool
    /// The distances from the edges, in points, at which nothing covers the screen and nothing is cut off, such as by
    /// round corners.
    public var safeAreaInsets: EdgeInsets

    /// A screen; by default one of which nothing is known.
    public init(
        size: Size = .zero,
        scale: Double = 1,
        framesPerSecond: Int = 60,
        alignsScrollingToPixels: Bool = false,
        safeAreaInsets: EdgeInsets = .zero
    ) {
        self.size = size
        self.scale = scale
        self.framesPerSecond = framesPerSecond
        self.alignsScrollingToPixels = alignsScrollingToPixels
        self.safeAreaInsets = safeAreaInsets
    }

    /// The whole screen: the frame of a window that fills it.
    public var bounds: Rect { Rect(origin: .zero, size: size) }

    /// The part of ``bounds`` inside the ``safeAreaInsets``.
    ///
    /// In a view's coordinates it is `view.convert(screen.safeArea, from: nil)`.
    public var safeArea: Rect {
        let width = max(0, size.width - safeAreaInsets.left - safeAreaInsets.right)
        let height = max(0, size.height - safeAreaInsets.top - safeAreaInsets.bottom)
        return Rect(safeAreaInsets.left, safeAreaInsets.top, width, height)
    }

    /// What is wrong with the numbers; nil if nothing is.
    var fault: String? {
        let insets = [safeAreaInsets.top, safeAreaInsets.left, safeAreaInsets.bottom, safeAreaInsets.right]
        guard scale > 0, scale.isFinite else { return "the scale \(scale): it is finite and above 0" }
        guard size.width >= 0, size.height >= 0, size.width.isFinite, size.height.isFinite else {
            return "the size \(size): it is finite and not below 0"
        }
        guard (1...1000).contains(framesPerSecond) else {
            return "\(framesPerSecond) frames per second: the number is from 1 to 1000"
        }
        guard insets.allSatisfy({ $0 >= 0 && $0.isFinite }) else {
            return "the insets \(safeAreaInsets): they are finite and not below 0"
        }
        return nil
    }
}
