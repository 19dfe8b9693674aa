internal import ResponderTouchInput

// When a touch begins, the recognisers of its view and of the superviews are collected once (rule G10).
extension RecordPointer {
    /// Whether this view or one of its superviews has recognisers.
    ///
    /// The answer is kept with the handlers, until a tree or a list of recognisers changes. No code of the app is
    /// called.
    @MainActor
    func mayBeRecognized(_ processState: UnsafeMutablePointer<ProcessState>) -> Bool {
        if pointee.handlersGeneration != processState.pointee.generation { findRecognizers() }
        return pointee.isInRecognizers
    }

    /// Finds out whether this view or one of its superviews has recognisers.
    @MainActor
    func findRecognizers() {
        var current: RecordPointer? = pointee.flags.contains(.view) ? self : nil
        pointee.isInRecognizers = false
        while let view = current {
            if view.pointee.hasRecognizers {
                pointee.isInRecognizers = true
                return
            }
            current = view.superviewRecord
        }
    }
}

extension TouchDispatcher {
    /// Gives a touch that was bound to its view to the recognisers, except to those that are disabled.
    @inline(never)
    func collectRecognizers(for slot: UnsafeMutablePointer<TouchSlot>, from view: RecordPointer) {
        let list = gestures.pointee.recognizers + Int(slot.pointee.index)
        var current: RecordPointer? = view
        var isInControl = false
        while let record = current {
            if record.pointee.isControl { isInControl = true }
            if record.pointee.hasRecognizers {
                let recognizers = record.withView(\.recognizers.places)
                for place in recognizers.indices {
                    guard let own = recognizers[place]?.record else { continue }
                    guard own.refusal(of: slot.pointee.kind, by: state) == nil else { continue }
                    own.pointee.dispatcher = state
                    own.pointee.lists += 1
                    own.leave(slot)
                    own.pointee.touches |= slot.pointee.bit
                    list.pointee.append(own)
                }
            }
            current = record.superviewRecord
        }
        guard list.pointee.count > 0 else { return }
        state.pointee.touches.tracked |= slot.pointee.bit
        if isInControl { gestures.pointee.inControls |= slot.pointee.bit }
        slot.pointee.flags.insert(.tracked)
    }

    /// Takes a touch whose began was not sent from the recognisers that have not got the began yet.
    func dropUnsent(_ slot: UnsafeMutablePointer<TouchSlot>) {
        for record in recognizers(of: slot)
        where record.pointee.touches & ~record.pointee.offered & slot.pointee.bit != 0 {
            record.leave(slot)
        }
    }

    /// Takes a touch that is about to be released from its recognisers.
    ///
    /// A recogniser that got the began and is still owed the end gives up its attempt.
    @inline(never)
    func endTracking(_ slot: UnsafeMutablePointer<TouchSlot>) {
        guard let gestures = state.pointee.gestures else { return }
        let (bit, index) = (slot.pointee.bit, Int(slot.pointee.index))
        var recognizers = TouchRecognizers()
        swap(&recognizers, &gestures.pointee.recognizers[index])
        for place in 0..<recognizers.count {
            let record = recognizers[place]
            record.pointee.lists -= 1
            guard record.pointee.touches & bit != 0 else { continue }
            if record.pointee.owedEnd & bit != 0 { record.recognizer.giveUp(because: .endNotSent) }
            record.leave(slot)
        }
        recognizers.removeAll()
        // The next touch in the slot reuses the memory.
        swap(&recognizers, &gestures.pointee.recognizers[index])
        recognizers.removeAll()
        gestures.pointee.began[index] = nil
        gestures.pointee.claimed &= ~bit
        gestures.pointee.inControls &= ~bit
        gestures.pointee.endWithheld &= ~bit
        state.pointee.touches.tracked &= ~bit
        slot.pointee.flags.remove(.tracked)
        state.pointee.touches.lifted &= ~bit
    }
}

extension RecognizerPointer {
    /// Removes a touch from the recogniser's touches, and stores the place of the last touch.
    @MainActor
    func leave(_ slot: UnsafeMutablePointer<TouchSlot>) {
        if pointee.present == slot.pointee.bit { pointee.lastLocation = slot.pointee.location }
        pointee.touches &= ~slot.pointee.bit
        pointee.offered &= ~slot.pointee.bit
        pointee.owedEnd &= ~slot.pointee.bit
    }
}

extension RecognizerPointer {
    /// Why the recogniser does not get a touch that has just begun; nil if only its delegate can still refuse the touch
    /// (rules G11, G12).
    @MainActor
    func refusal(
        of kind: TouchContact.Kind,
        by state: UnsafeMutablePointer<TouchDispatcher.State>
    ) -> GestureRefusal? {
        if pointee.flags.contains(.isHover) { return .hovering }
        if !pointee.flags.contains(.enabled) { return .disabled }
        if pointee.allowedKinds & 1 << kind.rawValue == 0 { return .touchType }
        if pointee.isOver { return .attemptOver }
        let isFree = pointee.lists == 0 && pointee.flags.isDisjoint(with: RecognizerRecord.Flags.busy)
        if pointee.dispatcher != state && !isFree { return .otherApplication }
        guard pointee.flags.contains(.exclusiveType), let first = pointee.kind else { return nil }
        return first == kind ? nil : .otherTouchType
    }
}
