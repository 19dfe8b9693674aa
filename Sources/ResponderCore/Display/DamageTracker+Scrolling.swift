internal import ResponderTouchInput

/// A part of the screen in which pixels have only moved, in pixels.
struct PixelMove {
    let rect: Rect
    var offset: Point

    /// The pixels that are still in the part after the move, at their former places; nil if nothing moves.
    var source: Rect? {
        guard offset != .zero else { return nil }
        guard let source = rect.intersection(rect.offsetBy(dx: -offset.x, dy: -offset.y)), !source.isEmpty else {
            return nil
        }
        return source
    }
}

// Content that scrolls is the same as before at another place: its pixels are moved, and only what came in is drawn.
//
// The moves and the changed parts are kept in the order in which they came about: a changed part that lies where pixels
// move is changed at its new place, too.
extension DamageTracker {
    /// With more moves until the next presentation, content is drawn again.
    private static let mostMoves = 8

    /// Notes a view whose content is about to scroll.
    ///
    /// - Parameter distance: How far the content moves, in the view's coordinates.
    func noteScrolling(of view: View, by distance: Point, for update: UpdatePass) {
        // What a listener scrolls is rendered before it could be moved.
        guard movesPixels, !isPresenting, !isWhole, !update.isCancelled, moves.count < Self.mostMoves,
            let plan = ScrollPlan(of: view, by: distance, screen: update.screen, notedIn: number)
        else { return noteChange(of: view, for: update) }
        // What is drawn as a whole anyway needs no move.
        if region.contains(plan.seen) { return }
        for changed in region.rects {
            if let part = changed.intersection(plan.rect) { addMoved(part, by: plan) }
        }
        for cover in plan.covers {
            region.add(cover)
            addMoved(cover, by: plan)
        }
        for part in plan.seen.subtracting(plan.target) { region.add(part) }
        if let last = moves.last, last.rect == plan.rect {
            moves[moves.count - 1].offset += plan.offset
        } else {
            moves.append(PixelMove(rect: plan.rect, offset: plan.offset))
        }
        update.schedule()
    }

    private func addMoved(_ part: Rect, by plan: ScrollPlan) {
        if let moved = part.offsetBy(dx: plan.offset.x, dy: plan.offset.y).intersection(plan.rect) { region.add(moved) }
    }
}

/// How the pixels of scrolled content move.
private struct ScrollPlan {
    /// The pixels that show nothing but the content.
    let rect: Rect
    /// All pixels in which something of the content may be seen.
    let seen: Rect
    let offset: Point
    /// What lies over the content without moving.
    private(set) var covers: [Rect] = []

    /// The pixels that are right after the move.
    var target: Rect { rect.offsetBy(dx: offset.x, dy: offset.y).intersection(rect) ?? .zero }

    /// A view around the content, or the scrolled one itself.
    private struct Level {
        let record: RecordPointer
        let toPixels: Transform
    }

    /// With more views beside the scrolled one, or over it, the search costs more than it saves.
    private static let (mostVisits, mostCovers) = (256, 6)

