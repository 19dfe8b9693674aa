extension String {
    /// Text from outside in the form that an element or an attribute of XML may contain.
    ///
    /// In one line; characters that XML forbids are escaped as by ``inOneLine(escaping:)``.
    package func escapedForXML() -> String {
        var text = ""
        for scalar in inOneLine().unicodeScalars {
            switch scalar {
            case "&": text += "&amp;"
            case "<": text += "&lt;"
            case ">": text += "&gt;"
            case "\"": text += "&quot;"
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text
    }
}
