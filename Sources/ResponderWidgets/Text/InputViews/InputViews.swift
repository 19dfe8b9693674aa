internal import Logging
internal import ResponderCore
internal import ResponderEventLoop
internal import ResponderTouchInput

/// Shows the keyboard, the input view and the accessory view of an application when the first responder of the key
/// window changes (rule R24).
///
/// All changes of a turn cause one update, in an update handler before the layout of views.
@MainActor
final class InputViews: ApplicationPart {
    var policy = KeyboardPolicy.automatic
    /// See ``Application/screenKeyboard``.
    var madeKeyboard: View?
    private var window: InputWindow?
    /// What is covered; nil while nothing is shown.
    private(set) var cover: InputCover?
    /// What observers and the delegate were last told of; nil when they were told that nothing is shown.
    private var told: InputCover?
    /// The application's keyboards and scroll views that are told of changes, while they are in windows.
    private let followers = InputFollowers()
    /// The first responder of the key window at the last change; nil if it has been released since.
    private weak var first: Responder?
    /// The first responder that scroll views were last asked to show.
    private weak var seen: Responder?
    /// Whether the last input before `first` became first responder was a key of a keyboard.
    private var isFirstByKey = false
    private var needsUpdate = false
    private var readsTraitsAgain = false
    /// Whether an update is calling code of the app, perhaps further out on the stack.
    private var isUpdating = false
    /// Whether the update under way posts no notifications, and does not call the delegate.
    private var isSilent = false
    private var handler: MainRunLoop.UpdateHandler?
    /// How often an update has asked for the next one: an app may undo each change.
    ///
    /// The last of these updates notifies nobody, so that nobody undoes the update.
    private let repetitions = RepetitionCounter(name: "input views")

    nonisolated init() {}

    var keyboard: View {
        if let madeKeyboard { return madeKeyboard }
        let keyboard = KeyboardView(frame: .zero)
        madeKeyboard = keyboard
        return keyboard
    }

    // MARK: What has changed

    /// The key window or its first responder may have changed.
    func firstResponderDidChange(_ application: Application) {
        let present = application.keyWindow?.firstResponder
        if present !== first {
            first = present
            isFirstByKey = application.wasLastInputAKey
        }
        setNeedsUpdateIfNeeded(application)
    }

    /// The first responder was asked once more to become first responder.
    func firstResponderWasAsked(_ application: Application) {
        guard isFirstByKey, policy == .automatic, !application.wasLastInputAKey else { return }
        isFirstByKey = false
        setNeedsUpdate(application)
    }

    /// Asks for an update only if something is or may be shown, so that views in other windows cost nothing.
    func setNeedsUpdateIfNeeded(_ application: Application) {
        if first != nil || cover != nil || isUpdating { setNeedsUpdate(application) }
    }

    func reload(_ application: Application) {
        readsTraitsAgain = true
        setNeedsUpdate(application)
    }

    private func setNeedsUpdate(_ application: Application) {
        guard !application.lifecycle.hasEnded else { return }
        if isUpdating, !needsUpdate {
            guard !repetitions.isAtMost else { return }
            countRepetition(application)
        }
        needsUpdate = true
        wake(application)
    }

    private func wake(_ application: Application) {
        if handler == nil {
            // After the rotation of the interface, whose order is lower.
            handler = application.runLoop.addUpdateHandler(order: Application.updateOrder - 1, name: "input views") {
                [weak self, weak application] in
                if let self, let application, application.runsCode { update(application) }
            }
        }
        application.runLoop.setNeedsUpdate()
    }

    /// From now on tells a keyboard into which responder it types.
    func add(_ keyboard: KeyboardView, of application: Application) {
        followers.add(keyboard)
        wake(application)
    }

    /// From now on tells a scroll view what is covered.
    func add(_ scrollView: ScrollView) { followers.add(scrollView) }

    /// Shows nothing any more, and calls nobody: the application has ended.
    func cancel() {
        handler?.cancel()
        handler = nil
        repetitions.cancel()
        cover = nil
    }

