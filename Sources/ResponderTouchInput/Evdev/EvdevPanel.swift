/// The device's side of decoding: which axes it has, and what their values mean in points.
struct EvdevPanel: Sendable {
    /// What an axis of the device tells of a contact.
    enum Role: Sendable {
        case x, y, pressure, major, tool
    }

    /// The slots that Linux allows at most are 1024 (`input_mt_init_slots` in drivers/input/input-mt.c).
    static let greatestSlot: Int32 = 1023

    /// Whether the device speaks the multi-touch protocol; else one key and one position are all it has.
    let isMultitouch: Bool
    /// How many contacts it can hold apart.
    let slotCount: Int
    /// The slot that its next values belong to when decoding begins.
    let firstSlot: Int

    private let x: EvdevAxis
    private let y: EvdevAxis
    private let pressure: EvdevAxis?
    private let major: EvdevAxis?
    private let tool: EvdevAxis?
    private let size: Size
    /// Points of radius for a device unit of `ABS_MT_TOUCH_MAJOR`, which is a diameter.
    private let radiusScale: Double

    init(axes: [UInt16: EvdevAxis], size: Size) throws(EvdevDecoder.Error) {
        guard size.width > 0, size.height > 0, size.width.isFinite, size.height.isFinite else { throw .size(size) }
        isMultitouch = axes[EvdevCodes.positionX] != nil && axes[EvdevCodes.positionY] != nil
        let codes =
            isMultitouch
            ? (EvdevCodes.positionX, EvdevCodes.positionY, EvdevCodes.multitouchPressure)
            : (EvdevCodes.x, EvdevCodes.y, EvdevCodes.pressure)
        guard let x = try Self.axis(codes.0, of: axes), let y = try Self.axis(codes.1, of: axes) else {
            throw .noPositionAxes(found: axes.keys.sorted())
        }
        if isMultitouch && axes[EvdevCodes.trackingID] == nil { throw .noTrackingIDs }
        self.x = x
        self.y = y
        self.size = size
        pressure = try Self.axis(codes.2, of: axes)
        major = isMultitouch ? try Self.axis(EvdevCodes.touchMajor, of: axes) : nil
        tool = isMultitouch ? axes[EvdevCodes.toolType] : nil
        radiusScale = major.map { Self.radiusScale(major: $0, x: x, width: size.width) } ?? 0
        if isMultitouch, let slots = axes[EvdevCodes.slot] {
            guard 0...Self.greatestSlot ~= slots.maximum else { throw .slotCount(maximum: slots.maximum) }
            slotCount = Int(slots.maximum) + 1
            firstSlot = Int(min(max(slots.value, 0), slots.maximum))
        } else {
            slotCount = 1
            firstSlot = 0
        }
    }

    private static func axis(
        _ code: UInt16,
        of axes: [UInt16: EvdevAxis]
    ) throws(EvdevDecoder.Error) -> EvdevAxis? {
        guard let axis = axes[code] else { return nil }
        guard axis.minimum <= axis.maximum else {
            throw .emptyAxis(code: code, minimum: axis.minimum, maximum: axis.maximum)
        }
        return axis
    }

    /// Sizes are in the units of the position, unless both axes say how long their units are.
    private static func radiusScale(major: EvdevAxis, x: EvdevAxis, width: Double) -> Double {
        let units = major.resolution > 0 && x.resolution > 0 ? Double(x.resolution) / Double(major.resolution) : 1
        return units * width / Double(Int64(x.maximum) - Int64(x.minimum) + 1) / 2
    }

    /// What the values of the axis `code` mean for a contact; nil for axes that say nothing of use here.
    func role(of code: UInt16) -> Role? {
        if isMultitouch {
            switch code {
            case EvdevCodes.positionX: .x
            case EvdevCodes.positionY: .y
            case EvdevCodes.multitouchPressure: pressure == nil ? nil : .pressure
            case EvdevCodes.touchMajor: major == nil ? nil : .major
            case EvdevCodes.toolType: .tool
            default: nil
            }
        } else {
            switch code {
            case EvdevCodes.x: .x
            case EvdevCodes.y: .y
            case EvdevCodes.pressure: pressure == nil ? nil : .pressure
            default: nil
            }
        }
    }

    /// Whether `value` lies in the range of the axis that has this role.
    func contains(_ value: Int32, _ role: Role) -> Bool {
        switch role {
        case .x: x.contains(value)
        case .y: y.contains(value)
        case .pressure: pressure?.contains(value) ?? true
        case .major: major?.contains(value) ?? true
        // A tool is a name, not a measure: nothing is clamped.
        case .tool: true
        }
    }

    /// The values of a slot that has not been named yet.
    var initialReadings: EvdevReadings {
        EvdevReadings(
            x: x.value,
            y: y.value,
            pressure: pressure?.value ?? 0,
            major: major?.value ?? 0,
            tool: tool?.value ?? 0
        )
    }

    /// The contact that stands at `readings`, in points.
    func contact(_ identifier: Int, _ phase: TouchContact.Phase, at readings: EvdevReadings) -> TouchContact {
        let diameter = major.map { min(max(readings.major, $0.minimum, 0), max($0.maximum, 0)) } ?? 0
        return TouchContact(
            identifier,
            phase,
            at: Point(
                x.position(of: readings.x, in: size.width),
                y.position(of: readings.y, in: size.height)
            ),
            kind: readings.tool == EvdevCodes.toolPen ? .pencil : .direct,
            force: Float(pressure?.fraction(of: readings.pressure) ?? 0),
            majorRadius: Float(Double(diameter) * radiusScale)
        )
    }
}
