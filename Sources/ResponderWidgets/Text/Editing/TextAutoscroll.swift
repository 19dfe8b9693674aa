internal import ResponderCore
internal import ResponderEventLoop
internal import ResponderTouchInput

/// Scrolls a text, and the scroll views around it, while a finger drags the caret or a selection's end beyond an edge.
///
/// The scrolling goes on while the finger rests, the faster the further the finger is beyond the edge. First the text
/// scrolls in its own view, then each scroll view around the view, as far as there is more of the text.
@MainActor
final class TextAutoscroll {
    /// The speed at an edge, by how much it grows with each point beyond the edge, and the greatest; in points per
    /// second.
    static let speeds = (least: 100.0, perPoint: 10.0, greatest: 1000.0)
    /// So near to the edge of its window, in points, a finger counts as beyond the edges of all views: where the window
    /// ends with the screen, no finger gets further out.
    static let reach = 22.0

    private weak var host: (any TextEditingHost)?
    private weak var finger: GestureRecognizer?
    private var didMove: @MainActor (GestureRecognizer) -> Void = { _ in }
    private var link: DisplayLink?
    /// The instant of the last frame.
    private var frame = MainRunLoop.Instant.zero

    /// The finger has moved: begins to scroll when it is beyond an edge.
    ///
    /// - Parameter didMove: Called after each step, with another part of the text under the finger.
    func follow(
        _ finger: GestureRecognizer,
        in host: any TextEditingHost,
        didMove: @escaping @MainActor (GestureRecognizer) -> Void
    ) {
        (self.finger, self.host, self.didMove) = (finger, host, didMove)
        guard link == nil, let application = host.window?.application, !ways(1).isEmpty else { return }
        link = application.addDisplayLink(in: .common, name: "selection beyond an edge") { [weak self] link in
            guard let self, self.link === link else { return link.cancel() }
            let seconds = Double(link.timestamp.nanoseconds - frame.nanoseconds) / 1e9
            frame = link.timestamp
            step(seconds)
        }
        frame = link?.timestamp ?? .zero
    }

    func stop() {
        link?.cancel()
        link = nil
    }

    /// Scrolls as far as the finger asks for in some time, and stops where the finger asks for nothing.
    private func step(_ seconds: Double) {
        guard let host, host.isFirstResponder, let finger, finger.state == .began || finger.state == .changed else {
            return stop()
        }
        let ways = ways(seconds)
        if ways.isEmpty { return stop() }
        let hasMoved = ways.contains { view, way in
            view === host ? host.scrollText(by: way) : (view as? ScrollView)?.scroll(by: way) == true
        }
        if hasMoved { didMove(finger) }
    }

    /// The views that the finger scrolls in some time, the innermost first, and by how much.
    private func ways(_ seconds: Double) -> [(view: View, distance: Point)] {
        guard let host, let finger, host.window != nil else { return [] }
        var ways = [(host as View, way(finger, in: host, host.shownTextRect, of: host.textExtent, seconds))]
        for view in host.scrollViewsAround {
            let text = host.convert(host.bounds.standardized, to: view)
            ways.append((view, way(finger, in: view, view.shownBounds, of: text, seconds)))
        }
        return ways.filter { $0.1 != .zero }
    }

    /// By how much a finger beyond the edges of a part of a view scrolls in some time.
    ///
    /// - Parameters:
    ///   - shown: The part, in the coordinates of the view.
    ///   - text: Where all of the text is: scrolling stops at the end of the text.
    private func way(
        _ finger: GestureRecognizer,
        in view: View,
        _ shown: Rect,
        of text: Rect,
        _ seconds: Double
    ) -> Point {
        var edges = shown
        if let window = view.window {
            let inner = view.convert(window.bounds.standardized.insetBy(dx: Self.reach, dy: Self.reach), from: window)
            if let part = shown.intersection(inner), !part.isEmpty { edges = part }
        }
        func way(_ beyond: Double, _ least: Double, _ greatest: Double) -> Double {
            guard beyond != 0 else { return 0 }
            let speed = min(Self.speeds.least + Self.speeds.perPoint * beyond.magnitude, Self.speeds.greatest)
            return max(min(least, 0), min((beyond < 0 ? -speed : speed) * seconds, max(0, greatest)))
        }
        let place = finger.location(in: view)
        return Point(
            way(place.x - max(edges.minX, min(place.x, edges.maxX)), text.minX - shown.minX, text.maxX - shown.maxX),
            way(place.y - max(edges.minY, min(place.y, edges.maxY)), text.minY - shown.minY, text.maxY - shown.maxY)
        )
    }
}

extension TextEditingHost {
    /// The scroll views that the view is in, the innermost first.
    fileprivate var scrollViewsAround: [ScrollView] {
        var found: [ScrollView] = []
        var ancestor = superview
        while let view = ancestor {
            if let scrollView = view as? ScrollView { found.append(scrollView) }
            ancestor = view.superview
        }
        return found
    }

    /// The nearest place to a point at which text is seen, in the view's own coordinates.
    func place(nearest point: Point) -> Point {
        var seen = shownTextRect
        for scrollView in scrollViewsAround {
            if let part = seen.intersection(convert(scrollView.shownBounds, from: scrollView)), !part.isEmpty {
                seen = part
            }
        }
        // The row that begins at the lower edge is not seen.
        return Point(max(seen.minX, min(point.x, seen.maxX)), max(seen.minY, min(point.y, seen.maxY - 1)))
    }
}
