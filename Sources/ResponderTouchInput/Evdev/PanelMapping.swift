/// Where the surface of a panel lies on the screen, and how the surface is turned.
///
/// A position starts as fractions of the device's axes; it is corrected by the calibration, then turned by the
/// rotation, then scaled to the region. The order is libinput's.
///
/// The rotation says how the panel is mounted on the screen. The orientation of an interface (landscape, say) does not
/// belong here: each touch would be turned twice.
///
/// - Complexity: O(1) without allocation, for each member that does not say otherwise.
public struct PanelMapping: Hashable, Sendable {
    /// The angle by which the panel is turned relative to the screen, clockwise, in degrees.
    public enum Rotation: Int, Hashable, Sendable, CaseIterable {
        /// The panel's origin is at the screen's upper left corner.
        case none = 0
        /// A quarter turn clockwise: the panel's origin is at the screen's upper right corner.
        case quarter = 90
        /// Upside down.
        case half = 180
        /// A quarter turn counterclockwise: the panel's origin is at the screen's lower left corner.
        case threeQuarters = 270

        /// The matrix of this rotation.
        var matrix: CalibrationMatrix {
            switch self {
            case .none: .identity
            case .quarter: CalibrationMatrix(0, -1, 1, 1, 0, 0)
            case .half: CalibrationMatrix(-1, 0, 1, 0, -1, 1)
            case .threeQuarters: CalibrationMatrix(0, 1, 0, -1, 0, 1)
            }
        }
    }

    /// The part of the screen that the panel's surface covers, in points of the screen.
    public var region: Rect
    /// How the panel is turned relative to the screen.
    public var rotation: Rotation
    /// How the device's positions are corrected before they are turned.
    public var calibration: CalibrationMatrix

    /// A panel that covers `region` of the screen, in points of the screen.
    public init(region: Rect, rotation: Rotation = .none, calibration: CalibrationMatrix = .identity) {
        self.region = region
        self.rotation = rotation
        self.calibration = calibration
    }

    /// A panel that covers a whole screen of `size` points.
    public init(size: Size, rotation: Rotation = .none, calibration: CalibrationMatrix = .identity) {
        self.init(region: Rect(origin: .zero, size: size), rotation: rotation, calibration: calibration)
    }
}

/// A mapping prepared for use at each sample: one matrix and the region.
struct PanelTransform: Sendable {
    private let region: Rect
    private let matrix: CalibrationMatrix
    private let isPlain: Bool
    /// The length that the device's x axis covers on the screen, in points.
    let extentOfX: Double

    init(_ mapping: PanelMapping) throws(EvdevDecoder.Error) {
        region = mapping.region
        let size = region.size
        guard size.width > 0, size.height > 0, size.width.isFinite, size.height.isFinite else { throw .size(size) }
        let (least, greatest) = (region.origin, Point(region.origin.x + size.width, region.origin.y + size.height))
        guard least.isFinite, greatest.isFinite else { throw .region(region) }
        matrix = mapping.calibration.followed(by: mapping.rotation.matrix)
        guard mapping.calibration.isFinite, matrix.isFinite else { throw .calibration(mapping.calibration) }
        isPlain = matrix == .identity
        let (alongX, alongY) = (matrix.a * size.width, matrix.d * size.height)
        extentOfX = (alongX * alongX + alongY * alongY).squareRoot()
    }

    /// Where the device's values lie on the screen: always in the region, but not on its right or lower edge.
    func position(x: Int32, on xAxis: EvdevAxis, y: Int32, on yAxis: EvdevAxis) -> Point {
        if isPlain {
            return place(
                xAxis.position(of: x, in: region.size.width),
                yAxis.position(of: y, in: region.size.height)
            )
        }
        let turned = matrix.apply(xAxis.position(of: x, in: 1), yAxis.position(of: y, in: 1))
        return place(
            Self.within(turned.x * region.size.width, region.size.width),
            Self.within(turned.y * region.size.height, region.size.height)
        )
    }

    private func place(_ x: Double, _ y: Double) -> Point {
        guard region.origin != .zero else { return Point(x, y) }
        return Point(
            Self.below(region.origin.x + region.size.width, region.origin.x + x),
            Self.below(region.origin.y + region.size.height, region.origin.y + y)
        )
    }

    /// The nearest number to `value` that is 0 or more and less than `extent`; 0 for NaN.
    private static func within(_ value: Double, _ extent: Double) -> Double {
        value > 0 ? below(extent, value) : 0
    }

    /// `value` where it is less than `limit`; otherwise the last number before `limit`.
    private static func below(_ limit: Double, _ value: Double) -> Double {
        value < limit ? value : limit.nextDown
    }
}
