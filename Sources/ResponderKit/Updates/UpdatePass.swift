internal import ResponderEventLoop

/// Lays out the marked views of an application, once a turn of its loop (rule L37).
///
/// Visits the marked views alone, and on the way up from each the superviews whose depth is not known yet in this pass.
@MainActor
final class UpdatePass {
    private weak var loop: MainRunLoop?
    private var handler: MainRunLoop.UpdateHandler?
    /// The views that were marked since the last pass; entries of views that left their window are ignored.
    private var marked: [RecordPointer] = []
    /// The number of entries from which on those that are ignored are removed.
    private var compactsAt = 64
    private var isCancelled = false
    /// See ``Application/textMeasurer``.
    var textMeasurer: any TextMeasurer = FixedWidthTextMeasurer()
    /// The number of views in shown windows of the application that need layout.
    var needingLayout = 0
    private var queue = LayoutQueue()
    /// The round and the depth of the view that is being laid out; nil outside of a pass.
    private var current: (round: Int32, depth: Int32)?
    private var number: UInt64 = 0
    private(set) var statistics = Application.UpdateStatistics()

    /// Counts the passes of all applications.
    private static var newest: UInt64 = 0

    nonisolated init(loop: MainRunLoop) {
        self.loop = loop
    }

    /// Adds a marked view of a shown window.
    ///
    /// A view that is marked while another is laid out is laid out in the same round if it lies deeper than that other
    /// one, otherwise in the next round (rule V6).
    func add(_ view: RecordPointer) {
        if isCancelled { return }
        if let current {
            let depth = depth(of: view)
            queue.insert(view, round: depth > current.depth ? current.round : current.round + 1, depth: depth)
        } else {
            marked.append(view)
            if marked.count > compactsAt { compact() }
            if handler == nil {
                handler = loop?.addUpdateHandler(order: Application.layoutOrder, name: "layout") { [weak self] in
                    self?.perform()
                }
            }
            loop?.setNeedsUpdate()
        }
    }

    /// Lays out no more views: the application has ended.
    func cancel() {
        isCancelled = true
        marked = []
        handler?.cancel()
        handler = nil
    }

    private func perform() {
        // A run of the loop inside a layout leaves the views to the pass under way.
        guard current == nil, !marked.isEmpty else { return }
        current = (0, 0)
        Self.newest += 1
        number = Self.newest
        statistics.passes += 1
        Hierarchy.shared.beginUse()
        for view in marked where isMine(view) { queue.insert(view, round: 0, depth: depth(of: view)) }
        marked.removeAll(keepingCapacity: true)
        var unsettled = UnsettledViews()
        while let entry = queue.popFirst() {
            let view = entry.view
            guard isMine(view) else { continue }
            if loop?.isTurnCutShort == true {
                putBack(entry)
                break
            }
            // A layout may have moved the view to another superview.
            let depth = view.superviewRecord.map { self.depth(of: $0) + 1 } ?? 0
            if depth != entry.depth {
                view.pointee.view.depth = CountedDepth(value: depth, pass: number)
                queue.insert(view, round: entry.round, depth: depth)
                continue
            }
            view.pointee.flags.remove(.awaitsUpdate)
            guard view.pointee.flags.contains(.needsLayout) else { continue }
            if entry.round >= Application.layoutRoundLimit {
                unsettled.add(view)
                continue
            }
            current = (entry.round, entry.depth)
            statistics.layouts += 1
            view.pointee.view.layOut()
        }
        current = nil
        Hierarchy.shared.endUse()
        unsettled.report()
    }

    /// Leaves the rest of the views to the next pass: the application was suspended, or has ended.
    private func putBack(_ first: LayoutQueue.Entry) {
        marked.append(first.view)
        while let entry = queue.popFirst() { marked.append(entry.view) }
        if !isCancelled { loop?.setNeedsUpdate() }
    }

    /// Removes the entries that are ignored, and all but one of each view.
    private func compact() {
        var kept: [RecordPointer] = []
        for view in marked where isMine(view) {
            kept.append(view)
            view.pointee.flags.remove(.awaitsUpdate)
        }
        for view in kept { view.pointee.flags.insert(.awaitsUpdate) }
        marked = kept
        compactsAt = max(64, 2 * kept.count)
    }

    /// Whether the view still awaits this pass: it is in a shown window of this application.
    private func isMine(_ view: RecordPointer) -> Bool {
        guard view.pointee.flags.isSuperset(of: [.awaitsUpdate, .attached]) else { return false }
        return view.pointee.view.shownWindow?.updatePass === self
    }

    /// The number of superviews of a view in a shown window.
    ///
    /// Counted once a pass for each view on the way up.
    private func depth(of view: RecordPointer) -> Int32 {
        var above: Int32 = 0
        var ancestor: RecordPointer? = view
        while let next = ancestor, next.pointee.view.depth.pass != number {
            above += 1
            ancestor = next.superviewRecord
        }
        statistics.visits += Int(above)
        let depth = (ancestor?.pointee.view.depth.value ?? -1) + above
        var next: RecordPointer? = view
        for counted in 0..<above {
            next?.pointee.view.depth = CountedDepth(value: depth - counted, pass: number)
            next = next?.superviewRecord
        }
        return depth
    }
}

/// The depth of a view, and the update pass that counted it; no pass has the number zero.
struct CountedDepth {
    var value: Int32 = 0
    var pass: UInt64 = 0
}

extension Application {
    /// The order of the update handler that lays out views: handlers of a lower order run before the layout, those of a
    /// higher one after it (rule L36).
    public static let layoutOrder = -1_000_000

    /// The number of rounds after which an update pass gives up views that are marked again whenever they are laid out
    /// (rule V6).
    public static let layoutRoundLimit = 100

    /// Counts of what update passes have done.
    public struct UpdateStatistics: Hashable, Sendable {
        /// Passes in which a view was marked.
        public var passes = 0
        /// Calls of ``View/layoutSubviews()`` by passes.
        public var layouts = 0
        /// Views that passes have looked at: the marked ones and their superviews, each once a pass.
        public var visits = 0
    }

    /// The counts so far.
    public final var updateStatistics: UpdateStatistics { updatePass.statistics }
}
