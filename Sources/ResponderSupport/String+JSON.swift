extension String {
    /// The text as a string of JSON, with its quotes.
    ///
    /// Characters that control a terminal, or end a line, are escaped too.
    package func quotedForJSON() -> String {
        var text = "\""
        for scalar in unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}":
                let code = String(scalar.value, radix: 16)
                text += "\\u" + String(repeating: "0", count: 4 - code.count) + code
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text + "\""
    }
}
