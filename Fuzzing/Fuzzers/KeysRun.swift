import ResponderEventLoop
import ResponderKit
import ResponderTouchInput

/// A keyboard, a mouse or both, its events, and an application that gets its presses and its pointer.
///
/// The first byte chooses the device, the other bytes choose its events and its answers, one after the other.
@MainActor
struct KeysRun {
    private var input: ByteReader
    private var presses: Set<HIDUsage> = []
    /// The contacts that are down: of the primary button, and of the pointer that hovers.
    private var contacts: Set<Int> = []
    private var beganPresses = 0
    private var beganContacts = 0

    /// The kinds of events; a kind that is listed twice is chosen twice as often.
    private static let kinds: [(type: UInt16, code: UInt16)] = [
        (0, 0), (0, 0), (0, 3), (1, 30), (1, 42), (1, 58), (1, 28), (1, 71), (1, 0x110), (1, 0x111), (1, 200), (1, 207),
        (2, 0), (2, 1), (2, 8), (0x11, 1),
    ]

    init(_ bytes: [UInt8]) { input = ByteReader(bytes) }

    /// Runs all bytes.
    mutating func run() throws(Violation) {
        let kind = input.byte()
        let region = Rect(10, 20, 300, 200)
        var pointer: MouseDecoder?
        if kind & 1 == 1 {
            pointer = try necessary { try MouseDecoder(mapping: PointerMapping(region: region, speed: 1.5)) }
        }
        var decoder = InputDecoder(keyboard: KeyboardDecoder(), mouse: pointer)
        decoder.asksForState = kind & 2 == 2
        if kind & 4 == 4 { decoder.start(from: state()) }
        let scene = try PanelScene(size: Size(800, 480))
        let sender = scene.application.touchPort.makeSender()
        var time: Int64 = 0
        var (count, sent) = (0, 0)
        while !input.isAtEnd {
            let event = event(&time)
            count += 1
            var samples: [InputSample] = []
            decoder.decode(event) { samples.append($0) }
            if decoder.needsState {
                let answer = input.bool() ? state() : nil
                decoder.resynchronize(with: answer, at: event.time) { samples.append($0) }
                try require(!decoder.needsState, "the decoder asks again, event \(count)")
            }
            for sample in samples {
                try enter(sample, in: region)
                send(sample, to: sender)
            }
            sent += samples.count
            if sent % 7 == 0 { scene.settle() }
            let live = Set(decoder.keyboard.liveUsages)
            try require(live.isSubset(of: presses), "other keys are down, event \(count)")
            try require(contacts.contains(0) == decoder.mouse?.isPressed ?? false, "the button is up, event \(count)")
        }
        var samples: [InputSample] = []
        decoder.finish(at: .init(nanoseconds: time)) { samples.append($0) }
        for sample in samples {
            try enter(sample, in: region)
            send(sample, to: sender)
        }
        scene.settle()
        try require(presses.isEmpty, "presses without an end: \(presses)")
        try require(contacts.isEmpty, "contacts without an end: \(contacts)")
        try require(scene.heldCount == 0, "\(scene.heldCount) touches without an end")
        let (keys, mouse) = (decoder.keyboard.statistics, decoder.mouse?.statistics)
        let counted = keys.presses + (mouse?.presses ?? 0) - decoder.mergedPresses
        try require(counted == beganPresses, "another number of presses is counted")
        try require((mouse?.contacts ?? 0) == beganContacts, "another number of clicks is counted")
    }

    private func send(_ sample: InputSample, to sender: TouchPort.Sender) {
        switch sample {
        case .contact(let contact, let time): sender.send(contact, at: time)
        case .press(let frame): sender.send(frame)
        case .wheel(let frame): sender.send(frame)
        }
    }

    /// Checks that a sample continues what came before.
    private mutating func enter(_ sample: InputSample, in region: Rect) throws(Violation) {
        switch sample {
        case .contact(let contact, _):
            let isDown = contacts.contains(contact.identifier)
            try require(region.contains(contact.location), "\(contact.location) is off the region")
            try require(contact.details.isHovering == (contact.identifier == 1), "a pointer that is no pointer")
            try require(isDown == (contact.phase != .began), "\(contact.phase) of contact \(contact.identifier)")
            switch contact.phase {
            case .began:
                contacts.insert(contact.identifier)
                try require(contacts.count == 1, "the pointer hovers while it is pressed")
                if contact.identifier == 0 { beganContacts += 1 }
            case .moved: break
            case .ended, .cancelled: contacts.remove(contact.identifier)
            }
        case .press(let frame):
            let isDown = presses.contains(frame.usage)
            try require(isDown == (frame.phase != .began), "\(frame.phase) of \(frame.usage)")
            try require(frame.isRepeat == (frame.phase == .changed), "a repetition that is none")
            switch frame.phase {
            case .began:
                presses.insert(frame.usage)
                beganPresses += 1
            case .changed: break
            case .ended, .cancelled: presses.remove(frame.usage)
            }
        case .wheel(let frame):
            try require(region.contains(frame.location), "\(frame.location) is off the region")
            try require(frame.delta != .zero && frame.delta.isFinite, "a wheel that does not turn")
        }
    }

    private mutating func event(_ time: inout Int64) -> EvdevEvent {
        let kind = input.byte()
        var (type, code) = Self.kinds[Int(kind & 15)]
        var value: Int32 = 0
        switch kind >> 4 {
        case 0..<12: value = type == 1 || type == 0x11 ? Int32(input.number(below: 3)) : Int32(input.integer(Int8.self))
        case 12, 13: (code, value) = (input.integer(), Int32(input.number(below: 3)))
        case 14: value = input.integer()
        default: (type, code, value) = (UInt16(input.byte()), input.integer(), input.integer())
        }
        time &+= Int64(input.byte()) * 1_000_000
        return EvdevEvent(time: .init(nanoseconds: time), type: type, code: code, value: value)
    }

    /// The keys that are down, as a device answers.
    private mutating func state() -> EvdevState {
        let bits = input.integer(UInt16.self)
        var keys: Set<UInt16> = []
        for (place, kind) in Self.kinds.enumerated() where kind.type == 1 && bits >> place & 1 == 1 {
            keys.insert(kind.code)
        }
        return EvdevState(keys: keys)
    }
}
