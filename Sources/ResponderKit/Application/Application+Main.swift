internal import Glibc
internal import ResponderEventLoop

/// The application of the entry point.
@MainActor private var sharedApplication: Application?

extension Application {
    /// The application of this process: the one that the entry point made (rule A7).
    ///
    /// - Precondition: The process was started by ``ApplicationDelegate`` with `@main`, or by
    ///   ``main(arguments:manifest:principalClass:delegateClass:)``. Tests and simulations pass the application they made.
    public final class var shared: Application {
        guard let sharedApplication else {
            // Not a precondition failure: that one is silent in a release build.
            fatalError(
                "Application.shared was read, but no entry point made an application; "
                    + "start with @main or Application.main(…), or pass the application that you made"
            )
        }
        return sharedApplication
    }

    /// Starts an app, and never returns: makes its loop, the application and the delegate, launches it, runs the loop
    /// until the application has ended, and exits with its ``exitStatus``: 0 where it was told to end and nothing else
    /// was said to ``terminate(status:)``, another where it ended otherwise.
    ///
    /// The parts are UIApplicationMain's (rule A5).
    ///
    /// SIGINT and SIGTERM end the application in order, as ``terminate(status:)`` does; the second of them ends the process at
    /// once with status 128 + its number. One that the process was started with ignored stays ignored. When no loop can
    /// be made, a message goes to the standard error, and the status is 71 (`EX_OSERR`).
    ///
    /// The touch panels of the manifest (``Manifest/touchPanels``), or of the environment variable
    /// `RESPONDERKIT_TOUCH_PANELS`, which outranks the manifest, are opened once the app is launched, and each time they come
    /// back. They cover the key window, or else the frontmost one, unless their requests name a region. What is wrong with
    /// them goes to the standard error; where the variable's text cannot be read, the status is 78 (`EX_CONFIG`).
    ///
    /// - Parameters:
    ///   - arguments: The command line, the program's name first.
    ///   - manifest: What the app is; nil for what its delegate's class says.
    ///   - principalClass: The class of the application; nil for the manifest's, and where that names none, the one that this
    ///     is called on.
    ///   - delegateClass: The class of the delegate; nil for the manifest's, or none. Where the application's class is a
    ///     delegate's and this is nil or the same class, the application is its own delegate.
    /// - Precondition: It is called once, from a synchronous `main`, on the process's first thread.
    public static func main(
        arguments: [String] = CommandLine.arguments,
        manifest: Manifest? = nil,
        principalClass: Application.Type? = nil,
        delegateClass: (any ApplicationDelegate.Type)? = nil
    ) -> Never {
        guard sharedApplication == nil else {
            fatalError("Application.main(…) was called twice; a process has one entry point")
        }
        do {
            let manifest = manifest ?? (delegateClass ?? self as? any ApplicationDelegate.Type)?.manifest ?? Manifest()
            let applicationClass = principalClass ?? manifest.principalClass ?? self
            let application = applicationClass.init(runLoop: try MainRunLoop())
            sharedApplication = application
            application.manifest = manifest
            application.delegate = makeDelegate(delegateClass ?? manifest.delegateClass, for: application)
            let program = arguments.first ?? "responderkit"
            application.startWatchdog { limit in
                write("\(program): the application has taken longer than its limit for \"\(limit)\", and still does")
            }
            try TerminationSignals.install(on: application.runLoop) { application.terminate() }
            let requests = try touchPanelRequests(of: manifest)
            application.launch(options: LaunchOptions(arguments: arguments))
            application.openTouchPanels(requests) { write("\(program): \($0)") }
            // A stop that was meant for a nested run and came too late for it is not the application's end.
            while application.isRunning, application.runLoop.run() == .stopped {}
            // A loop that cannot wait any more ends the application in order, too.
            application.terminate()
            exit(application.exitStatus ?? EXIT_SUCCESS)
        } catch let error as TouchPanelsVariable.Invalid {
            write("\(arguments.first ?? "responderkit"): \(error)")
            exit(EX_CONFIG)
        } catch {
            write("\(arguments.first ?? "responderkit"): \(error)")
            exit(EX_OSERR)
        }
    }

    /// Writes a line to the standard error.
    private nonisolated static func write(_ line: String) {
        // Not by way of `stderr`, which is a variable that Swift 6 takes for shared mutable state.
        Array("\(line)\n".utf8).withUnsafeBytes { _ = Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }

    private static func makeDelegate(
        _ delegateClass: (any ApplicationDelegate.Type)?,
        for application: Application
    ) -> (any ApplicationDelegate)? {
        let own = application as? any ApplicationDelegate
        guard let delegateClass else { return own }
        return type(of: application) == delegateClass ? own : delegateClass.init()
    }
}

extension ApplicationDelegate {
    /// Starts an app with this class as its delegate: what `@main` on the class calls.
    ///
    /// Never returns. See ``Application/main(arguments:manifest:principalClass:delegateClass:)``.
    public static func main() {
        Application.main(delegateClass: Self.self)
    }
}

extension ApplicationDelegate where Self: Application {
    /// Never called: an application that is its own delegate is made with its run loop.
    public init() {
        fatalError("\(Self.self) is an application: make it with init(runLoop:)")
    }

    /// Starts an app with this class as its application and its delegate: what `@main` on the class calls.
    ///
    /// Never returns. See ``Application/main(arguments:manifest:principalClass:delegateClass:)``.
    public static func main() {
        Application.main(principalClass: Self.self)
    }
}
