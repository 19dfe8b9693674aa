internal import ResponderEventLoop
internal import ResponderKit

extension String {
    /// An address as an attribute of XML may contain it: nothing is changed for a reader of the XML.
    ///
    /// The lines of a long `data:` address stay apart. The characters that XML cannot contain are percent-encoded.
    func escapedAsAddress() -> String {
        var text = ""
        for scalar in unicodeScalars {
            switch scalar {
            case "&": text += "&amp;"
            case "<": text += "&lt;"
            case ">": text += "&gt;"
            case "\"": text += "&quot;"
            // Written out they would be read as blanks.
            case "\t", "\n", "\r": text += "&#\(scalar.value);"
            case "\0"..<" ", "\u{FFFE}", "\u{FFFF}":
                for byte in String(scalar).utf8 {
                    text += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
                }
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text
    }

    /// The name of a font as an attribute contains it, in quotes: without them, a name with digits or commas is none.
    var fontFamily: String {
        // Quotes would make fonts of that name of the words that stand for a kind of font.
        if ["serif", "sans-serif", "monospace", "cursive", "fantasy", "system-ui"].contains(self) { return self }
        var text = ""
        for character in self {
            if character == "\\" || character == "'" { text += "\\" }
            text.append(character)
        }
        return "'\(text)'"
    }
}

extension TextStyle {
    /// The attributes of the font, but for its name and its size.
    func fontAttributes(_ precision: SVGPrecision) -> String {
        var text = ""
        if weight != .regular { text += " font-weight=\"\(weight == .bold ? "bold" : "\(weight.rawValue)")\"" }
        if isItalic { text += " font-style=\"italic\"" }
        if letterSpacing != 0, letterSpacing.isFinite {
            text += " letter-spacing=\"\(letterSpacing.svg(precision))\""
        }
        if isUnderlined { text += " text-decoration=\"underline\"" }
        if usesTabularDigits { text += " font-variant-numeric=\"tabular-nums\"" }
        return text
    }
}
