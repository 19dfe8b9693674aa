internal import ResponderEventLoop
public import ResponderTouchInput

/// Makes a recording from the frames of contacts and of keys that are sent to a touch port.
///
/// The recorded panel covers the whole screen, with one device unit per point. So decoding the recording for a screen
/// of the same size gives the frames back: the contacts' phases, and their locations in whole points except for a
/// rounding in the last digit. A location between two points is rounded down, and a location off the screen counts as
/// the nearest edge. Force, radius and kind are not recorded, and neither are contacts that hover, which no panel of
/// this kind reports.
public struct TouchRecorder: Sendable {
    /// The name of the device in its recordings.
    public static let deviceName = "ResponderKit screen"
    /// The most contacts that are recorded at a time, as many as a port's sender allows; further fingers are not
    /// recorded.
    public static let slotCount = 64

    /// The screen's extent in points.
    public let size: Size
    private var events = PanelEvents(slotCount: TouchRecorder.slotCount)
    private var slots: [Int: Int] = [:]
    /// How many keyboards hold a key, by the key's code.
    private var keys: [UInt16: Int] = [:]
    private var start: MainRunLoop.Instant?

    /// A recorder for a screen of `size` points, rounded up to whole points; at least 1 by 1.
    ///
    /// - Complexity: O(1); allocates the table of 64 slots.
    public init(size: Size) {
        self.size = Size(Self.extent(size.width), Self.extent(size.height))
    }

    /// Adds a frame, which must not be earlier than the frame before.
    ///
    /// The recording begins with the first frame in which a contact may be recorded, at time 0. Contacts that did not
    /// begin are ignored, and so are contacts that hover, and locations that are not finite.
    ///
    /// - Complexity: linear in the contacts of the frame, each of which may search the 64 slots; allocates one small
    ///   array, and more as the events grow.
    public mutating func record(_ frame: TouchFrame) {
        if start == nil, !frame.contacts.isEmpty, frame.contacts.allSatisfy(\.details.isHovering) { return }
        let start = start ?? frame.time
        self.start = start
        events.time = .zero.advanced(by: start.duration(to: frame.time))
        for contact in frame.contacts {
            switch contact.phase {
            case .began:
                // As at the port, the contact that is still down belongs to another finger, and is cancelled.
                if let former = slots.removeValue(forKey: contact.identifier) { events.lift(former, asPalm: true) }
                guard !contact.details.isHovering, let slot = events.begin() else { continue }
                slots[contact.identifier] = slot
                move(slot, to: contact.location)
            case .moved:
                guard let slot = slots[contact.identifier] else { continue }
                move(slot, to: contact.location)
            case .ended, .cancelled:
                guard let slot = slots.removeValue(forKey: contact.identifier) else { continue }
                move(slot, to: contact.location)
                events.lift(slot, asPalm: contact.phase == .cancelled)
            }
        }
        events.report()
    }

    /// Adds what happened to a key, at an instant that is not before that of the frame before.
    ///
    /// The recording has the key's code, which its own keyboard types by the layout of whoever plays it. A press
    /// without a code, such as a character that no key types, and a press of a mouse's button are not recorded; a
    /// cancelled press is recorded as ended. A key that several keyboards hold is recorded as held until the last of
    /// them releases it; the end of a press that began before the recording is not recorded.
    ///
    /// - Complexity: O(1); allocates as the events grow.
    public mutating func record(_ frame: PressFrame) {
        guard let code = frame.usage.keyCode else { return }
        let start = start ?? frame.time
        self.start = start
        events.time = .zero.advanced(by: start.duration(to: frame.time))
        let holders = keys[code, default: 0]
        switch frame.phase {
        case .began:
            keys[code] = holders + 1
            if holders == 0 { events.press(code, 1) }
        case .changed:
            if frame.isRepeat && holders > 0 { events.press(code, 2) }
        case .ended, .cancelled:
            keys[code] = max(holders - 1, 0)
            if holders == 1 { events.press(code, 0) }
        }
        events.report()
    }

    /// The recording so far.
    ///
    /// - Complexity: O(1); allocates the tables of axes and codes.
    public var recording: EvdevRecording {
        events.recording(
            name: Self.deviceName,
            greatestX: Int32(size.width) - 1,
            greatestY: Int32(size.height) - 1,
            hasPalms: true
        )
    }

    private mutating func move(_ slot: Int, to location: Point) {
        guard location.isFinite else { return }
        events.move(slot, x: Self.unit(location.x, in: size.width), y: Self.unit(location.y, in: size.height))
    }

    private static func extent(_ points: Double) -> Double {
        points.isNaN ? 1 : min(max(points.rounded(.up), 1), 1_000_000)
    }

    private static func unit(_ coordinate: Double, in extent: Double) -> Int32 {
        Int32(min(max(coordinate.rounded(.down), 0), extent - 1))
    }
}

extension EvdevRecording {
    /// The size of the screen that a ``TouchRecorder`` recorded, in points; nil for any other recording.
    public var recordedScreen: Size? {
        guard name == TouchRecorder.deviceName, identity.bus == 0x06,
            let x = axes[EvdevCodes.positionX], let y = axes[EvdevCodes.positionY],
            x.minimum == 0, y.minimum == 0, x.maximum >= 0, y.maximum >= 0
        else { return nil }
        return Size(Double(x.maximum) + 1, Double(y.maximum) + 1)
    }
}
