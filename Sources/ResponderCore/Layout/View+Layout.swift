internal import ResponderSupport

// When views are laid out.
extension View {
    /// Marks the view for layout in the next update pass (rule V1).
    ///
    /// The pass calls ``layoutSubviews()`` once, however often the view was marked. These changes mark a view by
    /// themselves: a new size, a new origin of its ``bounds``, and a subview that is added or removed (rule V5). A view
    /// is marked when it is made, and keeps its mark until it is in a shown window.
    ///
    /// - Complexity: O(1); allocates where the list of marked views grows.
    public final func setNeedsLayout() {
        guard !record.pointee.flags.contains(.needsLayout) else { return }
        record.pointee.flags.insert(.needsLayout)
        guard let update = record.shownUpdatePass else { return }
        update.layout.needingLayout += 1
        update.layout.add(record, for: update)
    }

    /// Marks the view, and the superviews whose arrangement depends on its size: the stack views around a stack view.
    final func arrangementDidChange() {
        setNeedsLayout()
        var view: View = self
        while view.record.pointee.flags.contains(.arranged), let superview = view.superview {
            superview.setNeedsLayout()
            view = superview
        }
    }

    /// Lays out marked views now, and not in the next update pass (rule V2).
    ///
    /// The layout begins at the topmost marked view from this one on up, and includes all marked views inside it. If no
    /// view on the way up is marked, the marked views inside this one are laid out.
    ///
    /// Does nothing if no such view is marked. Works in every state of the application, and for views in no window.
    /// Views that are still marked after ``Application/layoutRoundLimit`` rounds lose their marks, with an error in the
    /// log.
    ///
    /// - Complexity: O(1) in a shown window while no view of the application is marked; otherwise linear in the view's
    ///   depth and in the views inside the topmost marked one, besides the layout, and allocates a temporary list.
    public final func layoutIfNeeded() {
        if let window = shownWindow, window.updatePass.layout.needingLayout == 0 { return }
        topmostMarked.layOutUntilDone()
    }

    /// Lays out the marked views from this one on downwards, until none is marked.
    private func layOutUntilDone() {
        ProcessState.shared.beginUse()
        var round = 0
        while layOutMarkedViews(isLastRound: round >= Application.layoutRoundLimit) { round += 1 }
        ProcessState.shared.endUse()
    }

    /// Lays out a view that appears.
    ///
    /// If the view has no extent yet, the marked superviews directly above it are laid out first, then the marked views
    /// from this one on downwards. Siblings are not laid out, so that many views can appear in one superview.
    ///
    /// Does nothing in the background, where layout waits for the return (rule V12).
    final func layOutToAppear() {
        if let pass = shownWindow?.updatePass, pass.layout.needingLayout == 0 || pass.isHeld { return }
        var above: [View] = []
        var ancestor = bounds.isEmpty ? superview : nil
        while let view = ancestor, view.record.pointee.flags.contains(.needsLayout) {
            above.append(view)
            ancestor = view.superview
        }
        for view in above.reversed() where view.record.pointee.flags.contains(.needsLayout) { view.layOut() }
        layOutUntilDone()
    }

    /// The topmost view from this one on up that is marked for layout; this view if none is.
    private var topmostMarked: View {
        var topmost = self
        var ancestor = superview
        while let view = ancestor {
            if view.record.pointee.flags.contains(.needsLayout) { topmost = view }
            ancestor = view.superview
        }
        return topmost
    }

    /// Lays out the marked views from this one on downwards, superviews first; returns whether there was any.
    ///
    /// In the last round the marks are removed instead, and an error names the views.
    private func layOutMarkedViews(isLastRound: Bool) -> Bool {
        var endless = EndlessLayouts()
        var found = false
        var remaining = [record]
        while let next = remaining.popLast() {
            // A layout may have ended the application.
            if next.shownUpdatePass?.isCancelled == true { return false }
            if next.pointee.flags.contains(.needsLayout) {
                if isLastRound {
                    endless.add(next)
                } else {
                    found = true
                    next.pointee.view.layOut()
                }
            }
            let start = remaining.count
            next.forEachChild { remaining.append($0) }
            remaining.reverseEnd(from: start)
        }
        endless.report()
        return found
    }

    /// Removes the mark and calls `layoutSubviews()`: a view that marks itself meanwhile is laid out again.
    ///
    /// The view's controller is called before and after (rule V4).
    final func layOut() {
        record.removeNeedsLayout()
        let controller = controllerReference
        controller?.viewWillLayoutSubviews()
        if HandlerNote.isOn {
            layOutNoted()
        } else {
            layoutSubviews()
        }
        controller?.viewDidLayoutSubviews()
    }

    @inline(never)
    private final func layOutNoted() {
        HandlerNote.call("layoutSubviews", of: self, named: reportedIdentifier) { layoutSubviews() }
    }
}

extension RecordPointer {
    /// The update pass of the shown window that the view is in; nil if there is none.
    @MainActor
    var shownUpdatePass: UpdatePass? {
        pointee.window?.withView { unsafeDowncast($0, to: Window.self).updatePass }
    }

    /// Takes the view's mark away.
    @MainActor
    func removeNeedsLayout() {
        guard pointee.flags.contains(.needsLayout) else { return }
        pointee.flags.remove(.needsLayout)
        shownUpdatePass?.layout.needingLayout -= 1
    }

    /// The view came into a shown window, or is no longer in one.
    @MainActor
    func shownWindowDidChange(from former: Window?) {
        // The passes of the former window ignore their entries.
        pointee.flags.subtract([.awaitsLayout, .awaitsDisplay, .awaitsUnhiding])
        let update = shownUpdatePass
        if pointee.flags.contains(.needsLayout) {
            former?.updatePass.layout.needingLayout -= 1
            if let update {
                update.layout.needingLayout += 1
                update.layout.add(self, for: update)
            }
        }
        if let update, pointee.flags.contains(.needsDisplay) { update.display.add(self, for: update) }
    }
}
