// The state that an application saves, and restores after its process has ended.
extension Application {
    /// Keeps the application's state while the application does not run; nil, at first, for an application that neither
    /// saves nor restores a state.
    ///
    /// With a store, each entry into the background calls `application(_:shouldSaveApplicationState:)` of the delegate,
    /// once `applicationDidEnterBackground(_:)` and its notification have returned; so does each saving of an
    /// application that saves continuously (``savesStateContinuously``). If it returns true,
    /// `application(_:willEncodeRestorableStateWith:)` is called. Then every controller in a shown window that has a
    /// ``ViewController/restorationPath`` writes its state, and so do its views that have a
    /// ``View/restorationIdentifier``. A launch that finds a state restores it between
    /// `application(_:willFinishLaunchingWithOptions:)` and `application(_:didFinishLaunchingWithOptions:)` (rule A35).
    ///
    /// The store is set before the launch, or by `application(_:willFinishLaunchingWithOptions:)`. The entry point sets
    /// the store that the delegate's class makes for ``Manifest/stateFile``.
    public final var stateStore: (any StateStore)? {
        get { lifecycle.stateStore }
        set {
            let isOther = newValue !== lifecycle.stateStore
            lifecycle.stateStore = newValue
            if isOther { lifecycle.continuousSaving?.beginAnew() }
        }
    }

    /// Whether the state is also saved while the application runs, soon after each change; false at first, and true
    /// from the launch on if the manifest says so (``Manifest/savesStateContinuously``).
    ///
    /// For an application that never enters the background, such as a kiosk. The write of a change begins within
    /// 500 ms, and at most two begin a second (rule A49). So an end without a call at any moment, such as a power
    /// failure, loses at most the last second, if the disk needs no longer than half of it. A state that is equal to
    /// the one before is not written.
    ///
    /// Input, and a layout or drawing of views, count as changes: whatever the library restores itself is saved without
    /// a call. For all else, such as a value that a timer changes and no view shows, call
    /// ``Responder/invalidateRestorableState()``. A saving makes the same calls as one in the background
    /// (``stateStore``), in a turn of the loop when all else is done, also while fingers are down.
    ///
    /// A state that cannot be saved is reported once (``StateError/notSaved(_:)``), and tried again after a second,
    /// then after twice as long each time, up to a minute (rule A51). The end of the application in order saves what
    /// is left. Another store (``stateStore``) gets the state as after a change. While the application is recorded, a
    /// store saves in the turn.
    ///
    /// - Complexity: Setting is linear in the loop's observers, and allocates. While true, each turn of the loop looks
    ///   at a few counters, and a collection is linear in the state, and allocates it; while false, nothing.
    public final var savesStateContinuously: Bool {
        get { lifecycle.continuousSaving != nil }
        set {
            guard newValue != savesStateContinuously, !(newValue && lifecycle.hasEnded) else { return }
            lifecycle.continuousSaving?.end()
            lifecycle.continuousSaving = newValue ? ContinuousSaving(self) : nil
        }
    }

    /// Sets a function that makes the controllers with a name when a state is restored, in place of the delegate's
    /// `application(_:viewControllerWithRestorationIdentifierPath:coder:)`.
    ///
    /// The function gets the path of identifiers, which ends with the name, and the values that the controller wrote.
    /// If it returns nil, the delegate is asked. (UIKit has `UIViewController.restorationClass`, but a file with names
    /// of classes would let the file's author choose what is made.)
    ///
    /// - Parameters:
    ///   - identifier: The ``ViewController/restorationIdentifier`` of the controllers.
    ///   - make: Makes a controller, or returns one that is there; nil removes the function for this name.
    /// - Complexity: O(1) amortised; allocates as the names grow.
    public final func setRestorationFactory(
        for identifier: String,
        _ make: (@MainActor (_ path: [String], _ coder: StateCoder) -> ViewController?)?
    ) {
        lifecycle.restorationFactories[identifier] = make
    }
}

extension Application: ContinuouslySaved {
    final var changesOfState: UInt64 {
        let presses = pressStatistics
        return dispatcherState.pointee.underWay.serial
            &+ UInt64(updatePass.statistics.passes &+ presses.presses &+ presses.keyCommands)
    }

    final var mayCollectState: Bool {
        lifecycle.isRunning && lifecycle.state != .suspended && !lifecycle.hasEnded && !lifecycle.isInTransition
            && lifecycle.restoredStore == nil
    }

    final func collectState(_ save: (StateValue) -> Void) { lifecycle.collectStateInTurn(self, save) }

    final func report(_ error: StateError) { lifecycle.report(error, self) }
}

extension Responder {
    /// Tells that what this responder writes for a saved state has changed, for an application that
    /// ``Application/savesStateContinuously``; does nothing for another, nor for a responder that is in no window.
    ///
    /// Call it for changes that come neither with input nor with a layout or drawing of views; a delegate calls the
    /// application's. (AppKit has `NSResponder.invalidateRestorableState()`.)
    ///
    /// - Complexity: O(1) for a view, a controller and the application; the first call since the last saving allocates
    ///   a timer's captures.
    public final func invalidateRestorableState() {
        let application = self as? Application ?? ownWindow?.application
        application?.lifecycle.continuousSaving?.mark()
    }
}
