/// Where on a device a camera is.
public enum CameraPosition: String, Hashable, Sendable, CaseIterable {
    /// On the side away from the screen.
    case rear
    /// On the side of the screen.
    case front
    /// Not known, as of a camera at a cable.
    case unspecified
}
