internal import ResponderCore

extension AutocapitalizationType {
    /// How many characters before the caret are read: a sentence may end with some quotation marks and spaces.
    private static let lookBack = 32

    /// Whether the next letter is upper case.
    ///
    /// If the text cannot be read, only its first letter is upper case.
    @MainActor
    func isUpper(in input: any KeyInput) -> Bool {
        switch self {
        case .none: return false
        case .allCharacters: return true
        case .words, .sentences: break
        }
        guard let text = input as? any TextInput else { return !input.hasText }
        let caret = text.selectedTextRange.lowerBound
        let start = text.position(caret, offsetBy: -Self.lookBack)
        guard start < caret else { return true }
        let before = text.text(in: start..<caret)
        return self == .words ? before.last?.isWhitespace ?? true : Self.endsSentence(before)
    }

    /// Whether a sentence begins after a text: after a line end, or after spaces behind the end of a sentence.
    ///
    /// Quotation marks and brackets may stand between.
    private static func endsSentence(_ text: String) -> Bool {
        var rest = text[...]
        while let last = rest.last, last.isWhitespace {
            if last.isNewline { return true }
            rest.removeLast()
        }
        // Without a space at its end, only an empty text lets a sentence begin.
        guard rest.endIndex < text.endIndex else { return rest.isEmpty }
        while let last = rest.last, closing.contains(last) { rest.removeLast() }
        return rest.last.map { ends.contains($0) } ?? true
    }

    private static let closing: Set<Character> = ["\"", "'", "”", "’", "»", ")", "]"]
    private static let ends: Set<Character> = [".", "!", "?", "…", "。", "！", "？"]
}
