public import ResponderTouchInput

/// The calls that an application makes to its delegate.
///
/// All methods have defaults that do nothing. ``Transition/table`` has the order of these calls and of the
/// notifications.
///
/// The delegate of an app that starts with `@main` is an ``EntryPointDelegate``. A test or a simulation makes its
/// delegate itself, and sets ``Application/delegate``.
///
/// A delegate that is a ``Responder`` stands at the end of the responder chain (rule R7).
@MainActor
public protocol ApplicationDelegate: AnyObject {
    /// The app's manifest, which the entry point reads before it makes the application.
    static var manifest: Manifest { get }

    /// Makes the main interface that the manifest names; nil, by default, for an app that makes its windows in code.
    ///
    /// Read by the entry point, once the application and its delegate are made.
    static var interfaceLoader: (any InterfaceLoader)? { get }

    /// Makes the store for the state that the app saves, at the place that ``Manifest/stateFile`` names; nil, by
    /// default.
    ///
    /// Called by the entry point if the manifest names a place.
    static func makeStateStore(named name: String) -> (any StateStore)?

    /// The window of the main interface: set before ``application(_:willFinishLaunchingWithOptions:)`` is called
    /// (rule A6).
    ///
    /// A delegate with a main interface declares `var window: Window?`. By default the property is nil, and setting it
    /// does nothing. The window is shown, and becomes the key window, when
    /// ``application(_:didFinishLaunchingWithOptions:)`` has returned.
    var window: Window? { get set }

    // MARK: Launch

    /// The launch has begun; the application is inactive, or in the background, and no window is on the screen.
    ///
    /// If the launch is for a URL, the delegate is asked to open the URL only if this and the next method return true.
    func application(_ application: Application, willFinishLaunchingWithOptions options: LaunchOptions) -> Bool

    /// The launch is almost done: make windows here.
    ///
    /// The windows are on the screen as soon as this method has returned, unless the launch is to the background.
    func application(_ application: Application, didFinishLaunchingWithOptions options: LaunchOptions) -> Bool

    /// The launch is almost done: the older form of the method above, called only if the delegate has no method of the
    /// newer form (rule A8).
    func applicationDidFinishLaunching(_ application: Application)

    // MARK: State

    /// The application is active: touches come from now on.
    func applicationDidBecomeActive(_ application: Application)

    /// The application is about to become inactive, and is still active.
    ///
    /// Touches that are down are cancelled when this method and the observers of the notification have returned.
    func applicationWillResignActive(_ application: Application)

    /// The application is in the background and no longer visible.
    func applicationDidEnterBackground(_ application: Application)

    /// The application is about to come to the front, and is still in the background.
    func applicationWillEnterForeground(_ application: Application)

    /// The application is about to end: the last call to the delegate.
    ///
    /// An application that is suspended ends without this call.
    ///
    /// If the application ends in a nested run inside a touch handler, the views of the handler's event get their
    /// cancels when the handler has returned, which is after this call: no view is called about a touch inside its own
    /// handler for the same event.
    func applicationWillTerminate(_ application: Application)

    // MARK: Events

    /// The app is asked to open a URL of one of its schemes.
    ///
    /// - Returns: Whether the delegate opened the URL.
    func application(_ application: Application, open url: AppURL, options: OpenURLOptions) -> Bool

    /// A push notification has come, or the user opened one.
    ///
    /// When the user opened one, the application is inactive, on its way to the front.
    func application(_ application: Application, didReceiveRemoteNotification notification: RemoteNotification)

    /// A notification that the app had scheduled is due, and is not shown to the user; or the user opened one.
    ///
    /// When the user opened one, the application is inactive, on its way to the front.
    func application(_ application: Application, didReceive notification: LocalNotification)

    /// The application is in the background and may fetch new data.
    ///
    /// Call the handler with the result, on any thread. The application is not suspended until then, or until the time
    /// for background tasks is over.
    func application(
        _ application: Application,
        performFetchWithCompletionHandler completionHandler: @escaping @Sendable (BackgroundFetchResult) -> Void
    )

    // MARK: State restoration

