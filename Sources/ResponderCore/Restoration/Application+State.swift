// The state that an application saves, and restores after its process has ended.
extension Application {
    /// Keeps the application's state while the application does not run; nil, at first, for an application that neither
    /// saves nor restores a state.
    ///
    /// With a store, each entry into the background calls `application(_:shouldSaveApplicationState:)` of the delegate,
    /// once `applicationDidEnterBackground(_:)` and its notification have returned. If it returns true,
    /// `application(_:willEncodeRestorableStateWith:)` is called. Then every controller in a shown window that has a
    /// ``ViewController/restorationPath`` writes its state, and so do its views that have a
    /// ``View/restorationIdentifier``. A launch that finds a state restores it between
    /// `application(_:willFinishLaunchingWithOptions:)` and `application(_:didFinishLaunchingWithOptions:)` (rule A35).
    ///
    /// The store is set before the launch, or by `application(_:willFinishLaunchingWithOptions:)`. The entry point sets
    /// the store that the delegate's class makes for ``Manifest/stateFile``.
    public final var stateStore: (any StateStore)? {
        get { lifecycle.stateStore }
        set { lifecycle.stateStore = newValue }
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
