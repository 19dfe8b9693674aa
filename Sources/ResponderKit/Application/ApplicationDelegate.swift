/// What an application tells the object that makes an app of it.
///
/// All methods have defaults that do nothing.
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

    /// The launch has begun; the application is inactive and no window is on the screen. What it returns is about a URL
    /// the application is opened with; true otherwise.
    func application(_ application: Application, willFinishLaunchingWithOptions options: LaunchOptions) -> Bool

    /// The launch is almost done: the place to make windows. They are on the screen as soon as this has returned.
    func application(_ application: Application, didFinishLaunchingWithOptions options: LaunchOptions) -> Bool

    /// The application is active: touches come from now on.
    func applicationDidBecomeActive(_ application: Application)

    /// The application is about to stop being active, and still is. Touches that are down are cancelled when this has
    /// returned.
    func applicationWillResignActive(_ application: Application)

    /// The application is in the background and no longer visible.
    func applicationDidEnterBackground(_ application: Application)

    /// The application is about to end: the last call it gets.
    func applicationWillTerminate(_ application: Application)
}

extension ApplicationDelegate {
    /// Does nothing and returns true.
    public func application(_ application: Application, willFinishLaunchingWithOptions options: LaunchOptions) -> Bool {
        true
    }

    /// Does nothing and returns true.
    public func application(_ application: Application, didFinishLaunchingWithOptions options: LaunchOptions) -> Bool {
        true
    }

    /// Does nothing.
    public func applicationDidBecomeActive(_ application: Application) {}

    /// Does nothing.
    public func applicationWillResignActive(_ application: Application) {}

    /// Does nothing.
    public func applicationDidEnterBackground(_ application: Application) {}

    /// Does nothing.
    public func applicationWillTerminate(_ application: Application) {}
}