    /// Whether the application, now in the background or just after a change, saves its state; false by default.
    ///
    /// Asked only with a ``Application/stateStore``; outside of the background only if the application saves
    /// continuously (``Application/savesStateContinuously``). The coder's values are the delegate's own part of the
    /// state.
    func application(_ application: Application, shouldSaveApplicationState coder: StateCoder) -> Bool

    /// The state is about to be saved: write what belongs to the app as a whole.
    func application(_ application: Application, willEncodeRestorableStateWith coder: StateCoder)

    /// Whether the saved state is restored; false by default.
    ///
    /// Asked between the two launch methods, if a state is there. Return false for the state of a version of the app
    /// that this version does not understand.
    func application(_ application: Application, shouldRestoreApplicationState coder: StateCoder) -> Bool

    /// Makes or finds a controller of the saved state. With nil, as by default, the application searches for the
    /// controller by its path among the controllers in the windows and their children.
    ///
    /// Asked for each controller, parents before their children. A child of a container of this package is put into the
    /// container by the package. If the app makes a controller in code, the app itself puts it into a window.
    ///
    /// - Parameters:
    ///   - application: The application.
    ///   - path: The ``ViewController/restorationPath`` that the controller had.
    ///   - coder: The values that the controller wrote.
    func application(
        _ application: Application,
        viewControllerWithRestorationIdentifierPath path: [String],
        coder: StateCoder
    ) -> ViewController?

    /// The state was restored: read what belongs to the app as a whole.
    func application(_ application: Application, didDecodeRestorableStateWith coder: StateCoder)

    // MARK: The device

    /// The orientations that the interface may have while the controllers of `window` are in front; by default those of
    /// the manifest.
    ///
    /// The interface takes only orientations that the manifest and the frontmost controller support, too: see
    /// ``Application/interfaceOrientation``.
    ///
    /// - Parameters:
    ///   - application: The application.
    ///   - window: The window of the frontmost view controller; nil if no shown window has a controller.
    func application(
        _ application: Application,
        supportedInterfaceOrientationsFor window: Window?
    ) -> Set<InterfaceOrientation>

    /// The keyboard, or other input views, cover a part of a window from now on.
    ///
    /// Called before the layout of views, when the covered part has changed, and when nothing is covered any more.
    /// ``Window/coveredRect`` has its new value, and the scroll views that avoid input views
    /// (``ScrollView/avoidsInputViews``) have theirs; ``Window/KeyboardDidShow`` and its companions are posted
    /// afterwards.
    ///
    /// - Parameters:
    ///   - application: The application.
    ///   - rect: The part, in the window's coordinates, in points; ``/ResponderTouchInput/Rect/zero`` for none.
    ///   - window: The key window, or the window that was the key window.
    func application(_ application: Application, inputViewsDidCover rect: Rect, of window: Window)

    /// Memory is short: free all data that can be made again.
    func applicationDidReceiveMemoryWarning(_ application: Application)

    /// A new day has begun, the time zone has changed, or the clock was set.
    func applicationSignificantTimeChange(_ application: Application)

    /// Protected files are about to be locked.
    func applicationProtectedDataWillBecomeUnavailable(_ application: Application)

    /// Protected files can be read again.
    func applicationProtectedDataDidBecomeAvailable(_ application: Application)
}

extension ApplicationDelegate {
    /// A manifest in which nothing is set.
    public static var manifest: Manifest { Manifest() }

    /// No loader.
    public static var interfaceLoader: (any InterfaceLoader)? { nil }

    /// No store.
    ///
    /// - Complexity: O(1); no allocation.
    public static func makeStateStore(named name: String) -> (any StateStore)? { nil }

    /// Returns false.
    ///
    /// - Complexity: O(1); no allocation.
    public func application(_ application: Application, shouldSaveApplicationState coder: StateCoder) -> Bool { false }

    /// Does nothing.
    ///
    /// - Complexity: O(1); no allocation.
    public func application(_ application: Application, willEncodeRestorableStateWith coder: StateCoder) {}

