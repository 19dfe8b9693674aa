public import ResponderTouchInput

// Conversion from one view's coordinates to another's.
extension Window {
    /// Maps the window's own coordinates to those of the screen.
    ///
    /// An embedder concatenates this transform before it renders the window (``View/render(in:rect:)``), since a window
    /// need not begin at the screen's origin, and may be rotated.
    public final var screenTransform: Transform { record.toSuperview }
}

extension View {
    /// Converts a position from this view's coordinates to those of `view`.
    ///
    /// If `view` is nil, the position is converted to the coordinates of this view's window, or of the topmost
    /// superview if this view is in no window. If this view is a window, a nil `view` stands for the screen (rule H27).
    /// Between views of two windows, positions are converted through the screen (rule H29).
    ///
    /// - Precondition: Both views are in windows, or below one topmost view: otherwise the process stops with a message
    ///   that names both (rule H30).
    /// - Complexity: Linear in the depths of the two views; no allocation.
    public final func convert(_ point: Point, to view: View?) -> Point {
        point.applying(transform(to: view))
    }

    /// Converts a position from the coordinates of `view` to this view's.
    ///
    /// For a nil `view`, and for the precondition, see ``convert(_:to:)-(Point,_)``.
    ///
    /// - Complexity: Linear in the depths of the two views; no allocation.
    public final func convert(_ point: Point, from view: View?) -> Point {
        point.applying(transform(from: view))
    }

    /// Converts a rectangle from this view's coordinates to those of `view`.
    ///
    /// The result is the smallest upright rectangle around the converted corners (rule H28).
    ///
    /// For a nil `view`, and for the precondition, see ``convert(_:to:)-(Point,_)``.
    ///
    /// - Complexity: Linear in the depths of the two views; no allocation.
    public final func convert(_ rect: Rect, to view: View?) -> Rect {
        rect.applying(transform(to: view))
    }

    /// Converts a rectangle from the coordinates of `view` to this view's.
    ///
    /// The result is the smallest upright rectangle around the converted corners (rule H28).
    ///
    /// For a nil `view`, and for the precondition, see ``convert(_:to:)-(Point,_)``.
    ///
    /// - Complexity: Linear in the depths of the two views; no allocation.
    public final func convert(_ rect: Rect, from view: View?) -> Rect {
        rect.applying(transform(from: view))
    }

    private func transform(to view: View?) -> Transform {
        guard let view else {
            let isWindow = record.pointee.flags.contains(.window)
            return isWindow ? record.toSuperview : record.transform(toAncestor: record.root)
        }
        guard let transform = record.transform(to: view.record) else { stop(self, view) }
        return transform
    }

    private func transform(from view: View?) -> Transform {
        guard let view else {
            let isWindow = record.pointee.flags.contains(.window)
            return isWindow ? record.fromSuperview : record.transform(fromAncestor: record.root)
        }
        guard let transform = view.record.transform(to: record) else { stop(view, self) }
        return transform
    }

    /// Calls `fatalError`, since a failed precondition prints no message in a release build.
    private func stop(_ source: View, _ target: View) -> Never {
        fatalError(
            "nothing can be converted from \(description(of: source)) to \(description(of: target)): they are neither "
                + "in windows nor below one topmost view; put them into one tree first"
        )
    }

    private func description(of view: View) -> String {
        "\(Swift.type(of: view)) with frame \(view.frame)\(view.window == nil ? ", in no window" : "")"
    }
}