    /// Nil where content does not move by whole pixels, is cut off otherwise than by a rectangle, or has something
    /// behind or around it that does not move; and where too much lies over it.
    @MainActor
    init?(of view: View, by distance: Point, screen: Screen, notedIn number: UInt64) {
        // Beyond the surface, whose extent must be known, there are no pixels.
        guard !screen.bounds.isEmpty, view.clipsToBounds, let window = view.shownWindow,
            let levels = Self.levels(from: view, number, screen)
        else { return nil }
        let toPixels = levels[0].toPixels
        let offset = Point(
            distance.x * toPixels.a + distance.y * toPixels.c,
            distance.x * toPixels.b + distance.y * toPixels.d
        )
        self.offset = Point(offset.x.rounded(), offset.y.rounded())
        guard abs(self.offset.x - offset.x) < 1e-6, abs(self.offset.y - offset.y) < 1e-6 else { return nil }
        var (rect, seen) = (Rect.utmost, screen.bounds.scaled(by: screen.scale).roundedOutwards)
        for level in levels {
            let view = level.record.pointee.view
            let isWindow = level.record.pointee.flags.contains(.window)
            let decoration = view.layer?.decoration
            let clips = isWindow || view.clipsToBounds
            if clips {
                let box = view.bounds.applying(level.toPixels).roundedOutwards
                guard let part = seen.intersection(box) else { return nil }
                seen = part
            }
            guard clips || (decoration?.borderWidth ?? 0) > 0 else { continue }
            var inside = decoration?.uncutPart(of: view.bounds) ?? view.bounds.standardized
            if let width = decoration?.borderWidth { inside = inside.insetBy(dx: width, dy: width) }
            guard let part = rect.intersection(inside.applying(level.toPixels).roundedInwards) else { return nil }
            rect = part
        }
        guard let rect = rect.intersection(seen), !rect.isEmpty else { return nil }
        (self.rect, self.seen) = (rect, seen)
        guard target.area >= seen.area / 2, findCovers(levels, window, screen) else { return nil }
        let covered = covers.reduce(0) { $0 + $1.area }
        guard 2 * covered <= target.area / 2 else { return nil }
    }

    /// The view and those around it, the window last; nil if one of them was noted as changed, is translucent or is not
    /// upright.
    @MainActor
    private static func levels(from view: View, _ number: UInt64, _ screen: Screen) -> [Level]? {
        var records: [RecordPointer] = []
        var next: RecordPointer? = view.record
        while let record = next {
            let view = record.pointee.view
            guard view.notedIn != number, view.alpha >= 1, !record.pointee.flags.contains(.hidden) else { return nil }
            records.append(record)
            next = record.pointee.flags.contains(.window) ? nil : record.superviewRecord
        }
        var toPixels = Transform(scaleX: screen.scale, y: screen.scale)
        var levels: [Level] = []
        for record in records.reversed() {
            toPixels = record.toSuperview.concatenating(toPixels)
            guard toPixels.keepsAxes, toPixels.isFinite, !record.pointee.flags.contains(.singular) else { return nil }
            levels.append(Level(record: record, toPixels: toPixels))
        }
        return levels.reversed()
    }

    /// Finds what lies over the content; returns false if something may be seen through it, or if too much lies over
    /// it.
    @MainActor
    private mutating func findCovers(_ levels: [Level], _ window: Window, _ screen: Screen) -> Bool {
        // The view's own drawing does not move.
        guard levels[0].record.pointee.view.layer?.contents.isEmpty ?? true else { return false }
        var (visits, isOpaque) = (0, false)
        for (index, level) in levels.enumerated() {
            let view = level.record.pointee.view
            if !isOpaque, let layer = view.layer {
                guard layer.contents.isEmpty, layer.decoration?.shadow == nil else { return false }
                if let color = layer.backgroundColor, color.alpha > 0 {
                    let uncut = layer.decoration?.uncutPart(of: view.bounds) ?? view.bounds.standardized
                    isOpaque = color.alpha >= 1 && uncut.applying(level.toPixels).roundedInwards.contains(rect)
                    if !isOpaque { return false }
                }
            }
            guard index + 1 < levels.count else { break }
            let outer = levels[index + 1]
            guard outer.record.subviewCount <= Self.mostVisits else { return false }
            var isInFront = false
            var siblings: [(RecordPointer, Bool)] = []
            outer.record.forEachChild {
                if $0 == level.record { isInFront = true } else { siblings.append(($0, isInFront)) }
            }
            for (sibling, isInFront) in siblings where isInFront || !isOpaque {
                guard find(sibling, outer.toPixels, isInFront: isInFront, &visits) else { return false }
            }
        }
        var isInFront = false
        let toPixels = Transform(scaleX: screen.scale, y: screen.scale)
        for other in window.application?.windows ?? [] {
            if other === window {
                isInFront = true
            } else if isInFront || !isOpaque {
                guard find(other.record, toPixels, isInFront: isInFront, &visits) else { return false }
            }
        }
        return true
    }

