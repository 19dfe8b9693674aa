internal import ResponderEventLoop
internal import ResponderSupport
internal import ResponderTouchInput

/// Reports the steps of touches to a listener.
///
/// A tracer exists only while there is a listener. The dispatch records steps while no code of the app may run; the
/// tracer reports them as soon as code of the app may run again.
@MainActor
final class TouchTracer {
    /// The listener that the app set; nil while the application is only recorded or replayed.
    let listener: (@MainActor (TouchTraceEvent) -> Void)?
    /// The trace of a recorded or replayed application.
    let trace: TurnTrace?
    @exclusivity(unchecked) private var waiting: [TouchTraceEvent] = []
    private var numbers: [UInt64: Int] = [:]
    private var lastNumber = 0
    /// The contacts whose cancel was already reported with its reason.
    private var cancelled: Set<UInt64> = []
    /// The contacts whose cancel for their views alone was reported: the touch goes on for recognisers.
    private var cancelledForViews: Set<UInt64> = []
    /// The contacts that recognisers were given since their last reset.
    var given: [ObjectIdentifier: Set<UInt64>] = [:]
    /// The steps of the last hit-test; when it missed, `miss` has the reason.
    var steps: [TouchExplanation.Step] = []
    var miss = TouchMiss.unwanted

    /// A tracer that goes on where a former one has left off; its numbers of touches begin anew.
    init(_ listener: (@MainActor (TouchTraceEvent) -> Void)?, _ trace: TurnTrace?, after former: TouchTracer?) {
        self.listener = listener
        self.trace = trace
        guard let former else { return }
        (cancelled, cancelledForViews, given) = (former.cancelled, former.cancelledForViews, former.given)
    }

    /// Whether steps wait to be reported.
    @inline(__always)
    var hasWaiting: Bool { !waiting.isEmpty }

    /// Reports the recorded steps to the listener.
    func report() {
        // Each event is removed first: the listener may cause a dispatch.
        while !waiting.isEmpty {
            let event = waiting.removeFirst()
            if let trace, !event.isMove { note(event, in: trace) }
            listener?(event)
        }
    }

    /// Notes the event as a line of a recording's trace, without the place of a touch that would tell a secret.
    private func note(_ event: TouchTraceEvent, in trace: TurnTrace) {
        var event = event
        for place in event.touches.indices {
            event.touches[place].number = trace.number(of: event.touches[place].touch.contact)
        }
        if case .hit(let view, _, _) = event.kind, trace.hidesPlaces?(view) == true {
            for touch in event.touches { trace.hide(touch.touch.contact) }
        }
        let hasSecret = event.touches.contains { trace.hides($0.touch.contact) }
        // Without a touch the place is that of a former one.
        if hasSecret || event.touches.isEmpty && isOfSecret(event, trace) { event.location = .zero }
        trace.note("\(event.summary)")
        if case .ended = event.kind { for touch in event.touches { trace.forget(touch.touch.contact) } }
    }

    /// Whether the event is one of a recogniser of a view whose touches tell a secret.
    private func isOfSecret(_ event: TouchTraceEvent, _ trace: TurnTrace) -> Bool {
        switch event.kind {
        case .recognizer(let recognizer, _): recognizer.view.map { trace.hidesPlaces?($0) == true } ?? false
        case .missed, .refused: trace.mayHidePlaces?() == true
        default: false
        }
    }

    func note(
        _ kind: TouchTraceEvent.Kind,
        _ slot: UnsafeMutablePointer<TouchSlot>,
        isNamed: Bool = true,
        _ names: [Responder] = []
    ) {
        let touch = Touch(slot: slot, contact: slot.pointee.contact)
        waiting.append(
            TouchTraceEvent(
                kind: kind,
                touches: isNamed ? [trace(touch)] : [],
                location: slot.pointee.location,
                time: MainRunLoop.Instant(nanoseconds: slot.pointee.timestamp),
                names: names.map { ResponderName($0) }
            )
        )
    }

    /// Records that a contact was refused before it got a slot.
    func noteRefusal(_ refusal: TouchRefusal, _ sample: TouchSample) {
        waiting.append(
            TouchTraceEvent(
                kind: .refused(refusal),
                touches: [],
                location: sample.location,
                time: MainRunLoop.Instant(nanoseconds: sample.time),
                names: []
            )
        )
    }

    func noteCancel(_ reason: TouchCancelReason, _ slot: UnsafeMutablePointer<TouchSlot>, _ names: [Responder] = []) {
        if names.isEmpty { cancelled.insert(slot.pointee.contact) }
        note(.willCancel(reason), slot, names)
    }

