public import ResponderCore
public import ResponderTouchInput

/// What the input views cover.
struct InputCover: Equatable {
    /// The window that was the key window; it may be gone.
    weak var window: Window?
    /// The covered part of the window, in the window's coordinates.
    let rect: Rect
    /// The same part on the screen.
    let frame: Rect
    /// Where the views are on the screen before they are shown, and after they are hidden.
    let frameBelow: Rect

    @MainActor
    init(_ placement: InputPlacement) {
        window = placement.choice.window
        rect = placement.rect
        frame = placement.frame
        frameBelow = placement.frameBelow
    }

    nonisolated static func == (first: InputCover, second: InputCover) -> Bool {
        first.window === second.window && first.rect == second.rect && first.frame == second.frame
    }
}

extension Window {
    /// The part of the window that the keyboard and the app's own input views cover, in the window's coordinates, in
    /// points; ``/ResponderTouchInput/Rect/zero`` when nothing is covered.
    ///
    /// The value changes before the layout of views in an update pass. See
    /// ``ApplicationDelegate/application(_:inputViewsDidCover:of:)`` and ``ScrollView/avoidsInputViews``.
    ///
    /// - Complexity: O(1); no allocation.
    public final var coveredRect: Rect {
        guard let cover = application?.inputViews.cover, !isForInput else { return .zero }
        if cover.window === self { return cover.rect }
        // A window other than the key window, such as a bar above it, converts the rectangle by way of the screen.
        guard let part = convert(cover.frame, from: nil).intersection(bounds.standardized), !part.isEmpty else {
            return .zero
        }
        return part
    }
}

extension Responder {
    /// Has the application look at ``inputView``, ``inputAccessoryView`` and ``TextInputTraits`` again, in the next
    /// update pass.
    ///
    /// Does nothing unless this responder is the first responder of the key window, or above it in the chain.
    /// (`reloadInputViews` of `UIResponder`)
    ///
    /// - Complexity: Linear in the length of the chain; no allocation.
    public final func reloadInputViews() {
        var next: Responder? = self
        while let responder = next, !(responder is Application) { next = responder.next }
        guard let application = next as? Application else { return reloadBelowApplications() }
        application.reloadInputViews(of: self)
    }

    /// An application's delegate at the end of the chain is reached by way of the application.
    private final func reloadBelowApplications() {
        for state in ProcessState.shared.pointee.applications {
            guard let application = state.pointee.lifetime.weakApplication.pointee.application,
                application.delegate === self
            else {
                continue
            }
            application.reloadInputViews(of: self)
        }
    }
}

extension Application {
    fileprivate final func reloadInputViews(of responder: Responder) {
        var next = keyWindow?.firstResponder
        while let present = next, present !== responder { next = present.next }
        if next != nil { inputViews.reload(self) }
    }
}