    // MARK: The update

    private func update(_ application: Application) {
        guard !isUpdating else { return }
        isUpdating = true
        let again = readsTraitsAgain
        readsTraitsAgain = false
        followers.readInput(of: application, again: again)
        // Scroll views, or views around them, may have moved.
        if cover != nil { followers.coverDidChange() }
        if needsUpdate, application.runsCode {
            needsUpdate = false
            isSilent = repetitions.isAtMost
            change(application)
            isSilent = false
        }
        isUpdating = false
        if needsUpdate { wake(application) }
    }

    private func change(_ application: Application) {
        let shows = policy == .always || policy == .automatic && !isFirstByKey
        let choice = InputChoice(of: application, showsKeyboard: shows)
        // The code of a property may have changed the first responder; the next update then reads the new one.
        guard application.runsCode, !needsUpdate else { return }
        // The layout of a keyboard, and so its height, depends on the responder into which it types.
        if let keyboard = choice?.input as? KeyboardView { keyboard.readInput(of: application, again: false) }
        let placement = choice.flatMap { InputPlacement(of: $0, shown: window) }
        guard application.runsCode else { return }
        if let placement { show(placement, application) } else { hide(application) }
        guard application.runsCode, first !== seen else { return }
        seen = first
        followers.showFirstResponder(of: application)
    }

    private func show(_ placement: InputPlacement, _ application: Application) {
        let former = told
        let covered = InputCover(placement)
        let step = InputStep(
            begin: former?.frame ?? placement.frameBelow,
            end: placement.frame,
            window: covered.window,
            kind: former == nil ? .shows : .moves
        )
        if !isSilent { step.postWill(application) }
        guard application.runsCode else { return }
        let window = window ?? InputWindow(of: application)
        self.window = window
        cover = covered
        if !isSilent { told = covered }
        window.show(placement)
        tell(application, former)
        if application.runsCode, !isSilent { step.postDid(application) }
    }

    private func hide(_ application: Application) {
        guard cover != nil || told != nil else { return }
        let former = told
        let step = former.map { InputStep(begin: $0.frame, end: $0.frameBelow, window: $0.window, kind: .hides) }
        if !isSilent { step?.postWill(application) }
        guard application.runsCode else { return }
        cover = nil
        if !isSilent { told = nil }
        window?.hide()
        tell(application, former)
        if application.runsCode, !isSilent { step?.postDid(application) }
    }

    /// Tells the scroll views what is covered, and the delegate if that has changed.
    ///
    /// - Parameter former: What the delegate was last told.
    private func tell(_ application: Application, _ former: InputCover?) {
        let present = cover
        guard application.runsCode else { return }
        followers.coverDidChange()
        // The window may have moved with what covers it.
        guard !isSilent, present != former, present?.window !== former?.window || present?.rect != former?.rect else {
            return
        }
        if let left = former?.window, left !== present?.window, application.runsCode {
            application.delegate?.application(application, inputViewsDidCover: .zero, of: left)
        }
        if let covered = present?.window, application.runsCode {
            application.delegate?.application(application, inputViewsDidCover: present?.rect ?? .zero, of: covered)
        }
    }

    /// Counts the updates that follow each other without a rest of the loop.
    private func countRepetition(_ application: Application) {
        guard repetitions.add(on: application.runLoop) else { return }
        Logger(label: "responderkit.ResponderKit").error(
            """
            the input views have changed \(repetitions.count) times without a rest: each change asked for the next \
            one; the last of them tells nobody; do not undo a change in the notifications of it
            """
        )
    }
}

extension Application {
    /// The object that shows the keyboard and other input views.
    final var inputViews: InputViews {
        // This module's own observer makes the object.
        guard let views = inputViewsPart as? InputViews else {
            fatalError(
                "ResponderWidgets is not linked whole: link all of its archive, as with the linker's --whole-archive"
            )
        }
        return views
    }
}
