/// The numbers of Linux's `input-event-codes.h` that touch panels, keyboards and mice use.
public enum EvdevCodes {
    // Event types.
    /// `EV_SYN`: an event that marks the end of a frame or of a contact, or the loss of events.
    public static let synchronization: UInt16 = 0x00
    /// `EV_KEY`: a key or button went down (1) or up (0).
    public static let key: UInt16 = 0x01
    /// `EV_REL`: a mouse or its wheel has moved by some units.
    public static let relative: UInt16 = 0x02
    /// `EV_ABS`: an axis has a new value.
    public static let absolute: UInt16 = 0x03
    /// `EV_MSC`: an event of no other type, such as the time by the clock of the hardware.
    public static let miscellaneous: UInt16 = 0x04

    /// `EV_LED`: a light of a keyboard went on (1) or off (0).
    public static let light: UInt16 = 0x11
    /// `EV_REP`: a device of this type repeats keys that are held.
    public static let repetition: UInt16 = 0x14

    // Codes of EV_SYN.
    /// `SYN_REPORT`: all events since the last one belong together.
    public static let report: UInt16 = 0
    /// `SYN_MT_REPORT`: the events since the last `SYN_MT_REPORT` belong to one contact (protocol A).
    public static let multitouchReport: UInt16 = 2
    /// `SYN_DROPPED`: the kernel discarded events that were not read in time.
    public static let dropped: UInt16 = 3

    // Codes of EV_KEY.
    /// `BTN_LEFT`: the contact of a panel that poses as a mouse.
    public static let buttonLeft: UInt16 = 0x110
    /// `BTN_TASK`: the last of the codes that a mouse's buttons have.
    public static let buttonTask: UInt16 = 0x117
    /// `BTN_TOOL_PEN`: a stylus is near.
    public static let toolPenKey: UInt16 = 0x140
    /// `BTN_TOUCH`: something touches the panel.
    public static let buttonTouch: UInt16 = 0x14a

    // Codes of EV_REL.
    /// `REL_X`: the mouse has moved to the right.
    public static let relativeX: UInt16 = 0x00
    /// `REL_Y`: the mouse has moved towards the user.
    public static let relativeY: UInt16 = 0x01
    /// `REL_HWHEEL`: the wheel was tilted to the right, in notches.
    public static let horizontalWheel: UInt16 = 0x06
    /// `REL_WHEEL`: the wheel was turned away from the user, in notches.
    public static let wheel: UInt16 = 0x08
    /// `REL_WHEEL_HI_RES`: the same, in 120ths of a notch.
    public static let fineWheel: UInt16 = 0x0b
    /// `REL_HWHEEL_HI_RES`: the tilt in 120ths of a notch.
    public static let fineHorizontalWheel: UInt16 = 0x0c

    // Codes of EV_LED.
    /// `LED_CAPSL`: the light of caps lock.
    public static let capsLockLight: UInt16 = 1

    // Codes of EV_ABS.
    /// `ABS_X`: the horizontal position of the only contact, or of the oldest.
    public static let x: UInt16 = 0x00
    /// `ABS_Y`: the vertical position of the only contact, or of the oldest.
    public static let y: UInt16 = 0x01
    /// `ABS_PRESSURE`: the pressure of the only contact, or of the oldest.
    public static let pressure: UInt16 = 0x18
    /// `ABS_MT_SLOT`: the slot that the following values belong to (protocol B).
    public static let slot: UInt16 = 0x2f
    /// `ABS_MT_TOUCH_MAJOR`: the longer diameter of the contact.
    public static let touchMajor: UInt16 = 0x30
    /// `ABS_MT_POSITION_X`: the contact's horizontal position.
    public static let positionX: UInt16 = 0x35
    /// `ABS_MT_POSITION_Y`: the contact's vertical position.
    public static let positionY: UInt16 = 0x36
    /// `ABS_MT_TOOL_TYPE`: the kind of tool that touches.
    public static let toolType: UInt16 = 0x37
    /// `ABS_MT_TRACKING_ID`: the number that the device gives the contact; negative for none.
    public static let trackingID: UInt16 = 0x39
    /// `ABS_MT_PRESSURE`: the contact's pressure.
    public static let multitouchPressure: UInt16 = 0x3a
    /// `ABS_MT_DISTANCE`: how far the finger or the pen is above the surface; 0 where it touches.
    public static let distance: UInt16 = 0x3b

