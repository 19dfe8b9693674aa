/// The device's side of decoding: the device's axes, and the meaning of their values in points.
struct EvdevPanel: Sendable {
    /// The meaning of an axis's value for a contact.
    enum Role: Sendable {
        case x, y, pressure, major, tool, distance
    }

    /// The greatest number of a slot: Linux allows at most 1024 (`input_mt_init_slots` in drivers/input/input-mt.c).
    static let greatestSlot: Int32 = 1023
    /// The most contacts of protocol A at a time: as many as a port's sender allows.
    static let greatestGroupCount = ContactTable.capacity

    /// Whether the device speaks a multi-touch protocol; otherwise it has one key and one position.
    let isMultitouch: Bool
    /// How many slots the device can name; 1 where it has no `ABS_MT_SLOT`.
    let namedSlotCount: Int
    /// Whether the device may speak protocol A: it has no slot axis, or a slot axis with a single slot, which some
    /// drivers report for a missing axis.
    let mayGroup: Bool
    /// Whether the device can speak protocol A only, since it has neither slots nor ids.
    let groupsOnly: Bool
    /// The slot that the device's next values belong to when decoding begins.
    let firstSlot: Int

    private let x: EvdevAxis
    private let y: EvdevAxis
    private let pressure: EvdevAxis?
    private let major: EvdevAxis?
    private let tool: EvdevAxis?
    private let distance: EvdevAxis?
    /// The greatest pressure at which nothing touches the panel, in device units; nil where the device lacks the axis.
    private let greatestRestingPressure: Int32?
    /// The greatest distance at which a finger touches the panel, in device units.
    private let greatestTouchingDistance: Int32
    private let transform: PanelTransform
    /// Points of radius per device unit of `ABS_MT_TOUCH_MAJOR`, which is a diameter.
    private let radiusScale: Double

    init(axes: [UInt16: EvdevAxis], mapping: PanelMapping) throws(EvdevDecoder.Error) {
        transform = try PanelTransform(mapping)
        let (positionX, positionY) = (
            try Self.axis(EvdevCodes.positionX, of: axes), try Self.axis(EvdevCodes.positionY, of: axes)
        )
        isMultitouch = positionX != nil && positionY != nil
        guard let x = try Self.axis(isMultitouch ? EvdevCodes.positionX : EvdevCodes.x, of: axes),
            let y = try Self.axis(isMultitouch ? EvdevCodes.positionY : EvdevCodes.y, of: axes)
        else { throw .noPositionAxes(found: axes.keys.sorted()) }
        self.x = x
        self.y = y
        pressure = try Self.axis(isMultitouch ? EvdevCodes.multitouchPressure : EvdevCodes.pressure, of: axes)
        major = isMultitouch ? try Self.axis(EvdevCodes.touchMajor, of: axes) : nil
        tool = isMultitouch ? axes[EvdevCodes.toolType] : nil
        distance = isMultitouch ? try Self.axis(EvdevCodes.distance, of: axes) : nil
        // The kernel's documentation says 0; an axis that has no 0 says it with its minimum.
        greatestRestingPressure = pressure.map { max($0.minimum, 0) }
        greatestTouchingDistance = max(distance?.minimum ?? 0, 0)
        let extentOfX = transform.extentOfX
        radiusScale = major.map { Self.radiusScale(major: $0, x: x, width: extentOfX) } ?? 0
        let slots = isMultitouch ? axes[EvdevCodes.slot] : nil
        if let slots, !(0...Self.greatestSlot ~= slots.maximum) { throw .slotCount(maximum: slots.maximum) }
        namedSlotCount = Int(slots?.maximum ?? 0) + 1
        firstSlot = slots.map { Int(min(max($0.value, 0), $0.maximum)) } ?? 0
        mayGroup = isMultitouch && (slots?.maximum ?? 0) == 0
        groupsOnly = isMultitouch && slots == nil && axes[EvdevCodes.trackingID] == nil
    }

    /// The most contacts that the device can report at a time.
    var slotCount: Int { mayGroup ? Self.greatestGroupCount : namedSlotCount }

