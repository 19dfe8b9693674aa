internal import Glibc
public import ResponderTouchInput

/// An environment variable that names an app's devices.
struct DevicesVariable {
    /// The variable of the touch panels.
    static let touchPanels = DevicesVariable(name: "RESPONDERKIT_TOUCH_PANELS")
    /// The variable of the keyboards, mice and buttons.
    static let inputDevices = DevicesVariable(name: "RESPONDERKIT_INPUT_DEVICES")

    let name: String

    /// The error of a variable whose text cannot be parsed.
    struct Invalid: Error, CustomStringConvertible {
        let name: String
        /// Nil where the variable may not be set at all.
        let reason: TouchPanels.Request.Invalid?

        var description: String {
            guard let reason else {
                return "\(name) is set, but the compositor that shows the window reads the devices itself: each touch "
                    + "and each key would come twice; unset the variable"
            }
            return "\(name): \(reason)"
        }
    }

    /// The requests of the variable, which may be none, or the manifest's if the variable is not set.
    ///
    /// - Parameter isRefused: Whether the variable may name no device.
    func requests<Request>(
        or manifest: [Request],
        isRefused: Bool,
        _ parse: (String) throws(TouchPanels.Request.Invalid) -> [Request]
    ) throws(Invalid) -> [Request] {
        guard let text = getenv(name).map({ String(cString: $0) }) else { return manifest }
        guard text.contains(where: { !$0.isWhitespace }) else { return [] }
        if isRefused { throw Invalid(name: name, reason: nil) }
        do throws(TouchPanels.Request.Invalid) {
            return try parse(text)
        } catch {
            throw Invalid(name: name, reason: error)
        }
    }
}

// The devices that the entry point opens.
extension Application {
    /// Reopens panels of the entry point that send nothing for too long, or whose finger stays down for too long, with
    /// a `PanelWatch` that the application keeps.
    ///
    /// May be called at the launch, when the panels are not open yet. A further call replaces the watch; limits that
    /// are all nil end it.
    ///
    /// - Parameters:
    ///   - limits: What is too long.
    ///   - report: Called for each finding, before the panel is opened anew.
    /// - Complexity: O(panels); allocates the watch.
    public final func watchTouchPanels(
        _ limits: PanelWatch.Limits,
        report: @escaping @MainActor (PanelWatch.Finding) -> Void
    ) {
        hostLink.panelWatch?.stop()
        hostLink.makePanelWatch = { PanelWatch($0, limits: limits, report: report) }
        hostLink.panelWatch = touchPanels.flatMap { hostLink.makePanelWatch?($0) }
    }

    /// Opens each panel as soon as it is connected, now or later; `report` is called with each error.
    func openTouchPanels(_ requests: [TouchPanels.Request], report: @escaping @MainActor (String) -> Void) {
        guard !requests.isEmpty else { return }
        let window = keyWindow ?? windows.last
        guard window != nil || requests.allSatisfy({ $0.region != nil }) else {
            return report(
                "the touch panels cover the window, and the application has none; show one in "
                    + "application(_:didFinishLaunchingWithOptions:), or name a region (region=WIDTHxHEIGHT+X+Y)"
            )
        }
        let placed = requests.map { request in
            var request = request
            request.region = request.region ?? window?.frame
            return request
        }
        var isReported = false
        let panels = TouchPanels(placed, port: touchPort, size: window?.frame.size ?? .zero) {
            isReported = true
            report($0.description)
        }
        touchPanels = panels
        hostLink.panelWatch = hostLink.makePanelWatch?(panels)
        // A mistyped path looks like a panel that is not plugged in yet.
        if panels.panels.isEmpty && !isReported {
            report(
                "none of the requested touch panels is connected yet; 'responderkit devices' lists all devices"
            )
        }
    }

    /// Opens each keyboard, mouse and the like as soon as it is connected, now or later; `report` is called with each
    /// error.
    func openInputDevices(_ requests: [InputDevices.Request], report: @escaping @MainActor (String) -> Void) {
        guard !requests.isEmpty else { return }
        // Without a window there is no screen for a pointer; keys need none.
        let frame = (keyWindow ?? windows.last)?.frame ?? Rect(0, 0, 1, 1)
        let placed = requests.map { request in
            var request = request
            request.region = request.region ?? frame
            return request
        }
        var isReported = false
        let devices = InputDevices(placed, port: touchPort, size: frame.size, keyMap: keyMap) {
            isReported = true
            report($0.description)
        }
        devices.onScan = { [weak self] device, text in self?.receiveScan(text, of: device) }
        if devices.devices.isEmpty && !isReported {
            report(
                "none of the requested input devices is connected yet; 'responderkit devices' lists all devices"
            )
        }
    }

    /// Takes a scan of a device that the entry point has opened, unless input is withheld (rule K7).
    private final func receiveScan(_ text: String, of device: InputDevice) {
        // Before the scan ends what withholds input, as a dark screen does.
        let isWithheld = isWithholdingInput
        noteActivity()
        guard !isWithheld else { return }
        onScan?(device, text)
        invalidateRestorableState()
    }
}
