// What kind of device it is: udev's rules in a simpler form.
extension InputDeviceDescription {
    /// Why the device is no keyboard, in words; nil for a keyboard.
    ///
    /// A keyboard has the keys from escape to the letter D, all 31 of them in the order of their codes; barcode
    /// scanners have them, too. A device with fewer keys has buttons: ``hasButtons``.
    public var reasonForNoKeyboard: String? {
        let missing = (UInt16(1)...31).first { !keys.contains($0) }
        return missing.map { "it has no key \(KeyNames.name(of: $0) ?? "")" }
    }

    /// Why the device is no mouse, in words; nil for a mouse.
    ///
    /// A mouse moves along `REL_X` and `REL_Y`, and has `BTN_LEFT`.
    public var reasonForNoMouse: String? {
        guard relativeAxes.contains(EvdevCodes.relativeX), relativeAxes.contains(EvdevCodes.relativeY) else {
            return "it does not move"
        }
        return keys.contains(EvdevCodes.buttonLeft) ? nil : "it has no left button"
    }

    /// Whether the device is a keyboard or a barcode scanner: see ``reasonForNoKeyboard``.
    public var isKeyboard: Bool { reasonForNoKeyboard == nil }

    /// Whether the device is a mouse: see ``reasonForNoMouse``.
    public var isMouse: Bool { reasonForNoMouse == nil }

    /// Whether the device has a key or a button with a meaning (``HIDUsage``), as keyboards, numeric pads, remote
    /// controls, gamepads and a kiosk's push buttons do; the buttons of a mouse do not count.
    ///
    /// - Complexity: O(keys of the device); no allocation.
    public var hasButtons: Bool {
        keys.contains { code in
            !(EvdevCodes.buttonLeft...EvdevCodes.buttonTask ~= code) && KeyUsages.usage(of: code) != nil
        }
    }

    /// Why the device is neither keyboard nor mouse nor buttons, in words; nil for such a device.
    ///
    /// Touch panels, touch pads and tablets are not, whatever keys they have.
    ///
    /// - Complexity: O(keys of the device); allocates the text.
    public var reasonForNoInputDevice: String? {
        if isTouchPanel { return "it is a touch panel" }
        if properties.contains(EvdevCodes.pointer) && !isMouse { return "it moves a pointer, as a touch pad does" }
        if keys.contains(EvdevCodes.toolPenKey) { return "it has a stylus, as a tablet does" }
        return isMouse || hasButtons ? nil : "it is no mouse, and has no key or button with a meaning"
    }
}