    private static func axis(
        _ code: UInt16,
        of axes: [UInt16: EvdevAxis]
    ) throws(EvdevDecoder.Error) -> EvdevAxis? {
        guard let axis = axes[code] else { return nil }
        // Some drivers report zeros for an axis that the device lacks.
        guard axis.minimum != 0 || axis.maximum != 0 else { return nil }
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

    /// The meaning of the axis `code` for a contact; nil for axes that are not used here.
    func role(of code: UInt16) -> Role? {
        if isMultitouch {
            switch code {
            case EvdevCodes.positionX: .x
            case EvdevCodes.positionY: .y
            case EvdevCodes.multitouchPressure: pressure == nil ? nil : .pressure
            case EvdevCodes.touchMajor: major == nil ? nil : .major
            case EvdevCodes.toolType: .tool
            case EvdevCodes.distance: distance == nil ? nil : .distance
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
        case .distance: distance?.contains(value) ?? true
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
            tool: tool?.value ?? 0,
            distance: distance?.value ?? 0
        )
    }

    /// Whether the device has a pressure axis for its single touch.
    var hasSinglePressure: Bool { !isMultitouch && pressure != nil }

    /// Whether the panel is pressed at this value of the pressure axis.
    @inline(__always)
    func isPressed(at pressure: Int32) -> Bool {
        greatestRestingPressure.map { pressure > $0 } ?? false
    }

    /// Whether a finger or pen with the values `readings` touches the panel, or only hovers above it.
    ///
    /// A finger whose pressure is 0 touches: panels report 0 for light fingers. A pen has a tip that measures.
    @inline(__always)
    func isTouching(_ readings: EvdevReadings) -> Bool {
        guard readings.distance <= greatestTouchingDistance else { return false }
        return readings.tool != EvdevCodes.toolPen || pressure == nil || isPressed(at: readings.pressure)
    }

    /// Whether a finger or pen with the values `readings` of a group in protocol A touches the panel.
    ///
    /// A size or a pressure of 0 is how old drivers report a lifted finger.
    func isTouching(inGroup readings: EvdevReadings) -> Bool {
        isTouching(readings) && !readings.hasNoSize && !readings.hasNoPressure
    }

    /// The sample of a contact with the values `readings`, in points.
    func contact(_ identifier: Int, _ phase: TouchContact.Phase, at readings: EvdevReadings) -> TouchContact {
        let diameter = major.map { min(max(readings.major, $0.minimum, 0), max($0.maximum, 0)) } ?? 0
        return TouchContact(
            identifier,
            phase,
            at: transform.position(x: readings.x, on: x, y: readings.y, on: y),
            kind: readings.tool == EvdevCodes.toolPen ? .pencil : .direct,
            force: Float(pressure?.fraction(of: readings.pressure) ?? 0),
            majorRadius: Float(Double(diameter) * radiusScale)
        )
    }
}

/// The answers of a Linux input device that is asked for its present state, after a loss of events.
///
/// The answers are those of the kernel's ioctls: `EVIOCGMTSLOTS` for each slot, `EVIOCGABS` for each axis, `EVIOCGKEY`
/// for the keys.
public struct EvdevState: Hashable, Sendable {
    /// The values of multi-touch axes by code, one for each slot, for example `ABS_MT_TRACKING_ID` (0x39).
    public var slotValues: [UInt16: [Int32]]
    /// The values of the other axes by code, for example `ABS_MT_SLOT` (0x2f), the slot that the next values belong to.
    public var axisValues: [UInt16: Int32]
    /// The keys that are down, for example `BTN_TOUCH` (0x14a).
    public var keys: Set<UInt16>

    /// A state made of these answers.
    ///
    /// - Complexity: O(1); no allocation.
    public init(slotValues: [UInt16: [Int32]] = [:], axisValues: [UInt16: Int32] = [:], keys: Set<UInt16> = []) {
        self.slotValues = slotValues
        self.axisValues = axisValues
        self.keys = keys
    }
}
