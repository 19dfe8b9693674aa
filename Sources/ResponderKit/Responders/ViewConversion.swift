public import ResponderTouchInput

// From one view's coordinates to another's. One step for each view between the two and the nearest that both are in; no
// allocation.
extension View {
    /// The position in `view`'s coordinates of a position in this view's.
    ///
    /// Nil stands for this view's window, and for the topmost view where there is none; of a window, for the screen (rule
    /// H27). Views in two windows are converted by way of the screen (rule H29).
    ///
    /// - Precondition: Both views are in windows, or below one topmost view: otherwise they have nothing in common, and the
    ///   process stops with a message that names both (rule H30).
    public final func convert(_ point: Point, to view: View?) -> Point {
        point.applying(way(to: view))
    }

    /// The position in this view's coordinates of a position in `view`'s; nil as for ``convert(_:to:)-(Point,_)``.
    ///
    /// - Precondition: As there.
    public final func convert(_ point: Point, from view: View?) -> Point {
        point.applying(way(from: view))
    }

    /// The smallest upright rectangle in `view`'s coordinates around the four corners of a rectangle in this view's (rule
    /// H28); nil as for ``convert(_:to:)-(Point,_)``.
    ///
    /// - Precondition: As there.
    public final func convert(_ rect: Rect, to view: View?) -> Rect {
        rect.applying(way(to: view))
    }

    /// The smallest upright rectangle in this view's coordinates around the four corners of a rectangle in `view`'s (rule
    /// H28); nil as for ``convert(_:to:)-(Point,_)``.
    ///
    /// - Precondition: As there.
    public final func convert(_ rect: Rect, from view: View?) -> Rect {
        rect.applying(way(from: view))
    }

    private func way(to view: View?) -> Transform {
        guard let view else {
            let isWindow = record.pointee.flags.contains(.window)
            return isWindow ? record.toSuperview : record.way(upTo: record.root)
        }
        guard let way = record.way(to: view.record) else { stop(self, view) }
        return way
    }

    private func way(from view: View?) -> Transform {
        guard let view else {
            let isWindow = record.pointee.flags.contains(.window)
            return isWindow ? record.fromSuperview : record.way(downFrom: record.root)
        }
        guard let way = view.record.way(to: record) else { stop(view, self) }
        return way
    }

    /// Not a precondition, which loses its message in release.
    private func stop(_ source: View, _ target: View) -> Never {
        fatalError(
            "nothing can be converted from \(description(of: source)) to \(description(of: target)): they are neither in "
                + "windows nor below one topmost view; put them into one tree first"
        )
    }

    private func description(of view: View) -> String {
        "\(Swift.type(of: view)) with frame \(view.frame)\(view.window == nil ? ", in no window" : "")"
    }
}
