/// The state of an application's recognisers, in raw memory; it is made when a touch first meets a recogniser.
struct GestureState {
    /// The recognisers of the touch in each slot, in the order of delivery (rule G13).
    var recognizers: [[GestureRecognizer]] = Array(repeating: [], count: TouchBank.capacity)
    /// The beginnings that are withheld from views, by slot.
    var began: [TouchValues?] = Array(repeating: nil, count: TouchBank.capacity)
    /// The touches that were taken from their views by a success.
    var claimed: UInt64 = 0
    /// The touches whose end is withheld from their views (rule G24).
    var endWithheld: UInt64 = 0
    /// The recognisers whose requests have not yet taken effect, in the order of the requests.
    var queue = RecognizerList()
    /// The recognisers that wait for others to fail.
    var waiting = RecognizerList()
    /// Whether a recogniser has left `possible`, so that those that wait are to be looked at.
    var mayProceed = false
    /// The recognisers whose attempt is over, before their reset.
    var over = RecognizerList()
    /// Whether withheld messages may have become free.
    var mayGiveBack = false
    /// Whether a block that settles the queue waits in the loop.
    var isPosted = false

    @inline(__always)
    var hasWork: Bool { !queue.isEmpty || mayProceed && !waiting.isEmpty || !over.isEmpty || mayGiveBack }
}

extension TouchDispatcher {
    /// The state of the recognisers; made by the first touch that meets one.
    @inline(__always)
    var gestures: UnsafeMutablePointer<GestureState> { state.pointee.gestures ?? makeGestures() }

    @inline(never)
    private func makeGestures() -> UnsafeMutablePointer<GestureState> {
        let gestures = UnsafeMutablePointer<GestureState>.allocate(capacity: 1)
        gestures.initialize(to: GestureState())
        state.pointee.gestures = gestures
        return gestures
    }

    /// Frees the state of the recognisers: the application is gone.
    func destroyGestures() {
        guard let gestures = state.pointee.gestures else { return }
        // Those that have no touch.
        while let record = gestures.pointee.queue.popFirst(.isQueued) { record.recognizer.discardAttempt() }
        while let record = gestures.pointee.waiting.popFirst(.isListed) { record.recognizer.discardAttempt() }
        while let record = gestures.pointee.over.popFirst(.awaitsReset) { record.recognizer.discardAttempt() }
        for recognizers in gestures.pointee.recognizers {
            for recognizer in recognizers { recognizer.record.pointee.lists -= 1 }
        }
        gestures.pointee.queue.destroy(.isQueued)
        gestures.pointee.waiting.destroy(.isListed)
        gestures.pointee.over.destroy(.awaitsReset)
        gestures.deinitialize(count: 1).deallocate()
    }

    /// The recognisers that the touch in a slot was given to.
    func recognizers(of slot: UnsafeMutablePointer<TouchSlot>) -> [GestureRecognizer] {
        guard state.pointee.tracked & slot.pointee.bit != 0 else { return [] }
        return state.pointee.gestures?.pointee.recognizers[Int(slot.pointee.index)] ?? []
    }

    /// The recognisers that have one of the touches, each once, in the order of delivery.
    func recognizers(with touches: UInt64) -> [GestureRecognizer] {
        var found: [GestureRecognizer] = []
        for slot in slots(touches & state.pointee.tracked) {
            for recognizer in recognizers(of: slot) {
                let shared = recognizer.record.pointee.touches & touches
                if shared != 0, shared & (0 &- shared) == slot.pointee.bit { found.append(recognizer) }
            }
        }
        return found
    }
}
