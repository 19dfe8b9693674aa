/// What an application tells the object that makes an app of it.
///
/// All methods have defaults that do nothing. Which comes when, and with which notification, is in ``Transition/table``.
///
/// A class marked `@main` that conforms to it starts the app:
///
///     @main
///     final class AppDelegate: Responder, ApplicationDelegate { … }
///
/// A delegate that is a ``Responder`` stands at the end of the responder chain (rule R7).
@MainActor
public protocol ApplicationDelegate: AnyObject {
    /// A delegate, as the entry point makes it.
    init()

    /// What the app is: read by the entry point, before there is an application.
    static var manifest: Manifest { get }

    // MARK: Launch

    /// The launch has begun; the application is inactive, or in the background, and no window is on the screen.
    ///
    /// Where it is launched to open a URL, it is asked to only if this and the next method return true.
    func application(_ application: Application, willFinishLaunchingWithOptions options: LaunchOptions) -> Bool

    /// The launch is almost done: the place to make windows. They are on the screen as soon as this has returned, unless
    /// the launch is to the background.
    func application(_ application: Application, didFinishLaunchingWithOptions options: LaunchOptions) -> Bool

    /// The launch is almost done: the older form of the method above, called only where that one is missing (rule A8).
    func applicationDidFinishLaunching(_ application: Application)

    // MARK: State

    /// The application is active: touches come from now on.
    func applicationDidBecomeActive(_ application: Application)

    /// The application is about to stop being active, and still is. Touches that are down are cancelled when this has
    /// returned.
    func applicationWillResignActive(_ application: Application)

    /// The application is in the background and no longer visible.
    func applicationDidEnterBackground(_ application: Application)

    /// The application is about to come to the front, and still is in the background.
    func applicationWillEnterForeground(_ application: Application)

    /// The application is about to end: the last call to the delegate. What is suspended when it ends does not get it.
    ///
    /// Where the application ends in a nested run inside a touch handler, the views of that event hear that their
    /// touches are cancelled when the handler has returned, which is after this call: a view never hears of a touch
    /// inside its own handler for the same event.
    func applicationWillTerminate(_ application: Application)

    // MARK: Events

    /// The application is to open a URL of its schemes. Returns whether it did.
    func application(_ application: Application, open url: AppURL, options: OpenURLOptions) -> Bool

    /// A push has come, or the user opened one: the application is inactive then, on its way to the front.
    func application(_ application: Application, didReceiveRemoteNotification notification: RemoteNotification)

    /// A notification that the app had scheduled is due, which is not shown to the user; or the user opened one: the
    /// application is inactive then, on its way to the front.
    func application(_ application: Application, didReceive notification: LocalNotification)

    /// The application, in the background, may fetch what is new, and says what came of it by calling the handler, on any
    /// thread: until then it is not suspended, as long as background tasks have time.
    func application(
        _ application: Application,
        performFetchWithCompletionHandler completionHandler: @escaping @Sendable (BackgroundFetchResult) -> Void
    )

    // MARK: The device

    /// Memory is short: give back what can be made again.
    func applicationDidReceiveMemoryWarning(_ application: Application)

    /// A new day, another time zone, or the clock was set.
    func applicationSignificantTimeChange(_ application: Application)

    /// Protected files are about to be locked.
    func applicationProtectedDataWillBecomeUnavailable(_ application: Application)

    /// Protected files can be read again.
    func applicationProtectedDataDidBecomeAvailable(_ application: Application)
}

extension ApplicationDelegate {
    /// An app of which nothing is said.
    public static var manifest: Manifest { Manifest() }

    /// Does nothing and returns true.
    public func application(_ application: Application, willFinishLaunchingWithOptions options: LaunchOptions) -> Bool {
        true
    }

    /// Calls ``applicationDidFinishLaunching(_:)`` and returns true.
    public func application(_ application: Application, didFinishLaunchingWithOptions options: LaunchOptions) -> Bool {
        applicationDidFinishLaunching(application)
        return true
    }

    /// Does nothing.
    public func applicationDidFinishLaunching(_ application: Application) {}

    /// Does nothing.
    public func applicationDidBecomeActive(_ application: Application) {}

    /// Does nothing.
    public func applicationWillResignActive(_ application: Application) {}

    /// Does nothing.
    public func applicationDidEnterBackground(_ application: Application) {}

    /// Does nothing.
    public func applicationWillEnterForeground(_ application: Application) {}

    /// Does nothing.
    public func applicationWillTerminate(_ application: Application) {}

    /// Opens nothing and returns false.
    public func application(_ application: Application, open url: AppURL, options: OpenURLOptions) -> Bool { false }

    /// Does nothing.
    public func application(
        _ application: Application,
        didReceiveRemoteNotification notification: RemoteNotification
    ) {}

    /// Does nothing.
    public func application(_ application: Application, didReceive notification: LocalNotification) {}

    /// Fetches nothing.
    public func application(
        _ application: Application,
        performFetchWithCompletionHandler completionHandler: @escaping @Sendable (BackgroundFetchResult) -> Void
    ) {
        completionHandler(.noData)
    }

    /// Does nothing.
    public func applicationDidReceiveMemoryWarning(_ application: Application) {}

    /// Does nothing.
    public func applicationSignificantTimeChange(_ application: Application) {}

    /// Does nothing.
    public func applicationProtectedDataWillBecomeUnavailable(_ application: Application) {}

    /// Does nothing.
    public func applicationProtectedDataDidBecomeAvailable(_ application: Application) {}
}
