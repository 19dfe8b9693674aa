extension String {
    /// The text, which comes from outside, as it may stand in a message: short, in one line, in quotes.
    ///
    /// It is escaped as by ``inOneLine(escaping:)``.
    package func quotedInOneLine(limit: Int = 255) -> String {
        let text = String(unicodeScalars.prefix(limit)).inOneLine()
        return "\"\(text)\(unicodeScalars.dropFirst(limit).isEmpty ? "" : "…")\""
    }

    /// The text, which comes from outside, as it may stand in a line of a message, a table or a picture.
    ///
    /// What would end the line, steer a terminal, turn the order of the letters round or not be seen is escaped, as `\n` or
    /// `\u{1B}`; so is a mark that would go onto what stands before the text. What joins letters that are not of ASCII
    /// stays: without it they would be others.
    ///
    /// - Parameter others: Characters that are escaped too.
    package func inOneLine(escaping others: String = "") -> String {
        var text = ""
        var former: Unicode.Scalar?
        for scalar in unicodeScalars {
            let isEscaped = scalar.mustBeEscaped(after: former) || others.unicodeScalars.contains(scalar)
            text += isEscaped ? scalar.escape : String(scalar)
            former = scalar
        }
        return text
    }
}

extension Unicode.Scalar {
    fileprivate func mustBeEscaped(after former: Unicode.Scalar?) -> Bool {
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        // U+200C and U+200D: of an emoji that is made of several, or of a Persian word.
        case .format: !(0x200c...0x200d ~= value && former.map { !$0.isASCII } ?? false)
        case .nonspacingMark, .spacingMark, .enclosingMark: former == nil
        default: properties.isNoncharacterCodePoint
        }
    }

    /// A backslash, and what stands for the character.
    fileprivate var escape: String {
        let escape = escaped(asASCII: true)
        return escape.first == "\\" ? escape : "\\u{\(String(value, radix: 16, uppercase: true))}"
    }
}
