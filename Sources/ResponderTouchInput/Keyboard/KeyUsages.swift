/// The usages of evdev's keys and buttons.
///
/// The names of the keys are those of `input-event-codes.h`, the usages those of the USB HID Usage Tables; a pair is
/// one that Linux's own driver for USB devices makes the other way round, where it makes one.
enum KeyUsages {
    /// The usage of a code of `EV_KEY`; nil for a code that has none on the pages of keyboards, buttons and consumer
    /// controls.
    static func usage(of code: UInt16) -> HIDUsage? {
        code < table.count ? table[Int(code)] : nil
    }

    /// The code of each usage of a keyboard or a consumer control; the code of a key of its own where an alias has the
    /// same usage.
    static let codes: [HIDUsage: UInt16] = {
        var codes: [HIDUsage: UInt16] = [:]
        for (usages, page) in [(keyboard, HIDUsage.keyboard), (consumer, HIDUsage.consumer)] {
            for (name, usage) in usages { codes[page(usage)] = KeyNames.codesOfKeys[name] }
        }
        return codes
    }()

    /// The usages by code.
    private static let table: [HIDUsage?] = {
        var table = [HIDUsage?](repeating: nil, count: 0x300)
        func add(_ usages: [Substring: UInt16], _ page: (UInt16) -> HIDUsage) {
            for (name, usage) in usages {
                if let code = KeyNames.codesOfKeys[name] { table[Int(code)] = page(usage) }
            }
        }
        add(keyboard, HIDUsage.keyboard)
        add(keyboardAliases, HIDUsage.keyboard)
        add(consumer, HIDUsage.consumer)
        add(consumerAliases, HIDUsage.consumer)
        for (codes, number) in buttons {
            for (offset, code) in codes.enumerated() { table[Int(code)] = .button(number + UInt16(offset)) }
        }
        return table
    }()

    /// The buttons: each range of codes and the number of its first, as Linux's driver numbers them for one kind of
    /// device.
    ///
    /// The codes of different ranges have the same numbers, since most devices have the buttons of one kind: see
    /// ``MergedButtons`` for the others.
    static let buttons: [(codes: ClosedRange<UInt16>, number: UInt16)] = [
        // BTN_0 to BTN_9: a device of no other kind.
        (0x100...0x109, 1),
        // BTN_LEFT to BTN_TASK: a mouse.
        (0x110...0x117, 1),
        // BTN_TRIGGER to BTN_DEAD: a joystick.
        (0x120...0x12f, 1),
        // BTN_SOUTH to BTN_THUMBR: a gamepad.
        (0x130...0x13e, 1),
        // BTN_TRIGGER_HAPPY1 to 40: what a joystick or gamepad has more of.
        (0x2c0...0x2e7, 17),
    ]