    /// The axes that have a value in each slot: from `ABS_MT_TOUCH_MAJOR` to `ABS_MT_TOOL_Y`.
    package static let axesOfSlots = touchMajor...0x3d

    // Values of ABS_MT_TOOL_TYPE.
    /// `MT_TOOL_PEN`: a stylus.
    public static let toolPen: Int32 = 1
    /// `MT_TOOL_PALM`: a palm, which the device does not count as a touch.
    public static let toolPalm: Int32 = 2

    // Input properties.
    /// `INPUT_PROP_POINTER`: the device moves a pointer, as a touch pad does.
    public static let pointer: UInt16 = 0
    /// `INPUT_PROP_DIRECT`: the touched surface is the screen itself.
    public static let direct: UInt16 = 1

    /// The kernel's name of an event type; nil for types that these devices do not send.
    ///
    /// - Complexity: O(1); no allocation.
    public static func name(ofType type: UInt16) -> String? {
        switch type {
        case synchronization: "EV_SYN"
        case key: "EV_KEY"
        case relative: "EV_REL"
        case absolute: "EV_ABS"
        case miscellaneous: "EV_MSC"
        case light: "EV_LED"
        case repetition: "EV_REP"
        default: nil
        }
    }

    /// The kernel's name of a code of `type`; nil for codes that this table leaves out.
    ///
    /// - Complexity: O(1); no allocation, but the first call for a type allocates the table of its names.
    public static func name(ofCode code: UInt16, type: UInt16) -> String? {
        switch type {
        case synchronization: synchronizationNames[code]
        case key: KeyNames.name(of: code)
        case relative: relativeNames[code]
        case absolute: absoluteNames[code]
        default: nil
        }
    }

    /// The event type of that name; nil for types that these devices do not send.
    package static func type(named name: String) -> UInt16? {
        [synchronization, key, relative, absolute, miscellaneous, light, repetition].first {
            self.name(ofType: $0) == name
        }
    }

    /// The code of `type` that has this name; nil for names that the table leaves out.
    package static func code(named name: String, type: UInt16) -> UInt16? { codes[type]?[name] }

    private static let codes: [UInt16: [String: UInt16]] = [
        synchronization: synchronizationNames, key: KeyNames.names, relative: relativeNames,
        absolute: absoluteNames,
    ].mapValues { names in Dictionary(uniqueKeysWithValues: names.map { ($1, $0) }) }

    private static let synchronizationNames: [UInt16: String] = [
        0: "SYN_REPORT", 1: "SYN_CONFIG", 2: "SYN_MT_REPORT", 3: "SYN_DROPPED",
    ]

    private static let relativeNames: [UInt16: String] = [
        0x00: "REL_X", 0x01: "REL_Y", 0x06: "REL_HWHEEL", 0x07: "REL_DIAL", 0x08: "REL_WHEEL", 0x09: "REL_MISC",
        0x0b: "REL_WHEEL_HI_RES", 0x0c: "REL_HWHEEL_HI_RES",
    ]

    private static let absoluteNames: [UInt16: String] = [
        0x00: "ABS_X", 0x01: "ABS_Y", 0x18: "ABS_PRESSURE", 0x2f: "ABS_MT_SLOT", 0x30: "ABS_MT_TOUCH_MAJOR",
        0x31: "ABS_MT_TOUCH_MINOR", 0x32: "ABS_MT_WIDTH_MAJOR", 0x33: "ABS_MT_WIDTH_MINOR",
        0x34: "ABS_MT_ORIENTATION", 0x35: "ABS_MT_POSITION_X", 0x36: "ABS_MT_POSITION_Y", 0x37: "ABS_MT_TOOL_TYPE",
        0x38: "ABS_MT_BLOB_ID", 0x39: "ABS_MT_TRACKING_ID", 0x3a: "ABS_MT_PRESSURE", 0x3b: "ABS_MT_DISTANCE",
        0x3c: "ABS_MT_TOOL_X", 0x3d: "ABS_MT_TOOL_Y",
    ]
}
