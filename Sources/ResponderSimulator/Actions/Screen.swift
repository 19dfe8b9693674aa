public import ResponderKit

// What the screen feels.
extension SimulatedDevice {
    /// What the screen feels: contacts that changed at this instant, in points of the screen.
    ///
    /// The app in front gets them with the next turn of its loop; with none in front they are nobody's. A finger that comes
    /// down while the screen is dimmed brightens it, and is nobody's until it is lifted (rule A39); on a locked screen, or one
    /// that is off, all are.
    public func touch(_ contacts: [TouchContact]) {
        guard isOn, !isLocked else { return }
        let contacts = self.contacts.admit(contacts, isDimmed: isDimmed)
        restartIdleTimer()
        guard !contacts.isEmpty, let front, front.runningApplication != nil else { return }
        front.screen?.send(TouchFrame(time: clock.now, contacts: contacts))
    }

    func fingerDown(_ number: Int, at point: Point) throws(DeviceError) {
        guard contacts.places[number] == nil else { throw .finger(number, isDown: true) }
        contacts.places[number] = point
        touch([TouchContact(number, .began, at: point)])
    }

    func fingerMove(_ number: Int, to point: Point) throws(DeviceError) {
        guard contacts.places[number] != nil else { throw .finger(number, isDown: false) }
        contacts.places[number] = point
        touch([TouchContact(number, .moved, at: point)])
    }

    func fingerUp(_ number: Int) throws(DeviceError) {
        guard let point = contacts.places.removeValue(forKey: number) else { throw .finger(number, isDown: false) }
        touch([TouchContact(number, .ended, at: point)])
    }

    func tap(at point: Point) {
        let finger = contacts.freeFinger
        touch([TouchContact(finger, .began, at: point)])
        serveFront()
        touch([TouchContact(finger, .ended, at: point)])
    }
}

/// Which fingers are on the screen, and which of them are nobody's.
struct ScreenContacts {
    /// Where the fingers are that actions put down.
    var places: [Int: Point] = [:]
    /// Those that are down, in whatever way, and belong to an app.
    private var admitted: Set<Int> = []
    private var swallowed: Set<Int> = []

    /// A finger for a tap, that is not down.
    var freeFinger: Int {
        var finger = Int.min
        while places[finger] != nil || admitted.contains(finger) { finger += 1 }
        return finger
    }

    /// Leaves out the contacts that are nobody's.
    mutating func admit(_ contacts: [TouchContact], isDimmed: Bool) -> [TouchContact] {
        if !isDimmed && swallowed.isEmpty {
            for contact in contacts { note(contact) }
            return contacts
        }
        return contacts.filter { contact in
            if contact.phase == .began {
                swallowed.remove(contact.identifier)
                if isDimmed { swallowed.insert(contact.identifier) }
            }
            note(contact)
            guard swallowed.contains(contact.identifier) else { return true }
            if contact.phase == .ended || contact.phase == .cancelled { swallowed.remove(contact.identifier) }
            return false
        }
    }

    private mutating func note(_ contact: TouchContact) {
        switch contact.phase {
        case .began: admitted.insert(contact.identifier)
        case .ended, .cancelled: admitted.remove(contact.identifier)
        case .moved: break
        }
    }

    /// All that are down are nobody's, until they are lifted.
    mutating func swallowAll() {
        swallowed.formUnion(admitted)
    }
}
