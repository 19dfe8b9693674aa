extension EvdevDecoder {
    /// Why no decoder can be made for a device.
    public enum Error: Swift.Error, Hashable, Sendable {
        /// The device has neither `ABS_MT_POSITION_X` and `_Y` nor `ABS_X` and `ABS_Y`; `found` lists the codes of the
        /// axes that the device has.
        case noPositionAxes(found: [UInt16])
        /// The maximum of the axis `code` is below its minimum.
        case emptyAxis(code: UInt16, minimum: Int32, maximum: Int32)
        /// The maximum of `ABS_MT_SLOT` is negative or more than 1023, the kernel's own limit.
        case slotCount(maximum: Int32)
        /// The region's width or height is not a finite number of points above 0.
        case size(Size)
        /// An edge of the region is not a finite number of points.
        case region(Rect)
        /// A number of the calibration is not finite, or too large to calculate with.
        case calibration(CalibrationMatrix)
        /// The speed of the pointer is not between 0.01 and 100 points per unit, or that of the wheel is not finite.
        case speed(Double)
    }
}

extension EvdevDecoder.Error: CustomStringConvertible {
    /// The problem, and what was expected.
    public var description: String {
        switch self {
        case .noPositionAxes(let found):
            "no position: expected the axes ABS_MT_POSITION_X and ABS_MT_POSITION_Y, or ABS_X and ABS_Y; found "
                + (found.isEmpty ? "no absolute axis" : found.map(Self.name).joined(separator: ", "))
        case .emptyAxis(let code, let minimum, let maximum):
            "empty axis \(Self.name(code)): expected a maximum of at least the minimum, found \(minimum) to \(maximum)"
        case .slotCount(let maximum):
            "unusable axis ABS_MT_SLOT: expected a maximum from 0 to \(EvdevPanel.greatestSlot), found \(maximum)"
        case .size(let size):
            "unusable screen size: expected a width and a height above 0 points, found \(size)"
        case .region(let region):
            "unusable region of the screen: expected edges that are finite numbers of points, found \(region)"
        case .calibration(let matrix):
            "unusable calibration matrix: expected six finite numbers, found "
                + "\(matrix.a) \(matrix.b) \(matrix.c) \(matrix.d) \(matrix.e) \(matrix.f)"
        case .speed(let speed):
            "unusable speed of the pointer or the wheel: expected a number of points, "
                + "\(Self.pointerSpeeds.lowerBound) to \(Self.pointerSpeeds.upperBound) for the pointer, "
                + "found \(speed)"
        }
    }

    /// The speeds that a pointer may have, in points a unit of the mouse.
    static let pointerSpeeds = 0.01...100.0

    private static func name(_ code: UInt16) -> String {
        EvdevCodes.name(ofCode: code, type: EvdevCodes.absolute) ?? "axis 0x" + String(code, radix: 16)
    }
}
