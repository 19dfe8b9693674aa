internal import ResponderTouchInput

// Several fingers that move at once, as on most screens that feel more than one: what `QuickMove.swift` does for one, for
// touches of one window that are the same from frame to frame.
extension TouchDispatcher {
    /// What stands for the binding of a contact when the outermost event is prepared for several touches.
    private static var bindingOfSeveral: UInt { 1 }

    /// Dispatches the next frame of the ring as an event, when it is of quick moves alone.
    ///
    /// Otherwise it returns false, and nothing has happened.
    @inline(never)
    func receiveQuickMoves(_ count: Int, from cursor: UnsafeMutablePointer<RingCursor>) -> Bool {
        guard isSameFrame(count, cursor) || prepareFrame(count, cursor) else { return false }
        let (places, samples) = (state.pointee.quickPlaces, cursor.samples)
        var place = 0
        repeat {
            move(places[place].slot, samples[place])
            place &+= 1
        } while place != count
        let time = samples[0].pointee.time
        cursor.takeMoves(count)
        dispatchQuickMoves(at: time)
        return true
    }

    /// Whether the frame moves just the contacts, in the same order, that the outermost event is prepared for.
    @inline(__always)
    private func isSameFrame(_ count: Int, _ cursor: UnsafeMutablePointer<RingCursor>) -> Bool {
        guard state.pointee.quickBinding == Self.bindingOfSeveral, state.pointee.quickPlaceCount == count,
            EventReuse.isSole(state.pointee.events, state.pointee.soleWord)
        else { return false }
        let (bindings, places, samples) = (cursor.pointee.bindings, state.pointee.quickPlaces, cursor.samples)
        var place = 0
        repeat {
            let sample = samples[place]
            guard sample.pointee.phase == .moved, bindings + Int(sample.pointee.index) == places[place].binding else {
                return false
            }
            place &+= 1
        } while place != count
        return true
    }

    /// Prepares the outermost event for the contacts of the frame, where that may be.
    @inline(never)
    private func prepareFrame(_ count: Int, _ cursor: UnsafeMutablePointer<RingCursor>) -> Bool {
        guard count <= TouchBank.capacity else { return false }
        let places = state.pointee.quickPlaces
        // They are written over: should it not be this frame that is prepared for, they are nobody's.
        state.pointee.quickPlaceCount = 0
        var touches: UInt64 = 0
        for place in 0..<count {
            let sample = cursor.samples[place]
            let binding = cursor.pointee.bindings + Int(sample.pointee.index)
            guard sample.pointee.phase == .moved, let slot = binding.slot, touches & slot.pointee.bit == 0 else {
                return false
            }
            touches |= slot.pointee.bit
            (places + place).initialize(to: QuickPlace(binding: binding, slot: slot))
        }
        guard prepareQuickMoves(touches) else { return false }
        state.pointee.quickPlaceCount = count
        return true
    }

    /// Whether the outermost event is prepared for moves of just these touches, and nobody keeps it.
    ///
    /// That their views have them and nothing is to be looked after is for the caller to see.
    @inline(__always)
    func isQuick(_ touches: UInt64) -> Bool {
        state.pointee.quickBinding == Self.bindingOfSeveral && state.pointee.events[0].state.pointee.changed == touches
            && EventReuse.isSole(state.pointee.events, state.pointee.soleWord)
    }

    /// Prepares the outermost event for moves of these touches, where that may be: see `prepareQuickMove`.
    @inline(never)
    func prepareQuickMoves(_ touches: UInt64) -> Bool {
        let first = state.pointee.bank + touches.trailingZeroBitCount
        guard state.pointee.depth == 0, state.pointee.eventCount > 0, state.pointee.trace == nil,
            EventReuse.isSole(state.pointee.events, state.pointee.soleWord), let window = first.pointee.window,
            areHeld(touches, in: window)
        else { return false }
        let event = state.pointee.events[0].state
        // What it was prepared for before, it is no more.
        state.pointee.quickBinding = 0
        state.pointee.quickPlaceCount = 0
        event.pointee.quickGroups.removeAll()
        var remaining = touches
        while remaining != 0 {
            let slot = state.pointee.bank + remaining.trailingZeroBitCount
            guard let view = slot.pointee.view,
                let handler = view.handler(of: .moved, state.pointee.hierarchy),
                handler.pointee.overrides.contains(.moved)
            else { return false }
            let group = self.touches(of: view, in: window, among: remaining)
            event.pointee.quickGroups.append(QuickGroups.Group(handler: handler.pointee.object, touches: group))
            remaining &= ~group
        }
        prepareOutermostEvent(for: touches, first, in: window)
        state.pointee.quickBinding = Self.bindingOfSeveral
        return true
    }

