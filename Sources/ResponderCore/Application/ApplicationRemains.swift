internal import ResponderEventLoop

/// The parts of an application that outlive its last reference, which may be released on any thread.
struct ApplicationRemains: Sendable {
    let windowStack: WindowStack
    let mainWindow: Window?
    let portReceiver: PortReceiver
    let lifecycle: Lifecycle
    let runLoop: MainRunLoop
    let updatePass: UpdatePass
    let interfaceRotation: InterfaceRotation
    let inputViews: (any ApplicationPart)?
    let displayLinks: DisplayLinks

    /// Detaches the windows from the application and frees its touches: at once on the main actor, otherwise in a job
    /// of the main actor.
    ///
    /// Until then the windows stay alive, so that every link in them is valid; views that live on count as detached. An
    /// immediate task detects by itself whether it is on the main actor.
    func tearDown() {
        Task.immediateDetached { @MainActor in
            let windows = windowStack.windows + (mainWindow.map { [$0] } ?? [])
            for window in windows { Application.observer?.discardMotion(in: window) }
            TreeChange.make {
                // No code of the application is called any more, so no controller disappears.
                var controllers: [ViewController] = []
                for window in windows {
                    ProcessState.shared.keepAlive(window)
                    window.setShown(in: nil, &controllers)
                }
            }
            lifecycle.continuousSaving?.end()
            updatePass.cancel()
            interfaceRotation.cancel()
            inputViews?.cancel()
            displayLinks.end()
            if lifecycle.reportsStalls {
                runLoop.reportStalls(over: .zero, to: nil)
                HandlerNote.shared.endUse()
            }
            runLoop.endUpdateHold()
            portReceiver.abandon()
            windowStack.removeAll()
            // No host can resume an application that is gone, so the loop would stay suspended.
            if lifecycle.state == .suspended {
                runLoop.setPresence(isActive: true, isInForeground: true, isSuspended: false)
            }
        }
    }
}