    /// Notes what a view and those inside it draw over the content; returns false for something behind it.
    @MainActor
    private mutating func find(
        _ record: RecordPointer,
        _ outside: Transform,
        isInFront: Bool,
        _ visits: inout Int
    ) -> Bool {
        var remaining = [(record, outside)]
        while let (next, outside) = remaining.popLast() {
            visits += 1
            guard visits <= Self.mostVisits else { return false }
            let view = next.pointee.view
            guard !next.pointee.flags.contains(.hidden), view.alpha > 0 else { continue }
            let toPixels = next.toSuperview.concatenating(outside)
            let extent = view.layer.extent(of: view.bounds).applying(toPixels)
            guard extent.isFinite else { return false }
            if let part = extent.roundedOutwards.intersection(rect), !part.isEmpty, view.isDrawn {
                guard isInFront, add(part) else { return false }
            }
            let clips = view.clipsToBounds || next.pointee.flags.contains(.window)
            if clips, !view.bounds.applying(toPixels).roundedOutwards.intersects(rect) { continue }
            guard next.subviewCount <= Self.mostVisits else { return false }
            next.forEachChild { remaining.append(($0, toPixels)) }
        }
        return true
    }

    /// Adds a part that lies over the content; returns false if there are too many.
    private mutating func add(_ part: Rect) -> Bool {
        if covers.contains(where: { $0.contains(part) }) { return true }
        covers.append(part)
        return covers.count <= Self.mostCovers
    }
}

extension RecordPointer {
    /// The view's bounds are about to have another origin, and nothing else changes.
    @MainActor @inline(__always)
    func contentWillScroll(to origin: Point) {
        if ProcessState.shared.pointee.presenters > 0 { noteScrolling(to: origin) }
    }

    @MainActor @inline(never)
    private func noteScrolling(to origin: Point) {
        guard pointee.flags.contains(.attached) else { return }
        let view = pointee.view
        guard let update = view.shownWindow?.updatePass else { return }
        update.damage.noteScrolling(of: view, by: pointee.bounds.origin - origin, for: update)
    }
}

extension Application {
    /// Called before ``onPresentScreen`` for each part of the screen in which pixels have only moved, as in scrolling:
    /// the embedder copies them to their new place, and draws the rest as it is told by ``onPresentScreen``.
    ///
    /// Set it where the pixels of the last presentation stay on the surface. The rectangle says where the pixels were,
    /// and the offset how far to the right and down they go; the two places may overlap. Both are in the screen's
    /// coordinates, in points, and consist of whole pixels. The calls come in the order in which the pixels are copied.
    /// The rectangles of ``onPresentScreen`` must be rendered before that closure returns, and the screen's size must
    /// be known (``setScreen(_:)``).
    ///
    ///     application.onScrollScreen = { rect, offset in surface.copy(rect, by: offset) }
    ///
    /// Content moves in a view that clips, is opaque with all around it, and does not draw itself, over an opaque color
    /// or over nothing; what lies over it and does not move, such as indicators, is drawn again. All other content is
    /// drawn again, and so is what does not move by whole pixels (see ``Screen/alignsScrollingToPixels``). Nil at
    /// first. While there is also a listener for single windows (``onPresent``), no pixels are moved.
    ///
    /// - Complexity: A step of scrolling is linear in the views beside the scrolled one and over it, at most 256; it
    ///   allocates temporary lists.
    public final var onScrollScreen: (@MainActor (_ rect: Rect, _ offset: Point) -> Void)? {
        get { updatePass.damage.scrollListener }
        set { updatePass.damage.setScrollListener(newValue, of: self) }
    }
}
