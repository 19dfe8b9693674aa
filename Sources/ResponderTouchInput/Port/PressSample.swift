internal import ResponderEventLoop

// A press travels as a contact of its sender, under an identifier made of its usage, so that the places kept for ends,
// the mailboxes for moves and the cancels of a sender that is gone serve it as they are. Its samples always have
// details, and its changes have the index of the wheel's frames: so they keep their places among all frames, and
// neither senders nor receivers of touches test for them.
extension TouchSample {
    /// The upper half of the identifier of every press: the letters "pres".
    private static var mark: Int { 0x7072_6573 << 32 }

    /// The identifier under which the press of a usage travels.
    static func identifier(of usage: HIDUsage) -> Int { mark | Int(usage.page) << 16 | Int(usage.identifier) }

    /// Whether the sample is a press's, and not a contact's or one of the wheel.
    package var isOfPress: Bool { identifier & ~0xffff_ffff == Self.mark }

    /// The place of the press among its sender's contacts.
    package var placeOfPress: Int {
        index == Self.wheelIndex ? Int(majorRadiusTolerance.bitPattern >> 8 & 63) : Int(index)
    }

    /// The press; nil for another sample.
    ///
    /// Valid to read as long as the sample's details are. The cancel of a press whose sender is gone has no texts.
    package var press: PressFrame? {
        guard isOfPress else { return nil }
        let isKept = detailsPlace != nil
        return PressFrame(
            time: MainRunLoop.Instant(nanoseconds: time),
            usage: HIDUsage(
                page: UInt16(truncatingIfNeeded: identifier >> 16),
                identifier: UInt16(truncatingIfNeeded: identifier)
            ),
            phase: phaseOfPress,
            force: isKept ? force : 0,
            characters: isKept ? withUnsafeBytes(of: location, ShortText.read) : "",
            charactersIgnoringModifiers: detailsPlace.map {
                ShortText.read(UnsafeRawBufferPointer(start: $0, count: 16))
            }
                ?? "",
            modifiers: isKept ? KeyModifiers(rawValue: majorRadius.bitPattern) : [],
            isRepeat: isKept && majorRadiusTolerance.bitPattern & 1 != 0
        )
    }

    private var phaseOfPress: PressFrame.Phase {
        if index == Self.wheelIndex { return .changed }
        return switch phase {
        case .began: .began
        case .moved: .changed
        case .ended: .ended
        case .cancelled: .cancelled
        }
    }
}

extension UnsafeMutablePointer<TouchSample> {
    /// Takes over a press; one of its texts goes to `place`, the memory for the sample's details.
    ///
    /// - Parameters:
    ///   - index: The press's place among its sender's contacts.
    ///   - isMove: Whether the sample is to be a move of its contact, which a mailbox holds.
    func fill(
        _ press: PressFrame,
        _ phase: PressFrame.Phase,
        index: Int,
        isMove: Bool = false,
        _ place: UnsafeMutablePointer<TouchContact.Details>
    ) {
        assert(MemoryLayout<Point>.size == 16 && MemoryLayout<TouchContact.Details>.size == 16)
        pointee.time = press.time.nanoseconds
        pointee.index = phase == .changed && !isMove ? TouchSample.wheelIndex : UInt8(truncatingIfNeeded: index)
        pointee.phase =
            switch phase {
            case .began: .began
            // A change in the ring is no move, for which the receivers would let the sample wait.
            case .changed: isMove ? .moved : .ended
            case .ended: .ended
            case .cancelled: .cancelled
            }
        pointee.kind = .indirect
        pointee.identifier = TouchSample.identifier(of: press.usage)
        // A key whose force is no number is pressed all the same.
        pointee.force = press.force.isNaN ? 1 : min(max(press.force, 0), 1)
        pointee.majorRadius = Float(bitPattern: press.modifiers.rawValue)
        pointee.majorRadiusTolerance = Float(bitPattern: (press.isRepeat ? 1 : 0) | UInt32(index) << 8)
        var text = Point.zero
        withUnsafeMutableBytes(of: &text) { ShortText.write(press.characters, to: $0) }
        pointee.location = text
        ShortText.write(
            press.charactersIgnoringModifiers,
            to: UnsafeMutableRawBufferPointer(start: place, count: ShortText.size)
        )
        pointee.detailsPlace = place
    }
}

/// A text of at most 15 bytes of UTF-8 in 16 bytes of memory: the last one has the length.
enum ShortText {
    static let size = 16
    /// The most bytes of a text.
    static let capacity = size - 1

    static func write(_ text: String, to memory: UnsafeMutableRawBufferPointer) {
        var count = 0
        for byte in text.utf8.prefix(capacity) {
            memory[count] = byte
            count += 1
        }
        memory[capacity] = UInt8(truncatingIfNeeded: count)
    }

    static func read(_ memory: UnsafeRawBufferPointer) -> String {
        String(decoding: memory.prefix(min(Int(memory[capacity]), capacity)), as: UTF8.self)
    }

    /// As many of the text's first characters as have room.
    static func cut(_ text: String) -> Substring {
        var (end, room) = (text.startIndex, capacity)
        while end < text.endIndex {
            let next = text.index(after: end)
            let count = text[end..<next].utf8.count
            guard count <= room else { break }
            (end, room) = (next, room - count)
        }
        return text[..<end]
    }
}

extension PressFrame {
    /// The frame with texts that fit into a sample; nil when they fit as they are.
    func cut() -> PressFrame? {
        let isLong = characters.utf8.count > ShortText.capacity
        guard isLong || charactersIgnoringModifiers.utf8.count > ShortText.capacity else { return nil }
        var frame = self
        frame.characters = String(ShortText.cut(characters))
        frame.charactersIgnoringModifiers = String(ShortText.cut(charactersIgnoringModifiers))
        return frame
    }
}
