internal import ResponderTouchInput

/// Collects the changed parts of an application's windows, and tells the embedder after an update pass.
///
/// Does nothing while the application has no listener (see ``Application/onPresentScreen``).
@MainActor
final class DamageTracker {
    private weak var application: Application?
    private(set) var listener: (@MainActor (Window, Rect) -> Void)?
    private(set) var screenListener: (@MainActor ([Rect]) -> Void)?
    private(set) var scrollListener: (@MainActor (Rect, Point) -> Void)?
    /// Counts the listeners for the screen.
    private var listenerNumber = 0
    /// Whether changes of the screen are collected without a call of the listener.
    private(set) var isPaused = false
    /// Whether listeners for the screen are being called.
    private(set) var isPresenting = false
    /// The changed part of the screen, in pixels, while there is a listener for it.
    var region = DamageRegion()
    /// The parts of the screen in which pixels have moved since the last presentation, oldest first.
    var moves: [PixelMove] = []
    /// The views whose place, order or look has changed since the last presentation.
    private var changed: [RecordPointer] = []
    /// Counts the presentations by all applications; none has the number zero.
    private static var newest: UInt64 = 0
    private(set) var number: UInt64 = 0
    /// How many more views may be visited until the next presentation to find the changed parts.
    ///
    /// Beyond that, the windows are presented as a whole, which limits the cost of changes in a turn.
    private var budget = DamageTracker.mostSteps
    /// Whether all windows are presented as a whole, and changes need no note.
    private(set) var isWhole = false

    private nonisolated static let mostSteps = 4096

    nonisolated init() {}

    private var isActive: Bool { listener != nil || screenListener != nil }
    /// Whether pixels are moved instead of drawn again: pictures of single windows do not stay.
    var movesPixels: Bool { scrollListener != nil && screenListener != nil && listener == nil }

    var isEmpty: Bool {
        guard isActive, let application else { return true }
        guard changed.isEmpty, !isWhole, region.isEmpty || isPaused else { return false }
        // A window that is being hidden is still in the list.
        return listener == nil || !application.windows.contains { $0.damage != nil && !$0.isHidden }
    }

    /// Sets the listener; a first listener is told of all windows.
    func setListener(_ listener: (@MainActor (Window, Rect) -> Void)?, of application: Application) {
        // Released last: the closure's end may run code of the app.
        let former = self.listener
        defer { withExtendedLifetime(former) {} }
        guard change(of: application, { self.listener = listener }), listener != nil else { return }
        for window in application.windows { window.damageAll() }
        application.updatePass.schedule()
    }

    /// Sets the listener for the screen, which is first told of the whole screen.
    func setScreenListener(_ listener: (@MainActor ([Rect]) -> Void)?, of application: Application) {
        let former = screenListener
        defer { withExtendedLifetime(former) {} }
        listenerNumber += 1
        guard change(of: application, { screenListener = listener }) else { return }
        forgetChanges()
        guard listener != nil else { return }
        addWholeScreen()
        application.updatePass.schedule()
    }

    func setScrollListener(_ listener: (@MainActor (Rect, Point) -> Void)?, of application: Application) {
        guard !application.updatePass.isCancelled else { return }
        let former = scrollListener
        defer { withExtendedLifetime(former) {} }
        scrollListener = listener
        // Nobody moves the pixels that have moved so far.
        if !moves.isEmpty { damageEverything() }
    }

    /// Changes a listener, unless the application has ended; returns whether it has not.
    private func change(of application: Application, _ set: () -> Void) -> Bool {
        guard !application.updatePass.isCancelled else { return false }
        let wasActive = isActive
        set()
        self.application = application
        guard isActive != wasActive else { return true }
        ProcessState.shared.pointee.presenters += isActive ? 1 : -1
        restart()
        return true
    }

    func setPaused(_ isPaused: Bool) {
        guard isPaused != self.isPaused else { return }
        self.isPaused = isPaused
        if !isPaused, !region.isEmpty { application?.updatePass.schedule() }
    }

    /// Presents everything, since the screen has changed.
    func damageEverything() {
        guard isActive, let application else { return }
        for window in application.windows { window.damageAll() }
        forgetChanges()
        addWholeScreen()
        application.updatePass.schedule()
    }

    /// Forgets what has changed on the screen.
    private func forgetChanges() {
        region.removeAll()
        moves.removeAll(keepingCapacity: true)
    }

