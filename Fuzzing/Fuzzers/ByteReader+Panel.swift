import ResponderEventLoop
import ResponderTouchInput

/// The codes of the events that panels send.
private let axisCodes: [UInt16] = [0x00, 0x01, 0x18, 0x2f, 0x30, 0x35, 0x36, 0x37, 0x39, 0x3a, 0x3b]

private let screenSizes = [
    Size(800, 480), Size(1, 1), Size(1e-300, 1e300), Size(.leastNonzeroMagnitude, 3), Size(1e6, 0.1),
]

/// The kinds of events.
private let eventKinds: [(type: UInt16, code: UInt16)] = [
    (0, 0), (3, 0x3b), (0, 2), (0, 3), (1, 0x14a), (1, 0x110), (3, 0x00), (3, 0x01), (3, 0x18), (3, 0x2f), (3, 0x39),
    (3, 0x35), (3, 0x36), (3, 0x30), (3, 0x37), (3, 0x3a),
]

// Panels, and the events that they send.
extension ByteReader {
    /// The extent of a screen.
    mutating func screenSize() -> Size { element(of: screenSizes) ?? Size(1, 1) }

    /// The axes of a panel, by code.
    mutating func axes() -> [UInt16: EvdevAxis] {
        let has: UInt16 = integer()
        // Without the highest bit, the other bits leave axes out: zeros give a panel with all axes.
        let isUsual = has & 0x8000 == 0
        var axes: [UInt16: EvdevAxis] = [:]
        for (place, code) in axisCodes.enumerated() where isUsual != (has >> place & 1 == 1) {
            let isAbsurd = has & 0x4000 != 0 && bool()
            let most: Int32 = code == 0x2f ? 9 : 1023
            axes[code] =
                isAbsurd
                ? EvdevAxis(minimum: integer(), maximum: integer(), value: integer(), resolution: integer())
                : EvdevAxis(minimum: 0, maximum: most)
        }
        return axes
    }

    /// The next event of a panel; a report comes some time after the event before it.
    mutating func event(_ time: inout Int64) -> EvdevEvent {
        let kind = byte()
        var (type, code) = eventKinds[Int(kind & 15)]
        var value: Int32 = 0
        switch kind >> 4 {
        case 0..<12: value = type == 0 ? 0 : Int32(integer(Int8.self))
        case 12, 13: value = Int32(integer(Int16.self))
        case 14: value = integer()
        default:
            (type, code) = (UInt16(byte()), integer())
            value = integer()
            time = integer()
        }
        if type == 0 { time &+= Int64(byte()) * 1_000_000 }
        return EvdevEvent(time: .init(nanoseconds: time), type: type, code: code, value: value)
    }

    /// The mapping of a panel to a screen of `size`.
    mutating func mapping(onto size: Size) -> PanelMapping {
        let kind = byte()
        let rotation = PanelMapping.Rotation.allCases[Int(kind & 3)]
        var calibration = CalibrationMatrix.identity
        if kind & 4 != 0 {
            func factor() -> Double { Double(integer(Int16.self)) / 256 }
            calibration = CalibrationMatrix(factor(), factor(), factor(), factor(), factor(), factor())
        }
        let width = kind & 8 == 0 ? size.width : size.width / 2
        return PanelMapping(
            region: Rect(0, 0, width, size.height),
            rotation: rotation,
            calibration: calibration
        )
    }

    /// A panel's answer to a query of its state; nil where the panel does not answer.
    mutating func panelState() -> EvdevState? {
        let kind = byte()
        guard kind & 3 != 0 else { return nil }
        var state = EvdevState()
        for code in axisCodes where code >= 0x30 && bool() {
            state.slotValues[code] = (0..<number(below: 12)).map { _ in Int32(integer(Int8.self)) }
        }
        for code in axisCodes where code < 0x30 && bool() { state.axisValues[code] = Int32(integer(Int8.self)) }
        if kind & 4 != 0 { state.keys = [EvdevCodes.buttonTouch] }
        return state
    }
}
