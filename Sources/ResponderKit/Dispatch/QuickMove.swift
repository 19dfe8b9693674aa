internal import ResponderTouchInput

// The usual event, apart from all others: the finger that moved last moves again, its view has the touch, and nothing else
// is going on. What other events do in many steps is one here; whatever is unusual is left to those.
//
// The outermost event is prepared for the touch once and then used for each of its moves; anything else that is
// dispatched undoes that. What only others ask for, the event's number, is filled in when the first of them does.
extension TouchDispatcher {
    /// Dispatches frames of one sample as long as they come, each as an event, up to some `limit`.
    ///
    /// Returns how many more may follow.
    @inline(__always)
    func receiveSingles(from cursor: UnsafeMutablePointer<RingCursor>, limit: Int) -> Int {
        var remaining = limit
        repeat {
            switch cursor.peek() {
            case .move(let sample):
                let binding = cursor.pointee.bindings + Int(sample.pointee.index)
                if isQuick(binding) || prepareQuickMove(binding) {
                    remaining = receiveRun(of: binding, sample, from: cursor, limit: remaining)
                    continue
                }
                cursor.takeMove()
                receiveSingle(sample, binding)
            case .single(let sample):
                cursor.take(sample)
                receiveSingle(sample, cursor.pointee.bindings + Int(sample.pointee.index))
            case .several(let count):
                guard receiveQuickMoves(count, from: cursor) else { return remaining }
                remaining &-= count &- 1
            case .other:
                return remaining
            }
            remaining &-= 1
        } while remaining > 0
        return remaining
    }

    /// Dispatches the moves of one finger that follow one another, of which the first was peeked at.
    ///
    /// Nothing else is called between one and the next, so the event is under way from the first to the last. Their number
    /// is known by how far the ring was read.
    ///
    /// Returns how many samples may follow.
    @inline(__always)
    private func receiveRun(
        of binding: UnsafeMutablePointer<ContactBinding>,
        _ first: UnsafeMutablePointer<TouchSample>,
        from cursor: UnsafeMutablePointer<RingCursor>,
        limit: Int
    ) -> Int {
        var (sample, remaining) = (first, limit)
        state.pointee.quickCursor = cursor
        state.pointee.quickStart = cursor.pointee.position
        let event = state.pointee.events[0].state
        event.pointee.stage = .quick
        repeat {
            cursor.takeMove()
            remaining &-= 1
            move(state.pointee.quickSlot, sample)
            sendQuickMove()
            // Undone by whatever may ask to be looked after: another dispatch, a change of a tree, a cancel.
            guard state.pointee.quickBinding != 0 else {
                concludeQuickMove(event)
                return remaining
            }
            guard remaining > 0, case .move(let next) = cursor.peek() else { break }
            sample = next
        } while isQuick(cursor.pointee.bindings + Int(sample.pointee.index))
        event.pointee.stage = .rested
        countQuickMoves()
        return remaining
    }

    /// Gives the moves of the run that is under way their numbers.
    fileprivate func countQuickMoves() {
        state.pointee.serial = state.pointee.newestSerial
        state.pointee.quickCursor = nil
    }

    /// Whether the outermost event is prepared for a move of the contact, and nobody keeps it.
    ///
    /// Then the view has the touch and nothing is to be looked after, as when it was prepared: what changes that undoes it.
    @inline(__always)
    func isQuick(_ binding: UnsafeMutablePointer<ContactBinding>) -> Bool {
        state.pointee.quickBinding == UInt(bitPattern: binding)
            && EventReuse.isSole(state.pointee.events, state.pointee.soleWord)
    }

    /// Prepares the outermost event for moves of the contact, where that may be.
    ///
    /// It may not while an event is being dispatched, somebody keeps the last one, or somebody listens.
    @inline(never)
    func prepareQuickMove(_ binding: UnsafeMutablePointer<ContactBinding>) -> Bool {
        guard let slot = binding.slot, slot.pointee.flags == .began, state.pointee.depth == 0,
            EventReuse.isSole(state.pointee.events, state.pointee.soleWord), state.pointee.trace == nil,
            let view = slot.pointee.view, let window = slot.pointee.window,
            let handler = view.handler(of: .moved, state.pointee.hierarchy), handler.pointee.overrides.contains(.moved)
        else { return false }
        prepareOutermostEvent(for: slot.pointee.bit, slot, in: window)
        state.pointee.events[0].state.pointee.quickHandler = handler.pointee.object
        state.pointee.quickSlot = slot
        state.pointee.quickBinding = UInt(bitPattern: binding)
        return true
    }

    /// Fills in what an event of moves of these touches, of which `first` is one, has each time.
    @inline(__always)
    func prepareOutermostEvent(
        for touches: UInt64,
        _ first: UnsafeMutablePointer<TouchSlot>,
        in window: RecordPointer
    ) {
        settleStationary(except: touches)
        let event = state.pointee.events[0].state
        event.pointee.newestContact = state.pointee.newestContact
        event.pointee.all = state.pointee.live
        event.pointee.changed = touches
        event.pointee.single = first
        event.pointee.past.removeAll()
        event.pointee.quickWindow = window.pointee.object
        event.pointee.quickGeneration = state.pointee.hierarchy.pointee.generation
        event.pointee.quickIsDirect = goesDirectly(to: window)
    }

