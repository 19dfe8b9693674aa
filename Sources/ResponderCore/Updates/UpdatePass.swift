internal import ResponderEventLoop
internal import ResponderSupport

/// Brings the views of an application up to date once a turn of its loop: lays out marked views, then has marked views
/// draw, then reports the changes on the screen (rules V3, L37).
@MainActor
package final class UpdatePass {
    private weak var loop: MainRunLoop?
    /// The loop while a pass is under way; the pass retains the loop.
    private var performing: Unmanaged<MainRunLoop>?
    private var handler: MainRunLoop.UpdateHandler?
    /// Whether the application has ended: then no view is brought up to date any more.
    private(set) var isCancelled = false
    let layout = LayoutPass()
    let display = DisplayPass()
    let damage = DamageTracker()
    /// See ``Application/textMeasurer``.
    var textMeasurer: any TextMeasurer = FixedWidthTextMeasurer()
    /// See ``Application/screen``.
    package var screen = Screen()
    /// The appearance of the application's controls, which the core only stores for the module of controls.
    package var controlAppearance: AnyObject?
    /// See ``Application/imageProvider``.
    var imageProvider: (any ImageProvider)?
    /// See ``Application/onReleaseBackingStores``.
    var onReleaseBackingStores: (@MainActor () -> Void)?
    /// See ``Application/onTextInputChange``.
    var textInputListener: TextInputListener?
    var statistics = Application.UpdateStatistics()

    nonisolated init(loop: MainRunLoop) {
        self.loop = loop
    }

    /// Whether the pass under way must call no more code of the application, which has ended, was suspended, or has
    /// entered the background.
    var isCutShort: Bool { isCancelled || performing?.borrow { $0.isTurnCutShort || $0.areUpdatesHeld } ?? false }

    /// Whether the pass is held back: the application is in the background.
    var isHeld: Bool { loop?.areUpdatesHeld == true }

    /// Has the pass run before the loop sleeps.
    func schedule() {
        if isCancelled { return }
        if handler == nil {
            handler = loop?.addUpdateHandler(order: Application.updateOrder, name: "update of the views") {
                // Not weak: weak references make each retain slow. The handler is cancelled before the pass goes.
                [unowned self] in
                run()
            }
        }
        loop?.setNeedsUpdate()
    }

    /// Brings no further view up to date, since the application has ended.
    func cancel() {
        isCancelled = true
        dropMarks()
        damage.cancel()
        let released = onReleaseBackingStores
        onReleaseBackingStores = nil
        withExtendedLifetime(released) {}
        textInputListener?.cancel()
        textInputListener = nil
        handler?.cancel()
        handler = nil
    }

    private func dropMarks() {
        layout.cancel()
        display.cancel()
    }

    /// Whether the view is in a shown window of this application.
    func owns(_ view: RecordPointer) -> Bool {
        guard view.pointee.flags.contains(.view), let window = view.pointee.window else { return false }
        return window.withView { unsafeDowncast($0, to: Window.self).updatePass === self }
    }

    private func run() {
        // A run of the loop inside a layout or a drawing leaves the views to the pass under way.
        guard performing == nil, hasWork, let loop else { return }
        performing = .passUnretained(loop)
        statistics.passes += 1
        ProcessState.shared.beginUse()
        layout.run(for: self)
        if !isCutShort { display.run(for: self) }
        if !isCutShort { damage.run(for: self) }
        ProcessState.shared.endUse()
        withExtendedLifetime(loop) { performing = nil }
        if isCancelled {
            dropMarks()
        } else if hasWork {
            // Drawing may mark views for the next pass, which also gets the views that a pass cut short has left.
            schedule()
        }
    }

    /// The views that the next pass lays out or has draw, for a report.
    package var markedViews: [View] { layout.markedViews(for: self) + display.markedViews(for: self) }

    private var hasWork: Bool { !layout.isEmpty || !display.isEmpty || !damage.isEmpty }
}

extension Application {
    /// The order of the update handler that lays out views and has them draw: handlers of a lower order run before it,
    /// those of a higher one after it (rule L36).
    public static let updateOrder = -1_000_000

    /// The number of rounds after which an update pass gives up views that are marked again whenever they are laid out
    /// (rule V6).
    public static let layoutRoundLimit = 100

    /// Counts of what update passes have done.
    public struct UpdateStatistics: Hashable, Sendable {
        /// Passes in which there was something to do.
        public var passes = 0
        /// Calls of ``View/layoutSubviews()`` by passes.
        public var layouts = 0
        /// Calls of ``View/draw(_:in:)``, including those by ``View/displayIfNeeded()``.
        public var draws = 0
        /// Views that were visited for layout and drawing: marked views and their superviews.
        public var visits = 0
    }

    /// The counts so far.
    public final var updateStatistics: UpdateStatistics { updatePass.statistics }
}
