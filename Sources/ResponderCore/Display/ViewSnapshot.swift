public import ResponderTouchInput

/// What a view and the views inside it had drawn at one moment, to be replayed into canvases at any later time.
///
/// A snapshot is a value: no later change of the views changes it. Make one with
/// ``View/snapshot(afterScreenUpdates:)``; the application makes one of each shown window when it enters the background
/// (``Application/windowSnapshots``).
public struct ViewSnapshot {
    /// The view's bounds at that moment.
    public let bounds: Rect
    /// Maps the snapshot's coordinates, which are the view's own, to those that the view had in its superview; for a
    /// window, to those on the screen.
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

    /// Draws the snapshot into `canvas`, in the coordinates that the view's own were.
    ///
    /// - Complexity: Linear in what the views had drawn, besides the work of the canvas; no allocation.
    @MainActor
    public func render(in canvas: any Canvas) { list.replay(in: canvas) }
}

extension View {
    /// Returns what this view and the views inside it have drawn, as ``render(in:rect:)`` draws it.
    ///
    /// A delegate that enters the background and has changed views calls this method for its window, with `true`:
    /// otherwise the application's own snapshot shows these views as they were drawn before (rule V13).
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
    /// Taken once `applicationDidEnterBackground(_:)` and the observers of its notification have returned, and before
    /// anything else is drawn: requests of ``View/setNeedsDisplay()`` that these calls make come too late, but views
    /// that they hide are not seen (rules V13, A37). A switcher shows the snapshots, and an embedder shows them on the
    /// return to the foreground until its first frame. They are dropped when the update pass runs again.
    public final var windowSnapshots: [ViewSnapshot] { lifecycle.snapshots }

    /// Called on entering the background, after the snapshots were taken, for an embedder to let go of its own backing
    /// stores: textures, caches of glyphs, decoded pictures (rule V14).
    ///
    /// The views have let go of what they had drawn. On the return to the foreground every view that can be seen draws
    /// anew, and ``onPresent`` names each window as a whole. Not called where the application ends at once. Nil at
    /// first. The application keeps the closure.
    public final var onReleaseBackingStores: (@MainActor () -> Void)? {
        get { updatePass.onReleaseBackingStores }
        set { updatePass.onReleaseBackingStores = newValue }
    }
}
