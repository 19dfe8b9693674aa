internal import ResponderTouchInput

/// Records the steps of a hit-test, view by view, while the dispatch's own code runs it.
@MainActor
final class SearchRecorder {
    /// The recorder in use: the searches that an override begins by calling super belong to it.
    private static var current: SearchRecorder?

    fileprivate(set) var steps: [TouchExplanation.Step] = []
    /// The event of the hit-test: a search for another event, in a run nested in an override, is not recorded.
    private let event: Event
    private var depth = 0
    /// The searches that are under way, one inside another.
    private var searches: [Search] = []
    /// The indices in `steps` of the overrides of `hitTest` that are being called; nil for a base implementation that
    /// is called only to confirm that its class inherits it.
    private var calledOverrides: [Int?] = []

    private struct Search {
        let depth: Int
        /// The index in `steps` of the view that the search entered last.
        ///
        /// That view is the deepest, since a search never comes back up.
        var entered: Int?
        /// Whether the search ended with the answer of an override.
        var isAnswered = false
    }

    private init(for event: Event) {
        self.event = event
    }

    /// Runs a hit-test for the event, and returns its result and its steps.
    static func record<Found>(
        for event: Event,
        _ hitTest: (Recording) -> Found
    ) -> (found: Found, steps: [TouchExplanation.Step]) {
        let outer = current
        let recorder = SearchRecorder(for: event)
        current = recorder
        ProcessState.shared.pointee.isExplaining = true
        let found = hitTest(Recording(recorder: recorder))
        current = outer
        ProcessState.shared.pointee.isExplaining = outer != nil
        return (found, recorder.steps)
    }

    /// The probe that records the searches that an override begins with the event; nil when they are not recorded.
    fileprivate static func recording(of event: Event?) -> Recording? {
        guard let current, event == nil || event === current.event else { return nil }
        return Recording(recorder: current)
    }

    // MARK: Recording

    fileprivate func begin() {
        searches.append(Search(depth: depth))
    }

    fileprivate func end() {
        guard let search = searches.popLast() else { return }
        depth = search.depth
        if let entered = search.entered, !search.isAnswered { steps[entered].outcome = .hit }
    }

    fileprivate func note(_ view: RecordPointer, _ point: Point, _ outcome: TouchExplanation.Outcome) {
        let view = view.pointee.view
        let isSingular = view.record.pointee.flags.contains(.singular)
        steps.append(
            TouchExplanation.Step(
                view: view,
                frame: view.frame,
                depth: depth,
                point: isSingular ? nil : point,
                outcome: outcome
            )
        )
    }

    fileprivate func enter(_ view: RecordPointer, _ point: Point) {
        if !searches.isEmpty { searches[searches.count - 1].entered = steps.count }
        note(view, point, .entered)
        depth += 1
    }

    fileprivate func willCallHitTest(_ view: RecordPointer, _ point: Point) {
        guard view.pointee.type.pointee.declared.contains(.hitTest) else { return calledOverrides.append(nil) }
        calledOverrides.append(steps.count)
        note(view, point, .answered(nil))
        depth += 1
    }

    fileprivate func didCallHitTest(_ hit: RecordPointer?) {
        if let step = calledOverrides.popLast() ?? nil {
            depth -= 1
            steps[step].outcome = .answered(hit?.pointee.view)
        }
        if hit != nil && !searches.isEmpty { searches[searches.count - 1].isAnswered = true }
    }
}

/// The probe that passes the steps to a recorder.
struct Recording: SearchProbe {
    fileprivate let recorder: SearchRecorder

    static var seesAll: Bool { true }

    func begins() { recorder.begin() }
    func ends() { recorder.end() }
    func entered(_ view: RecordPointer, _ point: Point) { recorder.enter(view, point) }
    func passedOver(_ view: RecordPointer, _ point: Point) {
        recorder.note(view, point, .passedOver(view.pointee.reasonToPass))
    }
    func excluded(_ view: RecordPointer, _ outerPoint: Point) { passedOver(view, view.fromSuperview(outerPoint)) }
    func refused(_ view: RecordPointer, _ point: Point) {
        // A base implementation, which is called only to confirm that the class inherits it, tests the bounds.
        let isOverride = view.pointee.type.pointee.declared.contains(.pointInside)
        let bounds = view.pointee.bounds
        recorder.note(view, point, .passedOver(isOverride ? .pointInside(bounds: bounds) : .outside(bounds: bounds)))
    }
    func willCallHitTest(_ view: RecordPointer, _ point: Point) { recorder.willCallHitTest(view, point) }
    func didCallHitTest(_ view: RecordPointer, _ hit: RecordPointer?) { recorder.didCallHitTest(hit) }
}

extension ResponderRecord {
    /// Why a search passes over a view that it did not call: a state that prevents any hit, otherwise the position of
    /// the point.
    ///
    /// The transform comes first: the search tests it before it calls an override.
    fileprivate var reasonToPass: TouchExplanation.Reason {
        if flags.contains(.singular) { return .notInvertible }
        if flags.contains(.hidden) { return .hidden }
        if flags.contains(.interactionDisabled) { return .interactionDisabled }
        if flags.contains(.transparent) { return .transparent(alpha: rare?.pointee.alpha ?? 1) }
        return .outside(bounds: bounds)
    }
}

extension View {
    /// The base implementation of `hitTest` while a hit-test is being explained.
    @inline(never)
    final func explainedSearch(_ point: Point, _ event: Event?) -> View? {
        guard let recording = SearchRecorder.recording(of: event) else {
            return record.search(point, event, Unwatched())?.pointee.view
        }
        return record.search(point, event, recording)?.pointee.view
    }
}