    func cancel() {
        let former = (listener, screenListener, scrollListener)
        if isActive { ProcessState.shared.pointee.presenters -= 1 }
        (listener, screenListener, scrollListener) = (nil, nil, nil)
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
        guard isActive, !isWhole else { return }
        damage(rect, of: view)
    }

    /// Notes a view that is about to change in place, order or look, or has just come into a window.
    func noteChange(of view: View, for update: UpdatePass) {
        guard isActive, !update.isCancelled else { return }
        if isWhole {
            // The place that the window leaves may lie outside of all windows.
            if let window = view as? Window { addToScreen(window) }
            return
        }
        guard view.notedIn != number else { return }
        view.notedIn = number
        changed.append(view.record)
        damageExtent(of: view)
        update.schedule()
    }

    func run(for update: UpdatePass) {
        guard isActive, let application else { return }
        for view in changed where update.owns(view) { damageExtent(of: view.pointee.view) }
        if isWhole {
            for window in application.windows { window.damageAll() }
            moves.removeAll(keepingCapacity: true)
            addWholeScreen()
        }
        restart()
        if listener != nil { presentWindows(of: application, for: update) }
        guard !update.isCutShort, screenListener != nil, !region.isEmpty, !isPaused else { return }
        presentScreen(for: update)
    }

    private func presentScreen(for update: UpdatePass) {
        let scale = 1 / update.screen.scale
        let rects = region.rects.map { $0.scaled(by: scale) }
        // What is drawn as a whole anyway needs no moves.
        let moves = moves.allSatisfy { region.contains($0.rect) } ? [] : moves
        // What the listeners change is presented in the next pass.
        forgetChanges()
        isPresenting = true
        defer { isPresenting = false }
        let listenerNumber = listenerNumber
        for move in moves {
            // A listener may have ended the app's turn, or removed itself: then pixels are not where they should be.
            guard !update.isCutShort, let scrollListener else { return damageEverything() }
            if let source = move.source { scrollListener(source.scaled(by: scale), move.offset * scale) }
        }
        if update.isCutShort { return damageEverything() }
        // Another listener is told of the whole screen.
        if listenerNumber == self.listenerNumber { screenListener?(rects) }
    }

    private func presentWindows(of application: Application, for update: UpdatePass) {
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
        guard let window = view.shownWindow, !isDamagedAsAWhole(window) else { return }
        var rect = rect
        var record = view.record
        while !record.pointee.flags.contains(.window) {
            guard spend() else { return }
            if record.pointee.flags.contains(.hidden) { return }
            rect = rect.applying(record.toSuperview)
            // A transform may have made the numbers too large.
            guard rect.isFinite else { return add(window.bounds, to: window) }
            guard let superview = record.superviewRecord else { return }
            if superview.pointee.view.clipsToBounds {
                guard let seen = rect.intersection(superview.pointee.bounds) else { return }
                rect = seen
            }
            record = superview
        }
        add(rect, to: window)
    }

    /// Adds a rectangle in a window's own coordinates, as far as it lies in the window.
    private func add(_ rect: Rect, to window: Window) {
        if listener != nil { window.damage(rect) }
        guard screenListener != nil, !window.isHidden, let screen = application?.updatePass.screen else { return }
        let toScreen = window.record.toSuperview
        let (place, rect) = (window.bounds.applying(toScreen), rect.applying(toScreen))
        guard place.isFinite, rect.isFinite else { return addWholeScreen() }
        // By pixels: at the window's edge a pixel may show something of what lies beyond the edge.
        guard let place = pixels(place, of: screen), let rect = pixels(rect, of: screen) else { return }
        if let seen = rect.intersection(place) { region.add(seen) }
    }

    private func isDamagedAsAWhole(_ window: Window) -> Bool {
        if listener != nil, window.damage?.contains(window.bounds) != true { return false }
        guard screenListener != nil, let screen = application?.updatePass.screen else { return true }
        return pixels(window.bounds.applying(window.record.toSuperview), of: screen).map(region.contains) ?? true
    }

    // MARK: The screen

    private func addToScreen(_ window: Window) {
        addToScreen(window.layer.extent(of: window.bounds).applying(window.record.toSuperview))
    }

