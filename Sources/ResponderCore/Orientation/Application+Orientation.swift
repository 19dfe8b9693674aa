// The orientation of an application's interface.
extension Application {
    /// The orientation of the interface on the screen, as opposed to that of the device
    /// (``DeviceEnvironment/orientation``).
    ///
    /// The interface has an orientation that the manifest (``Manifest/supportedOrientations``), the delegate
    /// (``ApplicationDelegate/application(_:supportedInterfaceOrientationsFor:)``) and the frontmost view controller
    /// (``ViewController/supportedInterfaceOrientations``) support: the device's orientation, if all three support it,
    /// otherwise the present one, otherwise the first that all support, in the order of ``InterfaceOrientation``'s
    /// cases. A device that lies flat changes nothing. If the three have no orientation in common, an error in the log
    /// names their orientations, and the interface stays as it is.
    ///
    /// The application is launched upright, and rotates when the delegate's launch methods have returned, before the
    /// application is active. Later the interface rotates when the device is turned, after the notification
    /// ``OrientationDidChange``, and in the update pass when another controller is frontmost; in the background it
    /// waits for the return, and rotates before the windows are on the screen again (rule A27).
    ///
    /// The windows with a root view controller rotate: touches that are down are cancelled, the controllers get
    /// ``ViewController/viewWillTransition(to:)``, and then this property and the windows' bounds have their new
    /// values. A window is rotated about its middle, so its ``View/frame`` on the screen, whose coordinates are fixed
    /// to the device, stays; its ``View/transform`` is the app's own, and stays too.
    public final var interfaceOrientation: InterfaceOrientation {
        if let orientation = interfaceRotation.orientation { return orientation }
        let supported = manifest.supportedOrientations
        return InterfaceOrientation.allCases.first(where: supported.contains) ?? .portrait
    }

    /// Has the update pass check whether the frontmost controller has changed, and if so choose the orientation again.
    ///
    /// This waits for the update pass, since there may be many changes in a turn.
    final func frontmostControllerMayHaveChanged() { interfaceRotation.frontmostControllerMayHaveChanged(self) }

    /// Has the orientation chosen again after a presentation or dismissal.
    ///
    /// This does not search for the frontmost controller, since there may be many changes in a turn.
    final func presentationDidChange() { interfaceRotation.setNeedsUpdate(self) }

    /// Whether code of the application may be called: it has not ended, and is not suspended.
    package final var runsCode: Bool { !lifecycle.hasEnded && lifecycle.state != .suspended }

    /// The controller that takes part in the choice of the orientation, with its window: that of the key window, or, if
    /// the key window has no root controller, of the frontmost window that has one.
    final var frontmostControllerInWindow: (controller: ViewController, window: Window)? {
        if let window = keyWindow, let controller = window.frontmostController { return (controller, window) }
        let frontmost = windowStack.frontmost { !$0.isForInput && $0.frontmostController != nil }
        guard let frontmost, let controller = frontmost.frontmostController else { return nil }
        return (controller, frontmost)
    }
}

extension Window {
    /// The controller that was presented last over the whole window, or else the root controller.
    fileprivate final var frontmostController: ViewController? {
        guard let rootViewController else { return nil }
        for presenter in presenters.places.reversed() {
            if let presented = presenter?.presentedReference, presented.modalPresentationStyle.fillsWindow {
                return presented
            }
        }
        return rootViewController
    }
}

extension ViewController {
    /// Has the next update pass choose the orientation of the interface again; call this method when
    /// ``supportedInterfaceOrientations`` has changed.
    ///
    /// Does nothing if the controller's view is in no window, since the orientation is chosen when the controller comes
    /// to the front. Does nothing while the supported orientations are being read. If the interface rotates a hundred
    /// times without the loop coming to rest, since each rotation asks for the next one, an error in the log names the
    /// frontmost controller, and the interface stays as it is until the loop has come to rest.
    ///
    /// - Complexity: O(1); the first call of an application allocates an update handler.
    public final func setNeedsUpdateOfSupportedInterfaceOrientations() {
        guard let application = viewIfLoaded?.window?.application else { return }
        application.interfaceRotation.supportedOrientationsDidChange(application)
    }
}
