internal import ResponderSupport

/// Makes an app's main interface: the window, the controllers and the views with which the app begins.
///
/// The loader is handed to the entry point, as ``ApplicationDelegate/interfaceLoader`` or as an argument of
/// ``Application/main(arguments:manifest:principalClass:delegateClass:interfaceLoader:host:)``.
/// The product `ResponderInterface` has one that reads JSON.
@MainActor
public protocol InterfaceLoader {
    /// Makes the main interface that the manifest names.
    ///
    /// - Parameters:
    ///   - name: The interface's name, as in ``Manifest/mainInterface``.
    ///   - application: The application of the window.
    /// - Returns: The window, hidden, with its ``Window/rootViewController``.
    /// - Throws: An error whose description says in one line what is wrong, and where.
    func loadMainInterface(named name: String, for application: Application) throws -> Window
}

/// The reason why an app has no main interface although its manifest names one.
public enum MainInterfaceError: Error, Hashable, CustomStringConvertible {
    /// No loader was handed to the entry point.
    case noLoader(name: String)
    /// The loader has made a window of another application.
    case foreignWindow(name: String)

    /// The error and its correction, in one line without control characters.
    public var description: String {
        switch self {
        case .noLoader(let name):
            "the manifest names the main interface \(name.quotedInOneLine()), and there is no loader; declare one as "
                + "interfaceLoader in the delegate, or pass one to Application.main(…)"
        case .foreignWindow(let name):
            "the window of the main interface \(name.quotedInOneLine()) belongs to another application; pass the "
                + "application that the loader is given to the window"
        }
    }
}

/// The window of an application's main interface, from its loading until it is shown.
struct MainInterface {
    private(set) var window: Window?
    private(set) var isLoaded = false

    mutating func set(_ window: Window) {
        self.window = window
        isLoaded = true
    }

    /// Hands the window over, to be shown.
    mutating func take() -> Window? {
        defer { window = nil }
        return window
    }
}

extension Application {
    /// Loads the main interface that the ``manifest`` names (rule A6); does nothing if the manifest names none.
    ///
    /// The window becomes the delegate's ``ApplicationDelegate/window``, so that the delegate has it when it is told
    /// that the launch has begun. The launch makes it the key window and shows it, once `didFinishLaunching` has
    /// returned, unless the delegate has put another window into the property.
    ///
    /// The entry point calls this method, and a simulated device does so for an installed app. Another host, or a test,
    /// calls it when the application has its manifest and its delegate, and before the launch.
    ///
    /// - Parameter loader: Makes the interface; nil is an error if the manifest names one.
    /// - Throws: ``MainInterfaceError``, and the errors of the loader.
    /// - Precondition: The application was not launched, and has no main interface: it has one for its life.
    /// - Complexity: That of the loader; no allocation of its own.
    public final func loadMainInterface(with loader: (any InterfaceLoader)?) throws {
        guard let name = manifest.mainInterface else { return }
        checkMayLoad(name)
        guard let loader else { throw MainInterfaceError.noLoader(name: name) }
        let window = try loader.loadMainInterface(named: name, for: self)
        // The loader calls code of the app, which may have loaded or launched.
        checkMayLoad(name)
        guard window.application === self else { throw MainInterfaceError.foreignWindow(name: name) }
        mainInterface.set(window)
        delegate?.window = window
    }

    /// Loads the main interface as the entry point does: with `loader`, otherwise with that of the delegate's class.
    ///
    /// Does nothing if the application has its main interface, which the app may have loaded itself.
    package final func loadMainInterfaceIfNeeded(with loader: (any InterfaceLoader)? = nil) throws {
        guard !mainInterface.isLoaded else { return }
        try loadMainInterface(with: loader ?? delegate.flatMap { type(of: $0).interfaceLoader })
    }

    private func checkMayLoad(_ name: String) {
        guard mainInterface.isLoaded || lifecycle.state != .notRunning || lifecycle.hasEnded else { return }
        fatalError(
            "the main interface \(name.quotedInOneLine()) was loaded "
                + (mainInterface.isLoaded ? "when there was one already" : "after the launch")
                + "; load one, between the delegate's creation and the launch"
        )
    }

    /// Shows the main interface's window, if there is one, as the key window.
    ///
    /// A delegate that has set another window in its property shows that window itself; the loaded window is then
    /// dropped.
    final func showMainInterface() {
        guard let window = mainInterface.take() else { return }
        if let other = delegate?.window, other !== window { return }
        window.makeKeyAndVisible()
    }
}
