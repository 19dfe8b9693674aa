// The keys of a keyboard by name (UIKit's `UIKeyboardHIDUsage`); what a key is called is what a US keyboard has there.
//
// A comment stands only where the name does not say what the key is.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension HIDUsage {
    public static let keyboardA = HIDUsage.keyboard(0x04)
    public static let keyboardB = HIDUsage.keyboard(0x05)
    public static let keyboardC = HIDUsage.keyboard(0x06)
    public static let keyboardD = HIDUsage.keyboard(0x07)
    public static let keyboardE = HIDUsage.keyboard(0x08)
    public static let keyboardF = HIDUsage.keyboard(0x09)
    public static let keyboardG = HIDUsage.keyboard(0x0a)
    public static let keyboardH = HIDUsage.keyboard(0x0b)
    public static let keyboardI = HIDUsage.keyboard(0x0c)
    public static let keyboardJ = HIDUsage.keyboard(0x0d)
    public static let keyboardK = HIDUsage.keyboard(0x0e)
    public static let keyboardL = HIDUsage.keyboard(0x0f)
    public static let keyboardM = HIDUsage.keyboard(0x10)
    public static let keyboardN = HIDUsage.keyboard(0x11)
    public static let keyboardO = HIDUsage.keyboard(0x12)
    public static let keyboardP = HIDUsage.keyboard(0x13)
    public static let keyboardQ = HIDUsage.keyboard(0x14)
    public static let keyboardR = HIDUsage.keyboard(0x15)
    public static let keyboardS = HIDUsage.keyboard(0x16)
    public static let keyboardT = HIDUsage.keyboard(0x17)
    public static let keyboardU = HIDUsage.keyboard(0x18)
    public static let keyboardV = HIDUsage.keyboard(0x19)
    public static let keyboardW = HIDUsage.keyboard(0x1a)
    public static let keyboardX = HIDUsage.keyboard(0x1b)
    public static let keyboardY = HIDUsage.keyboard(0x1c)
    public static let keyboardZ = HIDUsage.keyboard(0x1d)
    public static let keyboard1 = HIDUsage.keyboard(0x1e)
    public static let keyboard2 = HIDUsage.keyboard(0x1f)
    public static let keyboard3 = HIDUsage.keyboard(0x20)
    public static let keyboard4 = HIDUsage.keyboard(0x21)
    public static let keyboard5 = HIDUsage.keyboard(0x22)
    public static let keyboard6 = HIDUsage.keyboard(0x23)
    public static let keyboard7 = HIDUsage.keyboard(0x24)
    public static let keyboard8 = HIDUsage.keyboard(0x25)
    public static let keyboard9 = HIDUsage.keyboard(0x26)
    public static let keyboard0 = HIDUsage.keyboard(0x27)
    public static let keyboardReturnOrEnter = HIDUsage.keyboard(0x28)
    public static let keyboardEscape = HIDUsage.keyboard(0x29)
    /// Backspace: deletes the character before the cursor.
    public static let keyboardDeleteOrBackspace = HIDUsage.keyboard(0x2a)
    public static let keyboardTab = HIDUsage.keyboard(0x2b)
    public static let keyboardSpacebar = HIDUsage.keyboard(0x2c)
    /// The key of - and _.
    public static let keyboardHyphen = HIDUsage.keyboard(0x2d)
    /// The key of = and +.
    public static let keyboardEqualSign = HIDUsage.keyboard(0x2e)
    /// The key of [ and {.
    public static let keyboardOpenBracket = HIDUsage.keyboard(0x2f)
    /// The key of ] and }.
    public static let keyboardCloseBracket = HIDUsage.keyboard(0x30)
    /// The key of \ and |.
    public static let keyboardBackslash = HIDUsage.keyboard(0x31)
    /// The key of ; and :.
    public static let keyboardSemicolon = HIDUsage.keyboard(0x33)
    /// The key of ' and ".
    public static let keyboardQuote = HIDUsage.keyboard(0x34)
    /// The key of ` and ~.
    public static let keyboardGraveAccentAndTilde = HIDUsage.keyboard(0x35)
    /// The key of , and <.
    public static let keyboardComma = HIDUsage.keyboard(0x36)
    /// The key of the period and >.
    public static let keyboardPeriod = HIDUsage.keyboard(0x37)
    /// The key of / and ?.
    public static let keyboardSlash = HIDUsage.keyboard(0x38)
    public static let keyboardCapsLock = HIDUsage.keyboard(0x39)
    public static let keyboardF1 = HIDUsage.keyboard(0x3a)
    public static let keyboardF2 = HIDUsage.keyboard(0x3b)
    public static let keyboardF3 = HIDUsage.keyboard(0x3c)
    public static let keyboardF4 = HIDUsage.keyboard(0x3d)
    public static let keyboardF5 = HIDUsage.keyboard(0x3e)
    public static let keyboardF6 = HIDUsage.keyboard(0x3f)
    public static let keyboardF7 = HIDUsage.keyboard(0x40)
    public static let keyboardF8 = HIDUsage.keyboard(0x41)
    public static let keyboardF9 = HIDUsage.keyboard(0x42)
    public static let keyboardF10 = HIDUsage.keyboard(0x43)
    public static let keyboardF11 = HIDUsage.keyboard(0x44)
    public static let keyboardF12 = HIDUsage.keyboard(0x45)
    public static let keyboardPrintScreen = HIDUsage.keyboard(0x46)
    public static let keyboardScrollLock = HIDUsage.keyboard(0x47)
    public static let keyboardPause = HIDUsage.keyboard(0x48)
    public static let keyboardInsert = HIDUsage.keyboard(0x49)
    /// Home: the beginning of the line.
    public static let keyboardHome = HIDUsage.keyboard(0x4a)
    public static let keyboardPageUp = HIDUsage.keyboard(0x4b)
    /// Delete: deletes the character after the cursor.
    public static let keyboardDeleteForward = HIDUsage.keyboard(0x4c)
    /// End: the end of the line.
    public static let keyboardEnd = HIDUsage.keyboard(0x4d)
    public static let keyboardPageDown = HIDUsage.keyboard(0x4e)
    public static let keyboardRightArrow = HIDUsage.keyboard(0x4f)
    public static let keyboardLeftArrow = HIDUsage.keyboard(0x50)
    public static let keyboardDownArrow = HIDUsage.keyboard(0x51)
    public static let keyboardUpArrow = HIDUsage.keyboard(0x52)
}