    /// Adds a rectangle of the screen, in points.
    private func addToScreen(_ rect: Rect) {
        guard screenListener != nil, let screen = application?.updatePass.screen else { return }
        // A transform may have made the numbers too large.
        guard rect.isFinite else { return addWholeScreen() }
        if let rect = pixels(rect, of: screen) { region.add(rect) }
    }

    private func addWholeScreen() {
        guard screenListener != nil, let application else { return }
        let bounds = application.updatePass.screen.bounds
        if !bounds.isEmpty { return addToScreen(bounds) }
        for window in application.windows {
            let place = window.bounds.applying(window.record.toSuperview)
            addToScreen(place.isFinite ? place : .utmost)
        }
    }

    /// The pixels that a rectangle of the screen touches; nil if there are none.
    private func pixels(_ rect: Rect, of screen: Screen) -> Rect? {
        let scale = screen.scale
        let limit = screen.bounds.isEmpty ? .utmost : screen.bounds.scaled(by: scale).roundedOutwards
        guard let seen = rect.scaled(by: scale).roundedOutwards.intersection(limit), !seen.isEmpty else { return nil }
        return seen
    }

    /// Adds the place of a window on the screen, or the bounds of a view and of views inside it that are seen beyond
    /// its bounds.
    private func damageExtent(of view: View) {
        if let window = view as? Window { return damage(around: window) }
        guard let window = view.shownWindow, !isDamagedAsAWhole(window), !view.isHidden else { return }
        var remaining = [view.record]
        while let next = remaining.popLast() {
            guard spend() else { return }
            if next.pointee.flags.contains(.hidden) { continue }
            damage(next.pointee.view.layer.extent(of: next.pointee.bounds), of: next.pointee.view)
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
        let onScreen = window.layer.extent(of: window.bounds).applying(window.record.toSuperview)
        if screenListener != nil { addToScreen(onScreen) }
        guard listener != nil else { return }
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
    /// Called after an update pass with the changed part of the screen, where the embedder clears the screen, and
    /// renders the windows with ``render(in:rects:scale:)``.
    ///
    /// The rectangles are in the screen's coordinates, in points; there are from one to eight, which do not overlap,
    /// consist of whole pixels (see ``setScreen(_:)``) and lie on the screen, if its size is known. They contain all
    /// changes: new drawings, and the former and present places of views and windows that were moved, shown, hidden or
    /// reordered. Rectangles that are near each other become one, where that costs little. A new listener is first
    /// told of the whole screen; if the screen's size is not known, of all windows. Nil at first, which costs nothing.
    /// With a listener the changes of a turn cost at most a fixed time: if very many views have changed, the whole
    /// screen is presented. Not called in the background (rule V12). The application retains the closure until the
    /// application ends, so a closure that retains the application must be set to nil.
    ///
    /// - Complexity: A call allocates the list of rectangles.
    public final var onPresentScreen: (@MainActor ([Rect]) -> Void)? {
        get { updatePass.damage.screenListener }
        set { updatePass.damage.setScreenListener(newValue, of: self) }
    }

    /// Whether changes are collected without a call of ``onPresentScreen``, as while a display shows the last picture
    /// and takes no other; false at first.
    ///
    /// When it becomes false, what has changed meanwhile is presented in the next update pass, at most once.
    ///
    /// - Complexity: O(1); setting schedules an update pass, which takes a timer of the loop at most.
    public final var isPresentationPaused: Bool {
        get { updatePass.damage.isPaused }
        set { updatePass.damage.setPaused(newValue) }
    }

    /// Has the whole screen presented in the next update pass, as after the embedder has lost its pixels.
    ///
    /// - Complexity: Linear in the windows.
    public final func setNeedsPresentation() { updatePass.damage.damageEverything() }

    /// Called after an update pass for each window with a changed part: coarser than ``onPresentScreen``, which is
    /// called afterwards.
    ///
    /// There is one rectangle for each window: two small changes in opposite corners present the whole window. It is
    /// for an embedder that keeps a picture of each window, where it renders the window again with
    /// ``View/render(in:rect:)``. Whoever has one picture of the screen uses ``onPresentScreen``: what a translucent
    /// window dims would be dimmed once for each window here.
    ///
    /// The rectangle is in the window's own coordinates, lies in the window's ``View/bounds`` except for pixels on
    /// their edges, and consists of whole pixels of the screen (see ``setScreen(_:)``). It contains all changes: new
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
