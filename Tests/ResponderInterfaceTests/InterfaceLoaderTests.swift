import ResponderInterface
import ResponderKit
import ResponderSimulator
import TestSupport
import Testing

@MainActor
@Suite("The main interface of an app, from a file")
struct InterfaceLoaderTests {
    private final class Delegate: ApplicationDelegate {
        var window: Window?
        var clock: ClockView?

        func application(_ application: Application, willFinishLaunchingWithOptions options: LaunchOptions) -> Bool {
            clock = (window?.rootViewController as? KioskController)?.clock
            return true
        }
    }

    // Rules: A6.
    @Test(
        "The main interface is there when the delegate is called, and takes touches when the app is launched",
        arguments: [false, true]
    )
    func launch(isAbsolute: Bool) throws {
        let file = try TemporaryFile(
            ".json",
            containing: """
                {"window": {"size": [320, 480]}, "controller": {"class": "KioskController", "view": {"subviews": [
                    {"class": "ClockView", "outlet": "clock", "id": "c", "frame": [20, 20, 100, 100]}]}}}
                """
        )
        let slash = try #require(file.path.lastIndex(of: "/"))
        let folder = String(file.path[..<slash])
        let name = isAbsolute ? file.path : String(file.path[file.path.index(after: slash)...])
        let delegate = Delegate()
        var loaded: Interface?
        let loader = InterfaceFileLoader(classes: kioskClasses(), folder: isAbsolute ? "/none" : folder) {
            #expect(delegate.window == nil)
            loaded = $0
        }
        let device = SimulatedDevice(screenSize: Size(320, 480))
        let application = try device.launch(Application.self) { application in
            application.manifest = Manifest(mainInterface: name)
            application.delegate = delegate
            try application.loadMainInterface(with: loader)
        }
        let clock = try #require(delegate.clock)
        #expect(application.keyWindow === delegate.window && delegate.window?.isVisible == true)
        #expect(loaded?.window === delegate.window && loaded?.view(withID: "c") === clock)
        #expect(delegate.window?.hitTest(Point(30, 30), with: nil) === clock)
    }

    private final class Loading: EntryPointDelegate {
        static var interfaceLoader: (any InterfaceLoader)? { InterfaceFileLoader(classes: InterfaceClasses()) }
        var window: Window?
    }

    // Rules: A6.
    @Test("The device loads an app's main interface at each launch, and refuses a launch without it")
    func installed() throws {
        let text = #"{"window": {"size": [320, 480]}, "controller": {}}"#
        let file = try TemporaryFile(".json", containing: text)
        let device = SimulatedDevice(screenSize: Size(320, 480))
        var manifest = Manifest(identifier: "clock", delegateClass: Loading.self, mainInterface: file.path)
        try device.install(manifest)
        for _ in 1...2 {
            try device.perform(.launch("clock"))
            let application = try #require(device.frontmost)
            #expect(application.windows.count == 1)
            #expect(application.keyWindow === application.delegate?.window)
            device.terminate()
        }
        manifest.identifier = "broken"
        manifest.mainInterface = "/none.json"
        try device.install(manifest)
        #expect(throws: DeviceError.noInterface("broken", "/none.json: it cannot be read: No such file or directory")) {
            try device.perform(.launch("broken"))
        }
        #expect(device.frontmost == nil)
        try device.perform(.launch("clock"))
        #expect(device.frontmost?.windows.count == 1)
    }

    @Test("A main interface that is not there is an error that names the file in the loader's folder")
    func missing() throws {
        let application = Application(runLoop: try MainRunLoop(clock: VirtualClock()))
        application.manifest = Manifest(mainInterface: "no.json")
        let error = #expect(throws: InterfaceError.self) {
            try application.loadMainInterface(with: InterfaceFileLoader(classes: InterfaceClasses(), folder: "/none"))
        }
        #expect(error?.description == "/none/no.json: it cannot be read: No such file or directory")
    }
}
