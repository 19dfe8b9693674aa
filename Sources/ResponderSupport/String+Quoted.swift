extension String {
    /// Text from outside in the form that a message may contain: short, in one line, in quotes.
    ///
    /// Escaped as by ``inOneLine(escaping:)``.
    package func quotedInOneLine(limit: Int = 255) -> String {
        let text = String(unicodeScalars.prefix(limit)).inOneLine()
        return "\"\(text)\(unicodeScalars.dropFirst(limit).isEmpty ? "" : "…")\""
    }

    /// Text from outside in the form that a line of a message, a table or a picture may contain.
    ///
    /// Characters that end the line, control a terminal, reverse the writing direction or are invisible are escaped, as
    /// `\n` or `\u{1B}`; so is a combining mark at the beginning, which would combine with the character before the
    /// text. Joiners after characters beyond ASCII stay: without them the text would read differently.
    ///
    /// - Parameter others: Further characters to escape.
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
        // U+200C and U+200D join the parts of an emoji, and shape Persian words.
        case .format: !(0x200c...0x200d ~= value && former.map { !$0.isASCII } ?? false)
        case .nonspacingMark, .spacingMark, .enclosingMark: former == nil
        default: properties.isNoncharacterCodePoint
        }
    }

    /// A backslash, and the code of the character.
    fileprivate var escape: String {
        let escape = escaped(asASCII: true)
        return escape.first == "\\" ? escape : "\\u{\(String(value, radix: 16, uppercase: true))}"
    }
}
