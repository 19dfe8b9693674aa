internal import ResponderEventLoop
internal import ResponderKit
internal import ResponderSupport

/// Makes the objects of a file that ``InterfaceCheck`` has found right.
@MainActor
struct InterfaceBuilder {
    private let classes: InterfaceClasses
    /// The views with an `id`.
    private var views: [String: View] = [:]

    init(classes: InterfaceClasses) {
        self.classes = classes
    }

    /// A view or a child that an outlet of a controller is to take.
    private struct Connection {
        let outlet: PlacedName
        let object: Responder
    }

    mutating func build(
        _ windowNode: WindowNode,
        _ controllerNode: ControllerNode,
        for application: Application
    ) throws(Problem) -> Interface {
        let makeWindow = try classes.window(windowNode.className)
        let window = makeWindow(Rect(origin: .zero, size: windowNode.size), application)
        // With its root controller the window is rotated.
        var size = windowNode.size
        if application.interfaceOrientation.isLandscape { size = Size(size.height, size.width) }
        let controller = try build(controllerNode, size: size)
        window.rootViewController = controller
        return Interface(window: window, rootViewController: controller, views: views)
    }

    /// Makes a controller with its views and children.
    ///
    /// - Parameter size: The size of the controller's view, if the file names no frame.
    private mutating func build(_ node: ControllerNode, size: Size) throws(Problem) -> ViewController {
        let made = try classes.controller(node.className).make()
        let controller = made.controller
        if let title = node.title { controller.title = title }
        if let name = node.restorationIdentifier { controller.restorationIdentifier = name }
        var connections: [Connection] = []
        var size = size
        if let viewNode = node.view {
            let view = try build(viewNode, frame: Rect(origin: .zero, size: size), &connections)
            guard !controller.isViewLoaded else {
                throw Problem(
                    line: viewNode.line,
                    place: viewNode.place,
                    text: "the controller has loaded its view already, where it was made; remove the key, or do not "
                        + "read \"view\" before viewDidLoad()"
                )
            }
            controller.view = view
            size = controller.view.bounds.size
        }
        var children: [ViewController] = []
        for childNode in node.children {
            let child = try build(childNode, size: size)
            children.append(child)
            if let outlet = childNode.outlet { connections.append(Connection(outlet: outlet, object: child)) }
        }
        try connect(connections, to: made)
        if !children.isEmpty { setChildren(children, of: made, node) }
        // Last, as if the whole tree had come from the controller's own loading.
        if node.view != nil { controller.viewDidLoad() }
        return controller
    }

    /// Makes the controllers the children of another one.
    private func setChildren(
        _ children: [ViewController],
        of made: InterfaceClasses.MadeController,
        _ node: ControllerNode
    ) {
        if let setChildren = made.setChildren { return setChildren(children) }
        let controller = made.controller
        // All of them before a view is read: the controller may load its view now, and knows its children then.
        for child in children { controller.addChild(child) }
        for (child, childNode) in zip(children, node.children) where child.parent === controller {
            let size = controller.view.bounds.size
            // The file's views are made for the parent's view, whose size was not known before it was loaded.
            if let view = childNode.view, view.frame == nil, size.width > 0, size.height > 0 {
                child.view.resizeAlone(to: size)
            }
            controller.view.addSubview(child.view)
            child.didMove(toParent: controller)
        }
    }

    /// Makes a view with those inside it, as deep as the text may nest them.
    private mutating func build(
        _ node: ViewNode,
        frame: Rect,
        _ connections: inout [Connection]
    ) throws(Problem) -> View {
        let viewClass = try classes.view(node.className)
        let made = viewClass.make(node.frame ?? frame)
        node.apply(to: made.view)
        if let text = node.text { viewClass.setText?(made.view, text.text) }
        if let isEnabled = node.isEnabled { (made.view as? Control)?.isEnabled = isEnabled.isTrue }
        if let isOn = node.isOn { (made.view as? Switch)?.isOn = isOn.isTrue }
        if let identifier = node.identifier { views[identifier.text] = made.view }
        if let outlet = node.outlet { connections.append(Connection(outlet: outlet, object: made.view)) }
        var subviews: [View] = []
        for subview in node.subviews { subviews.append(try build(subview, frame: .zero, &connections)) }
        if !subviews.isEmpty { made.setSubviews(subviews) }
        return made.view
    }

    /// Sets the outlets of a controller; each object is of the outlet's class.
    private func connect(
        _ connections: [Connection],
        to made: InterfaceClasses.MadeController
    ) throws(Problem) {
        for connection in connections {
            let name = connection.outlet
            guard let outlet = made.outlets.first(where: { $0.name == name.text }), !outlet.connect(connection.object)
            else { continue }
            throw Problem(
                line: name.line,
                place: name.place,
                text: "the outlet \(name.text.quotedInOneLine(limit: 64)) takes a \(outlet.valueType), and this is a "
                    + "\(type(of: connection.object)); name the right \"class\""
            )
        }
    }
}

extension View {
    /// Gives the view another size, and leaves the views inside it as they are.
    fileprivate func resizeAlone(to size: Size) {
        guard bounds.size != size else { return }
        let resizesSubviews = autoresizesSubviews
        autoresizesSubviews = false
        frame = Rect(origin: frame.origin, size: size)
        autoresizesSubviews = resizesSubviews
    }
}
