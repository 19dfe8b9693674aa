internal import Logging
internal import ResponderEventLoop

/// The orientation of an application's interface, and the rotation to another one (rule A27).
///
/// The orientation is chosen again when the device was turned, when the application comes to the foreground, when the
/// frontmost controller has changed, and when a controller reports that its supported orientations have changed.
@MainActor
final class InterfaceRotation {
    /// Nil until the interface has rotated, or was found to be in the right orientation, for the first time.
    private(set) var orientation: InterfaceOrientation?
    /// Whether the launch has come so far that the interface may rotate.
    private var hasBegun = false
    /// Whether a rotation is calling code of the app, perhaps further out on the stack.
    private var isUpdating = false
    private var needsUpdate = false
    /// Whether the frontmost controller may have changed since the last look.
    private var needsComparison = false
    /// Whether the supported orientations are being read.
    private var isAsking = false
    /// The frontmost controller at the last look, and whether there was one: it may have been freed since.
    private weak var frontmost: ViewController?
    private var hadFrontmost = false
    /// How often the interface has rotated since the loop came to rest: controllers that disagree could go on for ever.
    private let rotations = RepetitionCounter(name: "interface orientation")
    private var handler: MainRunLoop.UpdateHandler?
    /// The error at the last look, which is logged once.
    private var error: String?

    /// Lets the interface rotate from now on.
    func begin() { hasBegun = true }

    /// Whether the interface may rotate now: in the background, the rotation waits for the return.
    private func mayRotate(_ application: Application) -> Bool {
        hasBegun && !application.lifecycle.hasEnded && application.lifecycle.state.isForeground
    }

    /// Has the update pass choose the orientation again, unless the supported orientations are being read.
    func supportedOrientationsDidChange(_ application: Application) {
        if !isAsking { setNeedsUpdate(application) }
    }

    /// Has the update pass choose the orientation again, before it lays out views.
    func setNeedsUpdate(_ application: Application) {
        guard mayRotate(application), !rotations.isAtMost else { return }
        needsUpdate = true
        schedule(application)
    }

    private func schedule(_ application: Application) {
        if handler == nil {
            let order = Application.updateOrder - 2
            handler = application.runLoop.addUpdateHandler(order: order, name: "interface orientation") {
                [weak self, weak application] in
                guard let self, let application, !rotations.isAtMost else { return }
                if needsUpdate || hasOtherFrontmost(application) { update(application) }
            }
        }
        application.runLoop.setNeedsUpdate()
    }

    /// Has the update pass choose the orientation again if the frontmost controller has changed.
    func frontmostControllerMayHaveChanged(_ application: Application) {
        guard mayRotate(application), !rotations.isAtMost else { return }
        needsComparison = true
        schedule(application)
    }

    private func hasOtherFrontmost(_ application: Application) -> Bool {
        guard needsComparison else { return false }
        needsComparison = false
        let controller = application.frontmostControllerInWindow?.controller
        return controller !== frontmost || (controller != nil) != hadFrontmost
    }

    /// Stops all calls, since the application has ended.
    func cancel() {
        handler?.cancel()
        handler = nil
        rotations.cancel()
    }

    /// Rotates the interface to the orientation that it must have now.
    ///
    /// Inside a call that a rotation makes, this method only notes that the orientation must be chosen again.
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

    /// Counts the rotations that follow each other without a rest of the loop.
    private func countRotation(_ application: Application) {
        guard rotations.add(on: application.runLoop) else { return }
        let name = frontmost.map { "the frontmost view controller, \(Swift.type(of: $0))," } ?? "no view controller"
        Logger(label: "responderkit.ResponderKit").error(
            """
            the interface has rotated \(rotations.count) times without a rest: each rotation asked for the next one, \
            with \(name) in front; the interface stays in \(application.interfaceOrientation.rawValue); give the same \
            supported orientations before and after a rotation
            """
        )
    }

    private func choose(_ application: Application) {
        let front = application.frontmostControllerInWindow
        needsComparison = false
        frontmost = front?.controller
        hadFrontmost = front != nil
        isAsking = true
        let supported = SupportedOrientations(of: application, controller: front?.controller, window: front?.window)
        isAsking = false
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
        let isNew = application.interfaceOrientation != new
        if application.windows.contains(where: { $0.needsRotation(to: new) }) {
            application.dispatcher.cancelAll(because: .interfaceRotated)
            let told = tellAll(of: new, application)
            guard mayRotate(application) else { return }
            // Touches may have begun in a run of the loop inside a call.
            application.dispatcher.cancelAll(because: .interfaceRotated)
            withExtendedLifetime(told) {}
        }
        guard mayRotate(application) else { return }
        orientation = new
        for window in application.windows { window.setOrientation(new) }
        if isNew { countRotation(application) }
    }

    /// Tells the root controllers of all shown windows, including controllers that come during a call; returns the
    /// controllers.
    private func tellAll(of new: InterfaceOrientation, _ application: Application) -> [ViewController] {
        var told: [ViewController] = []
        var isTold: Set<ObjectIdentifier> = []
        var rounds = 0
        var count = -1
        // A controller could replace itself in each call.
        while told.count > count, rounds < RepetitionCounter.most {
            count = told.count
            rounds += 1
            for window in application.windows where mayRotate(application) && !window.isHidden {
                guard let root = window.rootViewController, !isTold.contains(ObjectIdentifier(root)),
                    let root = window.tellOfRotation(to: new)
                else { continue }
                isTold.insert(ObjectIdentifier(root))
                told.append(root)
            }
        }
        return told
    }
}
