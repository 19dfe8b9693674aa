internal import ResponderEventLoop
internal import ResponderTouchInput

// After a change of screen a finger may still be meant for what was there before, such as the second one of a double
// tap. So for a while no touch begins on what has come. Between changes of screen the price is a test at the begin and
// at the end of a touch.
extension Application {
    /// How long after a change of screen the touches that begin on what it has brought are dropped for their life;
    /// 0.35 s at first, 0 or less for none.
    ///
    /// A change of screen is a push, a pop, a presentation, a dismissal, another tab, another
    /// ``Window/rootViewController``, and an alert that is shown or closed. What it has brought takes no touches until
    /// the time has passed since the latest change, or a finger is lifted that came down on what has stayed. Before the
    /// first touch of all nothing is dropped. ``explainTouch(at:)`` tells of it (``TouchRefusal/newScreen(of:)``), and
    /// ``TouchStatistics/refusedOnNewScreen`` counts it.
    public final var newScreenDelay: Duration {
        get { .nanoseconds(dispatcherState.pointee.newScreens.delay) }
        set { dispatcherState.pointee.newScreens.delay = max(0, newValue.wholeNanoseconds) }
    }

    /// How much longer touches on a new screen are dropped; zero where none are.
    package final var newScreenDelayLeft: Duration {
        let screens = dispatcherState.pointee.newScreens
        guard screens.arePending else { return .zero }
        return max(.zero, .nanoseconds(screens.delay - (runLoop.now.nanoseconds - screens.changed)))
    }
}

/// The views that changes of screen have brought since the last touch has ended.
struct NewScreens {
    /// In nanoseconds; 0 for none.
    var delay: Int64 = 350_000_000
    /// When the latest change was.
    private(set) var changed: Int64 = 0
    private(set) var arePending = false
    /// The views, in the order in which they came, and when that was; they may be gone: their records are marked.
    private var views: [(record: RecordPointer, time: Int64)] = []

    mutating func add(_ view: RecordPointer, at time: Int64) {
        // What has been there for the delay is new no more, however often another part of the screen changes.
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

    /// Whether a touch that begins at a time is dropped if it hits what is new.
    func drops(at time: Int64) -> Bool { arePending && delay > 0 && time &- changed < delay }

    /// The new view that a view is or is in; nil for none.
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

    /// Drops a touch that begins on a new screen; returns whether it does.
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
        // Where nothing was touched yet, no finger can be meant for what was there before.
        guard state.pointee.touches.newestContact != 0, state.pointee.newScreens.delay > 0 else { return }
        state.pointee.newScreens.add(record, at: application.runLoop.now.nanoseconds)
    }
}
