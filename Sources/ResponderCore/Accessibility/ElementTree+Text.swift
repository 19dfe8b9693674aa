internal import ResponderSupport

extension Element: CustomStringConvertible {
    /// The element in a line, such as `button "Save" #save, disabled (40, 100, 120 x 44)`.
    ///
    /// Labels, values and identifiers are quoted, and escaped for a terminal.
    public var description: String { "\(summary) \(text(frame))\(obstacle)" }

    /// The element without its place.
    package var summary: String {
        var words = role.rawValue
        if role == .other { words = "\(type(of: view))" }
        if let label { words += " " + label.quotedInOneLine() }
        if let identifier { words += " #" + identifier.inOneLine() }
        if let value { words += ", value " + value.quotedInOneLine() }
        if !state.contains(.enabled) { words += ", disabled" }
        if state.contains(.selected) { words += ", selected" }
        if state.contains(.editing) {
            words += ", editing"
        } else if state.contains(.focused) {
            words += ", focused"
        }
        return words
    }

    private var obstacle: String {
        guard case .unreachable(let obstacle) = reach else { return "" }
        return ", \(obstacle)"
    }
}

extension Element.Obstacle: CustomStringConvertible {
    /// Why no finger reaches the element, such as `covered by AlertView`.
    public var description: String {
        switch self {
        case .noExtent: "without extent"
        case .outside(let view): "outside of \(type(of: view))"
        case .interactionDisabled(let view): "\(type(of: view)) takes no touches"
        case .covered(let view): "covered by \(type(of: view))"
        case .notHit: "not hit"
        }
    }
}

extension ElementTree: CustomStringConvertible {
    /// A line for each element, indented by its depth.
    ///
    /// - Complexity: Linear in the elements; allocates the text.
    public var description: String { text(listsKeys: true) }

    /// The tree as text; without the keys of keyboards, which are many, if `listsKeys` is false.
    package func text(listsKeys: Bool) -> String {
        var lines: [String] = []
        for element in elements where listsKeys || element.role != .key {
            var line = String(repeating: "  ", count: element.depth) + element.description
            if !listsKeys, element.role == .keyboard {
                line += ", \(children(of: element).count { $0.role == .key }) keys"
            }
            lines.append(line)
        }
        if let refusal { lines.insert("no touch is accepted: \(refusal)", at: 0) }
        return lines.joined(separator: "\n")
    }
}
