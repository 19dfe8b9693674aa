/// A delegate that the entry point makes: a class marked `@main` that conforms to this protocol starts the app.
///
///     @main
///     final class AppDelegate: Responder, EntryPointDelegate { … }
///
/// The entry point calls `init()` once, after it has made the application.
@MainActor
public protocol EntryPointDelegate: ApplicationDelegate {
    /// Makes the delegate for the entry point.
    init()
}

extension EntryPointDelegate {
    /// Starts an app with this class as its delegate; `@main` on the class calls this method.
    ///
    /// Never returns. See ``Application/main(arguments:manifest:principalClass:delegateClass:interfaceLoader:host:)``.
    ///
    /// - Complexity: Runs the app, and does not return; the start allocates the loop, the application and its delegate.
    public static func main() {
        Application.main(delegateClass: Self.self)
    }
}

extension ApplicationDelegate where Self: Application {
    /// Starts an app with this class as its application and its delegate; `@main` on the class calls this method.
    ///
    /// Never returns. See ``Application/main(arguments:manifest:principalClass:delegateClass:interfaceLoader:host:)``.
    ///
    /// - Complexity: Runs the app, and does not return; the start allocates the loop and the application.
    public static func main() {
        Application.main(principalClass: Self.self)
    }
}

extension ApplicationDelegate {
    /// Never called: gives the compiler's message for `@main` on a delegate without `init()`.
    ///
    /// - Complexity: Stops the process.
    @available(*, unavailable, message: "conform to EntryPointDelegate, whose init() the entry point calls")
    public static func main() {
        fatalError("\(Self.self) is no EntryPointDelegate")
    }
}
