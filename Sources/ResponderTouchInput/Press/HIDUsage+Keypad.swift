// The numeric pad, the modifiers and the rarer keys of a keyboard by name (UIKit's `UIKeyboardHIDUsage`).
extension HIDUsage {
    /// Num lock.
    public static let keypadNumLock = HIDUsage.keyboard(0x53)
    /// The / of the numeric pad.
    public static let keypadSlash = HIDUsage.keyboard(0x54)
    /// The * of the numeric pad.
    public static let keypadAsterisk = HIDUsage.keyboard(0x55)
    /// The - of the numeric pad.
    public static let keypadHyphen = HIDUsage.keyboard(0x56)
    /// The + of the numeric pad.
    public static let keypadPlus = HIDUsage.keyboard(0x57)
    /// The enter key of the numeric pad.
    public static let keypadEnter = HIDUsage.keyboard(0x58)
    /// The 1 of the numeric pad.
    public static let keypad1 = HIDUsage.keyboard(0x59)
    /// The 2 of the numeric pad.
    public static let keypad2 = HIDUsage.keyboard(0x5a)
    /// The 3 of the numeric pad.
    public static let keypad3 = HIDUsage.keyboard(0x5b)
    /// The 4 of the numeric pad.
    public static let keypad4 = HIDUsage.keyboard(0x5c)
    /// The 5 of the numeric pad.
    public static let keypad5 = HIDUsage.keyboard(0x5d)
    /// The 6 of the numeric pad.
    public static let keypad6 = HIDUsage.keyboard(0x5e)
    /// The 7 of the numeric pad.
    public static let keypad7 = HIDUsage.keyboard(0x5f)
    /// The 8 of the numeric pad.
    public static let keypad8 = HIDUsage.keyboard(0x60)
    /// The 9 of the numeric pad.
    public static let keypad9 = HIDUsage.keyboard(0x61)
    /// The 0 of the numeric pad.
    public static let keypad0 = HIDUsage.keyboard(0x62)
    /// The decimal point of the numeric pad.
    public static let keypadPeriod = HIDUsage.keyboard(0x63)
    /// The key beside the left shift key of European keyboards.
    public static let keyboardNonUSBackslash = HIDUsage.keyboard(0x64)
    /// The key of the context menu.
    public static let keyboardApplication = HIDUsage.keyboard(0x65)
    /// The power button.
    public static let keyboardPower = HIDUsage.keyboard(0x66)
    /// The = of the numeric pad.
    public static let keypadEqualSign = HIDUsage.keyboard(0x67)
    /// The function key F13.
    public static let keyboardF13 = HIDUsage.keyboard(0x68)
    /// The function key F14.
    public static let keyboardF14 = HIDUsage.keyboard(0x69)
    /// The function key F15.
    public static let keyboardF15 = HIDUsage.keyboard(0x6a)
    /// The function key F16.
    public static let keyboardF16 = HIDUsage.keyboard(0x6b)
    /// The function key F17.
    public static let keyboardF17 = HIDUsage.keyboard(0x6c)
    /// The function key F18.
    public static let keyboardF18 = HIDUsage.keyboard(0x6d)
    /// The function key F19.
    public static let keyboardF19 = HIDUsage.keyboard(0x6e)
    /// The function key F20.
    public static let keyboardF20 = HIDUsage.keyboard(0x6f)
    /// The function key F21.
    public static let keyboardF21 = HIDUsage.keyboard(0x70)
    /// The function key F22.
    public static let keyboardF22 = HIDUsage.keyboard(0x71)
    /// The function key F23.
    public static let keyboardF23 = HIDUsage.keyboard(0x72)
    /// The function key F24.
    public static let keyboardF24 = HIDUsage.keyboard(0x73)
    /// Help.
    public static let keyboardHelp = HIDUsage.keyboard(0x75)
    /// Menu.
    public static let keyboardMenu = HIDUsage.keyboard(0x76)
    /// Stop.
    public static let keyboardStop = HIDUsage.keyboard(0x78)
    /// Again.
    public static let keyboardAgain = HIDUsage.keyboard(0x79)
    /// Undo.
    public static let keyboardUndo = HIDUsage.keyboard(0x7a)
    /// Cut.
    public static let keyboardCut = HIDUsage.keyboard(0x7b)
    /// Copy.
    public static let keyboardCopy = HIDUsage.keyboard(0x7c)
    /// Paste.
    public static let keyboardPaste = HIDUsage.keyboard(0x7d)
    /// Find.
    public static let keyboardFind = HIDUsage.keyboard(0x7e)
    /// The comma of the numeric pad.
    public static let keypadComma = HIDUsage.keyboard(0x85)
    /// The ( of the numeric pad.
    public static let keypadLeftParenthesis = HIDUsage.keyboard(0xb6)
    /// The ) of the numeric pad.
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