    /// Dispatches the move that was put into the slot of the touch that the outermost event is prepared for.
    @inline(__always)
    func dispatchQuickMove() {
        state.pointee.serial &+= 1
        let event = state.pointee.events[0].state
        event.pointee.stage = .quick
        sendQuickMove()
        if state.pointee.quickBinding != 0 {
            event.pointee.stage = .rested
        } else {
            concludeQuickMove(event)
        }
    }

    /// Sends the event on its way.
    ///
    /// Nothing is written in it: a processor stores one word a cycle, and that is what bounds a move.
    @inline(__always)
    private func sendQuickMove() {
        let event = Unmanaged.passUnretained(state.pointee.events[0])
        let eventState = event.borrow { $0.state }
        if eventState.pointee.quickIsDirect,
            eventState.pointee.quickGeneration == state.pointee.hierarchy.pointee.generation
        {
            let touches = eventState.pointee.touches(eventState.pointee.changed)
            event.borrow { event in eventState.pointee.quickHandler.borrow { $0.touchesMoved(touches, with: event) } }
        } else {
            event.borrow { event in state.pointee.application.borrow { $0.sendEvent(event) } }
        }
    }

    @inline(never)
    func concludeQuickMove(_ event: UnsafeMutablePointer<Event.State>) {
        event.demote()
        event.pointee.stage = .over
        if state.pointee.needsReview { review() }
        state.pointee.depth = 0
        state.pointee.hierarchy.endEvent()
    }

    /// Makes a quick move that is under way an event like any other: to be called before anything is done that is no part
    /// of it.
    @inline(__always)
    func demoteQuickMove() {
        if state.pointee.eventCount > 0 { state.pointee.events[0].state.demote() }
    }

    /// The same, and has the outermost event prepared anew before the next quick move.
    func undoQuickMove() {
        demoteQuickMove()
        state.pointee.quickBinding = 0
    }

    /// Puts a move into its touch's slot.
    @inline(__always)
    func move(_ slot: UnsafeMutablePointer<TouchSlot>, _ sample: UnsafeMutablePointer<TouchSample>) {
        slot.pointee.previousLocation = slot.pointee.location
        slot.pointee.previousTimestamp = slot.pointee.timestamp
        slot.pointee.location = location(of: sample, in: slot.pointee.window)
        slot.pointee.timestamp = sample.pointee.time
        slot.takeShape(of: sample)
    }
}

extension UnsafeMutablePointer<TouchSlot> {
    /// Takes over force, radius, its tolerance and phase in one piece: they lie alike in both, and so does what began and
    /// moved are.
    @inline(__always)
    func takeShape(of sample: UnsafeMutablePointer<TouchSample>) {
        let shape = UnsafeMutableRawPointer(sample)
            .loadUnaligned(fromByteOffset: TouchSlot.shapeOffsetInSample, as: SIMD2<UInt64>.self)
        UnsafeMutableRawPointer(self).storeBytes(of: shape, toByteOffset: TouchSlot.shapeOffset, as: SIMD2<UInt64>.self)
    }
}

extension UnsafeMutablePointer<Event.State> {
    /// Makes a quick move an event like any other.
    @MainActor
    func demote() {
        guard pointee.stage.isQuick else { return }
        let dispatcher = pointee.dispatcher
        TouchDispatcher(state: dispatcher).countQuickMoves()
        pointee.serial = dispatcher.pointee.serial
        if pointee.stage == .quick {
            pointee.ownTimestamp = pointee.single.pointee.timestamp
            pointee.stage = .single
            pointee.message = .moved
            pointee.single.pointee.serial = pointee.serial
        } else {
            pointee.stage = .several
            numberMoves()
        }
        dispatcher.pointee.quickBinding = 0
        dispatcher.pointee.depth = 1
    }

    private func numberMoves() {
        (pointee.began, pointee.moved, pointee.ended, pointee.cancelled) = (0, pointee.changed, 0, 0)
        var remaining = pointee.changed
        while remaining != 0 {
            (pointee.bank + remaining.trailingZeroBitCount).pointee.serial = pointee.serial
            remaining &= remaining &- 1
        }
    }
}

extension UnsafeMutablePointer<ContactBinding> {
    /// The slot that the contact was given; nil when it was given none, or another contact has that slot by now,
    /// because this one was cancelled while its finger stayed down.
    @inline(__always)
    var slot: UnsafeMutablePointer<TouchSlot>? {
        guard pointee.number != 0, let target = pointee.target else { return nil }
        let slot = target.assumingMemoryBound(to: TouchSlot.self)
        return slot.pointee.contact == pointee.number ? slot : nil
    }
}
