public import ResponderInterface
public import ResponderKit
internal import ResponderSupport

/// The apps that scenarios may name, and the classes that their interface files may name.
///
///     var apps = ScenarioApps()
///     apps.register("clock", AppDelegate.self)
///     apps.register("buttons") { window in
///         window.addSubview(Button(frame: Rect(20, 20, 120, 44)))
///     }
@MainActor
public struct ScenarioApps {
    /// What a name stands for.
    enum Entry {
        case manifest(Manifest)
        case views(@MainActor (Window) -> Void)
    }

    private var entries: [String: Entry] = [:]
    /// What the names of classes in interface files stand for.
    public let classes: InterfaceClasses

    /// Reads a scenario in YAML; nil in programs of apps, which would need another package for it.
    package var readYAML: (([UInt8]) throws(Problem) -> JSONValue)?

    /// The apps whose names follow a pattern, such as those that a seed makes; nil where there are none.
    package var family: (@MainActor (_ name: String) -> Manifest?)?

    /// Makes what watches the scenarios of an app; nil for an app that nothing watches.
    package var makeWatch: (@MainActor (_ name: String) -> (any ScenarioWatch)?)?

    /// No app.
    ///
    /// - Parameter classes: What the names of classes in interface files stand for; the standard ones by default.
    /// - Complexity: O(1); allocates the tables.
    public init(classes: InterfaceClasses = .withWidgets) {
        self.classes = classes
    }

    /// Registers an app by the class of its delegate, whose manifest is used.
    ///
    /// - Precondition: The name is not registered, is not empty, and has no space in it.
    /// - Complexity: O(1) on average; may allocate the table anew.
    public mutating func register(_ name: String, _ delegateClass: any EntryPointDelegate.Type) {
        var manifest = delegateClass.manifest
        manifest.delegateClass = manifest.delegateClass ?? delegateClass
        register(name, manifest)
    }

    /// Registers an app by its manifest.
    ///
    /// - Precondition: The name is not registered, is not empty, and has no space in it.
    /// - Complexity: O(1) on average; may allocate the table anew.
    public mutating func register(_ name: String, _ manifest: Manifest) { add(name, .manifest(manifest)) }

    /// Registers an app that is nothing but views: each launch makes a key window as large as the screen.
    ///
    /// - Parameters:
    ///   - name: The name in scenarios.
    ///   - fill: Puts views into the window, which is not shown yet.
    /// - Precondition: The name is not registered, is not empty, and has no space in it.
    /// - Complexity: O(1) on average; may allocate the table anew.
    public mutating func register(_ name: String, _ fill: @escaping @MainActor (Window) -> Void) {
        add(name, .views(fill))
    }

    /// The registered names, in alphabetical order.
    ///
    /// - Complexity: O(n log n) for n names; allocates the array.
    public var names: [String] { entries.keys.sorted() }

    subscript(name: String) -> Entry? { entries[name] ?? family?(name).map { .manifest($0) } }

    private mutating func add(_ name: String, _ entry: Entry) {
        guard !name.isEmpty, !name.contains(where: \.isWhitespace) else {
            fatalError("\(name.quotedInOneLine()) is no name of an app: it is empty, or has a space in it")
        }
        guard entries.updateValue(entry, forKey: name) == nil else {
            fatalError("the app \(name.quotedInOneLine()) is registered twice; give each app a name of its own")
        }
    }
}
