internal import ResponderEventLoop
internal import ResponderKit

/// Makes the objects of a file.
@MainActor
struct InterfaceBuilder {
    private let classes: InterfaceClasses
    /// The views with an `id`, and the lines where they stand.
    private var views: [String: (view: View, line: Int)] = [:]

    init(classes: InterfaceClasses) {
        self.classes = classes
    }

    /// A view or a child that an outlet of a controller is to take.
    private struct Connection {
        let outlet: String
        let object: Responder
        let line: Int
        let place: KeyPlace
    }

    mutating func build(
        _ windowNode: WindowNode,
        _ controllerNode: ControllerNode,
        for application: Application
    ) throws(Problem) -> Interface {
        let makeWindow = try classes.window(windowNode.className)
        let window = makeWindow(Rect(origin: .zero, size: windowNode.size), application)
        guard controllerNode.outlet == nil else {
            throw Problem(
                line: controllerNode.line,
                place: .key("outlet", in: controllerNode.place),
                text: "the root controller has no parent whose outlet it could be; remove the key"
            )
        }
        let controller = try build(controllerNode, size: windowNode.size)
        window.rootViewController = controller
        return Interface(window: window, rootViewController: controller, views: views.mapValues(\.view))
    }

    /// Makes a controller with its views and children.
    ///
    /// - Parameter size: The size of the controller's view, if the file names no frame.
    private mutating func build(_ node: ControllerNode, size: Size) throws(Problem) -> ViewController {
        let made = try classes.controller(node.className)()
        let controller = made.controller
        if let title = node.title { controller.title = title }
        var connections: [Connection] = []
        var view: View?
        if let node = node.view { view = try build(node, frame: Rect(origin: .zero, size: size), &connections) }
        var children: [ViewController] = []
        for childNode in node.children {
            let child = try build(childNode, size: view?.bounds.size ?? size)
            children.append(child)
            if let outlet = childNode.outlet {
                let place = childNode.place
                connections.append(Connection(outlet: outlet, object: child, line: childNode.line, place: place))
            }
        }
        try connect(connections, to: made, of: node)
        if let view { controller.view = view }
        if !children.isEmpty { made.setChildren(children) }
        // Last, as if the whole tree had come from the controller's own loading.
        if view != nil { controller.viewDidLoad() }
        return controller
    }

    /// Makes a view with those inside it, as deep as the text may nest them.
    private mutating func build(
        _ node: ViewNode,
        frame: Rect,
        _ connections: inout [Connection]
    ) throws(Problem) -> View {
        let view = try classes.view(node.className)(node.frame ?? frame)
        node.apply(to: view)
        if let identifier = node.identifier {
            if let former = views.updateValue((view, node.line), forKey: identifier) {
                throw Problem(
                    line: node.line,
                    place: .key("id", in: node.place),
                    text: "\(identifier.quotedInOneLine(limit: 64)) is the id of the view in line \(former.line) too; "
                        + "give each view an id of its own"
                )
            }
        }
        if let outlet = node.outlet {
            connections.append(Connection(outlet: outlet, object: view, line: node.line, place: node.place))
        }
        for subview in node.subviews { view.addSubview(try build(subview, frame: .zero, &connections)) }
        return view
    }

    // MARK: Outlets

    /// Sets the outlets of a controller; each object is of the outlet's class, and each required outlet has one.
    private func connect(
        _ connections: [Connection],
        to made: InterfaceClasses.MadeController,
        of node: ControllerNode
    ) throws(Problem) {
        let name = node.className.text.quotedInOneLine(limit: 64)
        var lines: [String: Int] = [:]
        for connection in connections {
            let quoted = connection.outlet.quotedInOneLine(limit: 64)
            func problem(_ text: String) -> Problem {
                Problem(line: connection.line, place: .key("outlet", in: connection.place), text: text)
            }
            guard let outlet = made.outlets.first(where: { $0.name == connection.outlet }) else {
                let names = made.outlets.map(\.name).joined(separator: ", ")
                throw problem(
                    "\(name) has no outlet \(quoted); it has \(names.isEmpty ? "none" : names), and outlets are "
                        + "registered with the class"
                )
            }
            if let former = lines.updateValue(connection.line, forKey: connection.outlet) {
                throw problem("the outlet \(quoted) is connected in line \(former) already; connect one object")
            }
            guard outlet.connect(connection.object) else {
                throw problem(
                    "the outlet \(quoted) takes a \(outlet.valueType), and this is a "
                        + "\(type(of: connection.object)); name the right \"class\""
                )
            }
        }
        for outlet in made.outlets where outlet.isRequired && lines[outlet.name] == nil {
            let quoted = outlet.name.quotedInOneLine(limit: 64)
            throw Problem(
                line: node.line,
                place: node.place,
                text: "nothing is connected to the outlet \(quoted) of \(name); give a view \"outlet\": \(quoted)"
            )
        }
    }
}
