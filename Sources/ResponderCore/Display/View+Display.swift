public import ResponderTouchInput

// When views draw, and how their background and clipping are set.
extension View {
    /// Marks the whole view to draw in the next update pass (rule V7).
    ///
    /// The pass calls ``draw(_:in:)`` once, however often the view was marked. A view is marked when it is made, and
    /// when it gets a new size. While the view cannot be seen, it keeps the mark (rule V8).
    ///
    /// - Complexity: O(1); allocates where the list of marked views grows.
    public final func setNeedsDisplay() {
        layer?.dirtyRect = nil
        record.pointee.flags.insert(.needsDisplay)
        awaitDisplay()
    }

    /// Marks a part of the view to draw in the next update pass; several parts are united (rule V7).
    ///
    /// - Parameter rect: The part, in the view's own coordinates; only its intersection with the bounds counts. When
    ///   the view draws, the part is rounded outwards to whole pixels of the screen, so that no seam is seen between
    ///   parts (``Screen/scale``); a view that is not rotated by right angles draws its whole bounds.
    /// - Complexity: O(1) but for a view whose drawing has many parts; allocates where the list of marked views grows,
    ///   and once for the view.
    public final func setNeedsDisplay(_ rect: Rect) {
        guard rect.isFinite else { return setNeedsDisplay() }
        let bounds = bounds.standardized
        guard let seen = rect.intersection(bounds), !seen.isEmpty else { return }
        let part = seen.offsetBy(dx: -bounds.origin.x, dy: -bounds.origin.y)
        if !record.pointee.flags.contains(.needsDisplay) {
            let layer = makeLayer()
            layer.dirtyRect = layer.contents.isFragmented ? nil : part
            record.pointee.flags.insert(.needsDisplay)
        } else if let layer, let dirty = layer.dirtyRect {
            layer.dirtyRect = dirty.union(part)
        }
        awaitDisplay()
    }

    /// Has the marked views from this one on downwards draw now, and not in the next update pass.
    ///
    /// Works in every state of the application, but only in a shown window (rule V8). Layout comes first: call
    /// ``layoutIfNeeded()`` before.
    ///
    /// - Complexity: O(1) while no view of the application is marked; otherwise linear in the views inside this one
    ///   that are not hidden, besides their drawing, and allocates a temporary list.
    public final func displayIfNeeded() {
        guard let window = shownWindow, window.updatePass.display.hasMarkedViews else { return }
        ProcessState.shared.beginUse()
        // The list retains the views, and is made before the first view draws, since drawing may change the tree.
        var views = [self]
        var index = 0
        while index < views.count {
            let view = views[index]
            index += 1
            view.record.forEachChild { if !$0.pointee.flags.contains(.hidden) { views.append($0.pointee.view) } }
        }
        for view in views where view.shownWindow === window {
            window.updatePass.display.draw(view.record, for: window.updatePass)
        }
        ProcessState.shared.endUse()
    }

    /// The color that fills the bounds behind the view's drawing; nil, as at first, for none.
    ///
    /// - Complexity: O(1); the first color allocates room for it.
    public final var backgroundColor: Color? {
        get { layer?.backgroundColor }
        set {
            guard newValue != backgroundColor else { return }
            record.compositionWillChange()
            makeLayer().backgroundColor = newValue
        }
    }

    /// Whether views inside this one are seen only within its bounds.
    ///
    /// False at first. Touches are not affected. The view's own drawing is never seen outside of its bounds.
    ///
    /// - Complexity: O(1); the first change allocates room for it.
    public final var clipsToBounds: Bool {
        get { layer?.clipsToBounds ?? false }
        set {
            guard newValue != clipsToBounds else { return }
            record.compositionWillChange()
            makeLayer().clipsToBounds = newValue
        }
    }

    /// Has the view draw into a canvas, and stores the result; returns the part that was drawn, or nil.
    ///
    /// The mark is removed first: a view that marks itself meanwhile draws again in the next pass.
    final func drawContents(with canvas: RecordingCanvas) -> Rect? {
        let bounds = bounds.standardized
        let dirty = layer?.dirtyRect
        layer?.dirtyRect = nil
        record.pointee.flags.remove(.needsDisplay)
        let marked = dirty?.offsetBy(dx: bounds.origin.x, dy: bounds.origin.y)
        let part = marked.flatMap { PixelGrid(of: self)?.roundedOutwards($0) } ?? bounds
        // The bounds may have become smaller.
        guard let rect = part.intersection(bounds), !rect.isEmpty else { return nil }
        canvas.begin()
        if HandlerNote.isOn {
            drawNoted(rect, in: canvas)
        } else {
            draw(rect, in: canvas)
        }
        let list = canvas.end()
        // Most views draw nothing, and need no room for it.
        if let layer {
            layer.contents.replace(rect, with: list, in: bounds)
        } else if !list.isEmpty {
            makeLayer().contents.replace(rect, with: list, in: bounds)
        }
        return rect
    }

    @inline(never)
    private final func drawNoted(_ rect: Rect, in canvas: RecordingCanvas) {
        HandlerNote.call("draw", of: self, named: reportedIdentifier) { draw(rect, in: canvas) }
    }

    /// Forgets the view's drawing, and marks the whole view to draw.
    final func dropContents() {
        layer?.contents = Contents()
        setNeedsDisplay()
    }

    /// The appearance of the controls in the view, which the core only stores for the module of controls.
    package final var appearanceReference: AnyObject? {
        get { layer?.controlAppearance }
        set { makeLayer().controlAppearance = newValue }
    }

    /// Whether views may have been drawn by another appearance than that of the place to which they come.
    package static var appearancesDiffer = false

    /// Tells the module of controls of a view that was out of sight while appearances changed.
    final func appearanceMayHaveChanged() {
        if Self.appearancesDiffer, shownWindow != nil { Application.observer?.appearanceMayHaveChanged(in: self) }
    }

    final func makeLayer() -> Layer {
        if let layer { return layer }
        let layer = Layer()
        self.layer = layer
        return layer
    }

    private func awaitDisplay() {
        guard record.pointee.flags.isDisjoint(with: [.awaitsDisplay, .awaitsUnhiding]),
            let update = record.shownUpdatePass
        else { return }
        update.display.add(record, for: update)
    }
}
