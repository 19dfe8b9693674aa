/// Lays out the marked views of an application: the first part of an update pass.
///
/// Visits only the marked views and, on the way up from each, superviews whose depth is not known yet in this pass.
@MainActor
final class LayoutPass {
    /// The views that were marked since the last pass.
    private var marked = MarkedViews(flag: .awaitsLayout)
    private var taken: [RecordPointer] = []
    /// The number of views in shown windows of the application that need layout.
    var needingLayout = 0
    private var queue = LayoutQueue()
    /// The round and the depth of the view that is being laid out; nil outside of a pass.
    private var current: (round: Int32, depth: Int32)?
    private var number: UInt64 = 0

    /// Counts the passes of all applications.
    private static var newest: UInt64 = 0

    nonisolated init() {}

    var isEmpty: Bool { marked.isEmpty }

    /// The views that are marked for the next pass.
    func markedViews(for update: UpdatePass) -> [View] { marked.views(for: update) }

    func cancel() { marked.take(into: &taken) }

    /// Adds a marked view of a shown window.
    ///
    /// A view that is marked during another view's layout is laid out in the same round if it lies deeper than the
    /// other view, otherwise in the next round (rule V6).
    func add(_ view: RecordPointer, for update: UpdatePass) {
        if update.isCancelled { return }
        if let current {
            guard !view.pointee.flags.contains(.awaitsLayout) else { return }
            view.pointee.flags.insert(.awaitsLayout)
            let depth = depth(of: view, for: update)
            queue.insert(view, round: depth > current.depth ? current.round : current.round + 1, depth: depth)
        } else {
            marked.add(view, for: update)
            update.schedule()
        }
    }

    func run(for update: UpdatePass) {
        guard !marked.isEmpty else { return }
        current = (0, 0)
        Self.newest += 1
        number = Self.newest
        marked.take(into: &taken)
        for view in taken where isAwaited(view, by: update) {
            queue.insert(view, round: 0, depth: depth(of: view, for: update))
        }
        taken.removeAll(keepingCapacity: true)
        var endless = EndlessLayouts()
        while let entry = queue.popFirst() {
            let view = entry.view
            guard isAwaited(view, by: update) else { continue }
            if update.isCutShort {
                putBack(entry)
                break
            }
            // A layout may have moved the view to another superview.
            let depth = view.superviewRecord.map { self.depth(of: $0, for: update) + 1 } ?? 0
            if depth != entry.depth {
                view.withView { $0.depth = CountedDepth(value: depth, pass: number) }
                queue.insert(view, round: entry.round, depth: depth)
                continue
            }
            view.pointee.flags.remove(.awaitsLayout)
            guard view.pointee.flags.contains(.needsLayout) else { continue }
            if entry.round >= Application.layoutRoundLimit {
                endless.add(view)
                continue
            }
            current = (entry.round, entry.depth)
            update.statistics.layouts += 1
            view.pointee.view.layOut()
        }
        current = nil
        endless.report()
    }

    /// Leaves the remaining views to the next pass, since the application was suspended or has ended.
    private func putBack(_ first: LayoutQueue.Entry) {
        marked.putBack(first.view)
        while let entry = queue.popFirst() { marked.putBack(entry.view) }
    }

    /// Whether the view still awaits this pass.
    private func isAwaited(_ view: RecordPointer, by update: UpdatePass) -> Bool {
        view.pointee.flags.contains(.awaitsLayout) && update.owns(view)
    }

    /// The number of superviews of a view in a shown window.
    ///
    /// Counted once a pass for each view on the way up.
    private func depth(of view: RecordPointer, for update: UpdatePass) -> Int32 {
        var above: Int32 = 0
        var ancestor: RecordPointer? = view
        while let next = ancestor, next.withView({ $0.depth.pass }) != number {
            above += 1
            ancestor = next.superviewRecord
        }
        update.statistics.visits += Int(above)
        let depth = (ancestor?.withView { $0.depth.value } ?? -1) + above
        var next: RecordPointer? = view
        for counted in 0..<above {
            next?.withView { $0.depth = CountedDepth(value: depth - counted, pass: number) }
            next = next?.superviewRecord
        }
        return depth
    }
}

/// The depth of a view, and the layout pass that counted it; no pass has the number zero.
struct CountedDepth {
    var value: Int32 = 0
    var pass: UInt64 = 0
}
