/// The state of an application's recognisers, in raw memory; it is made when a touch first meets a recogniser.
struct GestureState {
    /// The recognisers of the touch in each slot.
    let recognizers: UnsafeMutablePointer<TouchRecognizers> = {
        let lists = UnsafeMutablePointer<TouchRecognizers>.allocate(capacity: TouchBank.capacity)
        for slot in 0..<TouchBank.capacity { (lists + slot).initialize(to: TouchRecognizers()) }
        return lists
    }()
    /// The values of touches whose began is withheld from views, by slot.
    var began: [TouchValues?] = Array(repeating: nil, count: TouchBank.capacity)
    /// The touches that a recogniser's success has taken from their views.
    var claimed: UInt64 = 0
    /// The touches that recognisers got and that began in a control, or in a view inside one.
    var inControls: UInt64 = 0
    /// The touches whose end is withheld from their views (rule G24).
    var endWithheld: UInt64 = 0
    /// The recognisers whose requests have not yet taken effect, in the order of the requests.
    var queue = RecognizerList(.queue)
    /// The recognisers that wait for others to fail.
    var waiting = RecognizerList(.waiting)
    /// Counts the recognisers that began to wait.
    var waits: UInt64 = 0
    /// The recognisers that have waited, and must be checked again.
    var woken = RecognizerList(.woken)
    /// Counts how often recognisers were checked again.
    var wakes: UInt64 = 0
    /// The recognisers whose attempt is over, before their reset.
    var over = RecognizerList(.over)
    /// Whether withheld messages may now be delivered.
    var mayGiveBack = false
    /// Whether a block that resolves the queue waits in the loop.
    var isPosted = false

    @inline(__always)
    var hasWork: Bool { !queue.isEmpty || !woken.isEmpty || !over.isEmpty || mayGiveBack }
}

extension TouchDispatcher {
    /// The state of the recognisers, which the first touch that meets a recogniser makes.
    @inline(__always)
    var gestures: UnsafeMutablePointer<GestureState> { state.pointee.gestures ?? makeGestures() }

    @inline(never)
    private func makeGestures() -> UnsafeMutablePointer<GestureState> {
        let gestures = UnsafeMutablePointer<GestureState>.allocate(capacity: 1)
        gestures.initialize(to: GestureState())
        state.pointee.gestures = gestures
        return gestures
    }

    /// Frees the state of the recognisers of an application that is gone.
    func destroyGestures() {
        guard let gestures = state.pointee.gestures else { return }
        // Recognisers without a touch are left: the release of a touch would have ended their attempts.
        while let record = gestures.pointee.queue.popFirst() { discardAttempt(of: record) }
        while let record = gestures.pointee.waiting.popFirst() { discardAttempt(of: record) }
        while let record = gestures.pointee.woken.popFirst() { discardAttempt(of: record) }
        while let record = gestures.pointee.over.popFirst() { discardAttempt(of: record) }
        for slot in 0..<TouchBank.capacity {
            for record in RecognizersOfTouch(gestures.pointee.recognizers + slot) { record.pointee.lists -= 1 }
        }
        gestures.pointee.queue.destroy()
        gestures.pointee.waiting.destroy()
        gestures.pointee.woken.destroy()
        gestures.pointee.over.destroy()
        for slot in 0..<TouchBank.capacity { gestures.pointee.recognizers[slot].removeAll() }
        gestures.pointee.recognizers.deinitialize(count: TouchBank.capacity).deallocate()
        gestures.deinitialize(count: 1).deallocate()
    }

    /// The recognisers to which the touch in a slot was given.
    @inline(__always)
    func recognizers(of slot: UnsafeMutablePointer<TouchSlot>) -> RecognizersOfTouch {
        guard slot.pointee.flags.contains(.tracked), let gestures = state.pointee.gestures else {
            return RecognizersOfTouch(nil)
        }
        return RecognizersOfTouch(gestures.pointee.recognizers + Int(slot.pointee.index))
    }

    /// The other recognisers that have one of a recogniser's touches, each once, in the order of delivery.
    ///
    /// Allocates nothing where there are none.
    func recognizers(sharingTouchesWith own: RecognizerPointer) -> [GestureRecognizer] {
        var found: [GestureRecognizer] = []
        for slot in slots(own.pointee.touches & state.pointee.touches.tracked) {
            for record in recognizers(of: slot) where record != own {
                let shared = record.pointee.touches & own.pointee.touches
                if shared != 0, shared & (0 &- shared) == slot.pointee.bit { found.append(record.recognizer) }
            }
        }
        return found
    }
}
