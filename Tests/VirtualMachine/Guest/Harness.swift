internal import ResponderKit
internal import ResponderRecordings

/// What every check has: an app with a screen of two panels' width, and the devices that the app has opened.
@MainActor
final class Harness {
    /// A check has found what should not be.
    struct Failure: Error {
        let reason: String
    }

    /// The extent of the window: the panel `Left` covers its left half, `Right` its right half, any other all of it.
    static let size = Size(1600, 480)

    let application: Application
    let pad = Pad(frame: Rect(origin: .zero, size: Harness.size))
    /// The app's panels.
    let panels: TouchPanels
    /// The app's keyboards, mice and scanners.
    let devices: InputDevices
    /// The scans that have come.
    private(set) var scans: [String] = []
    private(set) var hasFailed = false
    /// What unplugs the devices of the check that runs, which the check may have done itself.
    private var plugged: [() -> Void] = []

    init(_ application: Application) {
        self.application = application
        let window = Window(frame: Rect(origin: .zero, size: Harness.size), application: application)
        window.addSubview(pad)
        window.makeKeyAndVisible()
        pad.becomeFirstResponder()
        let (left, right) = (Rect(0, 0, 800, 480), Rect(800, 0, 800, 480))
        panels = TouchPanels(
            [.init(.name("Left"), region: left), .init(.name("Right"), region: right), .init(.any)],
            port: application.touchPort,
            size: Harness.size
        ) { writeLine("a panel: \($0)") }
        var scanner = InputDevice.Options()
        (scanner.isScanner, scanner.isGrabbed) = (true, true)
        devices = InputDevices(
            [.init(.name("Scanner"), options: scanner), .init(.any)],
            port: application.touchPort,
            size: Harness.size
        ) { writeLine("a device: \($0)") }
        devices.onScan = { [unowned self] _, text in scans.append(text) }
    }

    /// Runs a check, and prints how it went.
    ///
    /// The pad's log and the scans are empty at its begin; at its end its devices are unplugged, and the app has closed
    /// them.
    func check(_ name: String, _ body: () async throws -> Void) async {
        pad.log = Pad.Log()
        scans = []
        do {
            try await body()
            if let fault = pad.log.faults.first { throw Failure(reason: fault) }
            try await unplugAll()
            writeLine("ok \(name)")
        } catch {
            fail(name, because: (error as? Failure)?.reason ?? "\(error)")
            try? await unplugAll()
        }
    }

    /// Plugs in a panel, and waits until the app has opened it; `first` is called before the app can have opened it.
    func plugIn(_ panel: String, first: (VirtualPanel) throws -> Void = { _ in }) async throws -> VirtualPanel {
        let virtual = try VirtualPanel(panel)
        plugged.append(virtual.unplug)
        try first(virtual)
        try await wait(for: "the panel \(panel) to be opened") { self.panel(panel) != nil }
        return virtual
    }

    /// Plugs in a panel like the recorded one, and waits until the app has opened it.
    func plugIn(_ recording: EvdevRecording) async throws -> VirtualDevice {
        let virtual = try VirtualDevice(
            "Recorded",
            keys: recording.codes[EvdevCodes.key].map(Array.init) ?? [],
            axes: recording.axes.mapValues { $0.minimum...max($0.minimum, $0.maximum) },
            isScreen: recording.properties.contains(EvdevCodes.direct)
        )
        plugged.append(virtual.unplug)
        try await wait(for: "the recorded panel to be opened") { panel("Recorded") != nil }
        return virtual
    }

    /// Plugs in a keyboard, a mouse or a scanner, and waits until the app has opened it.
    func plugIn(_ device: String, keys: [UInt16], relativeAxes: [UInt16] = []) async throws -> VirtualDevice {
        let virtual = try VirtualDevice(device, keys: keys, relativeAxes: relativeAxes)
        plugged.append(virtual.unplug)
        try await wait(for: "the device \(device) to be opened") { self.device(device) != nil }
        return virtual
    }

    /// Plugs in a panel on USB, and waits until the app has opened it.
    func plugIn(_ model: HIDPanel.Model) async throws -> HIDPanel {
        let virtual = try HIDPanel(model, loop: application.runLoop)
        plugged.append(virtual.unplug)
        try await wait(for: "the panel \(model.name) to be opened") { panel(model.name) != nil }
        return virtual
    }

    private func unplugAll() async throws {
        for unplug in plugged { unplug() }
        plugged = []
        try await wait(for: "the end of all devices") {
            panels.panels.isEmpty && !devices.devices.contains { $0.device.description?.isVirtual ?? false }
        }
    }

    /// Prints that a check has failed.
    func fail(_ name: String, because reason: String) {
        hasFailed = true
        writeLine("FAILED \(name): \(reason)")
    }

    /// Waits until the condition holds; half a minute is for an emulated machine on a busy one.
    func wait(for what: @autoclosure () -> String, _ condition: () -> Bool) async throws {
        let end = application.runLoop.now.advanced(by: .seconds(30))
        while !condition() {
            guard application.runLoop.now < end else { throw Failure(reason: "waited in vain for \(what())") }
            try await Task.sleep(for: .milliseconds(2))
        }
    }

    /// Fails the check unless the two values are equal.
    func expect<Value: Equatable>(_ what: String, _ value: Value, _ expected: Value) throws {
        guard value == expected else { throw Failure(reason: "\(what): \(value), expected \(expected)") }
    }

    /// The app's open panel of this name.
    func panel(_ name: String) -> TouchPanel? { panels.panels.first { $0.panel.description.name == name }?.panel }

    /// The app's open keyboard, mouse or scanner of this name.
    func device(_ name: String) -> InputDevice? {
        devices.devices.first { $0.device.description?.name == name }?.device
    }

    /// The app's panel of this name.
    func openPanel(_ name: String) throws -> TouchPanel {
        guard let panel = panel(name) else { throw Failure(reason: "the panel \(name) has gone") }
        return panel
    }
}

extension InputDeviceDescription {
    /// Whether a check has plugged the device in; the machine has a few of its own, such as a button that ends it.
    fileprivate var isVirtual: Bool { identity.vendor == VirtualDevice.vendor }
}
