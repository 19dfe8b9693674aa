internal import Glibc
internal import ResponderEventLoop
internal import ResponderSupport

/// The application that the entry point made.
@MainActor private var sharedApplication: Application?

extension Application {
    /// The application of this process, which the entry point made (rule A7).
    ///
    /// - Precondition: The process was started by ``EntryPointDelegate`` with `@main`, or by
    ///   ``main(arguments:manifest:principalClass:delegateClass:interfaceLoader:host:)``. Tests and simulations
    ///   pass the application that they made.
    public final class var shared: Application {
        guard let sharedApplication else {
            // `fatalError`, since a failed precondition prints no message in a release build.
            fatalError(
                "Application.shared was read, but no entry point made an application; "
                    + "start with @main or Application.main(…), or pass the application that you made"
            )
        }
        return sharedApplication
    }

    /// Starts an app, and never returns: makes the loop, the application and its delegate, launches the application,
    /// runs the loop until the application has ended, and exits with its ``exitStatus``.
    ///
    /// After an orderly end the status is 0, unless ``terminate(status:)`` named another status; for other ends see
    /// ``LifecycleEvent/EndReason/exitStatus``.
    ///
    /// The steps are those of UIApplicationMain (rule A5).
    ///
    /// The first SIGINT or SIGTERM ends the application as ``terminate(status:)`` does; the second ends the process at
    /// once, with status 128 + the signal's number. A signal that was ignored when the process started stays ignored.
    ///
    /// At SIGTSTP, such as a shell's Ctrl-Z sends, the application enters the background as by
    /// ``HostMessage/enterBackground``, and then the process stops; after SIGCONT the application is again what it was.
    /// Background tasks do not delay the stop. An app that exits on suspend ends instead (``exitsOnSuspend``). A second
    /// SIGTSTP that comes before the stop, as when the app is stuck, stops the process at once.
    ///
    /// If the loop cannot be made, a message goes to the standard error, and the status is 71 (`EX_OSERR`).
    ///
    /// The touch panels of the manifest (``Manifest/touchPanels``) are opened once the app is launched, and again each
    /// time they are connected. The environment variable `RESPONDERKIT_TOUCH_PANELS`, if it is set, replaces the
    /// manifest's panels. The panels cover the key window, or, if there is none, the frontmost window, unless their
    /// requests name a region. Errors of panels go to the standard error; if the variable's text cannot be parsed, the
    /// status is 78 (`EX_CONFIG`). In the same way the keyboards, mice and buttons of ``Manifest/inputDevices`` are
    /// opened, or those of `RESPONDERKIT_INPUT_DEVICES`; a mouse's pointer stays in the window.
    ///
    /// The main interface of the manifest (``Manifest/mainInterface``) is loaded when the delegate is made, and before
    /// the delegate is called. If it cannot be loaded, a message goes to the standard error, and the status is 78.
    ///
    /// If the manifest names a place for the saved state (``Manifest/stateFile``), the delegate's class makes the
    /// store, before the interface is loaded; if it makes none, a message goes to the standard error, and the status is
    /// 78.
    ///
    /// If the environment variable `RESPONDERKIT_RECORDING` names a file, the app is recorded there (``Recorder``); if
    /// the file cannot be made, a message goes to the standard error, and the app runs without it. If
    /// `RESPONDERKIT_REPLAY` names a recording, the recording is replayed instead (``SessionReplay``), without a host:
    /// the result goes to the standard output, and the status is 0 if the app did the same, 1 if it did not, 65
    /// (`EX_DATAERR`) if the file is no recording of the app, and 66 (`EX_NOINPUT`) if it cannot be read.
    ///
    /// - Parameters:
    ///   - arguments: The command line, the program's name first.
    ///   - manifest: The app's manifest; nil for the manifest of the delegate's class.
    ///   - principalClass: The class of the application; nil for the manifest's class, or, if the manifest names none,
    ///     for the class that this method is called on.
    ///   - delegateClass: The class of the delegate; nil for the manifest's class, if the manifest names one. If no
    ///     other class is named and the application's class conforms to ``ApplicationDelegate``, the application is its
    ///     own delegate.
    ///   - interfaceLoader: Makes the main interface that the manifest names; nil for the
    ///     ``ApplicationDelegate/interfaceLoader`` of the delegate's class.
    ///   - host: Makes what shows the application on a screen, before the main interface is loaded, and describes the
    ///     screen (``setScreen(_:)``); nil for an application without a screen. If it throws, the error goes to the
    ///     standard error, and the status is 69 (`EX_UNAVAILABLE`). Where the host brings touches
    ///     (``ApplicationHost/bringsTouches``), the manifest's panels and devices are not opened, and the variables
    ///     that name others are refused, with the status 78.
    /// - Precondition: This method is called once, from a synchronous `main`, on the process's first thread.
    /// - Complexity: Runs the app, and does not return; the start allocates the loop, the application and its delegate.
    public static func main(
        arguments: [String] = CommandLine.arguments,
        manifest: Manifest? = nil,
        principalClass: Application.Type? = nil,
        delegateClass: (any EntryPointDelegate.Type)? = nil,
        interfaceLoader: (any InterfaceLoader)? = nil,
        host makeHost: (@MainActor (Application) throws -> any ApplicationHost)? = nil
    ) -> Never {
        guard sharedApplication == nil else {
            fatalError("Application.main(…) was called twice; a process has one entry point")
        }
        let program = arguments.first ?? "responderkit"
        do {
            let manifest = manifest ?? (delegateClass ?? self as? any ApplicationDelegate.Type)?.manifest ?? Manifest()
            let applicationClass = principalClass ?? manifest.principalClass ?? self
            if let file = variable("RESPONDERKIT_REPLAY") {
                exit(try replay(file, applicationClass, delegateClass, manifest, interfaceLoader))
            }
            let recordingFile = variable("RESPONDERKIT_RECORDING")
            // The programs that this one starts have recordings of their own, or none.
            unsetenv("RESPONDERKIT_RECORDING")
            let application = applicationClass.init(
                runLoop: try MainRunLoop(holdsTimeDuringTurns: recordingFile != nil)
            )
            sharedApplication = application
            application.manifest = manifest
            if let recordingFile {
                application.startRecording(recordingFile) {
                    StandardError.write("\(program): \($0); the application goes on without it")
                }
            }
            application.delegate =
                (delegateClass ?? manifest.delegateClass)?.init() ?? application as? any ApplicationDelegate
            application.startWatchdog { limit in
                StandardError.write(
                    "\(program): the application has exceeded its time limit for \"\(limit)\" and is still busy"
                )
            }
            try TerminationSignals.install(on: application.runLoop) { application.terminate() }
            try StopSignals.install(for: application)
            let host = try Self.makeHost(makeHost, for: application)
            application.host = host
            let bringsTouches = host?.bringsTouches ?? false
            let panels = try DevicesVariable.touchPanels.requests(
                or: bringsTouches ? [] : manifest.touchPanels,
                isRefused: bringsTouches,
                TouchPanels.Request.parse
            )
            let devices = try DevicesVariable.inputDevices.requests(
                or: bringsTouches ? [] : manifest.inputDevices,
                isRefused: bringsTouches,
                InputDevices.Request.parse
            )
            do {
                try application.makeStateStoreIfNeeded()
                try application.loadMainInterfaceIfNeeded(with: interfaceLoader)
            } catch {
                throw Unconfigured(reason: error)
            }
            application.launch(options: LaunchOptions(arguments: arguments))
            application.openTouchPanels(panels) { StandardError.write("\(program): \($0)") }
            application.openInputDevices(devices) { StandardError.write("\(program): \($0)") }
            // A stop that was meant for a nested run may come too late for that run; it does not end the application.
            while application.isRunning, application.runLoop.run() == .stopped {}
            // The run may also have ended because the loop can no longer wait; the application then still gets an
            // orderly end.
            application.terminate()
            withExtendedLifetime(host) {}
            application.recorder.stop()
            exit(application.exitStatus ?? EXIT_SUCCESS)
        } catch let error as NoHost {
            StandardError.write("\(program): \("\(error.reason)".inOneLine())")
            exit(EX_UNAVAILABLE)
        } catch let error as Unconfigured {
            StandardError.write("\(program): \("\(error.reason)".inOneLine())")
            exit(EX_CONFIG)
        } catch let error as SessionRecordingError {
            StandardError.write("\(program): \(error)")
            exit(error.isUnreadable ? EX_NOINPUT : EX_DATAERR)
        } catch let error as DevicesVariable.Invalid {
            StandardError.write("\(program): \(error)")
            exit(EX_CONFIG)
        } catch {
            StandardError.write("\(program): \(error)")
            exit(EX_OSERR)
        }
    }

