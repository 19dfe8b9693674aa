internal import ResponderCore

// What fields, text views and the keyboard say of themselves to the element tree.
extension TextField: ElementDescribing {
    package var elementDescription: ElementDescription {
        // What is typed into a secure field stays there.
        let shown = isSecureTextEntry ? String(repeating: "•", count: text.count) : text
        return ElementDescription(.field, label: placeholder, value: shown, traits: traits([]))
    }
}

extension TextView {
    /// Of what a scroll view says: ``ScrollView`` conforms for its subclasses.
    final var textDescription: ElementDescription {
        let shown = isSecureTextEntry ? String(repeating: "•", count: text.count) : text
        return ElementDescription(isEditable ? .field : .text, value: shown)
    }
}

extension KeyboardView: ElementDescribing {
    package var elementDescription: ElementDescription {
        let keys = places.compactMap { place -> AccessibilityElement? in
            guard let key = plane.key(at: place), let frame = rect(of: place) else { return nil }
            return AccessibilityElement(
                label: label(of: key),
                traits: isEnabled(place) ? .keyboardKey : [.keyboardKey, .notEnabled],
                frame: frame
            )
        }
        return ElementDescription(.keyboard, elements: keys, elementRole: .key)
    }
}
