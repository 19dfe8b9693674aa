public import ResponderTouchInput

extension View {
    /// Replays the drawings of the view and of the views inside it into `canvas`, back to front.
    ///
    /// Coordinates are the view's own. So the view's place, ``transform`` and ``isHidden`` do not count, but its
    /// ``alpha`` does, as do all properties of the views inside it. No view is asked to draw: a marked view appears
    /// with its last drawing, or with its background alone if it never drew (see ``displayIfNeeded()``).
    ///
    /// - Parameters:
    ///   - canvas: Draws the view, in the view's own coordinates.
    ///   - rect: The part to draw, in the same coordinates; nil for the ``bounds``, and for everything beyond them if
    ///     the view does not clip.
    /// - Complexity: Linear in the views inside this one and in their drawings, without views that clip and lie outside
    ///   of the part; allocates a temporary list.
    public final func render(in canvas: any Canvas, rect: Rect? = nil) {
        ProcessState.shared.beginUse()
        canvas.saveState()
        if let rect { canvas.clip(to: rect) }
        var steps = [RenderingStep.view(self, part: rect)]
        while let step = steps.popLast() {
            switch step {
            case .view(let view, let part): view.compose(in: canvas, part: part, isRoot: view === self, &steps)
            case .end(let hasLayer, let isRoot):
                if hasLayer { canvas.endTransparencyLayer() }
                if !isRoot { canvas.restoreState() }
            }
        }
        canvas.restoreState()
        ProcessState.shared.endUse()
    }

    /// Draws the view without the views inside it, and adds the steps that draw those and end the view.
    ///
    /// - Parameter part: The part to draw, in the superview's coordinates; for the root in its own; nil for all.
    private func compose(in canvas: any Canvas, part: Rect?, isRoot: Bool, _ steps: inout [RenderingStep]) {
        let alpha = min(alpha, 1)
        guard isRoot || (!isHidden && !record.pointee.flags.contains(.singular)), alpha > 0 else { return }
        let part = isRoot ? part : part?.applying(record.fromSuperview)
        let isInPart = part.map { $0.intersects(bounds) } ?? true
        let hasSubviews = record.subviewCount > 0 && (isInPart || !clipsToBounds)
        guard hasSubviews || (isInPart && isDrawn) else { return }
        if !isRoot {
            canvas.saveState()
            canvas.concatenate(record.toSuperview)
        }
        if alpha < 1 { canvas.beginTransparencyLayer(alpha: alpha) }
        steps.append(.end(hasLayer: alpha < 1, isRoot: isRoot))
        if clipsToBounds { canvas.clip(to: bounds) }
        if isInPart, let layer {
            if let color = layer.backgroundColor { canvas.fill(bounds, with: color) }
            layer.contents.replay(of: self, in: canvas, rect: part)
        }
        guard hasSubviews else { return }
        let start = steps.count
        record.forEachChild { steps.append(.view($0.pointee.view, part: part)) }
        steps[start...].reverse()
    }

    private var isDrawn: Bool {
        guard let layer else { return false }
        return layer.backgroundColor != nil || !layer.contents.isEmpty
    }
}

/// A step of rendering.
///
/// A list of steps replaces recursion, since a tree may be too deep for the stack, and retains the views.
private enum RenderingStep {
    case view(View, part: Rect?)
    case end(hasLayer: Bool, isRoot: Bool)
}