    /// The keys of the keyboard's page (0x07).
    static let keyboard: [Substring: UInt16] = [
        "A": 0x04, "B": 0x05, "C": 0x06, "D": 0x07, "E": 0x08, "F": 0x09, "G": 0x0a, "H": 0x0b, "I": 0x0c, "J": 0x0d,
        "K": 0x0e, "L": 0x0f, "M": 0x10, "N": 0x11, "O": 0x12, "P": 0x13, "Q": 0x14, "R": 0x15, "S": 0x16, "T": 0x17,
        "U": 0x18, "V": 0x19, "W": 0x1a, "X": 0x1b, "Y": 0x1c, "Z": 0x1d, "1": 0x1e, "2": 0x1f, "3": 0x20, "4": 0x21,
        "5": 0x22, "6": 0x23, "7": 0x24, "8": 0x25, "9": 0x26, "0": 0x27, "ENTER": 0x28, "ESC": 0x29,
        "BACKSPACE": 0x2a, "TAB": 0x2b, "SPACE": 0x2c, "MINUS": 0x2d, "EQUAL": 0x2e, "LEFTBRACE": 0x2f,
        "RIGHTBRACE": 0x30, "BACKSLASH": 0x31, "SEMICOLON": 0x33, "APOSTROPHE": 0x34, "GRAVE": 0x35, "COMMA": 0x36,
        "DOT": 0x37, "SLASH": 0x38, "CAPSLOCK": 0x39, "F1": 0x3a, "F2": 0x3b, "F3": 0x3c, "F4": 0x3d, "F5": 0x3e,
        "F6": 0x3f, "F7": 0x40, "F8": 0x41, "F9": 0x42, "F10": 0x43, "F11": 0x44, "F12": 0x45, "SYSRQ": 0x46,
        "SCROLLLOCK": 0x47, "PAUSE": 0x48, "INSERT": 0x49, "HOME": 0x4a, "PAGEUP": 0x4b, "DELETE": 0x4c, "END": 0x4d,
        "PAGEDOWN": 0x4e, "RIGHT": 0x4f, "LEFT": 0x50, "DOWN": 0x51, "UP": 0x52, "NUMLOCK": 0x53, "KPSLASH": 0x54,
        "KPASTERISK": 0x55, "KPMINUS": 0x56, "KPPLUS": 0x57, "KPENTER": 0x58, "KP1": 0x59, "KP2": 0x5a, "KP3": 0x5b,
        "KP4": 0x5c, "KP5": 0x5d, "KP6": 0x5e, "KP7": 0x5f, "KP8": 0x60, "KP9": 0x61, "KP0": 0x62, "KPDOT": 0x63,
        "102ND": 0x64, "COMPOSE": 0x65, "POWER": 0x66, "KPEQUAL": 0x67, "F13": 0x68, "F14": 0x69, "F15": 0x6a,
        "F16": 0x6b, "F17": 0x6c, "F18": 0x6d, "F19": 0x6e, "F20": 0x6f, "F21": 0x70, "F22": 0x71, "F23": 0x72,
        "F24": 0x73, "OPEN": 0x74, "HELP": 0x75, "PROPS": 0x76, "FRONT": 0x77, "STOP": 0x78, "AGAIN": 0x79,
        "UNDO": 0x7a, "CUT": 0x7b, "COPY": 0x7c, "PASTE": 0x7d, "FIND": 0x7e, "KPCOMMA": 0x85, "RO": 0x87,
        "KATAKANAHIRAGANA": 0x88, "YEN": 0x89, "HENKAN": 0x8a, "MUHENKAN": 0x8b, "KPJPCOMMA": 0x8c, "HANGEUL": 0x90,
        "HANJA": 0x91, "KATAKANA": 0x92, "HIRAGANA": 0x93, "ZENKAKUHANKAKU": 0x94, "ALTERASE": 0x99, "CLEAR": 0x9c,
        "KPLEFTPAREN": 0xb6, "KPRIGHTPAREN": 0xb7, "KPPLUSMINUS": 0xd7, "LEFTCTRL": 0xe0, "LEFTSHIFT": 0xe1,
        "LEFTALT": 0xe2, "LEFTMETA": 0xe3, "RIGHTCTRL": 0xe4, "RIGHTSHIFT": 0xe5, "RIGHTALT": 0xe6, "RIGHTMETA": 0xe7,
    ]

    /// Keys of remote controls and telephones that type what a key above types.
    static let keyboardAliases: [Substring: UInt16] = [
        "NUMERIC_1": 0x1e, "NUMERIC_2": 0x1f, "NUMERIC_3": 0x20, "NUMERIC_4": 0x21, "NUMERIC_5": 0x22,
        "NUMERIC_6": 0x23, "NUMERIC_7": 0x24, "NUMERIC_8": 0x25, "NUMERIC_9": 0x26, "NUMERIC_0": 0x27,
        "NUMERIC_STAR": 0x55,
    ]