    /// There is nothing that shows the application.
    private struct NoHost: Error {
        let reason: any Error
    }

    /// The text of a variable of the environment; nil if it is empty or not set.
    private static func variable(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Replays a recording in place of the app's run, and returns the status of the process.
    private static func replay(
        _ file: String,
        _ applicationClass: Application.Type,
        _ delegateClass: (any EntryPointDelegate.Type)?,
        _ manifest: Manifest,
        _ interfaceLoader: (any InterfaceLoader)?
    ) throws -> Int32 {
        var watch = SessionReplay.Watch()
        watch.onApplication = { sharedApplication = $0 }
        let result = try SessionReplay.run(
            try SessionRecording(contentsOfFile: file),
            applicationClass,
            delegateClass: delegateClass,
            manifest: manifest,
            interfaceLoader: interfaceLoader,
            watch: watch,
            configure: nil
        )
        for line in "\(result)".split(separator: "\n", omittingEmptySubsequences: false) {
            print(String(line).inOneLine())
        }
        return result.difference == nil ? EXIT_SUCCESS : EXIT_FAILURE
    }

    /// Begins the recording that the environment asks for; if its file cannot be made, the app goes on without it.
    private func startRecording(_ file: String, report: (RecorderError) -> Void) {
        do throws(RecorderError) {
            try recorder.start(file)
        } catch {
            report(error)
        }
    }

    private static func makeHost(
        _ make: (@MainActor (Application) throws -> any ApplicationHost)?,
        for application: Application
    ) throws(NoHost) -> (any ApplicationHost)? {
        do {
            return try make?(application)
        } catch {
            throw NoHost(reason: error)
        }
    }

    /// The main interface cannot be loaded, or there is no store for the state.
    private struct Unconfigured: Error {
        let reason: any Error
    }
}
