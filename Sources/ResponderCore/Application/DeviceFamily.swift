/// A kind of device that an app is made for, as in UIDeviceFamily; the raw value is its name in a manifest's text.
public enum DeviceFamily: String, Hashable, Sendable, CaseIterable {
    /// Devices with a small screen.
    case phone
    /// Devices with a large screen, which run apps for phones too.
    case pad
}

/// The kind of a device, by which an app chooses its interface (rule S31).
///
/// The raw value is its name in scripts.
public enum InterfaceIdiom: String, Hashable, Sendable, CaseIterable {
    /// A device of no family, such as a panel on a wall: it runs apps of every family.
    case unspecified
    /// A phone.
    case phone
    /// A pad.
    case pad
}

extension Manifest {
    /// Whether a device of that kind installs the app, by its ``deviceFamilies`` (rule S30).
    ///
    /// A pad runs apps for phones too. A device of no family runs the app of any family. An app without a family runs
    /// nowhere.
    ///
    /// - Complexity: O(1); no allocation.
    public func runs(on idiom: InterfaceIdiom) -> Bool {
        switch idiom {
        case .phone: deviceFamilies.contains(.phone)
        case .pad, .unspecified: !deviceFamilies.isEmpty
        }
    }
}