    func noteEnd(_ slot: UnsafeMutablePointer<TouchSlot>) {
        let contact = slot.pointee.contact
        if slot.pointee.phase == .cancelled && !cancelled.contains(contact) { noteCancel(.source, slot) }
        note(.ended, slot)
        cancelled.remove(contact)
        cancelledForViews.remove(contact)
        numbers[contact] = nil
    }

    /// Records an event of touches and recognisers.
    ///
    /// - Parameters:
    ///   - location: The location of an event that has no touches.
    ///   - time: When the event's cause was, in nanoseconds; nil for the time of the touch.
    ///   - isViewCancel: Whether only the touch's view is about to get a cancel, while the touch goes on.
    func note(
        _ kind: TouchTraceEvent.Kind,
        _ slots: TouchSlots,
        else location: Point,
        at time: Int64?,
        isViewCancel: Bool = false,
        names: [Responder] = [],
        recognizers: [GestureRecognizer] = []
    ) {
        var touches: [TouchTraceEvent.TracedTouch] = []
        for slot in slots {
            touches.append(trace(Touch(slot: slot, contact: slot.pointee.contact)))
            if isViewCancel { cancelledForViews.insert(slot.pointee.contact) }
        }
        let sample = touches.first?.sample
        waiting.append(
            TouchTraceEvent(
                kind: kind,
                touches: touches,
                location: sample?.location ?? location,
                time: time.map { MainRunLoop.Instant(nanoseconds: $0) } ?? sample?.timestamp ?? .zero,
                names: names.map { ResponderName($0) },
                recognizers: recognizers.map { RecognizerName($0) }
            )
        )
    }

    /// Records the cancel of a touch by its source, unless the reason was already reported.
    func noteUnexplainedCancel(_ touch: Touch) {
        if !cancelled.contains(touch.contact) { noteCancel(.source, touch.slot) }
    }

    func noteDelivery(_ delivery: TouchDelivery) {
        let touches = delivery.touches.map { trace($0) }
        if delivery.phase == .cancelled && !delivery.event.state.pointee.isForOneRecipient {
            for touch in touches where !cancelledForViews.contains(touch.touch.contact) {
                noteUnexplainedCancel(touch.touch)
            }
        }
        waiting.append(
            TouchTraceEvent(
                kind: .delivered(delivery),
                touches: touches,
                location: touches.first?.sample.location ?? .zero,
                time: delivery.event.timestamp,
                names: (delivery.view === delivery.responder ? [delivery.view] : [delivery.view, delivery.responder])
                    .map { ResponderName($0) }
            )
        )
    }

    private func trace(_ touch: Touch) -> TouchTraceEvent.TracedTouch {
        TouchTraceEvent.TracedTouch(touch: touch, number: number(of: touch), sample: touch.sample)
    }

    private func number(of touch: Touch) -> Int {
        if numbers[touch.contact] == nil { lastNumber += 1 }
        let number = numbers[touch.contact] ?? lastNumber
        numbers[touch.contact] = number
        return number
    }
}

// The dispatch calls these functions only while there is a listener.
extension TouchDispatcher {
    /// Sets the listener of the trace, and the closure that reports calls of touch methods to all listeners.
    func setTraceListener(_ listener: (@MainActor (TouchTraceEvent) -> Void)?) {
        let trace = state.pointee.listeners.tape?.takeUnretainedValue().trace
        let former = state.pointee.listeners.tracer
        // What was recorded before belongs to the former listener.
        former?.report()
        state.pointee.listeners.tracer =
            listener == nil && trace == nil ? nil : TouchTracer(listener, trace, after: trace == nil ? nil : former)
        updateListeners()
    }

    /// Sets the closure that reports calls of touch methods to all listeners.
    func updateListeners() {
        let delivery = state.pointee.listeners.delivery
        state.pointee.listeners.areMovesForTapeAlone = false
        if let tracer = state.pointee.listeners.tracer {
            state.pointee.listeners.areMovesForTapeAlone =
                state.pointee.listeners.tape != nil && tracer.listener == nil && delivery == nil
            state.pointee.listeners.trace = {
                tracer.noteDelivery($0)
                tracer.report()
                delivery?($0)
            }
        } else if delivery == nil, HandlerNote.isOn {
            // A handler that is noted is called on the way of one that is traced.
            state.pointee.listeners.trace = { _ in }
        } else {
            state.pointee.listeners.trace = delivery
        }
        // Whether there is a listener changes the plans.
        ProcessState.shared.didChange()
    }

