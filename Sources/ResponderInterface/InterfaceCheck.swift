internal import ResponderEventLoop
internal import ResponderSupport

/// Finds the errors of a file that the file and the registered classes show, before code of the app makes an object.
@MainActor
struct InterfaceCheck {
    private let classes: InterfaceClasses
    /// The lines of the `id`s.
    private var identifiers: [String: Int] = [:]

    init(classes: InterfaceClasses) {
        self.classes = classes
    }

    mutating func check(_ window: WindowNode, _ controller: ControllerNode) throws(Problem) {
        _ = try classes.window(window.className)
        if let outlet = controller.outlet {
            throw Problem(
                line: outlet.line,
                place: outlet.place,
                text: "the root controller has no parent whose outlet it could be; remove the key"
            )
        }
        try check(controller)
    }

    /// Checks a controller with its views and children, as deep as the text may nest them.
    private mutating func check(_ node: ControllerNode) throws(Problem) {
        let controllerClass = try classes.controller(node.className)
        var outlets: [PlacedName] = []
        if let view = node.view {
            guard !controllerClass.hasOwnView else {
                throw Problem(
                    line: view.line,
                    place: view.place,
                    text: "\(node.className.text.quotedInOneLine(limit: 64)) makes its view itself, to show its "
                        + "children in it; remove the key"
                )
            }
            try check(view, &outlets)
        }
        for child in node.children {
            try check(child)
            if let outlet = child.outlet { outlets.append(outlet) }
        }
        try check(outlets, of: node, controllerClass)
    }

    private mutating func check(_ node: ViewNode, _ outlets: inout [PlacedName]) throws(Problem) {
        try check(node, of: try classes.view(node.className))
        if let identifier = node.identifier {
            if let former = identifiers.updateValue(identifier.line, forKey: identifier.text) {
                throw Problem(
                    line: identifier.line,
                    place: identifier.place,
                    text: "\(identifier.text.quotedInOneLine(limit: 64)) is the id of the view in line \(former) too; "
                        + "give each view an id of its own"
                )
            }
        }
        if let outlet = node.outlet { outlets.append(outlet) }
        for subview in node.subviews { try check(subview, &outlets) }
    }

    /// Checks that the class of the view has what the file names.
    private func check(_ node: ViewNode, of viewClass: InterfaceClasses.ViewClass) throws(Problem) {
        let name = node.className.text.quotedInOneLine(limit: 64)
        if let text = node.text, viewClass.setText == nil {
            throw Problem(
                line: text.line,
                place: text.place,
                text: "\(name) shows no text; remove the key, or register the class with a setText"
            )
        }
        if let flag = node.isEnabled, !viewClass.isControl {
            throw Problem(
                line: flag.line,
                place: flag.place,
                text: "\(name) is no control; remove the key, or write \"isUserInteractionEnabled\""
            )
        }
        if let flag = node.isOn, !viewClass.isSwitch {
            throw Problem(line: flag.line, place: flag.place, text: "\(name) is no switch; remove the key")
        }
    }

    /// Checks that the controller has each outlet that is named, that each is named once, and each required one is.
    private func check(
        _ named: [PlacedName],
        of node: ControllerNode,
        _ controllerClass: InterfaceClasses.ControllerClass
    ) throws(Problem) {
        let name = node.className.text.quotedInOneLine(limit: 64)
        let outlets = controllerClass.outlets
        let known = Set(outlets.map(\.name))
        var lines: [String: Int] = [:]
        for outlet in named {
            let quoted = outlet.text.quotedInOneLine(limit: 64)
            guard known.contains(outlet.text) else {
                let names = outlets.map(\.name).joined(separator: ", ")
                throw Problem(
                    line: outlet.line,
                    place: outlet.place,
                    text: "\(name) has no outlet \(quoted); it has \(names.isEmpty ? "none" : names), and outlets are "
                        + "registered with the class"
                )
            }
            if let former = lines.updateValue(outlet.line, forKey: outlet.text) {
                throw Problem(
                    line: outlet.line,
                    place: outlet.place,
                    text: "the outlet \(quoted) is connected in line \(former) already; connect one object"
                )
            }
        }
        for outlet in outlets where outlet.isRequired && lines[outlet.name] == nil {
            let quoted = outlet.name.quotedInOneLine(limit: 64)
            throw Problem(
                line: node.line,
                place: node.place,
                text: "nothing is connected to the outlet \(quoted) of \(name); give a view \"outlet\": \(quoted)"
            )
        }
    }
}
