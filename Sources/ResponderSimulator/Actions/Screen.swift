public import ResponderKit

// Touches on the screen.
extension SimulatedDevice {
    /// Takes the contacts that changed on the screen at this instant, in points of the screen.
    ///
    /// The app in front gets the contacts with the next turn of its loop. No app gets them while no app is in
    /// front, or while the screen is locked or off. A finger that comes down while the screen is dimmed brightens
    /// the screen, and no app gets that finger until it is lifted (rule A39).
    ///
    /// - Complexity: O(number of contacts), plus the app's port; allocates an array while contacts are withheld.
    public func touch(_ contacts: [TouchContact]) {
        guard isOn, !isLocked else {
            return recordRefused(contacts, because: isOn ? "the screen is locked" : "the device is off")
        }
        if isDimmed { recordRefused(contacts, because: "the finger brightens the screen") }
        let contacts = self.contacts.admit(contacts, isDimmed: isDimmed)
        restartIdleTimer()
        guard !contacts.isEmpty else { return }
        guard let front, front.runningApplication != nil else {
            return recordRefused(contacts, because: "no app is in front")
        }
        front.screen?.send(TouchFrame(time: clock.now, contacts: contacts))
    }

    /// Turns the wheel of a mouse whose pointer is at `point`, in points of the screen, at this instant.
    ///
    /// The app in front gets the frame with the next turn of its loop. No app gets it while none is in front, or while
    /// the screen is locked, off or dimmed; a dimmed screen brightens.
    ///
    /// `delta` is by how many points the content should move: see `WheelFrame.delta`.
    ///
    /// - Complexity: O(1), plus the app's port.
    public func turnWheel(by delta: Point, at point: Point, isPrecise: Bool = false) {
        guard isOn, !isLocked else { return }
        let wasDimmed = isDimmed
        restartIdleTimer()
        guard !wasDimmed, let front, front.runningApplication != nil else { return }
        front.screen?.send(WheelFrame(time: clock.now, location: point, delta: delta, isPrecise: isPrecise))
    }

    /// Whether a finger with this number is on the screen, put down by an action or by ``touch(_:)``.
    package func isFingerDown(_ number: Int) -> Bool { contacts.isDown(number) }

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

/// The fingers on the screen, and those among them that no app gets.
struct ScreenContacts {
    /// The places of the fingers that actions put down, by the fingers' numbers.
    var places: [Int: Point] = [:]
    /// The contacts that came down while the device was on and unlocked, and whose lift the device has not seen.
    private var admitted: Set<Int> = []
    /// The admitted contacts that no app gets until they are lifted.
    private var swallowed: Set<Int> = []

    /// The number of a finger that is not down, for a tap.
    var freeFinger: Int {
        var finger = Int.min
        while isDown(finger) { finger += 1 }
        return finger
    }

    /// Whether the finger is on the screen, put down by an action or by its contact.
    func isDown(_ finger: Int) -> Bool { places[finger] != nil || admitted.contains(finger) }

    /// Notes the contacts, and returns those that an app gets.
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

    /// Has no app get the contacts that are down now, until they are lifted.
    mutating func swallowAll() {
        swallowed.formUnion(admitted)
    }
}
