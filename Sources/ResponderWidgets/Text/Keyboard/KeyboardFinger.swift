internal import ResponderCore
internal import ResponderTouchInput

/// A finger on a keyboard.
struct KeyboardFinger {
    enum Role {
        /// The finger has come down, and the key has not acted yet.
        case new
        /// The key types when the finger is lifted.
        case types
        /// The finger holds shift.
        case shifts
        /// The key deletes while the finger stays on it.
        case deletes
        /// The key has acted, or the finger has left the key: the rest of the touch does nothing.
        case isDone
    }

    let touch: Touch
    var role = Role.new
    /// The key under the finger, which is drawn as pressed; nil for none.
    var place: KeyboardLayout.Place?
    /// Whether the finger was lifted, and is about to be forgotten.
    var isLifted = false
}

// What fingers do. Typing calls code of the app, which may run the loop, where fingers come and go, remove the
// keyboard, or end the application. So a finger is looked up again after each call.
extension KeyboardView {
    final func fingersDown(_ touches: TouchSet) {
        guard let time = touches.firstUnfinished?.timestamp.nanoseconds else { return }
        // All touches are read before code of the app runs: a touch may be over afterwards, and must not be read then.
        for touch in touches where touch.isUnfinished {
            guard let place = place(at: touch.location(in: self)) else { continue }
            fingers.append(KeyboardFinger(touch: touch, place: place))
        }
        while let finger = fingers.first(where: { $0.role == .new }) {
            typeWaitingKeys()
            act(finger.touch, at: time)
        }
    }

    final func fingersMoved(_ touches: TouchSet) {
        for touch in touches {
            guard let index = index(of: touch), fingers[index].role == .types || fingers[index].role == .deletes else {
                continue
            }
            var place = place(at: touch.location(in: self))
            guard place != fingers[index].place else { continue }
            if fingers[index].role == .deletes {
                if deletion?.touch == touch { stopDeleting() }
                fingers[index].role = .isDone
                place = nil
            } else {
                place = place.flatMap(typingPlace)
            }
            setPlace(place, ofFingerAt: index)
        }
    }

    final func fingersUp(_ touches: TouchSet) {
        for touch in touches {
            guard let index = index(of: touch) else { continue }
            // The finger may have moved since its last move.
            if fingers[index].role == .types {
                setPlace(place(at: touch.location(in: self)).flatMap(typingPlace), ofFingerAt: index)
            }
            fingers[index].isLifted = true
        }
        while let touch = fingers.first(where: \.isLifted)?.touch, let finger = remove(touch) {
            switch finger.role {
            case .types: if let place = finger.place { type(keyAt: place) }
            case .shifts: shiftWasReleased(by: touch)
            case .new, .deletes, .isDone: break
            }
        }
    }

    final func fingersCancelled(_ touches: TouchSet) {
        for touch in touches {
            if remove(touch)?.role == .shifts { shiftWasReleased(by: touch) }
        }
    }

    /// Lets go of all keys, which type nothing.
    final func letGo() {
        stopDeleting()
        guard !fingers.isEmpty else { return }
        fingers.removeAll(keepingCapacity: true)
        shiftKey.finger = nil
        setNeedsDisplay()
    }

    /// Makes all fingers inactive but those that hold shift, since their keys are no longer shown.
    final func finishFingers() {
        stopDeleting()
        for index in fingers.indices {
            if fingers[index].role != .shifts { fingers[index].role = .isDone }
            fingers[index].place = nil
        }
    }

    /// Types the keys on which fingers wait, in the order in which they came down.
    private final func typeWaitingKeys() {
        while let index = fingers.firstIndex(where: { $0.role == .types }) {
            fingers[index].role = .isDone
            guard let place = fingers[index].place else { continue }
            setPlace(nil, ofFingerAt: index)
            type(keyAt: place)
        }
    }

    /// Performs what a key does when a finger comes down on it.
    private final func act(_ touch: Touch, at time: Int64) {
        guard let index = index(of: touch), fingers[index].role == .new else { return }
        fingers[index].role = .isDone
        guard let place = fingers[index].place, let key = plane.key(at: place) else { return }
        if key.action != .shift { shiftKey.forgetTap() }
        fingers[index].role = .types
        setNeedsDisplay(ofKeyAt: place)
        switch key.action {
        case .text, .space: break
        case .return: if !traits.isReturnEnabled { setPlace(nil, ofFingerAt: index) }
        case .shift:
            fingers[index].role = .shifts
            shiftWasPressed(by: touch, at: time)
        case .delete:
            fingers[index].role = .deletes
            beginDeleting(touch)
        case .plane(let name):
            fingers[index].role = .isDone
            show(planeNamed: name)
        }
    }

    final func index(of touch: Touch) -> Int? { fingers.firstIndex { $0.touch == touch } }

    /// The place, if the key there would type when a finger is lifted now; otherwise nil.
    private final func typingPlace(_ place: KeyboardLayout.Place) -> KeyboardLayout.Place? {
        plane.key(at: place)?.action.typesWhenLifted == true && isEnabled(place) ? place : nil
    }

    private final func remove(_ touch: Touch) -> KeyboardFinger? {
        guard let index = index(of: touch) else { return nil }
        let finger = fingers.remove(at: index)
        if deletion?.touch == touch { stopDeleting() }
        if let place = finger.place { setNeedsDisplay(ofKeyAt: place) }
        return finger
    }

    private final func setPlace(_ place: KeyboardLayout.Place?, ofFingerAt index: Int) {
        let former = fingers[index].place
        guard place != former else { return }
        fingers[index].place = place
        if let former { setNeedsDisplay(ofKeyAt: former) }
        if let place { setNeedsDisplay(ofKeyAt: place) }
    }

    private final func setNeedsDisplay(ofKeyAt place: KeyboardLayout.Place) {
        if let rect = rect(of: place) { setNeedsDisplay(rect) }
    }
}
