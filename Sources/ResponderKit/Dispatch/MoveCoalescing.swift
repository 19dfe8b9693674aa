internal import ResponderTouchInput

// Moves that arrive faster than the app takes them: a touch moves once a turn (rule T36), and the event keeps the samples
// in between. Nothing is reordered: what waits is dispatched before anything that is no move, and a frame that would move
// a touch a second time is left in the port for the next turn.
extension TouchDispatcher {
    /// Makes the moves that wait in the port one event, and each other frame its own.
    ///
    /// Returns how many samples may still come.
    func receiveCoalescing(from port: TouchPort, limit: Int) -> Int {
        var remaining = limit
        while remaining > 0 {
            if let cursor = port.soleCursor {
                guard receiveSingles(from: cursor, &remaining) else { break }
            }
            guard remaining > 0, let frame = port.peekFrame() else { break }
            if frame.containsOnlyMoves {
                guard mayMove(frame, besides: state.pointee.pending) else { break }
                port.takeFrame()
                remaining &-= frame.count
                for place in 0..<frame.count {
                    let sample = frame.sample(place)
                    collect(sample, frame.bindings + Int(sample.pointee.index))
                }
            } else if state.pointee.pending != 0 {
                // Looked at anew afterwards: a run nested in a handler may have taken the frame.
                dispatchPending()
            } else {
                guard mayMove(frame, besides: 0) else { break }
                port.takeFrame()
                remaining &-= frame.count
                noteMoves(frame)
                receive(frame)
            }
        }
        dispatchPending()
        return remaining
    }

    /// Collects moves of one finger, and dispatches other frames of one sample, as long as they come.
    ///
    /// Returns false where a touch would move a second time in this turn.
    @inline(__always)
    private func receiveSingles(from cursor: UnsafeMutablePointer<RingCursor>, _ remaining: inout Int) -> Bool {
        while remaining > 0 {
            switch cursor.peek() {
            case .move(let sample):
                let binding = cursor.pointee.bindings + Int(sample.pointee.index)
                if let slot = binding.slot ?? binding.detailedSlot,
                    slot.pointee.bit & state.pointee.movedInTurn & ~state.pointee.pending != 0
                {
                    return false
                }
                cursor.takeMove()
                remaining &-= 1
                collect(sample, binding)
            case .single where state.pointee.pending != 0:
                // Looked at anew afterwards: a run nested in a handler may have taken the frame.
                dispatchPending()
            case .single(let sample):
                cursor.take(sample)
                remaining &-= 1
                receiveSingle(sample, cursor.pointee.bindings + Int(sample.pointee.index))
            case .several, .other:
                return true
            }
        }
        return true
    }

    /// Puts a move into its touch's slot; what it replaces is remembered.
    @inline(__always)
    private func collect(
        _ sample: UnsafeMutablePointer<TouchSample>,
        _ binding: UnsafeMutablePointer<ContactBinding>
    ) {
        guard let slot = binding.slot, isTaken(slot) else { return collectUnusual(sample, binding) }
        collect(sample, slot, binding)
    }

    @inline(__always)
    func collect(
        _ sample: UnsafeMutablePointer<TouchSample>,
        _ slot: UnsafeMutablePointer<TouchSlot>,
        _ binding: UnsafeMutablePointer<ContactBinding>
    ) {
        if state.pointee.pending == 0 { prepareEvent(at: state.pointee.depth) }
        if state.pointee.pending & slot.pointee.bit == 0 {
            move(slot, sample)
            state.pointee.pending |= slot.pointee.bit
        } else {
            state.pointee.past.append(slot)
            let (location, timestamp) = (slot.pointee.previousLocation, slot.pointee.previousTimestamp)
            move(slot, sample)
            slot.pointee.previousLocation = location
            slot.pointee.previousTimestamp = timestamp
        }
        state.pointee.pendingTime = sample.pointee.time
        state.pointee.pendingBinding = binding
    }

    /// Dispatches the moves that were collected.
    private func dispatchPending() {
        let touches = state.pointee.pending
        guard touches != 0 else { return }
        state.pointee.pending = 0
        state.pointee.movedInTurn |= touches
        guard touches & (touches &- 1) == 0 else {
            if state.pointee.past.isEmpty, isQuick(touches) || prepareQuickMoves(touches) {
                dispatchQuickMoves(at: state.pointee.pendingTime)
            } else {
                dispatch(touches, at: state.pointee.pendingTime)
            }
            return
        }
        let binding = state.pointee.pendingBinding
        if state.pointee.past.isEmpty, isQuick(binding) || prepareQuickMove(binding) {
            dispatchQuickMove()
        } else {
            dispatchSingle(state.pointee.bank + touches.trailingZeroBitCount, at: state.pointee.pendingTime)
        }
    }

    /// Whether none of the touches that the frame moves has moved in this turn, those that wait left out.
    private func mayMove(_ frame: TouchPortFrame, besides waiting: UInt64) -> Bool {
        moves(of: frame) & state.pointee.movedInTurn & ~waiting == 0
    }

    private func noteMoves(_ frame: TouchPortFrame) {
        state.pointee.movedInTurn |= moves(of: frame)
    }

    /// The touches that move in the frame.
    private func moves(of frame: TouchPortFrame) -> UInt64 {
        var touches: UInt64 = 0
        for place in 0..<frame.count {
            let sample = frame.sample(place)
            let binding = frame.bindings + Int(sample.pointee.index)
            guard sample.pointee.phase == .moved, let slot = binding.slot ?? binding.detailedSlot else { continue }
            touches |= slot.pointee.bit
        }
        return touches
    }
}

extension TouchPortFrame {
    fileprivate var containsOnlyMoves: Bool {
        for place in 0..<count where sample(place).pointee.phase != .moved { return false }
        return true
    }
}
