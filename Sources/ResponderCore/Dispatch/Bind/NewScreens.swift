internal import ResponderEventLoop
internal import ResponderTouchInput

// After a change of screen a finger may still be meant for the former screen, such as the second tap of a double tap.
// So for a while no touch begins on the new screen. Between changes of screen the cost is a test at the beginning and
// at the end of a touch.
extension Application {
    /// How long after a change of screen touches that begin on the new screen are dropped for their life; 0.35 s at
    /// first, 0 or less for no time.
    ///
    /// A change of screen is a push, a pop, a presentation, a dismissal, another tab, another
    /// ``Window/rootViewController``, and an alert that is shown or closed. The new screen takes no touches until the
    /// time has passed since the latest change, or until a finger is lifted that came down on a part that has stayed.
    /// Before the application's first touch nothing is dropped. ``explainTouch(at:)`` gives
    /// ``TouchRefusal/newScreen(of:)`` for such a touch, and ``TouchStatistics/refusedOnNewScreen`` counts these
    /// touches.
    public final var newScreenDelay: Duration {
        get { .nanoseconds(dispatcherState.pointee.newScreens.delay) }
        set { dispatcherState.pointee.newScreens.delay = max(0, newValue.wholeNanoseconds) }
    }

    /// How much longer touches on a new screen are dropped; zero if none are dropped now.
    package final var newScreenDelayLeft: Duration {
        let screens = dispatcherState.pointee.newScreens
        guard screens.arePending else { return .zero }
        return max(.zero, .nanoseconds(screens.delay - (runLoop.now.nanoseconds - screens.changed)))
    }
}

/// The views that changes of screen have brought since the last touch has ended.
struct NewScreens {
    /// The delay in nanoseconds; 0 for none.
    var delay: Int64 = 350_000_000
    /// When the latest change was.
    private(set) var changed: Int64 = 0
    private(set) var arePending = false
    /// The views in the order in which they came, with the times.
    ///
    /// A view may be gone: a mark in its record shows whether the view counts.
    private var views: [(record: RecordPointer, time: Int64)] = []

    mutating func add(_ view: RecordPointer, at time: Int64) {
        // A view that has been there for the delay is no longer new, however often other parts of the screen change.
        let fresh = views.firstIndex { time &- $0.time < delay } ?? views.count
        for entry in views[..<fresh] { entry.record.pointee.isNewScreen = false }
        views.removeFirst(fresh)
        if view.pointee.isNewScreen { views.removeAll { $0.record == view } }
        changed = time
        arePending = true
        view.pointee.isNewScreen = true
        views.append((view, time))
    }

    mutating func removeAll() {
        for entry in views { entry.record.pointee.isNewScreen = false }
        views.removeAll(keepingCapacity: true)
        arePending = false
    }

    /// Whether a touch that begins at a time is dropped if it hits a new screen.
    func drops(at time: Int64) -> Bool { arePending && delay > 0 && time &- changed < delay }

    /// The new view that is or contains `view`; nil if there is none.
    ///
    /// - Complexity: Linear in the depth of the view.
    @MainActor
    func screen(of view: RecordPointer) -> RecordPointer? {
        var current: RecordPointer? = view
        while let record = current {
            if record.pointee.isNewScreen { return record }
            current = record.superviewRecord
        }
        return nil
    }
}

extension TouchDispatcher {
    /// The screen on which a touch that begins at a time would be dropped; nil for none.
    func newScreen(of view: RecordPointer, at time: Int64) -> Responder? {
        let screens = state.pointee.newScreens
        guard screens.drops(at: time), let screen = screens.screen(of: view)?.pointee.view else { return nil }
        return screen.controllerReference ?? screen
    }

    /// Drops the touch if it begins on a new screen; returns whether the touch was dropped.
    @inline(never)
    func dropOnNewScreen(_ slot: UnsafeMutablePointer<TouchSlot>, on view: RecordPointer) -> Bool {
        guard state.pointee.newScreens.drops(at: slot.pointee.timestamp) else {
            // All screens have been there for long enough.
            state.pointee.newScreens.removeAll()
            return false
        }
        guard let screen = newScreen(of: view, at: slot.pointee.timestamp) else { return false }
        if let tracer = state.pointee.listeners.tracer {
            tracer.steps = []
            tracer.note(.refused(.newScreen(of: screen)), slot, isNamed: false)
        }
        state.pointee.statistics.refusedOnNewScreen += 1
        return true
    }
}

extension View {
    /// A change of screen has brought the view, or uncovered it.
    package final func didComeByChangeOfScreen() {
        guard let application = shownWindow?.application else { return }
        let state = application.dispatcherState
        // Before the first touch no finger can be meant for the former screen.
        guard state.pointee.touches.newestContact != 0, state.pointee.newScreens.delay > 0 else { return }
        state.pointee.newScreens.add(record, at: application.runLoop.now.nanoseconds)
    }
}
