/// The numbers of Linux's `input-event-codes.h` that touch panels use, under the names they have there.
package enum EvdevCodes {
    // Event types.
    package static let synchronization: UInt16 = 0x00  // EV_SYN
    package static let key: UInt16 = 0x01  // EV_KEY
    package static let absolute: UInt16 = 0x03  // EV_ABS
    package static let miscellaneous: UInt16 = 0x04  // EV_MSC

    // Codes of EV_SYN.
    package static let report: UInt16 = 0  // SYN_REPORT
    package static let multitouchReport: UInt16 = 2  // SYN_MT_REPORT
    package static let dropped: UInt16 = 3  // SYN_DROPPED

    // Codes of EV_KEY.
    package static let buttonLeft: UInt16 = 0x110  // BTN_LEFT
    package static let buttonTouch: UInt16 = 0x14a  // BTN_TOUCH

    // Codes of EV_ABS.
    package static let x: UInt16 = 0x00  // ABS_X
    package static let y: UInt16 = 0x01  // ABS_Y
    package static let pressure: UInt16 = 0x18  // ABS_PRESSURE
    package static let slot: UInt16 = 0x2f  // ABS_MT_SLOT
    package static let touchMajor: UInt16 = 0x30  // ABS_MT_TOUCH_MAJOR
    package static let positionX: UInt16 = 0x35  // ABS_MT_POSITION_X
    package static let positionY: UInt16 = 0x36  // ABS_MT_POSITION_Y
    package static let toolType: UInt16 = 0x37  // ABS_MT_TOOL_TYPE
    package static let trackingID: UInt16 = 0x39  // ABS_MT_TRACKING_ID
    package static let multitouchPressure: UInt16 = 0x3a  // ABS_MT_PRESSURE

    // Values of ABS_MT_TOOL_TYPE.
    package static let toolPen: Int32 = 1  // MT_TOOL_PEN
    package static let toolPalm: Int32 = 2  // MT_TOOL_PALM

    // Input properties.
    package static let direct: UInt16 = 1  // INPUT_PROP_DIRECT

    /// The kernel's name of an event type; nil for types that touch panels do not send.
    package static func name(ofType type: UInt16) -> String? {
        switch type {
        case synchronization: "EV_SYN"
        case key: "EV_KEY"
        case absolute: "EV_ABS"
        case miscellaneous: "EV_MSC"
        default: nil
        }
    }

    /// The kernel's name of a code of `type`; nil for those that this table leaves out.
    package static func name(ofCode code: UInt16, type: UInt16) -> String? {
        switch type {
        case synchronization: synchronizationNames[code]
        case key: keyNames[code]
        case absolute: absoluteNames[code]
        default: nil
        }
    }

    private static let synchronizationNames: [UInt16: String] = [
        0: "SYN_REPORT", 1: "SYN_CONFIG", 2: "SYN_MT_REPORT", 3: "SYN_DROPPED",
    ]

    private static let keyNames: [UInt16: String] = [
        0x110: "BTN_LEFT", 0x111: "BTN_RIGHT", 0x112: "BTN_MIDDLE", 0x140: "BTN_TOOL_PEN", 0x145: "BTN_TOOL_FINGER",
        0x148: "BTN_TOOL_QUINTTAP", 0x14a: "BTN_TOUCH", 0x14d: "BTN_TOOL_DOUBLETAP", 0x14e: "BTN_TOOL_TRIPLETAP",
        0x14f: "BTN_TOOL_QUADTAP",
    ]

    private static let absoluteNames: [UInt16: String] = [
        0x00: "ABS_X", 0x01: "ABS_Y", 0x18: "ABS_PRESSURE", 0x2f: "ABS_MT_SLOT", 0x30: "ABS_MT_TOUCH_MAJOR",
        0x31: "ABS_MT_TOUCH_MINOR", 0x32: "ABS_MT_WIDTH_MAJOR", 0x33: "ABS_MT_WIDTH_MINOR",
        0x34: "ABS_MT_ORIENTATION", 0x35: "ABS_MT_POSITION_X", 0x36: "ABS_MT_POSITION_Y", 0x37: "ABS_MT_TOOL_TYPE",
        0x38: "ABS_MT_BLOB_ID", 0x39: "ABS_MT_TRACKING_ID", 0x3a: "ABS_MT_PRESSURE", 0x3b: "ABS_MT_DISTANCE",
        0x3c: "ABS_MT_TOOL_X", 0x3d: "ABS_MT_TOOL_Y",
    ]
}
