internal import ResponderCore

// What fields, text views and the keyboard say of themselves to the element tree.
extension TextField: ElementDescribing {
    package var elementDescription: ElementDescription {
        let value = shown(text, isSecure: isSecureTextEntry)
        return ElementDescription(.field, label: placeholder, value: value, traits: traits([]))
    }
}

extension TextView {
    /// Of what a scroll view says: ``ScrollView`` conforms for its subclasses.
    final var textDescription: ElementDescription {
        ElementDescription(isEditable ? .field : .text, value: shown(text, isSecure: isSecureTextEntry))
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

/// What a text tells: what is typed into a secure one stays there.
@MainActor
private func shown(_ text: String, isSecure: Bool) -> String {
    isSecure ? String(repeating: TextLayout.bullet, count: text.count) : text
}