    /// Whether views of that window have all the touches, and nothing is to be looked after.
    private func areHeld(_ touches: UInt64, in window: RecordPointer) -> Bool {
        var remaining = touches
        while remaining != 0 {
            let slot = state.pointee.bank + remaining.trailingZeroBitCount
            remaining &= remaining &- 1
            guard slot.pointee.flags == .began, slot.pointee.window == window else { return false }
        }
        return true
    }

    /// Dispatches the moves that were put into the slots of the touches that the outermost event is prepared for.
    ///
    /// Their time is that of the first of them.
    @inline(__always)
    func dispatchQuickMoves(at time: Int64) {
        state.pointee.serial &+= 1
        let event = Unmanaged.passUnretained(state.pointee.events[0])
        let eventState = event.borrow { $0.state }
        eventState.pointee.ownTimestamp = time
        eventState.pointee.stage = .quickSeveral
        if eventState.pointee.quickIsDirect,
            eventState.pointee.quickGeneration == state.pointee.hierarchy.pointee.generation
        {
            event.borrow { $0.deliverQuickGroups() }
        } else {
            event.borrow { event in state.pointee.application.borrow { $0.sendEvent(event) } }
        }
        if state.pointee.quickBinding != 0 {
            eventState.pointee.stage = .over
        } else {
            concludeQuickMove(eventState)
        }
    }
}

extension Event {
    /// Gives the moves of several touches to those that were found before; nothing where that is not to be had so simply.
    @inline(never)
    func deliverQuickMoves(in window: Window) -> Bool {
        guard state.pointee.quickGeneration == state.pointee.hierarchy.pointee.generation,
            state.pointee.quickWindow.toOpaque() == Unmanaged.passUnretained(window).toOpaque()
        else { return false }
        deliverQuickGroups()
        return true
    }

    @inline(__always)
    func deliverQuickGroups() {
        var remaining = state.pointee.changed
        for place in 0..<state.pointee.quickGroups.count {
            let group = state.pointee.quickGroups[place]
            remaining &= ~group.touches
            let touches = state.pointee.touches(group.touches)
            group.handler.borrow { $0.touchesMoved(touches, with: self) }
            guard state.pointee.stage == .quickSeveral,
                state.pointee.quickGeneration == state.pointee.hierarchy.pointee.generation
            else {
                // Something else was done in there, or somebody listens now: who gets the others is asked anew.
                state.demote()
                if remaining != 0 { deliverRest(remaining) }
                return
            }
        }
    }

    @inline(never)
    private func deliverRest(_ touches: UInt64) {
        guard state.pointee.stage == .several else { return }
        let window = state.pointee.quickWindow.borrow { $0.record }
        TouchDispatcher(state: state.pointee.dispatcher).deliverSeveral(touches, self, in: window)
    }
}

/// A contact of a frame that the outermost event is prepared for, and its touch.
struct QuickPlace {
    let binding: UnsafeMutablePointer<ContactBinding>
    let slot: UnsafeMutablePointer<TouchSlot>
}

/// Who gets which of the touches of an event, in raw memory that is used again.
struct QuickGroups {
    struct Group {
        let handler: Unmanaged<Responder>
        let touches: UInt64
    }

    private var groups: UnsafeMutablePointer<Group>?
    private(set) var count = 0

    subscript(_ place: Int) -> Group { groups.unsafelyUnwrapped[place] }

    /// At most one for each touch.
    mutating func append(_ group: Group) {
        let groups = groups ?? .allocate(capacity: TouchBank.capacity)
        self.groups = groups
        (groups + count).initialize(to: group)
        count += 1
    }

    mutating func removeAll() { count = 0 }

    func deallocate() { groups?.deallocate() }
}