    /// Reports the recorded steps; must be called only when code of the app may run.
    @inline(__always)
    func reportTrace() {
        if let tracer = state.pointee.listeners.tracer, tracer.hasWaiting { reportTracer() }
    }

    @inline(never)
    private func reportTracer() {
        state.pointee.listeners.tracer?.report()
    }

    /// Notes moves that are about to be delivered to a responder of a class, in few bytes.
    func noteMoves(_ touches: TouchSlots, to type: Responder.Type, in trace: TurnTrace) {
        trace.beginMoves(touches.mask.nonzeroBitCount)
        for slot in touches {
            let place = slot.pointee.bit.trailingZeroBitCount
            trace.noteMove(slot.pointee.contact, slot: place, at: slot.pointee.location)
        }
        trace.endMoves(to: type)
    }

    /// A call of the port's receiver begins, or ends.
    @inline(never)
    func noteReception(_ port: TouchPort, begins: Bool) {
        guard let tape = state.pointee.listeners.tape else { return }
        tape.borrow {
            if begins {
                $0.beginReception(
                    isContinued: port.isStepContinued,
                    hasWaitingSamples: !state.pointee.samples.waiting.isEmpty
                )
            } else {
                $0.endReception()
            }
        }
    }

    @inline(never)
    func tracedHitTest(_ point: Point, _ event: Event) -> (view: RecordPointer, window: RecordPointer)? {
        let isShowing = !state.pointee.windows.isEmpty
        let (hit, steps) =
            state.pointee.listeners.tracesHitTests
            ? SearchRecorder.record(for: event) { askWindows(point, event, $0) }
            : (askWindows(point, event, Unwatched()), [])
        state.pointee.listeners.tracer?.steps = steps
        if let hit, let window = hit.window { return (hit.view, window) }
        state.pointee.listeners.tracer?.miss =
            hit.map { .notShown($0.view.pointee.view) } ?? (isShowing ? .unwanted : .noWindow)
        return nil
    }

    /// Records that the touch was bound to the hit view.
    @inline(never)
    func traceHit(_ slot: UnsafeMutablePointer<TouchSlot>) {
        guard let tracer = state.pointee.listeners.tracer, let view = slot.pointee.view?.pointee.view,
            let window = slot.pointee.window?.pointee.view
        else { return }
        let hit = TouchTraceEvent.Kind.hit(view, in: unsafeDowncast(window, to: Window.self), steps: tracer.steps)
        tracer.note(hit, slot, [view, window])
        tracer.steps = []
        if state.pointee.processState.pointee.usesRecognizers { traceRefusals(of: slot, from: view.record) }
    }

    @inline(never)
    func traceMiss(_ slot: UnsafeMutablePointer<TouchSlot>) {
        guard let tracer = state.pointee.listeners.tracer else { return }
        tracer.note(.missed(tracer.miss, steps: tracer.steps), slot, isNamed: false)
        (tracer.steps, tracer.miss) = ([], .unwanted)
    }

    @inline(never)
    func traceRefusal(_ slot: UnsafeMutablePointer<TouchSlot>, _ refusal: TouchRefusal?) {
        guard let refusal else { return }
        state.pointee.listeners.tracer?.note(.refused(refusal), slot)
    }

    @inline(never)
    func traceRefusal(_ sample: UnsafeMutablePointer<TouchSample>, _ refusal: TouchRefusal?) {
        guard let refusal else { return }
        state.pointee.listeners.tracer?.noteRefusal(refusal, sample.pointee)
    }

    /// Records that the touch is about to be marked for a cancel, unless it is marked already.
    @inline(never)
    func traceCancel(_ slot: UnsafeMutablePointer<TouchSlot>, _ reason: TouchCancelReason) {
        guard slot.pointee.view != nil, !slot.pointee.flags.contains(.cancelPending), !slot.isEnding else { return }
        state.pointee.listeners.tracer?.noteCancel(reason, slot)
    }

    /// Records that all touches are about to be marked for a cancel.
    @inline(never)
    func traceCancels(_ reason: TouchCancelReason) {
        for slot in slots(state.pointee.touches.down) { traceCancel(slot, reason) }
    }

    @inline(never)
    func traceCancel(_ slot: UnsafeMutablePointer<TouchSlot>, ofLost recipient: Responder) {
        state.pointee.listeners.tracer?.noteCancel(.leftChain(recipient), slot, [recipient])
    }

    @inline(never)
    func traceEnd(_ slot: UnsafeMutablePointer<TouchSlot>) {
        state.pointee.listeners.tracer?.noteEnd(slot)
    }
}
