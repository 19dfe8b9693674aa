extension String {
    /// The text, which comes from outside, as it may stand in a message: short, in one line, in quotes.
    ///
    /// What would end the line, steer a terminal or turn the order of the letters round is escaped.
    package func quotedInOneLine(limit: Int = 255) -> String {
        var text = ""
        for scalar in unicodeScalars.prefix(limit) {
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator: text += scalar.escaped(asASCII: true)
            default: text.unicodeScalars.append(scalar)
            }
        }
        return "\"\(text)\(unicodeScalars.dropFirst(limit).isEmpty ? "" : "…")\""
    }
}
