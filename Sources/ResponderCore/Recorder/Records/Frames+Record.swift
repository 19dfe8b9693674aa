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
    ///   - place: Returns the point that stands for the place of a sample; nil for the place itself.
    mutating func append(
        _ frame: TouchPortFrame,
        without presses: UInt8,
        turn: Int64,
        place: (UnsafeMutablePointer<TouchSample>, UInt64) -> Point?
    ) {
        append(Int(frame.first.pointee.time &- turn))
        append(ContactBinding.sender(of: frame.bindings))
        append(UInt8(truncatingIfNeeded: frame.count) &- presses)
        for index in 0..<frame.count {
            let sample = frame.sample(index)
            if presses > 0, sample.pointee.isOfPress { continue }
            append(sample.pointee.index)
            var contact = sample.pointee.contact
            if let other = place(sample, ContactBinding.sender(of: frame.bindings)) { contact.location = other }
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
        guard sender < 1 << 40 else { throw Malformed(reason: "\(sender) is the number of no sender") }
        var contacts: [TouchContact] = []
        for _ in 0..<(try byte()) {
            let place = try byte()
            contacts.append(try contact(Int(sender) << 8 | Int(place)))
        }
        return TouchFrame(time: time, contacts: contacts)
    }

    mutating func contact(_ identifier: Int) throws(Malformed) -> TouchContact {
        let bits = try byte()
        guard let phase = TouchContact.Phase(rawValue: bits & 3), let kind = TouchContact.Kind(rawValue: bits >> 2 & 15)
        else { throw Malformed(reason: "\(bits) is the kind of no contact") }
        var contact = TouchContact(identifier, phase, at: try point(), kind: kind)
        if bits & 0x40 != 0 {
            (contact.force, contact.majorRadius) = (try float(), try float())
            contact.majorRadiusTolerance = try float()
        }
        guard bits & 0x80 != 0 else { return contact }
        let (force, altitude, azimuth) = (try float(), try float(), try float())
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
        let (force, characters, ignoring) = (try float(), try text(), try text())
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
        return WheelFrame(time: time, location: location, delta: delta, isPrecise: try flag())
    }

    private mutating func time(_ turn: Int64) throws(Malformed) -> MainRunLoop.Instant {
        MainRunLoop.Instant(nanoseconds: turn &+ Int64(try integer()))
    }
}
