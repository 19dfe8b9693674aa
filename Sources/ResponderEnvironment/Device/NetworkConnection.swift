/// How a device is connected to a network.
///
/// The raw value is the name in scripts.
public enum NetworkConnection: String, Hashable, Sendable, CaseIterable {
    /// Not at all.
    case none
    /// By Wi-Fi.
    case wifi
    /// By a mobile phone network.
    case cellular
    /// By a cable.
    case wired
    /// In another way, such as a tunnel.
    case other
}
