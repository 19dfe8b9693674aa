internal import ResponderKit

/// The application of a random app, at which its parts find what watches them.
final class FuzzApplication: Application, Watched {
    var watch: AppWatch?
}

/// The delegate of a random app, all of which follows from the app's name.
final class FuzzDelegate: EntryPointDelegate {
    private var scene: FuzzScene?

    init() {}

    static func manifest(of name: AppName) -> Manifest {
        var manifest = Manifest(
            identifier: name.text,
            principalClass: FuzzApplication.self,
            delegateClass: FuzzDelegate.self,
            supportedOrientations: Set(InterfaceOrientation.allCases)
        )
        if name.parts.contains(.restoration) { manifest.stateFile = "state" }
        return manifest
    }

    func application(_ application: Application, willFinishLaunchingWithOptions options: LaunchOptions) -> Bool {
        guard let application = application as? FuzzApplication, let watch = application.watch,
            let name = AppName(application.manifest.identifier)
        else { return true }
        watch.add(self, "the delegate")
        let scene = FuzzScene(name, application, watch)
        self.scene = scene
        watch.onRest = { [weak scene] in scene?.regainEnergy() }
        scene.build()
        return true
    }

    func application(_ application: Application, didFinishLaunchingWithOptions options: LaunchOptions) -> Bool {
        scene?.log("did finish launching")
        return true
    }

    func applicationDidBecomeActive(_ application: Application) { scene?.happen("did become active") }
    func applicationWillResignActive(_ application: Application) { scene?.happen("will resign active") }
    func applicationDidEnterBackground(_ application: Application) { scene?.happen("did enter background") }
    func applicationWillEnterForeground(_ application: Application) { scene?.happen("will enter foreground") }
    func applicationWillTerminate(_ application: Application) { scene?.log("will terminate") }
    func applicationDidReceiveMemoryWarning(_ application: Application) { scene?.happen("memory warning") }

    func application(_ application: Application, shouldSaveApplicationState coder: StateCoder) -> Bool { true }
    func application(_ application: Application, shouldRestoreApplicationState coder: StateCoder) -> Bool { true }

    func application(
        _ application: Application,
        viewControllerWithRestorationIdentifierPath path: [String],
        coder: StateCoder
    ) -> ViewController? {
        scene?.restored(path)
    }

    func application(_ application: Application, didDecodeRestorableStateWith coder: StateCoder) {
        scene?.log("did restore")
    }
}
