public import ResponderTouchInput

extension Application {
    /// Draws all shown windows, back to front, as their views have drawn last.
    ///
    /// Coordinates are the screen's, in points, with the origin at its upper left corner. Each window is clipped to
    /// its bounds. Nothing is cleared: clear the rectangles first. Views are drawn as by ``View/render(in:rect:)``,
    /// except those that nothing can be seen of: views outside of the rectangles, and views whose place an opaque view
    /// or window in front covers. A view counts as opaque if its ``View/backgroundColor`` is, if it and all views
    /// around it have the ``View/alpha`` 1, and if it is not rotated but by right angles. What several such views cover
    /// only together is drawn.
    ///
    /// Each rectangle is rounded outwards to whole pixels, and what lies in several of them is drawn once. So a
    /// translucent window dims once what is behind it.
    ///
    /// - Parameters:
    ///   - canvas: Draws the windows.
    ///   - rects: The parts of the screen to draw, such as those of ``onPresentScreen``; nil for everything, without a
    ///     clip. A rectangle with a number that is not finite is left out.
    ///   - scale: The number of pixels of the canvas in a point, above 0; nil for the screen's (``Screen/scale``).
    /// - Complexity: Linear in the views and in their drawings, for each of up to 16 rectangles that do not overlap;
    ///   for more, or if some overlap, once for all of them. Without views that are clipped and lie outside.
    ///   Allocates temporary lists where they grow: they are kept for the next call.
    public final func render(in canvas: any Canvas, rects: [Rect]? = nil, scale: Double? = nil) {
        ProcessState.shared.beginUse()
        var plan = RenderingPlan.takeSpare()
        draw(in: canvas, rects, scale ?? updatePass.screen.scale, &plan)
        plan.putBack()
        ProcessState.shared.endUse()
    }

    private func draw(in canvas: any Canvas, _ rects: [Rect]?, _ scale: Double, _ plan: inout RenderingPlan) {
        guard let rects else { return draw(in: canvas, part: nil, scale, &plan) }
        var parts: [Rect] = []
        for rect in rects where rect.isFinite && !rect.isEmpty {
            let pixels = rect.scaled(by: scale)
            let whole = pixels.roundedOutwards
            parts.append(Rect(whole.minX / scale, whole.minY / scale, whole.width / scale, whole.height / scale))
        }
        guard let first = parts.first else { return }
        canvas.saveState()
        if parts.areFewAndDisjoint {
            for part in parts {
                canvas.saveState()
                canvas.clip(to: part)
                draw(in: canvas, part: part, scale, &plan)
                canvas.restoreState()
            }
        } else {
            // Not a path of rectangles, which do not overlap.
            var path = Path()
            for part in parts {
                path.move(to: part.origin)
                path.addLine(to: Point(part.maxX, part.minY))
                path.addLine(to: Point(part.maxX, part.maxY))
                path.addLine(to: Point(part.minX, part.maxY))
                path.close()
            }
            canvas.clip(to: path)
            draw(in: canvas, part: parts.reduce(first) { $0.union($1) }, scale, &plan)
        }
        canvas.restoreState()
    }

    /// Draws a part of the screen, in points, to which the canvas is clipped; nil for everything.
    private func draw(in canvas: any Canvas, part: Rect?, _ scale: Double, _ plan: inout RenderingPlan) {
        let clip = part?.scaled(by: scale)
        for window in windows {
            plan.add(window, part: part, clip: clip ?? Rect(-1e12, -1e12, 2e12, 2e12), scale: scale)
        }
        plan.leaveOutCovered()
        plan.draw(in: canvas)
        // The list retains views.
        plan.removeAll()
    }
}

extension [Rect] {
    /// Whether each may be drawn by itself.
    fileprivate var areFewAndDisjoint: Bool {
        guard count <= 16 else { return false }
        for first in indices {
            for second in indices where second > first {
                if let common = self[first].intersection(self[second]), common.isOfPixels { return false }
            }
        }
        return true
    }
}

extension Rect {
    /// Whether the rectangle is more than a rounding error.
    fileprivate var isOfPixels: Bool { width > 1e-6 && height > 1e-6 }
}
