internal import ResponderSupport
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
    ///   of the part; allocates a temporary list where it grows, since its memory is kept for the next call.
    public final func render(in canvas: any Canvas, rect: Rect? = nil) {
        ProcessState.shared.beginUse()
        canvas.saveState()
        if let rect { canvas.clip(to: rect) }
        var plan = RenderingPlan.takeSpare()
        plan.add(self, part: rect)
        plan.draw(in: canvas)
        plan.putBack()
        canvas.restoreState()
        ProcessState.shared.endUse()
    }
}

/// What is drawn of trees of views, back to front: the views in the order of drawing, superviews first.
///
/// A list replaces recursion, since a tree may be too deep for the stack, and retains the views. For a part of the
/// screen the plan also knows each view's place in pixels: so views that are covered are left out
/// (``leaveOutCovered()``).
struct RenderingPlan {
    private struct Item {
        let view: View
        /// The item of the superview; -1 for a root.
        let parent: Int
        let depth: Int
        let alpha: Double
        let clips: Bool
        /// The part to draw, in the view's coordinates; nil for all.
        let part: Rect?
        let place: Place?
        /// The whole pixels of the screen that the view itself may touch; empty where no place is known.
        let touched: Rect
        /// Whether the view's own background and drawing are drawn.
        var isDrawn: Bool
        /// Whether the view, or one inside it, is drawn.
        var isNeeded = true
    }

    /// Where a view is on the screen.
    private struct Place {
        /// Maps the view's coordinates to pixels of the screen.
        let toPixels: Transform
        /// The whole pixels that what is seen inside the view may touch.
        let clip: Rect
        /// The whole pixels in which nothing inside the view is cut off.
        let solidClip: Rect
        /// Whether the view and all around it are opaque and upright, so that the view may cover what is behind it.
        let isSolid: Bool

        /// The whole pixels inside the clip that a rectangle of pixels touches; a transform may have made its numbers
        /// too large, and then nothing is known.
        func touched(by box: Rect) -> Rect {
            box.isFinite ? box.roundedOutwards.intersection(clip) ?? .zero : clip
        }
    }

    /// A view that is still to be visited.
    private struct Visit {
        let view: View
        let parent: Int
        let depth: Int
        /// The part to draw, in the superview's coordinates; for a root without a place in its own.
        let part: Rect?
        let place: Place?
    }

    private var items: [Item] = []
    private var visits: [Visit] = []
    /// The largest opaque rectangles in front, in pixels.
    private var covers: [Rect] = []
    private var open: [OpenView] = []

    /// A view whose subviews are being drawn.
    private struct OpenView {
        let view: View
        let depth: Int
        let hasLayer: Bool
        let isRoot: Bool
        /// Whether the border is drawn at the end.
        let isDrawn: Bool
    }

    private static let mostCovers = 8

    /// The list of the last rendering, without views, kept for its memory.
    @MainActor private static var spare = RenderingPlan()

    /// An empty plan; another one while a canvas renders something else meanwhile.
    @MainActor
    static func takeSpare() -> RenderingPlan {
        let plan = spare
        spare = RenderingPlan()
        return plan
    }

    /// Keeps the plan's memory for the next rendering.
    @MainActor
    mutating func putBack() {
        // The list retains views.
        removeAll()
        Self.spare = self
    }

    mutating func removeAll() {
        items.removeAll(keepingCapacity: true)
        covers.removeAll(keepingCapacity: true)
    }

    /// Adds a view with the views inside it, in the view's own coordinates.
    @MainActor
    mutating func add(_ root: View, part: Rect?) {
        visits.append(Visit(view: root, parent: -1, depth: 0, part: part, place: nil))
        visitAll()
    }

    /// Adds a window with its views, in coordinates of the screen.
    ///
    /// - Parameters:
    ///   - part: The part of the screen to draw, in points; nil for all.
    ///   - clip: The part in pixels.
    @MainActor
    mutating func add(_ window: Window, part: Rect?, clip: Rect, scale: Double) {
        let toPixels = Transform(scaleX: scale, y: scale)
        let place = Place(toPixels: toPixels, clip: clip, solidClip: clip, isSolid: true)
        visits.append(Visit(view: window, parent: -1, depth: 0, part: part, place: place))
        visitAll()
    }

    @MainActor
    private mutating func visitAll() {
        while let visit = visits.popLast() { add(visit) }
    }

