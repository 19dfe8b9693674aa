import ResponderKitTesting
import Testing

@MainActor
@Suite("A harness for the app of a manifest")
struct ManifestHarnessTests {
    private static let screen = Size(320, 480)

    // Rules: A6.
    @Test("The harness makes the manifest's delegate, shows its main interface, and has the app's key window")
    func parts() throws {
        let manifest = Manifest(
            principalClass: CustomApplication.self,
            delegateClass: Editor.self,
            mainInterface: "main",
            requiredCapabilities: ["wifi": true, "telephony": false]
        )
        let harness = try AppHarness(manifest: manifest, screenSize: Self.screen)
        let editor = try #require(harness.application.delegate as? Editor)
        #expect(harness.application is CustomApplication)
        #expect(harness.application.manifest.mainInterface == "main")
        #expect(harness.application.applicationState == .active)
        #expect(harness.window === editor.window && harness.window.tag == 7 && harness.window.isVisible)
        #expect(harness.application.keyWindow === harness.window)
        #expect(harness.device.screenSize == Self.screen)
        try harness.tap(.button("Save"))
        #expect(editor.saves == 1)
    }

    @Test("An app is called by its identifier, or else by its application's class")
    func names() throws {
        let harnesses = [
            try AppHarness(manifest: Manifest()),
            try AppHarness(manifest: Manifest(principalClass: CustomApplication.self)),
            try AppHarness(manifest: Manifest(identifier: "editor", principalClass: CustomApplication.self)),
            try AppHarness(CustomApplication.self), try AppHarness(Generic<Int>.self),
        ]
        let names = ["Application", "CustomApplication", "editor", "CustomApplication", "Generic"]
        for (harness, name) in zip(harnesses, names) {
            try harness.device.perform(.home)
            try harness.device.perform(.openSwitcher)
            try harness.device.perform(.choose(name))
            #expect(harness.application.applicationState == .active)
        }
    }

    @Test("An app that makes no window gets one that fills the screen")
    func noWindow() throws {
        let harness = try AppHarness(manifest: Manifest(), screenSize: Self.screen)
        let view = harness.add(RecordingView("view", frame: Rect(0, 0, 100, 100)))
        harness.tap(at: Point(10, 10))
        #expect(view.log.lines == ["view.began(10, 10)", "view.ended(10, 10)"])
        #expect(harness.window.frame == Rect(origin: .zero, size: Self.screen))
        #expect(harness.window === harness.application.keyWindow)
    }

    // Rules: A35.
    @Test("A second harness with the same store restores what the first one has saved")
    func state() throws {
        let (store, manifest) = (MemoryStateStore(), Manifest(delegateClass: Editor.self))
        var loaded: [Int] = []
        for _ in 0..<3 {
            let harness = try AppHarness(manifest: manifest, stateStore: store)
            let editor = try #require(harness.application.delegate as? Editor)
            loaded.append(editor.saves)
            editor.saves += 2
            #expect(harness.application.stateStore === store)
            try harness.device.perform(.home)
        }
        #expect(loaded == [0, 2, 4])
        // A manifest with a file, and no store: the device keeps the state.
        let harness = try AppHarness(manifest: Manifest(delegateClass: Editor.self, stateFile: "state"))
        #expect(harness.application.stateStore is MemoryStateStore)
        #expect(try AppHarness(manifest: manifest).application.stateStore == nil)
    }

    @Test("What a device refuses is an error")
    func refusals() throws {
        let manifest = Manifest(delegateClass: Editor.self, mainInterface: "other")
        let error = #expect(throws: DeviceError.self) { try AppHarness(manifest: manifest) }
        #expect(error?.description.contains("no interface other") == true)
        #expect(throws: DeviceError.self) { try AppHarness(manifest: Manifest(identifier: "my app")) }
        let harness = try AppHarness(manifest: manifest, interfaceLoader: Interfaces(name: "other"))
        #expect(harness.window.tag == 7)
    }

    @Test("The harness is let go with all its parts")
    func release() throws {
        var harness: AppHarness? = try AppHarness(manifest: Manifest(delegateClass: Editor.self, mainInterface: "main"))
        weak let window = harness?.window
        weak let application = harness?.application
        #expect(window != nil && application != nil)
        harness = nil
        #expect(window == nil && application == nil)
    }
}

private final class CustomApplication: Application {}

private final class Generic<Value>: Application {}

/// Makes a window with a button for the interface of its name.
@MainActor
private struct Interfaces: InterfaceLoader {
    struct Missing: Error, CustomStringConvertible {
        let name: String
        var description: String { "no interface \(name)" }
    }

    let name: String

    func loadMainInterface(named name: String, for application: Application) throws -> Window {
        guard name == self.name else { throw Missing(name: name) }
        let window = Window(frame: Rect(0, 0, 320, 480), application: application)
        window.tag = 7
        let button = Button(title: "Save")
        button.addAction(for: .primaryActionTriggered) { [weak application] _ in
            (application?.delegate as? Editor)?.saves += 1
        }
        window.addSubview(button)
        return window
    }
}

/// An app that counts how often a button was pressed, and saves the count.
private final class Editor: Responder, EntryPointDelegate {
    static var interfaceLoader: (any InterfaceLoader)? { Interfaces(name: "main") }
    var window: Window?
    var saves = 0

    func application(_ application: Application, shouldSaveApplicationState coder: StateCoder) -> Bool { true }

    func application(_ application: Application, shouldRestoreApplicationState coder: StateCoder) -> Bool { true }

    func application(_ application: Application, willEncodeRestorableStateWith coder: StateCoder) {
        coder.encode(saves, forKey: "saves")
    }

    func application(_ application: Application, didDecodeRestorableStateWith coder: StateCoder) {
        saves = coder.decodeInteger(forKey: "saves") ?? -1
    }
}
