/// Has the marked views of an application draw: the second part of an update pass.
///
/// Visits the marked views and, on the way up from each, superviews for which it is not known whether a view above them
/// is hidden. A view inside a hidden one waits until the hidden view is shown (rule V8).
@MainActor
final class DisplayPass {
    private var marked = MarkedViews(flag: .awaitsDisplay)
    private var taken: [RecordPointer] = []
    /// The canvas of the last drawing, unless the view has kept the canvas.
    private var canvas: RecordingCanvas?
    /// Whether a view has ever waited for a hidden view.
    private var hasWaitingViews = false

    /// The views that are drawing; there are several when the drawing of a view has another view draw.
    private var drawing: [RecordPointer] = []
    private var isPerforming = false

    nonisolated init() {}

    var isEmpty: Bool { marked.isEmpty }

    /// The views that are marked for the next pass.
    func markedViews(for update: UpdatePass) -> [View] { marked.views(for: update) }

    /// Whether a view that can be seen may be marked.
    var hasMarkedViews: Bool { isPerforming || !marked.isEmpty }

    func cancel() { marked.take(into: &taken) }

    /// Frees the memory that the next drawing would reuse.
    func dropCanvas() { canvas = nil }

    /// Adds a marked view of a shown window.
    func add(_ view: RecordPointer, for update: UpdatePass) {
        if update.isCancelled { return }
        marked.add(view, for: update)
        update.schedule()
    }

    func run(for update: UpdatePass) {
        guard !marked.isEmpty else { return }
        // Handlers that run the loop do not reach this function, so only this pass uses the list.
        marked.take(into: &taken)
        isPerforming = true
        for view in taken where view.pointee.flags.contains(.awaitsDisplay) && update.owns(view) {
            if update.isCutShort {
                marked.putBack(view)
                continue
            }
            view.pointee.flags.remove(.awaitsDisplay)
            draw(view, for: update)
        }
        isPerforming = false
        taken.removeAll(keepingCapacity: true)
    }

    /// Has a view in a shown window draw, if the view is marked and can be seen.
    ///
    /// A view that marks itself in its own drawing draws again in the next pass, not inside the drawing.
    func draw(_ view: RecordPointer, for update: UpdatePass) {
        guard view.pointee.flags.contains(.needsDisplay), !update.isCancelled, !drawing.contains(view) else { return }
        if let hidden = view.hiddenView(countingIn: &update.statistics.visits) {
            hasWaitingViews = true
            hidden.pointee.view.makeLayer().waiting.add(view, for: update)
            return
        }
        let object = view.pointee.view
        // While the view has no extent, it keeps the mark; a new extent adds a new entry.
        guard !object.bounds.isEmpty else { return }
        var canvas = canvas ?? RecordingCanvas()
        self.canvas = nil
        drawing.append(view)
        let drawn = object.drawContents(with: canvas)
        drawing.removeLast()
        if let drawn {
            update.statistics.draws += 1
            update.damage.noteDrawing(drawn, in: object)
        }
        if isKnownUniquelyReferenced(&canvas) { self.canvas = canvas }
    }

    /// Visits again the views that have waited for `view`, which is no longer hidden.
    func requeue(viewsWaitingFor view: View, for update: UpdatePass) {
        guard hasWaitingViews, let layer = view.layer, !layer.waiting.isEmpty else { return }
        var views: [RecordPointer] = []
        layer.waiting.take(into: &views)
        for view in views where update.owns(view) { requeue(view, for: update) }
    }

    /// Visits again the waiting views inside a view that has moved to another superview, since they may have waited for
    /// the former one.
    func requeue(viewsWaitingInside view: View, for update: UpdatePass) {
        guard hasWaitingViews else { return }
        var remaining = [view.record]
        while let next = remaining.popLast() {
            requeue(next, for: update)
            next.forEachChild { remaining.append($0) }
        }
    }

    private func requeue(_ view: RecordPointer, for update: UpdatePass) {
        guard view.pointee.flags.contains(.awaitsUnhiding) else { return }
        view.pointee.flags.remove(.awaitsUnhiding)
        add(view, for: update)
    }
}

/// The hidden view that was found around an attached view, if any, in one state of the trees.
struct FoundHiddenView {
    var record: RecordPointer?
    /// The value of `ProcessState.visibility`; no state has the number zero.
    var visibility: UInt64 = 0
}

extension RecordPointer {
    /// The nearest hidden view from this one on up, not counting the window; nil if the view can be seen.
    ///
    /// The views on the way note the answer, which is valid until a tree changes or a view is hidden or shown.
    ///
    /// - Parameter visits: Increased by the number of views that had no noted answer.
    @MainActor
    fileprivate func hiddenView(countingIn visits: inout Int) -> RecordPointer? {
        let visibility = ProcessState.shared.pointee.visibility
        var found: RecordPointer?
        var end: RecordPointer? = self
        while let next = end, !next.pointee.flags.contains(.window) {
            let known = next.withView { $0.foundHiddenView }
            if known.visibility == visibility {
                found = known.record
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
            record.withView { $0.foundHiddenView = FoundHiddenView(record: found, visibility: visibility) }
            next = record.superviewRecord
        }
        return found
    }
}
