internal import ResponderCore

// What the controls say of themselves to the element tree.
extension Control {
    /// The traits of the control's state, with those of its kind.
    final func traits(_ kind: AccessibilityTraits) -> AccessibilityTraits {
        var traits = kind
        if !isEnabled { traits.insert(.notEnabled) }
        if isSelected { traits.insert(.selected) }
        return traits
    }
}

extension Button: ElementDescribing {
    package var elementDescription: ElementDescription {
        ElementDescription(.button, label: currentTitle, traits: traits(.button))
    }
}

extension Switch: ElementDescribing {
    package var elementDescription: ElementDescription {
        ElementDescription(.switch, value: isOn ? "on" : "off", traits: traits(.toggleButton))
    }
}

extension Slider: ElementDescribing {
    package var elementDescription: ElementDescription {
        ElementDescription(.slider, value: numberText(value), traits: traits(.adjustable))
    }
}

extension Stepper: ElementDescribing {
    package var elementDescription: ElementDescription {
        ElementDescription(
            .stepper,
            value: numberText(value),
            traits: traits(.adjustable),
            elements: [
                AccessibilityElement(label: "−", traits: traits(.button), frame: rect(of: .minus)),
                AccessibilityElement(label: "+", traits: traits(.button), frame: rect(of: .plus)),
            ]
        )
    }
}

extension SegmentedControl: ElementDescribing {
    package var elementDescription: ElementDescription {
        let parts = (0..<numberOfSegments).map { index in
            var traits: AccessibilityTraits = isEnabled && isEnabled(forSegment: index) ? [] : .notEnabled
            if index == selectedSegmentIndex { traits.insert(.selected) }
            return AccessibilityElement(
                label: title(forSegment: index),
                traits: traits,
                frame: rect(ofSegment: index)
            )
        }
        let value = selectedSegmentIndex.flatMap { title(forSegment: $0) }
        return ElementDescription(
            .segments,
            value: value,
            traits: traits([]),
            elements: parts,
            elementRole: .segment
        )
    }
}

extension PageControl: ElementDescribing {
    package var elementDescription: ElementDescription {
        let value = numberOfPages == 0 ? nil : "\(currentPage + 1) of \(numberOfPages)"
        return ElementDescription(.pages, value: value, traits: traits(.adjustable))
    }
}

extension ProgressView: ElementDescribing {
    package var elementDescription: ElementDescription { ElementDescription(.progress, value: numberText(progress)) }
}

extension Label: ElementDescribing {
    package var elementDescription: ElementDescription {
        ElementDescription(.text, label: text, traits: .staticText)
    }
}

extension ImageView: ElementDescribing {
    package var elementDescription: ElementDescription {
        ElementDescription(.image, label: image?.name, traits: .image)
    }
}

/// A number as a person would read it: without a fraction where it has none.
func numberText(_ number: Double) -> String {
    number == number.rounded() && abs(number) < 1e15 ? String(Int(number)) : String(number)
}
