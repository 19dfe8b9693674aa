internal import ResponderTouchInput

/// What the app has said of a view for the element tree; nil for what it has not.
struct AccessibilityDescription {
    var isElement: Bool?
    var identifier: String?
    var label: String?
    var value: String?
    var traits: AccessibilityTraits?
    var elements: [AccessibilityElement]?
}

/// What a view of this package says of itself, as long as the app says nothing else.
package struct ElementDescription {
    package var role: ElementRole
    package var label: String?
    package var value: String?
    package var traits: AccessibilityTraits
    package var elements: [AccessibilityElement]?
    /// What each of `elements` is; nil where their traits say it.
    package var elementRole: ElementRole?
    /// Whether a person sees the view as a thing: false for what only holds others.
    package var isElement = true

    package init(
        _ role: ElementRole,
        label: String? = nil,
        value: String? = nil,
        traits: AccessibilityTraits = [],
        elements: [AccessibilityElement]? = nil,
        elementRole: ElementRole? = nil
    ) {
        self.role = role
        self.label = label
        self.value = value
        self.traits = traits
        self.elements = elements
        self.elementRole = elementRole
    }
}

/// A view that describes itself to the element tree.
@MainActor
package protocol ElementDescribing: View {
    var elementDescription: ElementDescription { get }
}

/// What the view that is being asked by an element tree says of itself: made once for all its getters.
@MainActor
enum OwnDescription {
    static var last: (view: RecordPointer, description: ElementDescription?)?
}

extension View {
    /// What the view says of itself; nil for a view of the app's own.
    package final var ownDescription: ElementDescription? {
        if let last = OwnDescription.last, last.view == record { return last.description }
        return (self as? any ElementDescribing)?.elementDescription
    }

    final var describedIdentifier: String? { layer?.accessibility?.identifier }

    final var describedLabel: String? { layer?.accessibility?.label ?? ownDescription?.label }

    final var describedValue: String? { layer?.accessibility?.value ?? ownDescription?.value }

    final var describedTraits: AccessibilityTraits { layer?.accessibility?.traits ?? ownDescription?.traits ?? [] }

    final var describedIsElement: Bool { layer?.accessibility?.isElement ?? ownDescription?.isElement ?? false }

    final var describedElements: [AccessibilityElement]? {
        layer?.accessibility?.elements ?? ownDescription?.elements
    }

    /// Changes what the app has said of the view.
    final func describe(_ change: (inout AccessibilityDescription) -> Void) {
        var description = layer?.accessibility ?? AccessibilityDescription()
        change(&description)
        makeLayer().accessibility = description
    }
}
