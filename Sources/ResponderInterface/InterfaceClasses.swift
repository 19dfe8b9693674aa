internal import ResponderEventLoop
public import ResponderKit
internal import ResponderSupport

/// What the names of classes in an ``InterfaceFile`` stand for.
///
/// `View`, `StackView`, `ViewController`, `NavigationController`, `TabBarController` and `Window` are registered from
/// the beginning; ``withWidgets`` has the standard controls too. A name is registered once, for a kind of object: a
/// view, a controller or a window.
@MainActor
public struct InterfaceClasses {
    /// A registered name.
    enum Entry {
        case view(ViewClass)
        case controller(ControllerClass)
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

    /// A class of views, as far as it is known before a view is made.
    struct ViewClass {
        /// Sets what a view of the class shows; nil for a class that shows no text.
        let setText: (@MainActor (View, String) -> Void)?
        let isControl: Bool
        let isSwitch: Bool
        let make: @MainActor (Rect) -> MadeView
    }

    /// A view that a file has.
    struct MadeView {
        let view: View
        let setSubviews: @MainActor ([View]) -> Void
    }

    /// A class of controllers, as far as it is known before a controller is made.
    struct ControllerClass {
        let outlets: [(name: String, isRequired: Bool)]
        /// Whether its controllers make their view themselves, which no other can replace.
        let hasOwnView: Bool
        let make: @MainActor () -> MadeController
    }

    /// A controller that a file has, and its outlets.
    struct MadeController {
        let controller: ViewController
        let outlets: [BoundOutlet]
        /// Nil for a controller whose children are added, with their views in front of its own.
        let setChildren: (@MainActor ([ViewController]) -> Void)?
    }

    private var entries: [String: Entry] = [:]

    /// The classes of the package: `View`, `StackView`, which arranges its subviews, `ViewController`,
    /// `NavigationController` and `TabBarController`, whose children are their `viewControllers`, and `Window`.
    ///
    /// - Complexity: O(1); allocates the table of names.
    public init() {
        registerView("View", View.init(frame:))
        registerView("StackView", setSubviews: { stack, views in views.forEach(stack.addArrangedSubview) }) {
            StackView(frame: $0)
        }
        registerController("ViewController") { ViewController() }
        registerController("NavigationController") { NavigationController() }
        registerController("TabBarController") { TabBarController() }
        registerWindow("Window", Window.init(frame:application:))
    }

    /// Registers a class of views.
    ///
    /// - Parameters:
    ///   - name: The name in files, usually that of the class.
    ///   - setSubviews: Puts views, back to front, into a view of this class; by default each is added as a subview.
    ///   - setText: Gives a view of this class the key `text` of a file. By default it is a button's title, a label's
    ///     or text view's text, a text field's placeholder, and the titles of segments, one in each line; a file with
    ///     the key for another class is refused.
    ///   - make: Makes a view with a frame in its superview's coordinates, in points.
    /// - Precondition: The name is not registered.
    /// - Complexity: O(1) on average; may allocate the table of names anew.
    public mutating func registerView<NewView: View>(
        _ name: String,
        setSubviews: (@MainActor (NewView, [View]) -> Void)? = nil,
        setText: (@MainActor (NewView, String) -> Void)? = nil,
        _ make: @escaping @MainActor (Rect) -> NewView
    ) {
        var setTextOfView = ShownText.setter(of: NewView.self)
        if let setText {
            setTextOfView = { view, text in
                if let view = view as? NewView { setText(view, text) }
            }
        }
        let viewClass = ViewClass(
            setText: setTextOfView,
            isControl: NewView.self is Control.Type,
            isSwitch: NewView.self is Switch.Type
        ) {
            let view = make($0)
            return MadeView(view: view) { subviews in
                if let setSubviews { return setSubviews(view, subviews) }
                subviews.forEach(view.addSubview)
            }
        }
        register(name, .view(viewClass))
    }

    /// Registers a class of view controllers.
    ///
    /// - Parameters:
    ///   - name: The name in files, usually that of the class.
    ///   - outlets: The properties that take views and children of a file.
    ///   - setChildren: Makes controllers the children of one of this class. By default they are the `viewControllers`
    ///     of a navigation or tab bar controller; of another one all are added, and then their views are put into the
    ///     controller's view, in front (rule VC10).
    ///   - make: Makes a controller, with what it needs from the app.
    /// - Precondition: The name is not registered, and no two outlets have the same name.
    /// - Complexity: Linear in the outlets; may allocate the table of names anew.
    public mutating func registerController<Controller: ViewController>(
        _ name: String,
        outlets: [InterfaceOutlet<Controller>] = [],
        setChildren: (@MainActor (Controller, [ViewController]) -> Void)? = nil,
        _ make: @escaping @MainActor () -> Controller
    ) {
        var names: Set<String> = []
        for outlet in outlets where !names.insert(outlet.name).inserted {
            fatalError(
                "the outlet \(outlet.name.quotedInOneLine()) of the controller \(name.quotedInOneLine()) is registered "
                    + "twice; give each outlet a name of its own"
            )
        }
        let controllerClass = ControllerClass(
            outlets: outlets.map { ($0.name, $0.isRequired) },
            hasOwnView: Controller.self is NavigationController.Type || Controller.self is TabBarController.Type
        ) {
            let controller = make()
            var take = Self.setViewControllers(of: controller)
            if let setChildren { take = { setChildren(controller, $0) } }
            return MadeController(
                controller: controller,
                outlets: outlets.map { $0.bound(to: controller) },
                setChildren: take
            )
        }
        register(name, .controller(controllerClass))
    }

    /// How the package's own containers take their children; nil for another controller.
    private static func setViewControllers(of controller: ViewController) -> (@MainActor ([ViewController]) -> Void)? {
        if let navigation = controller as? NavigationController { return { navigation.viewControllers = $0 } }
        if let tabs = controller as? TabBarController { return { tabs.viewControllers = $0 } }
        return nil
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

    func view(_ name: PlacedName) throws(Problem) -> ViewClass {
        guard case .view(let found)? = entries[name.text] else { throw misfit(name, "a view") }
        return found
    }

    func controller(_ name: PlacedName) throws(Problem) -> ControllerClass {
        guard case .controller(let found)? = entries[name.text] else { throw misfit(name, "a controller") }
        return found
    }

    func window(_ name: PlacedName) throws(Problem) -> @MainActor (Rect, Application) -> Window {
        guard case .window(let make)? = entries[name.text] else { throw misfit(name, "a window") }
        return make
    }

    /// The problem of a name that is not registered for the kind of object that stands there.
    private func misfit(_ name: PlacedName, _ kind: String) -> Problem {
        let quoted = name.text.quotedInOneLine(limit: 64)
        let reason =
            entries[name.text].map { "\(quoted) is registered for \($0.kind), and here stands \(kind)" }
            ?? "no class is registered as \(quoted)"
        let names = entries.filter { $0.value.kind == kind }.keys.sorted().joined(separator: ", ")
        return Problem(line: name.line, place: name.place, text: "\(reason); registered for \(kind): \(names)")
    }
}
