internal import ResponderSupport

/// The root of a tree of views, shown by an application.
///
/// A window is hidden at first. The application retains a shown window, which gets the touches that land on it. Where
/// windows overlap, the touches go to the frontmost window: the window with the highest ``windowLevel``, and within a
/// level the window that was placed there last. Touches do not depend on which window is the key window (rules H2, H3).
///
/// Only its owner retains a hidden window. In the turn of the loop after the window's release, its views are told that
/// they are in no window, as if they had been removed. So the editing in one of them ends.
///
/// - Complexity: O(1) without allocation, for each member that does not say otherwise.
open class Window: View {
    private weak var applicationReference: Application?
    /// The update pass of the application.
    package final let updatePass: UpdatePass
    /// See ``rootViewController``.
    final var rootController: ViewController?
    /// The controllers of the views in this window.
    private var controllers: Set<ViewController> = []
    /// The part of the bounds that has changed since the embedder was told (see ``Application/onPresent``).
    final var damage: Rect?
    /// The controllers that present others in this window, which their own views may have left meanwhile.
    package final var presenters = PlacedList<PresenterPlace>() {
        didSet { applicationReference?.presentationDidChange() }
    }
    /// The record of the application's shown windows; nil while this window is hidden.
    nonisolated(unsafe) final var stack: RecordPointer?
    /// Whether the last notification to observers said that the window was shown.
    final var isAnnouncedVisible = false
    /// The orientation of the interface to which the window is rotated.
    package final var orientation = InterfaceOrientation.portrait
    /// Whether controllers are being told of a size that the window is about to get.
    final var isTellingSize = false
    /// Whether this is the window of input views, which is never the key window.
    package final var isForInput = false
    /// The views in this window whose content has moved; motions in them end when the window is hidden.
    package final var movedViews = WeakViews<View>()
    /// See ``firstResponder``.
    final var firstResponderHolder = FirstResponderHolder()
    /// The view to which a key has moved the focus, until the focus moves otherwise.
    package final weak var viewFocusedByKey: View?
    /// The window's own undo manager; nil until it is first asked for.
    final var ownUndoManager: UndoManager?

    /// The window's level: the window lies in front of windows of lower levels, and behind windows of higher levels.
    ///
    /// ``Level/normal`` at first. A new level puts the window in front of the windows that already have that level
    /// (rule H4); setting the present level changes nothing.
    ///
    /// - Complexity: Setting is logarithmic in the application's windows on average, and may allocate their list anew.
    public final var windowLevel = Level.normal {
        didSet {
            if windowLevel != oldValue { applicationReference?.placeInFront(self) }
        }
    }

    /// A hidden window of `application`, with that frame on the screen, in points.
    ///
    /// - Complexity: O(1), except for the first object of a class; allocates the object.
    public init(frame: Rect, application: Application) {
        applicationReference = application
        updatePass = application.updatePass
        super.init(frame: frame)
        record.pointee.flags.formUnion([.window, .hidden])
    }

    deinit {
        let responder = firstResponderHolder.responder
        guard let application = applicationReference, record.pointee.placeCount > 0 || responder != nil else { return }
        var views: [View] = []
        record.forEachChild { views.append(unsafeDowncast($0.pointee.object.takeUnretainedValue(), to: View.self)) }
        WindowRemains(views: views, firstResponder: responder, application: application).tell()
    }

    /// The application (rule R6); nil when the application is gone.
    open override var next: Responder? { computeNext(applicationReference) }

    /// Delivers the event's touches in this window to their views, in one call for each view and phase (rule T13).
    ///
    /// A view first gets its touches that began, then those that moved, ended and were cancelled.
    ///
    /// Override this method to see every event of the window; call super for each event that should be delivered. An
    /// event that the app has kept beyond its dispatch is not delivered.
    ///
    /// - Complexity: Linear in the views that have touches in the event, with their chains, besides the work of the
    ///   handlers. Allocates at most notes of the responders that get touches, which are used again.
    open func sendEvent(_ event: Event) {
        record.pointee.type.pointee.sawBaseEntered(.windowEvents)
        if event.state.pointee.isUnderWay { event.deliver(in: record) }
    }

    /// Undo and redo, by the undo manager that is nearest to the window's first responder.
    open override class var actions: ActionTable { ownActions }

    /// The window has become the key window: called after ``resignKey()`` of the former key window.
    ///
    /// By default does nothing. Do not call this method; see ``makeKey()``.
    ///
    /// - Complexity: By default O(1); no allocation.
    open func becomeKey() {}

    /// The window is no longer the key window: ``isKeyWindow`` is false already.
    ///
    /// By default does nothing. Do not call this method.
    ///
    /// - Complexity: By default O(1); no allocation.
    open func resignKey() {}
}

extension Window {
    /// The application that shows the window; nil when the application is gone.
    public final var application: Application? { applicationReference }

    /// Whether the window is on the screen: it is not hidden, and its application has finished launching (rule A6) and
    /// is not in the background.
    public final var isVisible: Bool { !isHidden && application?.showsWindows == true }

    final func visibilityDidChange() {
        guard let application else { return }
        if !isHidden { rotateToBeShown() }
        var changed = controllersInOrder
        AppearanceUpdate.announce(changed, isAppearing: !isHidden)
        // The application releases a hidden window; the window's touches are cancelled then (rule T26).
        TreeChange.make {
            if isHidden { ProcessState.shared.keepAlive(self) }
            application.windowVisibilityDidChange(self)
            setShown(in: isHidden ? nil : self, &changed)
            record.compositionWillChange()
        }
        if isHidden { Application.observer?.endMotion(in: self) } else { appearanceMayHaveChanged() }
        AppearanceUpdate.finish(changed, layingOut: self)
        application.announceVisibility(of: self)
    }

    /// The controllers of the views in the window, superviews' first.
    private var controllersInOrder: [ViewController] {
        guard !controllers.isEmpty else { return [] }
        var found: [ViewController] = []
        var remaining = [record]
        while let view = remaining.popLast() {
            if let controller = view.pointee.view.controllerReference { found.append(controller) }
            let start = remaining.count
            view.forEachChild { remaining.append($0) }
            remaining.reverseEnd(from: start)
        }
        return found
    }

    /// Retains a controller whose view is in this window.
    final func hold(_ controller: ViewController) {
        controllers.insert(controller)
        controller.home = applicationReference
    }

    /// Releases a controller that presents another one.
    final func release(presenter: ViewController) {
        presenters.remove(presenter)
    }

    /// Releases a controller; within a dispatch, the controller stays alive until the dispatch has ended.
    final func release(_ controller: ViewController) {
        if let held = controllers.remove(controller) { ProcessState.shared.keepAlive(held) }
    }
}
