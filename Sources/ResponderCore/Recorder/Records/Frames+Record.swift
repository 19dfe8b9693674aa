internal import ResponderEventLoop
internal import ResponderTouchInput

// Frames as bytes of a record. Times are nanoseconds since the turn began, as they are seldom far from it.
extension RecordWriter {
    /// Appends a frame of contacts.
    ///
    /// A contact's key is its place among the contacts of its sender, and the sender's number: no two contacts that are
    /// down have the same.
    ///
    /// - Parameters:
    ///   - presses: How many samples of the frame are of presses, which are left out.
    ///   - places: The points that stand for the places of samples, where some do.
    mutating func append(
        _ frame: TouchPortFrame,
        without presses: UInt8,
        turn: Int64,
        places: [Point?] = []
    ) {
        append(Int(frame.first.pointee.time &- turn))
        append(ContactBinding.sender(of: frame.bindings))
        append(UInt8(truncatingIfNeeded: frame.count) &- presses)
        for index in 0..<frame.count {
            let sample = frame.sample(index)
            if presses > 0, sample.pointee.isOfPress { continue }
            append(sample.pointee.index)
            var contact = sample.pointee.contact
            if index < places.count, let other = places[index] { contact.location = other }
            append(contact)
        }
    }

    mutating func append(_ contact: TouchContact) {
        let hasForce = contact.force != 0 || contact.majorRadius != 0 || contact.majorRadiusTolerance != 0
        let details = contact.details
        let hasDetails = details != TouchContact.Details()
        append(
            contact.phase.rawValue | contact.kind.rawValue << 2 | (hasForce ? 0x40 : 0) | (hasDetails ? 0x80 : 0)
        )
        append(contact.location)
        if hasForce {
            append(contact.force)
            append(contact.majorRadius)
            append(contact.majorRadiusTolerance)
        }
        guard hasDetails else { return }
        append(details.maximumPossibleForce)
        append(details.altitudeAngle)
        append(details.azimuthAngle)
        append(details.estimatedProperties.rawValue)
        append(details.estimatedPropertiesExpectingUpdates.rawValue)
        append(UInt64(details.estimationUpdateIndex))
        append(details.isHovering)
    }

    mutating func append(_ press: PressFrame, turn: Int64) {
        append(Int(press.time.nanoseconds &- turn))
        append(UInt64(press.usage.page))
        append(UInt64(press.usage.identifier))
        append(press.phase.rawValue | (press.isRepeat ? 0x80 : 0))
        append(press.force)
        append(press.characters)
        append(press.charactersIgnoringModifiers)
        append(UInt64(press.modifiers.rawValue))
    }

    mutating func append(_ wheel: WheelFrame, turn: Int64) {
        append(Int(wheel.time.nanoseconds &- turn))
        append(wheel.location)
        append(wheel.delta)
        append(wheel.isPrecise)
    }
}

extension RecordReader {
    mutating func contacts(turn: Int64) throws(Malformed) -> TouchFrame {
        let time = try time(turn)
        let sender = try number()
        var contacts: [TouchContact] = []
        for _ in 0..<(try byte()) {
            let place = try byte()
            contacts.append(try contact(try Self.identifier(of: sender, place)))
        }
        return TouchFrame(time: time, contacts: contacts)
    }

    /// The identifier by which a replay names a contact.
    static func identifier(of sender: UInt64, _ place: UInt8) throws(Malformed) -> Int {
        guard sender < 1 << 40 else { throw Malformed(reason: "\(sender) is the number of no sender") }
        return Int(sender) << 8 | Int(place)
    }

    mutating func contact(_ identifier: Int) throws(Malformed) -> TouchContact {
        let bits = try byte()
        guard let phase = TouchContact.Phase(rawValue: bits & 3), let kind = TouchContact.Kind(rawValue: bits >> 2 & 15)
        else { throw Malformed(reason: "\(bits) is the kind of no contact") }
        var contact = TouchContact(identifier, phase, at: try point(), kind: kind)
        guard contact.location.isFinite else { throw Malformed(reason: "a place is no number") }
        if bits & 0x40 != 0 {
            (contact.force, contact.majorRadius) = (try float32(), try float32())
            contact.majorRadiusTolerance = try float32()
        }
        guard bits & 0x80 != 0 else { return contact }
        let (force, altitude, azimuth) = (try float32(), try float32(), try float32())
        let (estimated, expected) = (try byte(), try byte())
        let index = UInt16(truncatingIfNeeded: try number())
        contact.details = TouchContact.Details(
            maximumPossibleForce: force,
            altitudeAngle: altitude,
            azimuthAngle: azimuth,
            estimatedProperties: TouchContact.Properties(rawValue: estimated),
            estimatedPropertiesExpectingUpdates: TouchContact.Properties(rawValue: expected),
            estimationUpdateIndex: index,
            isHovering: try flag()
        )
        return contact
    }

    mutating func press(turn: Int64) throws(Malformed) -> PressFrame {
        let time = try time(turn)
        let (page, identifier) = (UInt16(truncatingIfNeeded: try number()), UInt16(truncatingIfNeeded: try number()))
        let bits = try byte()
        guard let phase = PressFrame.Phase(rawValue: bits & 0x7f) else {
            throw Malformed(reason: "\(bits) is the phase of no press")
        }
        let (force, characters, ignoring) = (try float32(), try text(), try text())
        return PressFrame(
            time: time,
            usage: HIDUsage(page: page, identifier: identifier),
            phase: phase,
            force: force,
            characters: characters,
            charactersIgnoringModifiers: ignoring,
            modifiers: KeyModifiers(rawValue: UInt32(truncatingIfNeeded: try number())),
            isRepeat: bits & 0x80 != 0
        )
    }

    mutating func wheel(turn: Int64) throws(Malformed) -> WheelFrame {
        let time = try time(turn)
        let (location, delta) = (try point(), try point())
        guard location.isFinite, delta.isFinite else { throw Malformed(reason: "a place is no number") }
        return WheelFrame(time: time, location: location, delta: delta, isPrecise: try flag())
    }

    private mutating func time(_ turn: Int64) throws(Malformed) -> MainRunLoop.Instant {
        MainRunLoop.Instant(nanoseconds: turn &+ Int64(try integer()))
    }
}