    /// Returns false.
    ///
    /// - Complexity: O(1); no allocation.
    public func application(_ application: Application, shouldRestoreApplicationState coder: StateCoder) -> Bool {
        false
    }

    /// Returns nil.
    ///
    /// - Complexity: O(1); no allocation.
    public func application(
        _ application: Application,
        viewControllerWithRestorationIdentifierPath path: [String],
        coder: StateCoder
    ) -> ViewController? { nil }

    /// Does nothing.
    ///
    /// - Complexity: O(1); no allocation.
    public func application(_ application: Application, didDecodeRestorableStateWith coder: StateCoder) {}

    /// Nil; setting it does nothing.
    public var window: Window? {
        get { nil }
        set {}
    }

    /// Does nothing and returns true.
    ///
    /// - Complexity: O(1); no allocation.
    public func application(_ application: Application, willFinishLaunchingWithOptions options: LaunchOptions) -> Bool {
        true
    }

    /// Calls ``applicationDidFinishLaunching(_:)`` and returns true.
    ///
    /// - Complexity: That of the method that it calls.
    public func application(_ application: Application, didFinishLaunchingWithOptions options: LaunchOptions) -> Bool {
        applicationDidFinishLaunching(application)
        return true
    }

    /// Does nothing.
    ///
    /// - Complexity: O(1); no allocation.
    public func applicationDidFinishLaunching(_ application: Application) {}

    /// Does nothing.
    ///
    /// - Complexity: O(1); no allocation.
    public func applicationDidBecomeActive(_ application: Application) {}

    /// Does nothing.
    ///
    /// - Complexity: O(1); no allocation.
    public func applicationWillResignActive(_ application: Application) {}

    /// Does nothing.
    ///
    /// - Complexity: O(1); no allocation.
    public func applicationDidEnterBackground(_ application: Application) {}

    /// Does nothing.
    ///
    /// - Complexity: O(1); no allocation.
    public func applicationWillEnterForeground(_ application: Application) {}

    /// Does nothing.
    ///
    /// - Complexity: O(1); no allocation.
    public func applicationWillTerminate(_ application: Application) {}

    /// Opens nothing and returns false.
    ///
    /// - Complexity: O(1); no allocation.
    public func application(_ application: Application, open url: AppURL, options: OpenURLOptions) -> Bool { false }

    /// Does nothing.
    ///
    /// - Complexity: O(1); no allocation.
    public func application(
        _ application: Application,
        didReceiveRemoteNotification notification: RemoteNotification
    ) {}

    /// Does nothing.
    ///
    /// - Complexity: O(1); no allocation.
    public func application(_ application: Application, didReceive notification: LocalNotification) {}

    /// Fetches nothing: calls the handler with ``BackgroundFetchResult/noData``.
    ///
    /// - Complexity: That of the handler; no allocation of its own.
    public func application(
        _ application: Application,
        performFetchWithCompletionHandler completionHandler: @escaping @Sendable (BackgroundFetchResult) -> Void
    ) {
        completionHandler(.noData)
    }

    /// The orientations of the manifest.
    ///
    /// - Complexity: O(1); no allocation.
    public func application(
        _ application: Application,
        supportedInterfaceOrientationsFor window: Window?
    ) -> Set<InterfaceOrientation> {
        application.manifest.supportedOrientations
    }

    /// Does nothing.
    ///
    /// - Complexity: O(1); no allocation.
    public func application(_ application: Application, inputViewsDidCover rect: Rect, of window: Window) {}

    /// Does nothing.
    ///
    /// - Complexity: O(1); no allocation.
    public func applicationDidReceiveMemoryWarning(_ application: Application) {}

    /// Does nothing.
    ///
    /// - Complexity: O(1); no allocation.
    public func applicationSignificantTimeChange(_ application: Application) {}

    /// Does nothing.
    ///
    /// - Complexity: O(1); no allocation.
    public func applicationProtectedDataWillBecomeUnavailable(_ application: Application) {}

    /// Does nothing.
    ///
    /// - Complexity: O(1); no allocation.
    public func applicationProtectedDataDidBecomeAvailable(_ application: Application) {}
}
