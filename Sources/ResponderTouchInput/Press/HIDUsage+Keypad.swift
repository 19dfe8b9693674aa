// The numeric pad, the modifiers and the rarer keys of a keyboard by name (UIKit's `UIKeyboardHIDUsage`).
//
// A comment stands only where the name does not say what the key is.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension HIDUsage {
    public static let keypadNumLock = HIDUsage.keyboard(0x53)
    public static let keypadSlash = HIDUsage.keyboard(0x54)
    public static let keypadAsterisk = HIDUsage.keyboard(0x55)
    public static let keypadHyphen = HIDUsage.keyboard(0x56)
    public static let keypadPlus = HIDUsage.keyboard(0x57)
    public static let keypadEnter = HIDUsage.keyboard(0x58)
    public static let keypad1 = HIDUsage.keyboard(0x59)
    public static let keypad2 = HIDUsage.keyboard(0x5a)
    public static let keypad3 = HIDUsage.keyboard(0x5b)
    public static let keypad4 = HIDUsage.keyboard(0x5c)
    public static let keypad5 = HIDUsage.keyboard(0x5d)
    public static let keypad6 = HIDUsage.keyboard(0x5e)
    public static let keypad7 = HIDUsage.keyboard(0x5f)
    public static let keypad8 = HIDUsage.keyboard(0x60)
    public static let keypad9 = HIDUsage.keyboard(0x61)
    public static let keypad0 = HIDUsage.keyboard(0x62)
    /// The decimal point of the numeric pad.
    public static let keypadPeriod = HIDUsage.keyboard(0x63)
    /// The key beside the left shift key of European keyboards.
    public static let keyboardNonUSBackslash = HIDUsage.keyboard(0x64)
    /// The key of the context menu.
    public static let keyboardApplication = HIDUsage.keyboard(0x65)
    /// The power button.
    public static let keyboardPower = HIDUsage.keyboard(0x66)
    public static let keypadEqualSign = HIDUsage.keyboard(0x67)
    public static let keyboardF13 = HIDUsage.keyboard(0x68)
    public static let keyboardF14 = HIDUsage.keyboard(0x69)
    public static let keyboardF15 = HIDUsage.keyboard(0x6a)
    public static let keyboardF16 = HIDUsage.keyboard(0x6b)
    public static let keyboardF17 = HIDUsage.keyboard(0x6c)
    public static let keyboardF18 = HIDUsage.keyboard(0x6d)
    public static let keyboardF19 = HIDUsage.keyboard(0x6e)
    public static let keyboardF20 = HIDUsage.keyboard(0x6f)
    public static let keyboardF21 = HIDUsage.keyboard(0x70)
    public static let keyboardF22 = HIDUsage.keyboard(0x71)
    public static let keyboardF23 = HIDUsage.keyboard(0x72)
    public static let keyboardF24 = HIDUsage.keyboard(0x73)
    public static let keyboardHelp = HIDUsage.keyboard(0x75)
    public static let keyboardMenu = HIDUsage.keyboard(0x76)
    public static let keyboardStop = HIDUsage.keyboard(0x78)
    public static let keyboardAgain = HIDUsage.keyboard(0x79)
    public static let keyboardUndo = HIDUsage.keyboard(0x7a)
    public static let keyboardCut = HIDUsage.keyboard(0x7b)
    public static let keyboardCopy = HIDUsage.keyboard(0x7c)
    public static let keyboardPaste = HIDUsage.keyboard(0x7d)
    public static let keyboardFind = HIDUsage.keyboard(0x7e)
    public static let keypadComma = HIDUsage.keyboard(0x85)
    public static let keypadLeftParenthesis = HIDUsage.keyboard(0xb6)
    public static let keypadRightParenthesis = HIDUsage.keyboard(0xb7)
    /// The left control key.
    public static let keyboardLeftControl = HIDUsage.keyboard(0xe0)
    /// The left shift key.
    public static let keyboardLeftShift = HIDUsage.keyboard(0xe1)
    /// The left alt or option key.
    public static let keyboardLeftAlt = HIDUsage.keyboard(0xe2)
    /// The left command, super or Windows key.
    public static let keyboardLeftGUI = HIDUsage.keyboard(0xe3)
    /// The right control key.
    public static let keyboardRightControl = HIDUsage.keyboard(0xe4)
    /// The right shift key.
    public static let keyboardRightShift = HIDUsage.keyboard(0xe5)
    /// The right alt, option or AltGr key.
    public static let keyboardRightAlt = HIDUsage.keyboard(0xe6)
    /// The right command, super or Windows key.
    public static let keyboardRightGUI = HIDUsage.keyboard(0xe7)
}
