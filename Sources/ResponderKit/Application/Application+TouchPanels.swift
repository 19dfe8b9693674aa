internal import Glibc
internal import ResponderTouchInput

/// The environment variable that names an app's touch panels.
enum TouchPanelsVariable {
    static let name = "RESPONDERKIT_TOUCH_PANELS"

    /// The error of a variable whose text cannot be parsed.
    struct Invalid: Error, CustomStringConvertible {
        let reason: TouchPanels.Request.Invalid

        var description: String { "\(TouchPanelsVariable.name): \(reason)" }
    }
}

// The touch panels that the entry point opens.
extension Application {
    /// The panels of the environment variable, which may be none, or the manifest's if the variable is not set.
    static func touchPanelRequests(of manifest: Manifest) throws(TouchPanelsVariable.Invalid) -> [TouchPanels.Request] {
        guard let text = getenv(TouchPanelsVariable.name).map({ String(cString: $0) }) else {
            return manifest.touchPanels
        }
        guard text.contains(where: { !$0.isWhitespace }) else { return [] }
        do throws(TouchPanels.Request.Invalid) {
            return try TouchPanels.Request.parse(text)
        } catch {
            throw TouchPanelsVariable.Invalid(reason: error)
        }
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
        // A mistyped path looks like a panel that is not plugged in yet.
        if panels.panels.isEmpty && !isReported {
            report(
                "none of the requested touch panels is connected yet; 'responderkit devices' lists all devices"
            )
        }
    }
}
