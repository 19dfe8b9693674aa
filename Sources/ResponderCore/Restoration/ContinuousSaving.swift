internal import Logging
internal import ResponderEventLoop

/// What saves its state continuously: the application.
@MainActor
protocol ContinuouslySaved: AnyObject {
    nonisolated var runLoop: MainRunLoop { get }
    var stateStore: (any StateStore)? { get }
    /// The sum of counters of which one grows with whatever may have changed the state: input, and an update of views.
    var changesOfState: UInt64 { get }
    /// Whether the state can be collected now: the application runs, and is in no transition.
    var mayCollectState: Bool { get }

    /// Collects the state and calls `save` with it, unless there is none to save; messages of the host that come
    /// meanwhile are carried out only then, so that no state in the background is saved before this one.
    func collectState(_ save: (StateValue) -> Void)

    /// Reports an error, unless the saving has found it before.
    func report(_ error: StateError)
}

/// Saves an application's state soon after it may have changed, and not only in the background (rules A49 to A52).
///
/// Only an application that asks for it has such an object. The object looks at counters when the loop is at rest, and
/// at each turn's beginning, for a loop that never rests: input, and a view's layout or drawing, are what may have
/// changed the state. So no part of the library need tell what it restores, and no wake-up is added: a state is
/// collected in the turn of its change, unless the one before was collected within the ``interval``.
@MainActor
final class ContinuousSaving {
    /// The least time between two collections, and so the longest between a change and the beginning of its write: half
    /// of the second that may be lost, so that the disk has the other half.
    static let interval = Duration.milliseconds(500)
    /// The longest time between two attempts while the state cannot be saved.
    static let longestDelay = Duration.seconds(60)

    private weak var application: (any ContinuouslySaved)?
    private var observer: MainRunLoop.Observer?
    private var timer: MainRunLoop.Timer?
    /// The counters' sum when it was last looked at.
    private var changes: UInt64 = 0
    /// Whether the state may have changed since it was last collected.
    private var isMarked = false
    /// When the state may be collected next.
    private var earliest = MainRunLoop.Instant(nanoseconds: 0)
    /// Whether the store is at work.
    private var isWriting = false
    /// The state that the store got last, unless it failed to save it.
    private var saved: StateValue?
    /// Why the state could not be saved; nil while all is well.
    private var failure: StateError?
    private var delay = ContinuousSaving.interval
    private var errors = RepeatedErrors()

    init(_ application: any ContinuouslySaved) {
        self.application = application
        let activities: MainRunLoop.Activity = [.beforeTimers, .beforeWaiting]
        observer = application.runLoop.addObserver(of: activities, in: .everyMode, name: "continuous saving") {
            [weak self] _ in self?.look()
        }
    }

    /// Ends the saving, since the application has ended or wants it no more; a write that is under way goes on.
    func end() {
        observer?.cancel()
        timer?.cancel()
        (observer, timer, application) = (nil, nil, nil)
    }

    /// Notes that the state has changed.
    func mark() {
        guard !isMarked else { return }
        isMarked = true
        // Also outside of a turn, when nothing else would wake the loop.
        if !isWriting { saveLater() }
    }

    /// Whether an error is to be said: not if the collection before has found it, too.
    func isNew(_ error: StateError) -> Bool { errors.isNew(error) }

    /// Notes that the state was saved by other means, as in the background.
    func didSave(_ value: StateValue) {
        saved = value
        noteSuccess()
    }

    /// Begins anew, since another store has none of what the former one got; call it when the store is set.
    func beginAnew() {
        (saved, isMarked) = (nil, true)
        endFailures()
        // Also outside of a turn, when nothing else would wake the loop.
        if !isWriting, application?.mayCollectState == true { saveLater() }
    }

    /// Saves what has changed since the last time, before the application's end; returns when it is saved.
    func saveAtEnd() {
        guard let application else { return }
        collect(application) { value in
            guard isWriting || value != saved, let store = application.stateStore else { return }
            do throws(StateStoreError) {
                // Waits for the write that is under way.
                try store.save(value)
            } catch {
                application.report(.notSaved(error.description))
            }
        }
    }

    private func look() {
        guard let application else { return }
        let changes = application.changesOfState
        if changes != self.changes {
            self.changes = changes
            isMarked = true
        }
        guard isMarked, !isWriting, timer == nil, application.mayCollectState else { return }
        if application.runLoop.now < earliest { saveLater() } else { save() }
    }

    private func saveLater() {
        guard timer == nil, let application else { return }
        timer = application.runLoop.addTimer(at: earliest, in: .everyMode, name: "continuous saving") {
            [weak self] _ in
            self?.timer = nil
            self?.save()
        }
    }

    private func save() {
        guard let application, application.stateStore != nil, application.mayCollectState else { return }
        isMarked = false
        earliest = application.runLoop.now.advanced(by: Self.interval)
        let poster = application.runLoop.poster
        collect(application) { value in
            // The collection may have set another store.
            guard value != saved, let store = application.stateStore else { return }
            saved = value
            isWriting = true
            store.beginSaving(value) { [weak self] error in
                poster.post(name: "end of a saving") { self?.didEndSaving(error) }
            }
        }
    }

    private func collect(_ application: any ContinuouslySaved, _ save: (StateValue) -> Void) {
        errors.beginCollection()
        application.collectState { value in
            errors.endCollection()
            save(value)
        }
        errors.endCollection()
    }

    private func didEndSaving(_ error: StateStoreError?) {
        isWriting = false
        guard let application else { return }
        if let error {
            (saved, isMarked) = (nil, true)
            delay = min(delay * 2, Self.longestDelay)
            earliest = application.runLoop.now.advanced(by: delay)
            let failure = StateError.notSaved(error.description)
            guard failure != self.failure else { return }
            self.failure = failure
            application.report(failure)
        } else {
            noteSuccess()
        }
    }

    /// Ends the time of failures, if there was one: the next state need not wait longer than usual.
    private func noteSuccess() {
        guard failure != nil, application != nil else { return }
        endFailures()
        Logger(label: "responderkit.ResponderKit").notice("the state is saved again")
    }

    private func endFailures() {
        guard failure != nil, let application else { return }
        (failure, delay) = (nil, Self.interval)
        earliest = min(earliest, application.runLoop.now.advanced(by: Self.interval))
        timer?.cancel()
        timer = nil
    }
}

/// The errors that one collection after another finds, each of which is said once.
private struct RepeatedErrors {
    private var former: Set<StateError> = []
    private var found: Set<StateError> = []
    private var isCollecting = false

    mutating func beginCollection() { isCollecting = true }

    /// Ends the collection, if it was not ended yet.
    mutating func endCollection() {
        guard isCollecting else { return }
        isCollecting = false
        swap(&former, &found)
        found.removeAll()
    }

    mutating func isNew(_ error: StateError) -> Bool {
        guard isCollecting else { return true }
        found.insert(error)
        return !former.contains(error)
    }
}
