// The keys of a keyboard by name (UIKit's `UIKeyboardHIDUsage`); what a key is called is what a US keyboard has there.
extension HIDUsage {
    /// The key of the letter A.
    public static let keyboardA = HIDUsage.keyboard(0x04)
    /// The key of the letter B.
    public static let keyboardB = HIDUsage.keyboard(0x05)
    /// The key of the letter C.
    public static let keyboardC = HIDUsage.keyboard(0x06)
    /// The key of the letter D.
    public static let keyboardD = HIDUsage.keyboard(0x07)
    /// The key of the letter E.
    public static let keyboardE = HIDUsage.keyboard(0x08)
    /// The key of the letter F.
    public static let keyboardF = HIDUsage.keyboard(0x09)
    /// The key of the letter G.
    public static let keyboardG = HIDUsage.keyboard(0x0a)
    /// The key of the letter H.
    public static let keyboardH = HIDUsage.keyboard(0x0b)
    /// The key of the letter I.
    public static let keyboardI = HIDUsage.keyboard(0x0c)
    /// The key of the letter J.
    public static let keyboardJ = HIDUsage.keyboard(0x0d)
    /// The key of the letter K.
    public static let keyboardK = HIDUsage.keyboard(0x0e)
    /// The key of the letter L.
    public static let keyboardL = HIDUsage.keyboard(0x0f)
    /// The key of the letter M.
    public static let keyboardM = HIDUsage.keyboard(0x10)
    /// The key of the letter N.
    public static let keyboardN = HIDUsage.keyboard(0x11)
    /// The key of the letter O.
    public static let keyboardO = HIDUsage.keyboard(0x12)
    /// The key of the letter P.
    public static let keyboardP = HIDUsage.keyboard(0x13)
    /// The key of the letter Q.
    public static let keyboardQ = HIDUsage.keyboard(0x14)
    /// The key of the letter R.
    public static let keyboardR = HIDUsage.keyboard(0x15)
    /// The key of the letter S.
    public static let keyboardS = HIDUsage.keyboard(0x16)
    /// The key of the letter T.
    public static let keyboardT = HIDUsage.keyboard(0x17)
    /// The key of the letter U.
    public static let keyboardU = HIDUsage.keyboard(0x18)
    /// The key of the letter V.
    public static let keyboardV = HIDUsage.keyboard(0x19)
    /// The key of the letter W.
    public static let keyboardW = HIDUsage.keyboard(0x1a)
    /// The key of the letter X.
    public static let keyboardX = HIDUsage.keyboard(0x1b)
    /// The key of the letter Y.
    public static let keyboardY = HIDUsage.keyboard(0x1c)
    /// The key of the letter Z.
    public static let keyboardZ = HIDUsage.keyboard(0x1d)
    /// The key of the digit 1 in the row above the letters.
    public static let keyboard1 = HIDUsage.keyboard(0x1e)
    /// The key of the digit 2 in the row above the letters.
    public static let keyboard2 = HIDUsage.keyboard(0x1f)
    /// The key of the digit 3 in the row above the letters.
    public static let keyboard3 = HIDUsage.keyboard(0x20)
    /// The key of the digit 4 in the row above the letters.
    public static let keyboard4 = HIDUsage.keyboard(0x21)
    /// The key of the digit 5 in the row above the letters.
    public static let keyboard5 = HIDUsage.keyboard(0x22)
    /// The key of the digit 6 in the row above the letters.
    public static let keyboard6 = HIDUsage.keyboard(0x23)
    /// The key of the digit 7 in the row above the letters.
    public static let keyboard7 = HIDUsage.keyboard(0x24)
    /// The key of the digit 8 in the row above the letters.
    public static let keyboard8 = HIDUsage.keyboard(0x25)
    /// The key of the digit 9 in the row above the letters.
    public static let keyboard9 = HIDUsage.keyboard(0x26)
    /// The key of the digit 0 in the row above the letters.
    public static let keyboard0 = HIDUsage.keyboard(0x27)
    /// Return.
    public static let keyboardReturnOrEnter = HIDUsage.keyboard(0x28)
    /// Escape.
    public static let keyboardEscape = HIDUsage.keyboard(0x29)
    /// Backspace: deletes the character before the cursor.
    public static let keyboardDeleteOrBackspace = HIDUsage.keyboard(0x2a)
    /// Tab.
    public static let keyboardTab = HIDUsage.keyboard(0x2b)
    /// The space bar.
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
    /// Caps lock.
    public static let keyboardCapsLock = HIDUsage.keyboard(0x39)
    /// The function key F1.
    public static let keyboardF1 = HIDUsage.keyboard(0x3a)
    /// The function key F2.
    public static let keyboardF2 = HIDUsage.keyboard(0x3b)
    /// The function key F3.
    public static let keyboardF3 = HIDUsage.keyboard(0x3c)
    /// The function key F4.
    public static let keyboardF4 = HIDUsage.keyboard(0x3d)
    /// The function key F5.
    public static let keyboardF5 = HIDUsage.keyboard(0x3e)
    /// The function key F6.
    public static let keyboardF6 = HIDUsage.keyboard(0x3f)
    /// The function key F7.
    public static let keyboardF7 = HIDUsage.keyboard(0x40)
    /// The function key F8.
    public static let keyboardF8 = HIDUsage.keyboard(0x41)
    /// The function key F9.
    public static let keyboardF9 = HIDUsage.keyboard(0x42)
    /// The function key F10.
    public static let keyboardF10 = HIDUsage.keyboard(0x43)
    /// The function key F11.
    public static let keyboardF11 = HIDUsage.keyboard(0x44)
    /// The function key F12.
    public static let keyboardF12 = HIDUsage.keyboard(0x45)
    /// Print screen.
    public static let keyboardPrintScreen = HIDUsage.keyboard(0x46)
    /// Scroll lock.
    public static let keyboardScrollLock = HIDUsage.keyboard(0x47)
    /// Pause.
    public static let keyboardPause = HIDUsage.keyboard(0x48)
    /// Insert.
    public static let keyboardInsert = HIDUsage.keyboard(0x49)
    /// Home: the beginning of the line.
    public static let keyboardHome = HIDUsage.keyboard(0x4a)
    /// Page up.
    public static let keyboardPageUp = HIDUsage.keyboard(0x4b)
    /// Delete: deletes the character after the cursor.
    public static let keyboardDeleteForward = HIDUsage.keyboard(0x4c)
    /// End: the end of the line.
    public static let keyboardEnd = HIDUsage.keyboard(0x4d)
    /// Page down.
    public static let keyboardPageDown = HIDUsage.keyboard(0x4e)
    /// The arrow to the right.
    public static let keyboardRightArrow = HIDUsage.keyboard(0x4f)
    /// The arrow to the left.
    public static let keyboardLeftArrow = HIDUsage.keyboard(0x50)
    /// The arrow downwards.
    public static let keyboardDownArrow = HIDUsage.keyboard(0x51)
    /// The arrow upwards.
    public static let keyboardUpArrow = HIDUsage.keyboard(0x52)
}
