public import ResponderTouchInput

/// Knows the pictures that images name; a canvas that finds pictures by names has one.
///
/// Set it for the application (``Application/imageProvider``): then ``Application/image(named:)`` knows sizes, and a
/// picture that was read later than it was drawn, or has changed, is drawn again.
@MainActor
public protocol ImageProvider: AnyObject {
    /// The extent of the picture with a name, in points; nil where there is none.
    func size(ofImageNamed name: String) -> Size?

    /// Is called with the names of pictures that are drawn otherwise from now on; the application sets it.
    var onImagesChange: (@MainActor (Set<String>) -> Void)? { get set }
}
