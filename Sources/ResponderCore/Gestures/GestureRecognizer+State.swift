// The state of a recogniser, and the requests to change it.
extension GestureRecognizer {
    /// The state of the present attempt; ``State/possible`` outside of an attempt.
    ///
    /// Only the recogniser itself sets its state, from its touch methods or from a timer. Setting the state is a
    /// request. Within the dispatch of an event the request takes effect when all recognisers have seen the event.
    /// Until then the property returns the requested state: after a call of super in a touch method, a subclass may
    /// read the state and request another. While others are asked about the request, the property returns the former
    /// state again. Outside of the dispatch, the request takes effect at once (rule G43). In a view's touch method or
    /// in an action, it takes effect when that call has returned, or in a run of the loop that is nested in the call. A
    /// recogniser that must wait for others to fail stays possible until they have (rule G34).
    ///
    /// From ``State/possible``, you may set began, ended and failed, and also cancelled, which counts as failed. While
    /// a request for began waits, changed has no effect, and ended lets the gesture begin and end. From began and
    /// changed, you may set changed, ended and cancelled (rules G2, G3).
    ///
    /// A request is ignored after the attempt is over, before ``reset()`` (rule G4), and after the recogniser was
    /// disabled or removed. It is also ignored outside of an attempt while the recogniser is disabled, or while its
    /// view is in no window of an application.
    ///
    /// - Precondition: The transition is one of these.
    /// - Complexity: O(1) inside the dispatch of an event; otherwise that of the change, with the actions and the
    ///   cancels that follow from it.
    public final var state: State {
        get { record.shownState }
        set { ask(for: newValue) }
    }

    private func ask(for wanted: State) {
        // After the attempt is over, or was given up from outside, requests are ignored.
        if record.pointee.isOver || record.pointee.state == .possible && record.pointee.request == .failed { return }
        guard record.mayBecome(wanted) else {
            // The recogniser has already requested the end of its attempt.
            if record.shownState.rawValue >= State.ended.rawValue { return }
            fatalError("\(displayName) cannot go from \(record.pointee.state) to \(wanted)")
        }
        // An attempt needs no touch, but the recogniser must be able to get touches.
        if !record.pointee.isTrying, !isEnabled || viewReference?.record.shownWindow == nil { return }
        guard let engine else { return }
        let request = record.pointee.request
        switch wanted {
        case .possible: return
        case _ where record.pointee.state == .possible && wanted != .changed:
            if wanted == .ended && request == .began {
                record.pointee.flags.insert(.endsAtOnce)
            } else {
                record.pointee.request = wanted == .cancelled ? .failed : wanted
            }
        case .changed where record.pointee.state == .possible: return
        case .changed: record.pointee.request = request ?? .changed
        default:
            if request == nil || request == .changed || wanted == .cancelled { record.pointee.request = wanted }
        }
        if engine.state.pointee.underWay.innermost?.pointee.willResolve == true {
            record.pointee.flags.insert(.showsRequest)
        }
        record.pointee.flags.insert(.isTrying)
        engine.resolveSoon(record)
    }

    /// The dispatcher whose touches the recogniser gets; nil for a recogniser that has had no touch and whose view is
    /// in no window of an application.
    final var engine: TouchDispatcher? {
        guard let state = record.pointee.dispatcher else { return viewReference?.window?.application?.dispatcher }
        // Without a touch of the recogniser, the application may be gone.
        guard record.pointee.touches != 0 || ProcessState.shared.pointee.applications.contains(state) else {
            return nil
        }
        return TouchDispatcher(state: state)
    }

    /// Ends the attempt from outside: the recogniser fails, or the gesture is cancelled (rules G16, G18).
    ///
    /// - Parameter inReview: Whether the end takes effect only in the next review, since a tree is being changed.
    final func giveUp(because interruption: GestureInterruption, inReview: Bool = false) {
        guard record.pointee.isTrying else {
            // Drops touches whose began the recogniser has not got yet.
            if !record.pointee.isOver { record.pointee.touches = 0 }
            return ProcessState.shared.invalidatePlans()
        }
        guard !record.pointee.isOver else { return }
        if record.pointee.request != .failed && record.pointee.request != .cancelled {
            record.pointee.interruption = interruption
        }
        // The touches are dropped when the request takes effect; until then the recogniser gets no messages of them.
        record.pointee.owedEnd = 0
        record.pointee.flags.remove(.endsAtOnce)
        record.pointee.request = record.pointee.state == .possible ? .failed : .cancelled
        ProcessState.shared.invalidatePlans()
        if inReview { engine?.resolveInReview(record) } else { engine?.resolveSoon(record) }
    }
}

extension RecognizerPointer {
    /// Whether a state may be set on the recogniser, whose attempt is not over (rules G2 to G4).
    @MainActor
    fileprivate func mayBecome(_ wanted: GestureRecognizer.State) -> Bool {
        if pointee.state != .possible { return wanted == .changed || wanted == .ended || wanted == .cancelled }
        return wanted != .changed || pointee.request == .began
    }
}
