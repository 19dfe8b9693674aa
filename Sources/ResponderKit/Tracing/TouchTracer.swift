internal import ResponderEventLoop
internal import ResponderTouchInput

/// Tells a listener what happens to touches.
///
/// Made only while somebody listens. The dispatch notes here what happens, where nobody else may be called at that
/// moment; it is told as soon as one may.
@MainActor
final class TouchTracer {
    let listener: @MainActor (TouchTraceEvent) -> Void
    private var waiting: [TouchTraceEvent] = []
    private var numbers: [UInt64: Int] = [:]
    private var lastNumber = 0
    /// The contacts of which it was told why they are to be cancelled.
    private var cancelled: Set<UInt64> = []
    /// How the last hit-test went, and why it missed if it did.
    var steps: [TouchExplanation.Step] = []
    var miss = TouchMiss.unwanted

    init(_ listener: @escaping @MainActor (TouchTraceEvent) -> Void) {
        self.listener = listener
    }

    /// Tells the listener what was noted.
    func tell() {
        // Each taken out first: the listener may bring about a dispatch.
        while !waiting.isEmpty { listener(waiting.removeFirst()) }
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

    /// A contact was refused before it was given a slot.
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
        numbers[contact] = nil
    }

    func noteDelivery(_ delivery: TouchDelivery) {
        let touches = delivery.touches.map { trace($0) }
        if delivery.phase == .cancelled && !delivery.event.state.pointee.goesNoFurther {
            for touch in touches where !cancelled.contains(touch.touch.contact) {
                noteCancel(.source, touch.touch.slot)
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
        if numbers[touch.contact] == nil { lastNumber += 1 }
        let number = numbers[touch.contact] ?? lastNumber
        numbers[touch.contact] = number
        return TouchTraceEvent.TracedTouch(touch: touch, number: number, sample: touch.sample)
    }
}

// What the dispatch calls where somebody listens.
extension TouchDispatcher {
    /// Has the calls of touch methods reported to whoever listens.
    func updateListeners() {
        let delivery = state.pointee.listeners.delivery
        if let tracer = state.pointee.listeners.tracer {
            state.pointee.listeners.trace = {
                tracer.noteDelivery($0)
                tracer.tell()
                delivery?($0)
            }
        } else {
            state.pointee.listeners.trace = delivery
        }
        // Plans are made for nobody who listens, or for somebody who does.
        Hierarchy.shared.didChange()
    }

    /// Tells the listener what was noted, at a moment at which anything may be called.
    @inline(__always)
    func tellTrace() {
        if state.pointee.listeners.tracer != nil { tellTracer() }
    }

    @inline(never)
    private func tellTracer() {
        state.pointee.listeners.tracer?.tell()
    }

    @inline(never)
    func tracedHitTest(_ point: Point, _ event: Event) -> (view: RecordPointer, window: RecordPointer)? {
        let isShowing = state.pointee.windows.count > 0
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

    /// The touch was bound to the view that was hit.
    @inline(never)
    func traceHit(_ slot: UnsafeMutablePointer<TouchSlot>) {
        guard let tracer = state.pointee.listeners.tracer, let view = slot.pointee.view?.pointee.view,
            let window = slot.pointee.window?.pointee.view
        else { return }
        let hit = TouchTraceEvent.Kind.hit(view, in: unsafeDowncast(window, to: Window.self), steps: tracer.steps)
        tracer.note(hit, slot, [view, window])
        tracer.steps = []
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

    /// The touch is about to be marked for a cancel, unless it is already.
    @inline(never)
    func traceCancel(_ slot: UnsafeMutablePointer<TouchSlot>, _ reason: TouchCancelReason) {
        guard slot.pointee.view != nil, !slot.pointee.flags.contains(.cancelPending), !slot.isEnding else { return }
        state.pointee.listeners.tracer?.noteCancel(reason, slot)
    }

    /// All touches are about to be.
    @inline(never)
    func traceCancels(_ reason: TouchCancelReason) {
        for slot in slots(state.pointee.live) { traceCancel(slot, reason) }
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
