public import ResponderKit
public import ResponderSimulator

extension AppHarness {
    /// Launches the app that a manifest describes on a new device, as a device launches an installed app.
    ///
    /// The app has an application of the manifest's principal class, a delegate of its delegate class, and its main
    /// interface. The device has the capabilities that the manifest requires. The app's name in actions is its
    /// identifier, or, if that is empty, its application's class.
    ///
    /// A second harness with the same store is the next launch of the app, which restores the state that the first one
    /// has saved, on its way to the background:
    ///
    ///     let store = MemoryStateStore()
    ///     let first = try AppHarness(manifest: Manifest(delegateClass: Editor.self), stateStore: store)
    ///     try first.device.perform(.home)
    ///     let second = try AppHarness(manifest: Manifest(delegateClass: Editor.self), stateStore: store)
    ///
    /// The ``window`` is the app's key window, or else its frontmost one; if the app makes none at its launch, a key
    /// window that fills the screen.
    ///
    /// - Parameters:
    ///   - manifest: The app's manifest.
    ///   - stateStore: Where the app saves its state; nil for memory of the device, if the manifest names a state file.
    ///   - interfaceLoader: Makes the main interface that the manifest names; nil for the loader of the delegate's
    ///     class.
    ///   - screenSize: The screen's extent in points.
    ///   - prepare: Called with the application before its launch, to give it a delegate, limits or windows.
    /// - Throws: `DeviceError` if the identifier has a space in it, if the main interface cannot be loaded, or when
    ///   the system has no descriptors left for the loop.
    /// - Complexity: O(1) plus the launch, with the app's code; allocates the device, the application with its loop,
    ///   and the window if the app makes none.
    public convenience init(
        manifest: Manifest,
        stateStore: (any StateStore)? = nil,
        interfaceLoader: (any InterfaceLoader)? = nil,
        screenSize: Size = Size(1000, 1000),
        prepare: @escaping @MainActor (Application) -> Void = { _ in }
    ) throws(DeviceError) {
        let device = SimulatedDevice(
            screenSize: screenSize,
            capabilities: manifest.requiredCapabilities.required
        )
        let application = try device.launch(
            manifest,
            stateStore: stateStore,
            interfaceLoader: interfaceLoader,
            prepare: prepare
        )
        if application.windows.isEmpty, application.lifecycleState != .notRunning {
            Window(frame: Rect(origin: .zero, size: screenSize), application: application).makeKeyAndVisible()
        }
        self.init(of: application, on: device)
    }
}
