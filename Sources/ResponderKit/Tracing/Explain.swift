public import ResponderTouchInput

// Explaining what would become of a touch: by the code that dispatches one, watched.
extension Application {
    /// Explains what would become of a touch that began at the point now: which views are tried, why each was passed over,
    /// which one is hit, whether it would be taken, and who up the chain would get it.
    ///
    /// The hit-test, the admission and the chain are those of the dispatch, not a second version of them, and so overrides of
    /// ``View/hitTest(_:with:)``, ``View/point(inside:with:)`` and ``Responder/next`` are called as for a touch, with an
    /// event of no touch of its own that is never dispatched. Nothing else is called: no touch comes about, nothing is
    /// counted, and the application's state stays as it is.
    ///
    /// What an override of `sendEvent` would do with the touch cannot be known beforehand. May be called at any time, also
    /// inside a handler, and while the application is not active: it then says so, and where the touch would go if it were.
    /// Inside a callback of the life cycle, and in a handler of a touch that this cancels, what counts is the state
    /// that the callback's row of ``Transition/table`` leads to: the loop takes nothing from the port before, unless it
    /// is run inside the callback.
    ///
    /// One step for each view that is tried: views with very many subviews are asked about each, so it takes longer than a
    /// dispatch. It allocates, and what it returns keeps alive whom it names.
    ///
    /// - Parameter point: A position in points of the screen.
    public final func explainTouch(at point: Point) -> TouchExplanation { dispatcher.explain(point) }
}

extension TouchDispatcher {
    fileprivate func explain(_ point: Point) -> TouchExplanation {
        // What an override takes out of a tree stays alive until all is noted.
        state.pointee.hierarchy.beginUse()
        defer { state.pointee.hierarchy.endUse() }
        let event = makeUndispatchedEvent()
        let isShowing = state.pointee.windows.count > 0
        let (hit, steps) = SearchRecorder.record(for: event) { askWindows(point, event, $0) }
        // An override may have kept it.
        event.settle()
        let window = hit?.window
        let view = window == nil ? nil : hit?.view
        var miss: TouchMiss?
        if view == nil { miss = hit.map { .notShown($0.view.pointee.view) } ?? (isShowing ? .unwanted : .noWindow) }
        let (chain, handler) = view.map { explainChain(from: $0) } ?? ([], nil)
        return TouchExplanation(
            point: point,
            steps: steps,
            view: view?.pointee.view,
            window: window.map { unsafeDowncast($0.pointee.view, to: Window.self) },
            miss: miss,
            refusal: refusal(at: point, on: view, in: window),
            chain: chain,
            handler: handler,
            chainNames: chain.map { ResponderName($0) },
            windowName: window.map { ResponderName($0.pointee.view) }
        )
    }

    /// An event that no touch brought: it has those that are down, and goes nowhere.
    private func makeUndispatchedEvent() -> Event {
        let event = Event(state)
        event.state.pointee.timestamp = now ?? 0
        event.state.pointee.newestContact = state.pointee.newestContact
        event.state.pointee.all = state.pointee.live
        return event
    }

    /// What stands against a touch that begins there now, in the order in which the dispatch asks.
    private func refusal(at point: Point, on view: RecordPointer?, in window: RecordPointer?) -> TouchRefusal? {
        if !point.isFinite { return .invalidLocation }
        if let refusal = refusalOfAll(isActive: willBeActive) { return refusal }
        if state.pointee.freeSlots.count == 0 { return .tooManyTouches }
        guard let view, let window else { return nil }
        if let other = exclusiveTouch(against: view, in: window, among: state.pointee.live) {
            return exclusiveRefusal(of: view, for: other)
        }
        return refusesAnother(view) ? .singleTouch : nil
    }

    /// Why the application takes no touch at all; nil while it does.
    var refusalOfAll: TouchRefusal? { refusalOfAll(isActive: state.pointee.acceptance.isActive) }

    private func refusalOfAll(isActive: Bool) -> TouchRefusal? {
        if !isActive { return .applicationInactive }
        return state.pointee.acceptance.ignoreCount > 0 ? .ignoringInteraction : nil
    }

    /// Whether the application is active when it comes to what is sent now: a callback of the life cycle returns first.
    private var willBeActive: Bool {
        guard let destination = state.pointee.living.pointee.application?.lifecycle.destination else {
            return state.pointee.acceptance.isActive
        }
        return destination == .active
    }

    /// Whether the view takes no touch beside the one that it holds (rule T15).
    @inline(__always)
    func refusesAnother(_ view: RecordPointer) -> Bool {
        view.pointee.touchCount > 0 && !view.pointee.flags.contains(.multipleTouch) && !isHandingOver(view)
    }

    func exclusiveRefusal(of view: RecordPointer, for other: UnsafeMutablePointer<TouchSlot>) -> TouchRefusal? {
        guard let holder = other.pointee.view else { return nil }
        let exclusive = holder.pointee.isExclusive ? holder : view
        return .exclusiveTouch(of: exclusive.pointee.view, heldBy: holder.pointee.view)
    }
}

// MARK: - The chain

extension TouchDispatcher {
    /// The responders from the view to the one that gets a began, as the base implementation passes it on: up to the
    /// first whose class handles it, by the table that the dispatch goes by.
    fileprivate func explainChain(from view: RecordPointer) -> (chain: [Responder], handler: Responder?) {
        var chain = [view.pointee.object.takeUnretainedValue()]
        // Overrides of `next` may make a circle of the chain.
        var seen: Set<RecordPointer> = [view]
        var current = view
        while !current.handlesBegan {
            guard let next = Self.step(from: current, &chain, &seen) else { return (chain, nil) }
            current = next
        }
        return (chain, chain.last)
    }

    /// One step up; nil at the end, and where the chain has come round.
    private static func step(
        from record: RecordPointer,
        _ chain: inout [Responder],
        _ seen: inout Set<RecordPointer>
    ) -> RecordPointer? {
        // Those that only an override of `next` names are kept by the array.
        let next = record.hasLink ? record.pointee.next?.pointee.object.takeUnretainedValue() : record.askNext()
        guard let next, seen.insert(next.record).inserted else { return nil }
        chain.append(next)
        return next.record
    }
}
