public import ResponderTouchInput

/// The drawings of a view and of the views inside it at one moment, which can be replayed into canvases later.
///
/// A snapshot is a value: no later change of the views changes it. Make one with
/// ``View/snapshot(afterScreenUpdates:)``; the application makes one of each shown window when it enters the background
/// (``Application/windowSnapshots``).
public struct ViewSnapshot {
    /// The view's bounds at that moment.
    public let bounds: Rect
    /// Maps the snapshot's coordinates, which are the view's own, to those of the view's superview; for a window, to
    /// those of the screen.
    public let place: Transform
    private let list: DisplayList

    @MainActor
    init(of view: View) {
        bounds = view.bounds.standardized
        place = view.record.toSuperview
        let canvas = RecordingCanvas()
        canvas.begin()
        view.render(in: canvas)
        list = canvas.end()
    }

    /// Draws the snapshot into `canvas`, in the view's own coordinates of that moment.
    ///
    /// - Complexity: Linear in what the views had drawn, besides the work of the canvas; no allocation.
    @MainActor
    public func render(in canvas: any Canvas) { list.replay(in: canvas) }
}

extension View {
    /// Returns the drawings of this view and of the views inside it, as ``render(in:rect:)`` draws them.
    ///
    /// A delegate that changes views when the application enters the background calls this method for its window, with
    /// `true`: otherwise the application's own snapshot shows the former drawings of these views (rule V13).
    ///
    /// - Parameter afterScreenUpdates: Whether the marked views are laid out and draw first, as by
    ///   ``layoutIfNeeded()`` and ``displayIfNeeded()``, so that the view and all later snapshots show the changes so
    ///   far. Works in every state of the application.
    /// - Complexity: Linear in the views inside this one and in what they have drawn, besides their layout and drawing;
    ///   allocates a copy of the list of what was drawn.
    public final func snapshot(afterScreenUpdates: Bool) -> ViewSnapshot {
        if afterScreenUpdates {
            layoutIfNeeded()
            displayIfNeeded()
        }
        return ViewSnapshot(of: self)
    }
}

extension Application {
    /// A snapshot of each shown window, back to front, taken when the application entered the background; empty in the
    /// foreground.
    ///
    /// The snapshots are taken when `applicationDidEnterBackground(_:)` and the observers of its notification have
    /// returned, before anything else is drawn. So ``View/setNeedsDisplay()`` in these calls comes too late, but views
    /// that these calls hide are not seen (rules V13, A37). A switcher shows the snapshots, and so does an embedder on
    /// the return to the foreground until its first frame. The snapshots are dropped when the update pass runs again.
    public final var windowSnapshots: [ViewSnapshot] { lifecycle.snapshots }

    /// Called on entering the background, after the snapshots were taken: the embedder then frees its own backing
    /// stores, such as textures, caches of glyphs and decoded pictures (rule V14).
    ///
    /// The views have freed their drawings. On the return to the foreground every view that can be seen draws anew, and
    /// ``onPresent`` is called for each window as a whole. Not called if the application ends at once. Nil at first.
    /// The application retains the closure.
    public final var onReleaseBackingStores: (@MainActor () -> Void)? {
        get { updatePass.onReleaseBackingStores }
        set { updatePass.onReleaseBackingStores = newValue }
    }
}
