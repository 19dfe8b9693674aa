internal import Logging
internal import ResponderEventLoop

/// The orientation of an application's interface, and the rotation to another one (rule A27).
///
/// The orientation is looked at again when the device was turned, when the application comes to the foreground, when
/// another controller is frontmost, and when a controller says that it supports other orientations.
@MainActor
final class InterfaceRotation {
    /// Nil until the interface has rotated, or was found to be in the right orientation, for the first time.
    private(set) var orientation: InterfaceOrientation?
    /// Whether the launch is so far that the interface may rotate.
    private var hasBegun = false
    /// Whether code of the app may be on the stack that was called for a rotation.
    private var isUpdating = false
    private var needsUpdate = false
    /// The frontmost controller at the last look.
    private weak var frontmost: ViewController?
    private var handler: MainRunLoop.UpdateHandler?
    /// The error at the last look, which is logged once.
    private var error: String?

    /// Lets the interface rotate from now on.
    func begin() { hasBegun = true }

    /// Whether the interface may rotate now: in the background, the rotation waits for the return.
    private func mayRotate(_ application: Application) -> Bool {
        hasBegun && !application.lifecycle.hasEnded && application.lifecycle.state.isForeground
    }

    /// Has the update pass look at the orientation again, before it lays out views.
    func setNeedsUpdate(_ application: Application) {
        guard mayRotate(application) else { return }
        needsUpdate = true
        if handler == nil {
            let order = Application.updateOrder - 1
            handler = application.runLoop.addUpdateHandler(order: order, name: "interface orientation") {
                [weak self, weak application] in
                if let self, let application, needsUpdate { update(application) }
            }
        }
        application.runLoop.setNeedsUpdate()
    }

    /// Has the update pass look at the orientation again if another controller is frontmost.
    func frontmostControllerMayHaveChanged(_ application: Application) {
        guard mayRotate(application), application.frontmostControllerInWindow?.controller !== frontmost else { return }
        setNeedsUpdate(application)
    }

    /// Calls nobody any more: the application has ended.
    func cancel() {
        handler?.cancel()
        handler = nil
    }

    /// Rotates the interface to the orientation that it is to have now.
    ///
    /// Inside a call that a rotation makes, this method only notes that the orientation is to be looked at again.
    func update(_ application: Application) {
        guard mayRotate(application) else { return }
        needsUpdate = true
        guard !isUpdating else { return }
        isUpdating = true
        needsUpdate = false
        choose(application)
        isUpdating = false
        if needsUpdate { setNeedsUpdate(application) }
    }

    private func choose(_ application: Application) {
        let front = application.frontmostControllerInWindow
        frontmost = front?.controller
        let supported = SupportedOrientations(of: application, controller: front?.controller, window: front?.window)
        guard mayRotate(application) else { return }
        let present = application.interfaceOrientation
        let chosen = supported.orientation(device: application.deviceEnvironment.orientation, present: present)
        report(chosen == nil ? supported.nothingInCommon(present: present) : nil)
        rotate(to: chosen ?? present, application)
    }

    private func report(_ newError: String?) {
        if let newError, newError != error { Logger(label: "responderkit.ResponderKit").error("\(newError)") }
        error = newError
    }

    /// Rotates the windows: first all controllers are told, then all windows get their new bounds.
    ///
    /// The application may leave the foreground, or end, in any of its calls. The rest is done when it comes back.
    private func rotate(to new: InterfaceOrientation, _ application: Application) {
        let windows = application.shownWindows.filter { $0.needsRotation(to: new) }
        if !windows.isEmpty { application.dispatcher.cancelAll(because: .interfaceRotated) }
        var told: [ViewController] = []
        for window in windows where mayRotate(application) && !window.isHidden {
            if let root = window.tellOfRotation(to: new) { told.append(root) }
        }
        guard mayRotate(application) else { return }
        // Touches may have begun in a run of the loop inside a call.
        if !windows.isEmpty { application.dispatcher.cancelAll(because: .interfaceRotated) }
        guard mayRotate(application) else { return }
        orientation = new
        let toldAlready = Set(told.map(ObjectIdentifier.init))
        for window in application.shownWindows { window.rotate(to: new, told: toldAlready) }
        withExtendedLifetime(told) {}
    }
}