    /// The keys of the page of consumer controls (0x0c).
    static let consumer: [Substring: UInt16] = [
        "POWER2": 0x30, "RESTART": 0x31, "SLEEP": 0x32, "MENU": 0x40, "SELECT": 0x41, "INFO": 0x60, "SUBTITLE": 0x61,
        "CAMERA": 0x65, "RED": 0x69, "GREEN": 0x6a, "BLUE": 0x6b, "YELLOW": 0x6c, "ASPECT_RATIO": 0x6d,
        "BRIGHTNESSUP": 0x6f, "BRIGHTNESSDOWN": 0x70, "DISPLAYTOGGLE": 0x72, "BRIGHTNESS_MIN": 0x73,
        "BRIGHTNESS_MAX": 0x74, "BRIGHTNESS_AUTO": 0x75, "KBDILLUMUP": 0x79, "KBDILLUMDOWN": 0x7a,
        "KBDILLUMTOGGLE": 0x7c, "VIDEO_NEXT": 0x82, "LAST": 0x83, "PC": 0x88, "TV": 0x89, "WWW": 0x8a, "DVD": 0x8b,
        "PHONE": 0x8c, "PROGRAM": 0x8d, "VIDEOPHONE": 0x8e, "GAMES": 0x8f, "MEMO": 0x90, "CD": 0x91, "VCR": 0x92,
        "TUNER": 0x93, "EXIT": 0x94, "TAPE": 0x96, "TV2": 0x97, "SAT": 0x98, "PVR": 0x9a, "CHANNELUP": 0x9c,
        "CHANNELDOWN": 0x9d, "VCR2": 0xa0, "PLAY": 0xb0, "PAUSECD": 0xb1, "RECORD": 0xb2, "FASTFORWARD": 0xb3,
        "REWIND": 0xb4, "NEXTSONG": 0xb5, "PREVIOUSSONG": 0xb6, "STOPCD": 0xb7, "EJECTCD": 0xb8, "SHUFFLE": 0xb9,
        "MEDIA_REPEAT": 0xbc, "PLAYPAUSE": 0xcd, "VOICECOMMAND": 0xcf, "DICTATE": 0xd8, "EMOJI_PICKER": 0xd9,
        "MUTE": 0xe2, "BASSBOOST": 0xe5, "VOLUMEUP": 0xe9, "VOLUMEDOWN": 0xea, "SLOW": 0xf5, "BUTTONCONFIG": 0x181,
        "CONFIG": 0x183, "WORDPROCESSOR": 0x184, "EDITOR": 0x185, "SPREADSHEET": 0x186, "GRAPHICSEDITOR": 0x187,
        "PRESENTATION": 0x188, "DATABASE": 0x189, "MAIL": 0x18a, "NEWS": 0x18b, "VOICEMAIL": 0x18c,
        "ADDRESSBOOK": 0x18d, "CALENDAR": 0x18e, "TASKMANAGER": 0x18f, "JOURNAL": 0x190, "FINANCE": 0x191,
        "CALC": 0x192, "PLAYER": 0x193, "FILE": 0x194, "CHAT": 0x199, "LOGOFF": 0x19c, "COFFEE": 0x19e,
        "CONTROLPANEL": 0x19f, "APPSELECT": 0x1a2, "NEXT": 0x1a3, "PREVIOUS": 0x1a4, "DOCUMENTS": 0x1a7,
        "SPELLCHECK": 0x1ab, "KEYBOARD": 0x1ae, "SCREENSAVER": 0x1b1, "IMAGES": 0x1b6, "AUDIO": 0x1b7, "VIDEO": 0x1b8,
        "MESSENGER": 0x1bc, "ASSISTANT": 0x1cb, "NEW": 0x201, "CLOSE": 0x203, "SAVE": 0x207, "PRINT": 0x208,
        "SEARCH": 0x221, "GOTO": 0x222, "HOMEPAGE": 0x223, "BACK": 0x224, "FORWARD": 0x225, "REFRESH": 0x227,
        "BOOKMARKS": 0x22a, "ZOOMIN": 0x22d, "ZOOMOUT": 0x22e, "ZOOMRESET": 0x22f, "FULL_SCREEN": 0x232,
        "SCROLLUP": 0x233, "SCROLLDOWN": 0x234, "EDIT": 0x23d, "CANCEL": 0x25f, "REDO": 0x279, "REPLY": 0x289,
        "FORWARDMAIL": 0x28b, "SEND": 0x28c, "KBD_LAYOUT_NEXT": 0x29d, "SCALE": 0x29f, "ALL_APPLICATIONS": 0x2a2,
        "KBDINPUTASSIST_PREV": 0x2c7, "KBDINPUTASSIST_NEXT": 0x2c8, "KBDINPUTASSIST_PREVGROUP": 0x2c9,
        "KBDINPUTASSIST_NEXTGROUP": 0x2ca, "KBDINPUTASSIST_ACCEPT": 0x2cb, "KBDINPUTASSIST_CANCEL": 0x2cc,
    ]

    /// Keys that mean what a key above means.
    static let consumerAliases: [Substring: UInt16] = [
        "OK": 0x41, "PLAYCD": 0xb0, "EMAIL": 0x18a,
    ]
}

extension HIDUsage {
    /// The kernel's code of the key; nil for a usage of another page, or that no key has.
    package var keyCode: UInt16? { KeyUsages.codes[self] }
}
