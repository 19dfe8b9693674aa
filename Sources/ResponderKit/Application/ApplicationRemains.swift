internal import ResponderEventLoop

/// What an application leaves behind when its last reference goes, which may be on any thread.
struct ApplicationRemains: Sendable {
    let windows: [Window]
    let portReceiver: PortReceiver
    let lifecycle: Lifecycle
    let runLoop: MainRunLoop

    /// Takes the trees off the application and frees its touches: at once on the main actor, otherwise when that comes
    /// to it.
    ///
    /// Until then the windows are kept, so that every link in them is good; afterwards what somebody keeps of them
    /// counts as detached. An immediate task knows by itself whether this is the main actor.
    func takeApart() {
        Task.immediateDetached { @MainActor in
            TreeChange.perform {
                for window in windows {
                    Hierarchy.shared.keep(window)
                    window.setShown(in: nil, before: window)
                }
            }
            portReceiver.abandon()
            // Nobody could resume it, and its loop would serve nothing else any more.
            if lifecycle.state == .suspended {
                runLoop.setPresence(isActive: true, isInForeground: true, isSuspended: false)
            }
        }
    }
}
