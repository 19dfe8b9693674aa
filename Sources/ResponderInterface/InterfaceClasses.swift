internal import ResponderEventLoop
public import ResponderKit

/// What the names of classes in an ``InterfaceFile`` stand for.
///
/// `View`, `StackView`, `ViewController`, `NavigationController`, `TabBarController` and `Window` are registered from
/// the beginning. A name is registered once, for a kind of object: a view, a controller or a window.
@MainActor
public struct InterfaceClasses {
    /// A registered name.
    enum Entry {
        case view(@MainActor (Rect) -> View)
        case controller(@MainActor () -> MadeController)
        case window(@MainActor (Rect, Application) -> Window)

        /// What the name stands for, for a message.
        var kind: String {
            switch self {
            case .view: "a view"
            case .controller: "a controller"
            case .window: "a window"
            }
        }
    }

    /// A controller that a file has, and its outlets.
    struct MadeController {
        let controller: ViewController
        let outlets: [BoundOutlet]
        let setChildren: @MainActor ([ViewController]) -> Void
    }

    private var entries: [String: Entry] = [:]

    /// The classes of the package.
    ///
    /// - Complexity: O(1); allocates the table of names.
    public init() {
        registerView("View", View.init(frame:))
        registerView("StackView", StackView.init(frame:))
        registerController("ViewController") { ViewController() }
        registerController("NavigationController", setChildren: { $0.viewControllers = $1 }) { NavigationController() }
        registerController("TabBarController", setChildren: { $0.viewControllers = $1 }) { TabBarController() }
        registerWindow("Window", Window.init(frame:application:))
    }

    /// Registers a class of views.
    ///
    /// - Parameters:
    ///   - name: The name in files, usually that of the class.
    ///   - make: Makes a view with a frame in its superview's coordinates, in points.
    /// - Precondition: The name is not registered.
    /// - Complexity: O(1) on average; may allocate the table of names anew.
    public mutating func registerView(_ name: String, _ make: @escaping @MainActor (Rect) -> View) {
        register(name, .view(make))
    }

    /// Registers a class of view controllers.
    ///
    /// - Parameters:
    ///   - name: The name in files, usually that of the class.
    ///   - outlets: The properties that take views and children of a file.
    ///   - setChildren: Makes controllers the children of one of this class; by default each child is added, and its
    ///     view is put into the controller's view, in front.
    ///   - make: Makes a controller, with what it needs from the app.
    /// - Precondition: The name is not registered, and no two outlets have the same name.
    /// - Complexity: Linear in the outlets; may allocate the table of names anew.
    public mutating func registerController<Controller: ViewController>(
        _ name: String,
        outlets: [InterfaceOutlet<Controller>] = [],
        setChildren: @escaping @MainActor (Controller, [ViewController]) -> Void = InterfaceClasses.addChildren(to:_:),
        _ make: @escaping @MainActor () -> Controller
    ) {
        var names: Set<String> = []
        for outlet in outlets where !names.insert(outlet.name).inserted {
            fatalError(
                "the outlet \(outlet.name.quotedInOneLine()) of the controller \(name.quotedInOneLine()) is registered "
                    + "twice; give each outlet a name of its own"
            )
        }
        register(
            name,
            .controller {
                let controller = make()
                return MadeController(
                    controller: controller,
                    outlets: outlets.map { $0.bound(to: controller) },
                    setChildren: { setChildren(controller, $0) }
                )
            }
        )
    }

    /// Adds each child, with its view in front of the other views of `controller` (rule VC10).
    ///
    /// - Complexity: That of `ViewController.addChild(_:)` and `View.addSubview(_:)` for each child.
    public static func addChildren(to controller: ViewController, _ children: [ViewController]) {
        for child in children {
            controller.addChild(child)
            controller.view.addSubview(child.view)
            child.didMove(toParent: controller)
        }
    }

    /// Registers a class of windows.
    ///
    /// - Parameters:
    ///   - name: The name in files, usually that of the class.
    ///   - make: Makes a hidden window with a frame on the screen, in points.
    /// - Precondition: The name is not registered.
    /// - Complexity: O(1) on average; may allocate the table of names anew.
    public mutating func registerWindow(_ name: String, _ make: @escaping @MainActor (Rect, Application) -> Window) {
        register(name, .window(make))
    }

    private mutating func register(_ name: String, _ entry: Entry) {
        if let former = entries.updateValue(entry, forKey: name) {
            fatalError(
                "\(name.quotedInOneLine()) is registered for \(former.kind) already; give each class a name of its own"
            )
        }
    }

    // MARK: Looking up

    func view(_ name: ClassName) throws(Problem) -> @MainActor (Rect) -> View {
        guard case .view(let make)? = entries[name.text] else { throw misfit(name, "a view") }
        return make
    }

    func controller(_ name: ClassName) throws(Problem) -> @MainActor () -> MadeController {
        guard case .controller(let make)? = entries[name.text] else { throw misfit(name, "a controller") }
        return make
    }

    func window(_ name: ClassName) throws(Problem) -> @MainActor (Rect, Application) -> Window {
        guard case .window(let make)? = entries[name.text] else { throw misfit(name, "a window") }
        return make
    }

    /// The problem of a name that is not registered for the kind of object that stands there.
    private func misfit(_ name: ClassName, _ kind: String) -> Problem {
        let quoted = name.text.quotedInOneLine(limit: 64)
        let reason =
            entries[name.text].map { "\(quoted) is registered for \($0.kind), and here stands \(kind)" }
            ?? "no class is registered as \(quoted)"
        let names = entries.filter { $0.value.kind == kind }.keys.sorted().joined(separator: ", ")
        return Problem(line: name.line, place: name.place, text: "\(reason); registered for \(kind): \(names)")
    }
}
