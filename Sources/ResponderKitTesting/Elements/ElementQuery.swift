public import ResponderKit
internal import ResponderSupport

/// What a test looks for on the screen, as a person would say it: "the button Add", "the field in the second row".
///
///     try harness.tap(.button("Add"))
///     try harness.find(.field("Name").within(.row("Ada")))
///     try harness.find(.role(.row).nth(1))
///
/// A query fits elements of an `ElementTree`. Texts are compared whole and as they are.
public struct ElementQuery: Sendable {
    package var role: ElementRole?
    package var label: String?
    package var identifier: String?
    package var text: String?
    /// A label, a value or an identifier: what a scenario says in one word.
    package var name: String?
    package var viewClass: ViewClass?
    package var tag: Int?
    package var outer: [ElementQuery] = []
    package var place: Int?

    package init() {}

    /// A class of views.
    package struct ViewClass: Sendable {
        let name: String
        let contains: @MainActor @Sendable (View) -> Bool

        /// The class of that name, without its subclasses.
        package init(named name: String) {
            self.init(name: name) { "\(Swift.type(of: $0))" == name }
        }

        init(name: String, contains: @escaping @MainActor @Sendable (View) -> Bool) {
            (self.name, self.contains) = (name, contains)
        }
    }

    /// Elements of a role, all or those that are called `label`.
    ///
    /// A row, or another element without a label of its own, is called by any text inside it.
    ///
    /// - Complexity: O(1); no allocation.
    public static func role(_ role: ElementRole, _ label: String? = nil) -> ElementQuery {
        var query = ElementQuery()
        (query.role, query.label) = (role, label)
        return query
    }

    /// Elements with that `accessibilityIdentifier`.
    ///
    /// - Complexity: O(1); no allocation.
    public static func identifier(_ identifier: String) -> ElementQuery {
        var query = ElementQuery()
        query.identifier = identifier
        return query
    }

    /// Elements that are called `label`, whatever they are.
    ///
    /// - Complexity: O(1); no allocation.
    public static func label(_ label: String) -> ElementQuery {
        var query = ElementQuery()
        query.label = label
        return query
    }

    /// Elements that a person reads as `text`: their label or their value is this text.
    ///
    /// - Complexity: O(1); no allocation.
    public static func text(_ text: String) -> ElementQuery {
        var query = ElementQuery()
        query.text = text
        return query
    }

    /// Views of a class, and of its subclasses, also those that are no elements by themselves.
    ///
    /// - Complexity: O(1); allocates a closure.
    public static func type<Wanted: View>(_ type: Wanted.Type) -> ElementQuery {
        var query = ElementQuery()
        query.viewClass = ViewClass(name: "\(type)") { $0 is Wanted }
        return query
    }

    /// Views with that `tag`, also those that are no elements by themselves.
    ///
    /// - Complexity: O(1); no allocation.
    public static func tag(_ tag: Int) -> ElementQuery {
        var query = ElementQuery()
        query.tag = tag
        return query
    }

    /// Of these elements, those inside an element that fits `outer`, at any depth.
    ///
    /// - Complexity: O(1); allocates.
    public func within(_ outer: ElementQuery) -> ElementQuery {
        var query = self
        query.outer.append(outer)
        return query
    }

    /// Of these elements, the one at this place in the order of the tree, from 0.
    ///
    /// - Complexity: O(1); no allocation.
    public func nth(_ place: Int) -> ElementQuery {
        var query = self
        query.place = place
        return query
    }
}

// The roles that tests name most.
extension ElementQuery {
    /// Buttons, all or those with that title.
    ///
    /// - Complexity: O(1); no allocation.
    public static func button(_ label: String? = nil) -> ElementQuery { .role(.button, label) }

    /// Switches, all or those that are called so.
    ///
    /// - Complexity: O(1); no allocation.
    public static func `switch`(_ label: String? = nil) -> ElementQuery { .role(.switch, label) }

    /// Sliders, all or those that are called so.
    ///
    /// - Complexity: O(1); no allocation.
    public static func slider(_ label: String? = nil) -> ElementQuery { .role(.slider, label) }

    /// Segments, all or those with that title.
    ///
    /// - Complexity: O(1); no allocation.
    public static func segment(_ label: String? = nil) -> ElementQuery { .role(.segment, label) }

    /// Fields, all or those with that placeholder.
    ///
    /// - Complexity: O(1); no allocation.
    public static func field(_ label: String? = nil) -> ElementQuery { .role(.field, label) }

    /// Rows that are seen, all or those with that text inside.
    ///
    /// - Complexity: O(1); no allocation.
    public static func row(_ label: String? = nil) -> ElementQuery { .role(.row, label) }

    /// Tabs, all or those with that title.
    ///
    /// - Complexity: O(1); no allocation.
    public static func tab(_ label: String? = nil) -> ElementQuery { .role(.tab, label) }

    /// Alerts, all or those with that title.
    ///
    /// - Complexity: O(1); no allocation.
    public static func alert(_ label: String? = nil) -> ElementQuery { .role(.alert, label) }
}

extension ElementQuery: CustomStringConvertible {
    /// The query in words, such as `button "Add" within row "Ada"`.
    ///
    /// - Complexity: Linear in the texts; allocates.
    public var description: String {
        var words: [String] = []
        if let role { words.append(role.rawValue) }
        if let label { words.append(role == nil ? "label \(label.quotedInOneLine())" : label.quotedInOneLine()) }
        if let name { words.append(name.quotedInOneLine()) }
        if let text { words.append("text \(text.quotedInOneLine())") }
        if let viewClass { words.append(viewClass.name) }
        if let identifier { words.append("#\(identifier.inOneLine())") }
        if let tag { words.append("tag \(tag)") }
        if let place { words.append("number \(place)") }
        return ([words.joined(separator: " ")] + outer.map { "\($0)" }).joined(separator: " within ")
    }
}
