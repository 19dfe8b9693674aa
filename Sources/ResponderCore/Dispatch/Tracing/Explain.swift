public import ResponderTouchInput

// An explanation of a touch: the dispatch's own code runs, observed by a recorder.
extension Application {
    /// Explains what would happen to a touch that began at the point now: which views are tried, why each is passed
    /// over, which view is hit, whether the touch would be accepted, which responder up the chain would get it, and
    /// which recognisers.
    ///
    /// The hit-test, the acceptance and the chain are found by the code of the dispatch, not by a second version of it.
    /// So overrides of ``View/hitTest(_:with:)``, ``View/point(inside:with:)`` and ``Responder/next`` are called as for
    /// a touch, with an event that is never dispatched and has no touch for the point. Nothing else is called, no
    /// delegate of a recogniser either: no touch is made, no statistics change, and the application's state stays as it
    /// is.
    ///
    /// The effect of an override of `sendEvent` cannot be known beforehand. This method may be called at any time, even
    /// inside a handler or in an inactive application. While the application is not active, the explanation says so,
    /// and shows where the touch would go otherwise. Inside a callback of the life cycle, and in a handler of a touch
    /// that this callback cancels, the explanation assumes the state to which the callback's row of
    /// ``Transition/table`` leads: the loop takes no touch from the port before the callback returns, unless the
    /// callback runs the loop.
    ///
    /// - Parameter point: A position in points of the screen.
    /// - Complexity: O(views tried + length of the chain), more than a dispatch, since all subviews are tried even in a
    ///   view with very many. Allocates the explanation, which retains the responders that it names.
    public final func explainTouch(at point: Point) -> TouchExplanation { dispatcher.explain(point) }
}

extension TouchDispatcher {
    fileprivate func explain(_ point: Point) -> TouchExplanation {
        // A view that an override removes from a tree stays alive until all is recorded.
        state.pointee.processState.beginUse()
        defer { state.pointee.processState.endUse() }
        let event = makeUndispatchedEvent()
        let isShowing = !state.pointee.windows.isEmpty
        let (hit, steps) = SearchRecorder.record(for: event) { askWindows(point, event, $0) }
        // An override may have kept the event.
        event.keepSamples()
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
            recognizers: view.map { explainRecognizers(from: $0) } ?? [],
            idleness: (handler as? any TouchAnswering)?.idleness,
            chainNames: chain.map { ResponderName($0) },
            windowName: window.map { ResponderName($0.pointee.view) }
        )
    }

    /// Makes an event without a new touch: it has the touches that are down, and is never dispatched.
    func makeUndispatchedEvent() -> Event {
        let event = Event(state)
        event.state.pointee.timestamp = now ?? 0
        event.state.pointee.newestContact = state.pointee.touches.newestContact
        event.state.pointee.all = state.pointee.touches.down
        return event
    }

    /// Why a touch that begins at the point now would be refused, tested in the order of the dispatch; nil when it
    /// would be accepted.
    private func refusal(at point: Point, on view: RecordPointer?, in window: RecordPointer?) -> TouchRefusal? {
        if !point.isFinite { return .invalidLocation }
        if let refusal = refusalOfAll(isActive: willBeActive) { return refusal }
        if state.pointee.touches.freeSlots.count == 0 { return .tooManyTouches }
        guard let view, let window else { return nil }
        if let screen = newScreen(of: view, at: now ?? 0) { return .newScreen(of: screen) }
        if let other = exclusiveTouch(against: view, in: window, among: state.pointee.touches.down) {
            return exclusiveRefusal(of: view, for: other)
        }
        return refusesAnother(view) ? .singleTouch : nil
    }

    /// Why the application will refuse all touches when it receives one that is sent now; nil when it will accept them.
    var refusalOfAllExpected: TouchRefusal? { refusalOfAll(isActive: willBeActive) }

    /// Why the application refuses all touches; nil when it accepts them.
    var refusalOfAll: TouchRefusal? { refusalOfAll(isActive: state.pointee.acceptance.isActive) }

    private func refusalOfAll(isActive: Bool) -> TouchRefusal? {
        if !isActive { return .applicationInactive }
        if state.pointee.acceptance.ignoreCount > 0 { return .ignoringInteraction }
        return withholdsInput ? .withheld : nil
    }

    /// Whether the application will be active when it receives a touch that is sent now: a callback of the life cycle
    /// returns first.
    private var willBeActive: Bool {
        guard let destination = state.pointee.lifetime.weakApplication.pointee.application?.lifecycle.destination else {
            return state.pointee.acceptance.isActive
        }
        return destination == .active
    }

    func exclusiveRefusal(of view: RecordPointer, for other: UnsafeMutablePointer<TouchSlot>) -> TouchRefusal? {
        guard let holder = other.pointee.view else { return nil }
        let exclusive = holder.pointee.isExclusive ? holder : view
        return .exclusiveTouch(of: exclusive.pointee.view, heldBy: holder.pointee.view)
    }
}

// MARK: - The chain

extension TouchDispatcher {
    /// Returns the responders from the view up to the handler of a began, and the handler.
    ///
    /// The handler is the first responder whose class overrides `touchesBegan` according to the override table. When
    /// there is none, the chain goes up to its end.
    fileprivate func explainChain(from view: RecordPointer) -> (chain: [Responder], handler: Responder?) {
        var chain = [view.pointee.object.takeUnretainedValue()]
        // Overrides of `next` may make the chain a circle.
        var seen: Set<RecordPointer> = [view]
        var current = view
        while !current.handlesBegan {
            guard let next = Self.step(from: current, &chain, &seen) else { return (chain, nil) }
            current = next
        }
        return (chain, chain.last)
    }

    /// One step up the chain; nil at its end, and when the chain has closed a circle.
    private static func step(
        from record: RecordPointer,
        _ chain: inout [Responder],
        _ seen: inout Set<RecordPointer>
    ) -> RecordPointer? {
        // The array retains the responders, which may be known only to an override of `next`.
        let next = record.hasLink ? record.pointee.next?.pointee.object.takeUnretainedValue() : record.callNext()
        guard let next, seen.insert(next.record).inserted else { return nil }
        chain.append(next)
        return next.record
    }
}
