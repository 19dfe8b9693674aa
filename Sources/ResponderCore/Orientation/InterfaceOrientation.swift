/// An orientation of an app on the screen.
///
/// A raw value is that of an Info.plist without its prefix, as words in lower case joined by hyphens.
public enum InterfaceOrientation: String, Hashable, Sendable, CaseIterable {
    /// Upright, the home button below.
    case portrait
    /// Upright, the home button above.
    case portraitUpsideDown = "portrait-upside-down"
    /// On its side, the home button to the left.
    case landscapeLeft = "landscape-left"
    /// On its side, the home button to the right.
    case landscapeRight = "landscape-right"
}

extension InterfaceOrientation {
    /// The orientation in which the interface is upright for somebody who holds the device like `device`; nil for a
    /// device that lies flat, or of which nothing is known.
    ///
    /// Left and right change places: a device that was turned to the left (``DeviceOrientation/landscapeLeft``) has its
    /// home button to the right, as an interface in ``landscapeRight`` has.
    ///
    /// - Complexity: O(1); no allocation.
    public init?(_ device: DeviceOrientation) {
        switch device {
        case .portrait: self = .portrait
        case .portraitUpsideDown: self = .portraitUpsideDown
        case .landscapeLeft: self = .landscapeRight
        case .landscapeRight: self = .landscapeLeft
        case .unknown, .faceUp, .faceDown: return nil
        }
    }

    /// Whether the interface stands upright, with the home button below or above.
    public var isPortrait: Bool { !isLandscape }

    /// Whether the interface lies on its side.
    public var isLandscape: Bool { self == .landscapeLeft || self == .landscapeRight }

    /// By how many quarter turns clockwise the interface is rotated on the screen, which is fixed to the device.
    var quarterTurns: Int {
        switch self {
        case .portrait: 0
        case .landscapeRight: 1
        case .portraitUpsideDown: 2
        case .landscapeLeft: 3
        }
    }

    /// The rotation of a window that is upright in this orientation.
    package var rotation: Transform { Transform(quarterTurns: quarterTurns) }
}

extension Transform {
    /// A rotation clockwise about the origin by a number of right angles.
    ///
    /// Exact, unlike a rotation by an angle, whose cosine and sine are rounded: round coordinates stay round.
    init(quarterTurns: Int) {
        switch quarterTurns & 3 {
        case 1: self.init(a: 0, b: 1, c: -1, d: 0, tx: 0, ty: 0)
        case 2: self.init(a: -1, b: 0, c: 0, d: -1, tx: 0, ty: 0)
        case 3: self.init(a: 0, b: -1, c: 1, d: 0, tx: 0, ty: 0)
        default: self = .identity
        }
    }
}
