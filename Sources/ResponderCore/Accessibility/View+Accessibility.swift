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

/// What a view says of itself: made once for all the getters that an element tree asks.
@MainActor
final class OwnDescription {
    private let view: RecordPointer
    // Each by itself, since a getter needs but one of them.
    let label: String?
    let value: String?
    let traits: AccessibilityTraits?
    let elements: [AccessibilityElement]?
    let isElement: Bool

    /// - Parameter description: Nil for a view of the app's own.
    private init(_ description: ElementDescription?, of view: View) {
        self.view = view.record
        (label, value, traits) = (description?.label, description?.value, description?.traits)
        (elements, isElement) = (description?.elements, description?.isElement ?? false)
    }

    /// That of the view that is being asked by an element tree.
    private static var last: OwnDescription?

    static func of(_ view: View) -> OwnDescription {
        if let last, last.view == view.record { return last }
        return OwnDescription((view as? any ElementDescribing)?.elementDescription, of: view)
    }

    /// Keeps the view's description until ``forget()``.
    static func keep(of view: View) -> ElementDescription? {
        let description = (view as? any ElementDescribing)?.elementDescription
        last = OwnDescription(description, of: view)
        return description
    }

    static func forget() { last = nil }
}

extension View {
    final var describedIdentifier: String? { layer?.accessibility?.identifier }

    final var describedLabel: String? { layer?.accessibility?.label ?? OwnDescription.of(self).label }

    final var describedValue: String? { layer?.accessibility?.value ?? OwnDescription.of(self).value }

    final var describedTraits: AccessibilityTraits {
        layer?.accessibility?.traits ?? OwnDescription.of(self).traits ?? []
    }

    final var describedIsElement: Bool {
        layer?.accessibility?.isElement ?? OwnDescription.of(self).isElement
    }

    final var describedElements: [AccessibilityElement]? {
        layer?.accessibility?.elements ?? OwnDescription.of(self).elements
    }

    /// Changes what the app has said of the view.
    final func describe(_ change: (inout AccessibilityDescription) -> Void) {
        var description = layer?.accessibility ?? AccessibilityDescription()
        change(&description)
        makeLayer().accessibility = description
    }
}
