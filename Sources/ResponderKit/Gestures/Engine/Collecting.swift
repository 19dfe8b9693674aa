// A touch that begins is given to the recognisers of its view and of the superviews, once (rule G10).
extension RecordPointer {
    /// Whether this view or one of its superviews has recognisers.
    ///
    /// The answer is kept with the handlers, until a tree or a list of recognisers changes. No code of the app is
    /// called.
    @MainActor
    func mayBeRecognized(_ hierarchy: UnsafeMutablePointer<Hierarchy>) -> Bool {
        if pointee.handlersGeneration != hierarchy.pointee.generation { findRecognizers() }
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
    /// Gives a touch that was bound to its view to the recognisers; those that are disabled miss it.
    @inline(never)
    func collectRecognizers(for slot: UnsafeMutablePointer<TouchSlot>, from view: RecordPointer) {
        var found: [GestureRecognizer] = []
        var current: RecordPointer? = view
        while let record = current {
            if record.pointee.hasRecognizers {
                for recognizer in record.pointee.view.recognizers where recognizer.mayTake(slot, state) {
                    recognizer.record.pointee.dispatcher = state
                    recognizer.record.pointee.lists += 1
                    recognizer.record.leave(slot)
                    recognizer.record.pointee.touches |= slot.pointee.bit
                    found.append(recognizer)
                }
            }
            current = record.superviewRecord
        }
        guard !found.isEmpty else { return }
        gestures.pointee.recognizers[Int(slot.pointee.index)] = found
        state.pointee.tracked |= slot.pointee.bit
    }

    /// Takes a touch whose began was not sent from the recognisers that have not met it.
    func dropUnsent(_ slot: UnsafeMutablePointer<TouchSlot>) {
        for recognizer in recognizers(of: slot)
        where recognizer.record.pointee.touches & ~recognizer.record.pointee.met & slot.pointee.bit != 0 {
            recognizer.record.leave(slot)
        }
    }

    /// Takes a touch that is about to be released from its recognisers.
    ///
    /// A recogniser that got the began and is still owed the end gives its attempt up.
    @inline(never)
    func endTracking(_ slot: UnsafeMutablePointer<TouchSlot>) {
        guard let gestures = state.pointee.gestures else { return }
        let (bit, index) = (slot.pointee.bit, Int(slot.pointee.index))
        var recognizers: [GestureRecognizer] = []
        swap(&recognizers, &gestures.pointee.recognizers[index])
        for recognizer in recognizers {
            let record = recognizer.record
            record.pointee.lists -= 1
            guard record.pointee.touches & bit != 0 else { continue }
            if record.pointee.begun & bit != 0 { recognizer.giveUp() }
            record.leave(slot)
        }
        gestures.pointee.began[index] = nil
        gestures.pointee.claimed &= ~bit
        gestures.pointee.endWithheld &= ~bit
        state.pointee.tracked &= ~bit
        state.pointee.unsettled &= ~bit
    }
}

extension RecognizerPointer {
    /// Takes a touch off the recogniser's touches, and keeps the place of the last one.
    @MainActor
    func leave(_ slot: UnsafeMutablePointer<TouchSlot>) {
        if pointee.present == slot.pointee.bit { pointee.lastLocation = slot.pointee.location }
        pointee.touches &= ~slot.pointee.bit
        pointee.met &= ~slot.pointee.bit
        pointee.begun &= ~slot.pointee.bit
    }
}

extension GestureRecognizer {
    /// Whether the recogniser may get a touch that has just begun, before its delegate is asked (rules G11, G12).
    fileprivate final func mayTake(
        _ slot: UnsafeMutablePointer<TouchSlot>,
        _ state: UnsafeMutablePointer<TouchDispatcher.State>
    ) -> Bool {
        let (own, kind) = (record.pointee, slot.pointee.kind)
        guard own.flags.contains(.enabled), own.allowedKinds & 1 << kind.rawValue != 0, !own.isOver,
            own.dispatcher == state || (own.lists == 0 && own.flags.isDisjoint(with: RecognizerRecord.Flags.listed))
        else { return false }
        return !own.flags.contains(.exclusiveType) || own.kind == nil || own.kind == kind
    }
}