    /// Adds the view without the views inside it, which are visited next.
    @MainActor
    private mutating func add(_ visit: Visit) {
        let (view, record) = (visit.view, visit.view.record)
        let alpha = min(view.alpha, 1)
        let isRoot = visit.depth == 0
        let isOfScreen = visit.place != nil
        let isVisible = !view.isHidden && !record.pointee.flags.contains(.singular)
        guard alpha > 0, isVisible || (isRoot && !isOfScreen) else { return }
        let clips = view.clipsToBounds || (isRoot && isOfScreen)
        let part = isRoot && !isOfScreen ? visit.part : visit.part?.applying(record.fromSuperview)
        let extent = view.layer.extent(of: view.bounds)
        var isInPart = part.map { $0.intersects(extent) } ?? true
        var place: Place?
        var touched = Rect.zero
        if let outer = visit.place {
            let toPixels = record.toSuperview.concatenating(outer.toPixels)
            let box = view.bounds.applying(toPixels)
            let seen = outer.touched(by: box)
            touched = outer.touched(by: extent.applying(toPixels))
            isInPart = isInPart && !touched.isEmpty
            let isSolid = outer.isSolid && alpha == 1 && box.isFinite && toPixels.keepsAxes
            let uncut = view.uncutBounds.applying(toPixels)
            let solid = isSolid ? uncut.roundedInwards.intersection(outer.solidClip) ?? .zero : .zero
            place = Place(
                toPixels: toPixels,
                clip: clips ? seen : outer.clip,
                solidClip: clips ? solid : outer.solidClip,
                isSolid: isSolid
            )
        }
        let hasSubviews = record.subviewCount > 0 && (isInPart || !clips)
        let isDrawn = isInPart && view.isDrawn
        guard hasSubviews || isDrawn else { return }
        let index = items.count
        items.append(
            Item(
                view: view,
                parent: visit.parent,
                depth: visit.depth,
                alpha: alpha,
                clips: clips,
                part: part,
                place: place,
                touched: touched,
                isDrawn: isDrawn
            )
        )
        guard hasSubviews else { return }
        let start = visits.count
        record.forEachChild {
            visits.append(
                Visit(view: $0.pointee.view, parent: index, depth: visit.depth + 1, part: part, place: place)
            )
        }
        visits.reverseEnd(from: start)
    }

    // MARK: What is covered

    /// Leaves out the drawing of each view of the screen that an opaque view in front covers, and the views of which
    /// nothing is drawn.
    @MainActor
    mutating func leaveOutCovered() {
        for index in items.indices { items[index].isNeeded = false }
        for index in items.indices.reversed() {
            if items[index].isDrawn, let place = items[index].place {
                let view = items[index].view
                let touched = items[index].touched
                items[index].isDrawn = !covers.contains { $0.contains(touched) }
                if items[index].isDrawn, place.isSolid, view.hasOpaqueBackground {
                    let uncut = view.uncutBounds.applying(place.toPixels)
                    cover(uncut.roundedInwards.intersection(place.solidClip) ?? .zero)
                }
            }
            guard items[index].isDrawn || items[index].isNeeded else { continue }
            items[index].isNeeded = true
            if items[index].parent >= 0 { items[items[index].parent].isNeeded = true }
        }
    }

    /// Adds an opaque rectangle, unless there are enough larger ones.
    private mutating func cover(_ rect: Rect) {
        guard !rect.isEmpty else { return }
        if covers.count < Self.mostCovers { return covers.append(rect) }
        func area(_ index: Int) -> Double { covers[index].width * covers[index].height }
        guard let least = covers.indices.min(by: { area($0) < area($1) }) else { return }
        if area(least) < rect.width * rect.height { covers[least] = rect }
    }

    // MARK: Drawing

    @MainActor
    mutating func draw(in canvas: any Canvas) {
        for item in items where item.isNeeded {
            close(from: item.depth, in: canvas)
            let (view, isRoot) = (item.view, item.depth == 0 && item.place == nil)
            if !isRoot {
                canvas.saveState()
                canvas.concatenate(view.record.toSuperview)
            }
            if item.alpha < 1 { canvas.beginTransparencyLayer(alpha: item.alpha) }
            open.append(
                OpenView(
                    view: view,
                    depth: item.depth,
                    hasLayer: item.alpha < 1,
                    isRoot: isRoot,
                    isDrawn: item.isDrawn
                )
            )
            let decoration = view.layer?.decoration
            let shape = decoration?.shape(of: view.bounds) ?? Path(view.bounds)
            if item.isDrawn, let shadow = decoration?.shadow { canvas.drawShadow(of: shape, shadow) }
            if item.clips { canvas.clip(to: shape) }
            guard item.isDrawn, let layer = view.layer else { continue }
            if let color = layer.backgroundColor { canvas.fill(shape, with: color) }
            // The view's own drawing has the corners, too.
            let isCut = (decoration?.cornerRadius ?? 0) > 0 && !item.clips && !layer.contents.isEmpty
            if isCut {
                canvas.saveState()
                canvas.clip(to: shape)
            }
            layer.contents.replay(of: view, in: canvas, rect: item.part)
            if isCut { canvas.restoreState() }
        }
        close(from: 0, in: canvas)
    }

    /// Ends the views from that depth on downwards.
    @MainActor
    private mutating func close(from depth: Int, in canvas: any Canvas) {
        while let last = open.last, last.depth >= depth {
            open.removeLast()
            if last.isDrawn { last.view.layer?.decoration?.drawBorder(of: last.view.bounds, in: canvas) }
            if last.hasLayer { canvas.endTransparencyLayer() }
            if !last.isRoot { canvas.restoreState() }
        }
    }
}

extension View {
    /// Whether anything of the view itself can be seen.
    final var isDrawn: Bool {
        guard let layer else { return false }
        return layer.backgroundColor != nil || !layer.contents.isEmpty || layer.decoration != nil
    }

    /// The part of the bounds that no corner cuts off.
    fileprivate var uncutBounds: Rect { layer?.decoration?.uncutPart(of: bounds) ?? bounds }

    /// Whether the view fills its bounds, so that nothing behind them is seen.
    fileprivate var hasOpaqueBackground: Bool { layer?.backgroundColor.map { $0.alpha >= 1 } ?? false }
}
