#if Wayland
public import ResponderKit

/// What a window on a Wayland compositor is to be like; see ``WaylandHost``.
///
/// - Complexity: Each member is O(1) without allocation.
public struct WaylandConfiguration: Sendable {
    /// The window's title, which some compositors show.
    public var title = ""
    /// The application's identifier, by which compositors find its icon and their rules; the name of its desktop
    /// file.
    public var identifier = ""
    /// The extent in points where the compositor leaves the choice to the window: 800x480 at first.
    public var size = Size(800, 480)
    /// Whether the window asks for the whole screen; the compositor of a kiosk gives it anyway.
    public var isFullScreen = false
    /// Whether the mouse's cursor is hidden over the window, as on a kiosk.
    public var hidesCursor = false
    /// The color where no window of the application is.
    public var background = Color.black
    /// The name or the path of the compositor's socket; nil for that in `WAYLAND_DISPLAY`.
    public var socket: String?
    /// Whether the application waits in the background for a compositor that has gone, and shows itself when it is
    /// back, instead of ending.
    ///
    /// It does not wait for one at the start.
    public var waitsForCompositor = false
    /// How long a compositor's answers are waited for at the start.
    var answerLimit = Duration.seconds(5)

    /// The configuration of a window of 800x480 points without a title.
    public init() {}
}
#endif
