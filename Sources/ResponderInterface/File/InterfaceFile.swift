public import ResponderKit
internal import ResponderSupport

/// An interface as a file describes it: a window, and its root view controller with the views.
///
/// A file can be read on its own, for example in a test; ``InterfaceFileLoader`` reads the one that an app's manifest
/// names. `docs/InterfaceFiles.md` of the package lists the keys.
public struct InterfaceFile {
    /// The file's path, for errors.
    public let path: String
    let window: WindowNode
    let controller: ControllerNode

    /// Reads a regular file of at most a mebibyte.
    ///
    /// - Throws: ``InterfaceError`` for the first place that is wrong, or if the file cannot be read.
    /// - Complexity: Linear in the file, besides the system's calls; allocates its bytes, and as
    ///   ``init(parsing:path:)`` does.
    public init(contentsOfFile path: String) throws(InterfaceError) {
        try self.init(contentsOfFile: path, named: path)
    }

    /// As ``init(contentsOfFile:)``; `name` is what errors call the file.
    package init(contentsOfFile path: String, named name: String) throws(InterfaceError) {
        let bytes: [UInt8]
        do throws(TextFile.Unreadable) {
            bytes = try TextFile.read(path, as: "an interface")
        } catch {
            throw InterfaceError(file: name, line: nil, keyPath: nil, problem: error.reason)
        }
        try self.init(bytes, path: name)
    }

    /// Reads the text of a file.
    ///
    /// - Parameters:
    ///   - text: The text of the file: JSON.
    ///   - path: What errors call the file.
    /// - Throws: ``InterfaceError`` for the first place that is wrong.
    /// - Complexity: Linear in the text; allocates the tree.
    public init(parsing text: String, path: String = "interface") throws(InterfaceError) {
        try self.init(Array(text.utf8), path: path)
    }

    private init(_ bytes: [UInt8], path: String) throws(InterfaceError) {
        do throws(Problem) {
            let fields = try Fields(
                try JSONReader.read(bytes),
                at: .root,
                of: "an interface",
                keys: ["window", "controller"]
            )
            guard let (windowValue, windowPlace) = fields.value("window") else {
                throw fields.problem("there is no window; write \"window\": {\"size\": [width, height]}")
            }
            guard let (controllerValue, controllerPlace) = fields.value("controller") else {
                throw fields.problem(
                    "there is no root controller; write \"controller\": {\"class\": NAME, \"view\": …}"
                )
            }
            window = try WindowNode(windowValue, at: windowPlace)
            controller = try ControllerNode(controllerValue, at: controllerPlace)
        } catch {
            throw error.error(in: path)
        }
        self.path = path
    }

    /// Makes the window, the controllers and the views, and connects the outlets.
    ///
    /// A controller's view is set and its outlets are connected when its `viewDidLoad()` is called. A controller
    /// without a view in the file makes its own, by `loadView()`. No object is made before the file is known to have
    /// no error but those of outlets that take another class, and of controllers that load their views themselves.
    ///
    /// The window has the size of the file, which is that of the upright screen; the root controller's view is made
    /// for the size that the window has when it is rotated to the application's interface orientation.
    ///
    /// - Parameters:
    ///   - classes: What the names of classes in the file stand for.
    ///   - application: The application of the window.
    /// - Throws: ``InterfaceError`` for the first place that is wrong: a name that is registered for no class, or for
    ///   one of another kind; an `id` of two views; an outlet that the controller does not have, that takes another
    ///   class, or that is missing; a view for a controller that makes its own, or that has one already.
    /// - Complexity: Linear in the views of the file, besides the work of the classes; allocates the objects, and
    ///   temporary lists.
    @MainActor
    public func makeInterface(
        of classes: InterfaceClasses,
        for application: Application
    ) throws(InterfaceError) -> Interface {
        do throws(Problem) {
            var check = InterfaceCheck(classes: classes)
            try check.check(window, controller)
            var builder = InterfaceBuilder(classes: classes)
            return try builder.build(window, controller, for: application)
        } catch {
            throw error.error(in: path)
        }
    }
}
