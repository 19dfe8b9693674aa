internal import ResponderTouchInput

/// Collects the changed parts of an application's windows, and tells the embedder after an update pass.
///
/// Does nothing while the application has no listener (see ``Application/onPresent``).
@MainActor
final class DamageTracker {
    private weak var application: Application?
    private(set) var listener: (@MainActor (Window, Rect) -> Void)?
    /// The views whose place, order or look has changed since the last presentation.
    private var changed: [RecordPointer] = []
    /// Counts the presentations by all applications; none has the number zero.
    private static var newest: UInt64 = 0
    private var number: UInt64 = 0
    /// How many more views may be visited until the next presentation to find the changed parts.
    ///
    /// Beyond that, the windows are presented as a whole, which limits the cost of changes in a turn.
    private var budget = DamageTracker.mostSteps
    /// Whether all windows are presented as a whole, and changes need no note.
    private var isWhole = false

    private nonisolated static let mostSteps = 4096

    nonisolated init() {}

    var isEmpty: Bool {
        guard listener != nil, let application else { return true }
        // A window that is being hidden is still in the list.
        return changed.isEmpty && !isWhole && !application.windows.contains { $0.damage != nil && !$0.isHidden }
    }

    /// Sets the listener; a first listener is told of all windows.
    func setListener(_ listener: (@MainActor (Window, Rect) -> Void)?, of application: Application) {
        guard !application.updatePass.isCancelled else { return }
        if (self.listener == nil) != (listener == nil) {
            ProcessState.shared.pointee.presenters += listener == nil ? -1 : 1
        }
        // Released last: the closure's end may run code of the app.
        let former = self.listener
        defer { withExtendedLifetime(former) {} }
        self.listener = listener
        self.application = application
        restart()
        guard listener != nil else { return }
        for window in application.windows { window.damageAll() }
        application.updatePass.schedule()
    }

    func cancel() {
        let former = listener
        if former != nil { ProcessState.shared.pointee.presenters -= 1 }
        listener = nil
        withExtendedLifetime(former) {}
        changed = []
    }

    private func restart() {
        changed.removeAll(keepingCapacity: true)
        budget = Self.mostSteps
        isWhole = false
        Self.newest += 1
        number = Self.newest
    }

    /// Notes that a view has drawn a part of its bounds.
    func noteDrawing(_ rect: Rect, in view: View) {
        guard listener != nil, !isWhole else { return }
        damage(rect, of: view)
    }

    /// Notes a view that is about to change in place, order or look, or has just come into a window.
    func noteChange(of view: View, for update: UpdatePass) {
        guard listener != nil, !isWhole, !update.isCancelled else { return }
        guard view.notedIn != number else { return }
        view.notedIn = number
        changed.append(view.record)
        damageExtent(of: view)
        update.schedule()
    }

    func run(for update: UpdatePass) {
        guard listener != nil, let application else { return }
        for view in changed where update.owns(view) { damageExtent(of: view.pointee.view) }
        if isWhole { for window in application.windows { window.damageAll() } }
        restart()
        for window in application.windows {
            // The listener may have hidden the window, or removed itself.
            guard !window.isHidden, let damage = window.damage, let listener else { continue }
            if update.isCutShort { return }
            window.damage = nil
            // The window may have become smaller since.
            guard let seen = damage.intersection(window.bounds), !seen.isEmpty else { continue }
            listener(window, PixelGrid(of: window)?.roundedOutwards(seen) ?? window.bounds)
        }
    }

    // MARK: What has changed

    /// Adds a part of a view's bounds to the damage of its window, as far as the part can be seen.
    private func damage(_ rect: Rect, of view: View) {
        guard let window = view.shownWindow, !window.isDamagedAsAWhole else { return }
        var rect = rect
        var record = view.record
        while !record.pointee.flags.contains(.window) {
            guard spend() else { return }
            if record.pointee.flags.contains(.hidden) { return }
            rect = rect.applying(record.toSuperview)
            // A transform may have made the numbers too large.
            guard rect.isFinite else { return window.damageAll() }
            guard let superview = record.superviewRecord else { return }
            if superview.pointee.view.clipsToBounds {
                guard let seen = rect.intersection(superview.pointee.bounds) else { return }
                rect = seen
            }
            record = superview
        }
        window.damage(rect)
    }

    /// Adds the place of a window on the screen, or the bounds of a view and of views inside it that are seen beyond
    /// its bounds.
    private func damageExtent(of view: View) {
        if let window = view as? Window { return damage(around: window) }
        guard let window = view.shownWindow, !window.isDamagedAsAWhole, !view.isHidden else { return }
        var remaining = [view.record]
        while let next = remaining.popLast() {
            guard spend() else { return }
            if next.pointee.flags.contains(.hidden) { continue }
            damage(next.pointee.bounds, of: next.pointee.view)
            if !next.pointee.view.clipsToBounds { next.forEachChild { remaining.append($0) } }
        }
    }

    /// Returns whether one more view may be visited; if not, all windows are presented as a whole.
    private func spend() -> Bool {
        budget -= 1
        if budget > 0 { return true }
        isWhole = true
        changed.removeAll(keepingCapacity: true)
        return false
    }

    /// Adds the place of a window on the screen to the damage of all windows.
    private func damage(around window: Window) {
        let onScreen = window.bounds.applying(window.record.toSuperview)
        for other in application?.windows ?? [] {
            guard spend() else { return }
            if other === window {
                other.damageAll()
            } else {
                other.damage(onScreen.applying(other.record.fromSuperview))
            }
        }
    }
}

extension Window {
    fileprivate var isDamagedAsAWhole: Bool { damage.map { $0.contains(bounds) } ?? false }

    fileprivate func damageAll() { damage = bounds.standardized }

    /// Adds a rectangle in the window's own coordinates, as far as it lies in the window.
    fileprivate func damage(_ rect: Rect) {
        guard let rect = rect.intersection(bounds), !rect.isEmpty else { return }
        damage = damage?.union(rect) ?? rect
    }
}

extension RecordPointer {
    /// The view is about to change in place, order or look, or has just come into a window.
    ///
    /// A window's change concerns the windows behind it too, so it is noted before and after the change.
    @MainActor @inline(__always)
    func compositionWillChange() {
        if ProcessState.shared.pointee.presenters > 0 { noteComposition() }
    }

    @MainActor @inline(never)
    private func noteComposition() {
        guard pointee.flags.contains(.attached) else { return }
        let view = pointee.view
        if let update = view.shownWindow?.updatePass { update.damage.noteChange(of: view, for: update) }
    }
}

extension Application {
    /// Called after an update pass for each window with a changed part, where the embedder renders the window again
    /// with ``View/render(in:rect:)``.
    ///
    /// The rectangle is in the window's own coordinates, lies in the window's ``View/bounds`` except for pixels on
    /// their edges, and consists of whole pixels of the screen (see ``displayScale``). It contains all changes: new
    /// drawings, and the former and present places of views that were moved, shown, hidden or reordered. A window that
    /// is not rotated by right angles is presented as a whole. A new listener is first told of all windows. Nil at
    /// first, which costs nothing. With a listener the changes of a turn cost at most a fixed time: if very many views
    /// have changed, windows are presented as a whole. Not called in the background (rule V12). The application retains
    /// the closure until the application ends, so a closure that retains the application must be set to nil.
    public final var onPresent: (@MainActor (Window, Rect) -> Void)? {
        get { updatePass.damage.listener }
        set { updatePass.damage.setListener(newValue, of: self) }
    }
}
