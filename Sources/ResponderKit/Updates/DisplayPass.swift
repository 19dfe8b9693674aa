/// Has the marked views of an application draw: the second part of an update pass.
///
/// Visits the marked views, and on the way up from each the superviews of which is not known whether one of them is
/// hidden. A view inside a hidden one waits with that one until that one is shown (rule V8).
@MainActor
final class DisplayPass {
    private var marked = MarkedViews(flag: .awaitsDisplay)
    private var taken: [RecordPointer] = []
    /// The canvas of the last drawing, unless the view has kept the canvas.
    private var canvas: RecordingCanvas?
    /// Whether views have ever waited for a hidden one.
    private var hasWaitingViews = false

    nonisolated init() {}

    var isEmpty: Bool { marked.isEmpty }

    func cancel() { marked.take(into: &taken) }

    /// Adds a marked view of a shown window.
    func add(_ view: RecordPointer, for update: UpdatePass) {
        if update.isCancelled { return }
        marked.add(view, isMine: update.owns)
        update.schedule()
    }

    func perform(for update: UpdatePass) {
        guard !marked.isEmpty else { return }
        // Handlers that run the loop do not come here, so the list is this pass's alone.
        marked.take(into: &taken)
        for view in taken where view.pointee.flags.contains(.awaitsDisplay) && update.owns(view) {
            if update.isCutShort {
                marked.putBack(view)
                continue
            }
            view.pointee.flags.remove(.awaitsDisplay)
            draw(view, for: update)
        }
        taken.removeAll(keepingCapacity: true)
    }

    /// Has a view in a shown window draw, if the view is marked and can be seen.
    func draw(_ view: RecordPointer, for update: UpdatePass) {
        guard view.pointee.flags.contains(.needsDisplay) else { return }
        if let hidden = view.hiddenView(countingIn: &update.statistics.visits) {
            hasWaitingViews = true
            hidden.pointee.view.makeDisplay().waiting.add(view, isMine: update.owns)
            return
        }
        let view = view.pointee.view
        // The view keeps the mark while it has no extent: with the extent comes a new entry.
        guard !view.bounds.isEmpty else { return }
        var canvas = canvas ?? RecordingCanvas()
        self.canvas = nil
        if let drawn = view.drawContents(with: canvas) {
            update.statistics.draws += 1
            update.presentation.add(drawn, of: view, for: update)
        }
        if isKnownUniquelyReferenced(&canvas) { self.canvas = canvas }
    }

    /// The view is no longer hidden, or leaves a hidden superview: the views that waited for it are looked at again.
    func release(waitingFor view: View, for update: UpdatePass) {
        guard hasWaitingViews, let display = view.display, !display.waiting.isEmpty else { return }
        var views: [RecordPointer] = []
        display.waiting.take(into: &views)
        for view in views where view.pointee.flags.contains(.awaitsUnhiding) {
            view.pointee.flags.remove(.awaitsUnhiding)
            if update.owns(view) { add(view, for: update) }
        }
    }

    /// A view moves to another superview in its window: views inside it may wait for one of its former superviews.
    func releaseAll(waitingAbove view: View, for update: UpdatePass) {
        guard hasWaitingViews else { return }
        var ancestor = view.superview
        while let next = ancestor {
            release(waitingFor: next, for: update)
            ancestor = next.superview
        }
    }
}

/// The hidden view that an attached view was found to be in, if any, as of a state of the trees.
struct FoundHiddenView {
    var record: RecordPointer?
    /// The value of `Hierarchy.visibility`; no state has the number zero.
    var visibility: UInt64 = 0
}

extension RecordPointer {
    /// The nearest hidden view from this one on up, not counting the window; nil if the view can be seen.
    ///
    /// The views on the way note the answer, which is valid until a tree changes or a view is hidden or shown.
    ///
    /// - Parameter visits: Is raised by the number of views that had no answer.
    @MainActor
    fileprivate func hiddenView(countingIn visits: inout Int) -> RecordPointer? {
        let visibility = Hierarchy.shared.pointee.visibility
        var found: RecordPointer?
        var end: RecordPointer? = self
        while let next = end, !next.pointee.flags.contains(.window) {
            let view = next.pointee.view
            if view.foundHiddenView.visibility == visibility {
                found = view.foundHiddenView.record
                break
            }
            visits += 1
            end = next.superviewRecord
            if next.pointee.flags.contains(.hidden) {
                found = next
                break
            }
        }
        var next: RecordPointer? = self
        while let record = next, record != end {
            record.pointee.view.foundHiddenView = FoundHiddenView(record: found, visibility: visibility)
            next = record.superviewRecord
        }
        return found
    }
}
