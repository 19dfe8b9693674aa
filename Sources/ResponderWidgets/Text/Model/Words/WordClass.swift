internal import ResponderCore

/// The class of a character in the rules of word boundaries: the property Word_Break of Unicode 17 (UAX #29).
///
/// The class follows from properties that the standard library knows of a scalar. Scalars that UAX #29 lists by name
/// are listed here by number.
///
/// Two classes differ from Unicode's table:
/// - Scripts without spaces between words (Han, Hiragana, Thai, Lao, Khmer, Myanmar and others) are one class: only a
///   dictionary can find words in them. As in UAX #29, there is a boundary at each character.
/// - Pictographs are the scalars beyond Latin 1 with the property Emoji. So code points that are reserved for future
///   emoji are not pictographs.
enum WordClass: UInt8 {
    case other
    /// Combining marks, joiners and format characters: they belong to what stands before them (WB4).
    case ignored
    case letter, hebrewLetter, katakana, numeric
    /// Letters of scripts without spaces; each letter is a segment of its own.
    case unspaced
    case extendNumLet, midLetter, midNum, midNumLet, singleQuote, doubleQuote
    case space, pictograph, regionalIndicator
    /// Characters that end lines.
    case newline

    /// Whether a segment with a character of this class is a word.
    var isOfWord: Bool {
        switch self {
        case .letter, .hebrewLetter, .katakana, .numeric, .unspaced, .pictograph, .regionalIndicator: true
        default: false
        }
    }

    /// Whether the class belongs to AHLetter, as the rules call it.
    var isLetter: Bool { self == .letter || self == .hebrewLetter }

    init(_ scalar: Unicode.Scalar) {
        self = scalar.value < 0x80 ? WordClass(ascii: UInt8(scalar.value)) : WordClass(beyondASCII: scalar)
    }

    private init(ascii: UInt8) {
        switch ascii {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): self = .letter
        case UInt8(ascii: "0")...UInt8(ascii: "9"): self = .numeric
        case UInt8(ascii: "_"): self = .extendNumLet
        case UInt8(ascii: ":"): self = .midLetter
        case UInt8(ascii: ","), UInt8(ascii: ";"): self = .midNum
        case UInt8(ascii: "."): self = .midNumLet
        case UInt8(ascii: "'"): self = .singleQuote
        case UInt8(ascii: "\""): self = .doubleQuote
        case UInt8(ascii: " "): self = .space
        case 0x0A...0x0D: self = .newline
        default: self = .other
        }
    }

    private init(beyondASCII scalar: Unicode.Scalar) {
        let properties = scalar.properties
        if let punctuation = Self.punctuation(scalar.value) {
            self = punctuation
        } else if properties.isGraphemeExtend || properties.isEmojiModifier || scalar.value == 0x200D
            || properties.generalCategory == .spacingMark
        {
            self = .ignored
        } else if Self.isListedLetter(scalar.value) {
            self = .letter
        } else if properties.generalCategory == .format {
            // The zero-width space separates words; signs around a number belong to the number.
            self = scalar.value == 0x200B ? .other : Self.isSignOfNumber(scalar.value) ? .numeric : .ignored
        } else if Self.isKatakana(scalar.value) {
            self = .katakana
        } else if properties.isIdeographic || Self.isUnspaced(scalar.value) {
            self = .unspaced
        } else if properties.generalCategory == .decimalNumber || scalar.value == 0x66B || scalar.value == 0x19DA {
            self = .numeric
        } else if properties.generalCategory == .connectorPunctuation || scalar.value == 0x202F {
            self = .extendNumLet
        } else if (0x1F1E6...0x1F1FF).contains(scalar.value) {
            self = .regionalIndicator
        } else if properties.isAlphabetic {
            self = Self.isHebrew(scalar.value) ? .hebrewLetter : .letter
        } else if properties.generalCategory == .spaceSeparator, scalar.value != 0xA0, scalar.value != 0x2007 {
            self = .space
        } else if properties.isEmoji, scalar.value > 0xFF {
            self = .pictograph
        } else if [0x85, 0x2028, 0x2029].contains(scalar.value) {
            self = .newline
        } else {
            self = .other
        }
    }

    /// The punctuation inside words and numbers, which the standard lists by name.
    private static func punctuation(_ value: UInt32) -> WordClass? {
        switch value {
        case 0xB7, 0x387, 0x55F, 0x5F4, 0x2027, 0xFE13, 0xFE55, 0xFF1A: .midLetter
        case 0x37E, 0x589, 0x60C, 0x60D, 0x66C, 0x7F8, 0x2044, 0xFE50, 0xFE54, 0xFF0C, 0xFF1B: .midNum
        case 0x2018, 0x2019, 0x2024, 0xFE52, 0xFF07, 0xFF0E: .midNumLet
        default: nil
        }
    }

    /// The letters that the standard lists beside those with the property Alphabetic.
    private static func isListedLetter(_ value: UInt32) -> Bool {
        switch value {
        case 0xB8, 0x2C2...0x2C5, 0x2D2...0x2D7, 0x2DE...0x2DF, 0x2E5...0x2EB, 0x2ED, 0x2EF...0x2FF: true
        case 0x55A...0x55C, 0x55E, 0x58A, 0x5F3, 0x70F, 0xA708...0xA716, 0xA720...0xA721, 0xA789...0xA78A, 0xAB5B: true
        default: false
        }
    }

    /// The format characters that stand before a number or around it.
    private static func isSignOfNumber(_ value: UInt32) -> Bool {
        switch value {
        case 0x600...0x605, 0x6DD, 0x890...0x891, 0x8E2, 0x110BD, 0x110CD: true
        default: false
        }
    }

    private static func isHebrew(_ value: UInt32) -> Bool {
        (0x5D0...0x5F2).contains(value) || (0xFB1D...0xFB4F).contains(value)
    }

    private static func isKatakana(_ value: UInt32) -> Bool {
        switch value {
        case 0x3031...0x3035, 0x309B...0x309C, 0x30A0...0x30FA, 0x30FC...0x30FF, 0x31F0...0x31FF, 0x32D0...0x32FE,
            0x3300...0x3357, 0xFF66...0xFF9D, 0x1AFF0...0x1AFFE, 0x1B000, 0x1B120...0x1B122, 0x1B155, 0x1B164...0x1B167:
            true
        default: false
        }
    }

    /// Hiragana, and the scripts whose lines are broken by a dictionary.
    private static func isUnspaced(_ value: UInt32) -> Bool {
        switch value {
        case 0x3041...0x309F, 0x1B001...0x1B11F, 0x1B132, 0x1B150...0x1B152: true
        // Thai and Lao, Myanmar, Khmer, Tai scripts, Ahom. Their digits are digits.
        case 0xE01...0xE3A, 0xE40...0xE4E, 0xE81...0xECE, 0xEDC...0xEDF: true
        case 0x1000...0x103F, 0x1050...0x108F, 0x109A...0x109F, 0xA9E0...0xA9EF, 0xA9FA...0xA9FE, 0xAA60...0xAA7F: true
        case 0x1780...0x17DC, 0x1950...0x1974, 0x1980...0x19C9, 0x1A20...0x1A7C, 0x1AA7, 0xAA80...0xAADF: true
        case 0x11700...0x1172B, 0x11740...0x11746: true
        default: false
        }
    }
}
