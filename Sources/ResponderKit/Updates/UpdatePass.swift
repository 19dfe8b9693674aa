internal import ResponderEventLoop

/// Brings the views of an application up to date once a turn of its loop: lays out the marked ones, then has the marked
/// ones draw, then says what has changed on the screen (rules V3, L37).
@MainActor
final class UpdatePass {
    private weak var loop: MainRunLoop?
    private var handler: MainRunLoop.UpdateHandler?
    private var isPerforming = false
    /// Whether the application has ended: then no view is brought up to date any more.
    private(set) var isCancelled = false
    let layout = LayoutPass()
    let display = DisplayPass()
    let presentation = Presentation()
    /// See ``Application/textMeasurer``.
    var textMeasurer: any TextMeasurer = FixedWidthTextMeasurer()
    var statistics = Application.UpdateStatistics()

    nonisolated init(loop: MainRunLoop) {
        self.loop = loop
    }

    /// Whether the turn under way is to call no more code of the application.
    var isCutShort: Bool { loop?.isTurnCutShort == true }

    /// Has the pass run before the loop sleeps.
    func schedule() {
        if isCancelled { return }
        if handler == nil {
            handler = loop?.addUpdateHandler(order: Application.updateOrder, name: "update of the views") {
                [weak self] in
                self?.perform()
            }
        }
        loop?.setNeedsUpdate()
    }

    /// Brings no view up to date any more: the application has ended.
    func cancel() {
        isCancelled = true
        layout.cancel()
        display.cancel()
        presentation.cancel()
        handler?.cancel()
        handler = nil
    }

    /// Whether the view is in a shown window of this application.
    func owns(_ view: RecordPointer) -> Bool {
        guard view.pointee.flags.isSuperset(of: [.view, .attached]) else { return false }
        return view.pointee.view.shownWindow?.updatePass === self
    }

    private func perform() {
        // A run of the loop inside a layout or a drawing leaves the views to the pass under way.
        guard !isPerforming, hasWork else { return }
        isPerforming = true
        statistics.passes += 1
        Hierarchy.shared.beginUse()
        layout.perform(for: self)
        if !isCutShort { display.perform(for: self) }
        if !isCutShort { presentation.perform(for: self) }
        Hierarchy.shared.endUse()
        isPerforming = false
        // Drawing marks views for the next pass; after a suspension, the rest is left to it.
        if hasWork { schedule() }
    }

    private var hasWork: Bool { !layout.isEmpty || !display.isEmpty || !presentation.isEmpty }
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
        /// Calls of ``View/draw(_:in:)`` by passes.
        public var draws = 0
        /// Views that passes have looked at: the marked ones and their superviews, each once a layout and once a
        /// drawing.
        public var visits = 0
    }

    /// The counts so far.
    public final var updateStatistics: UpdateStatistics { updatePass.statistics }
}
