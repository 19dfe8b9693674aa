internal import ResponderEventLoop
public import ResponderTouchInput

/// Makes a recording out of the frames that somebody sends to a touch port.
///
/// It writes them as a panel would have that covers the whole screen, with one device unit a point, so that decoding
/// the recording for a screen of the same size gives the frames back: their contacts' phases, and their locations in
/// whole points but for a rounding in the last digit. What is between two points is taken for the lesser, and what is off the screen for its edge. Force,
/// radius and kind are not recorded.
public struct TouchRecorder: Sendable {
    /// The name of the device in its recordings.
    public static let deviceName = "ResponderKit screen"
    /// The contacts that it can hold apart, as many as a port's sender can; a finger beyond them is not recorded.
    public static let slotCount = 64

    /// The screen's extent in points.
    public let size: Size
    private var events = PanelEvents(slotCount: TouchRecorder.slotCount)
    private var slots: [Int: Int] = [:]
    private var start: MainRunLoop.Instant?

    /// A recorder for a screen of `size` points, rounded up to whole ones; one at the least.
    public init(size: Size) {
        self.size = Size(Self.extent(size.width), Self.extent(size.height))
    }

    /// Adds a frame, which is not earlier than the one before it.
    ///
    /// The recording begins with the first one, at time 0. Contacts that did not begin are passed over, and so is a
    /// place that is no number.
    ///
    /// - Complexity: linear in the contacts of the frame and those that are down. Allocates as the events grow.
    public mutating func record(_ frame: TouchFrame) {
        let start = start ?? frame.time
        self.start = start
        events.time = .zero.advanced(by: start.duration(to: frame.time))
        for contact in frame.contacts {
            switch contact.phase {
            case .began:
                // As the port has it: the finger that was down is another one, and is cancelled.
                if let former = slots.removeValue(forKey: contact.identifier) { events.lift(former, asPalm: true) }
                guard let slot = events.begin() else { continue }
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

    /// What was recorded so far.
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
    /// The screen that a ``TouchRecorder`` recorded, in points; nil for a recording of anything else.
    public var recordedScreen: Size? {
        guard name == TouchRecorder.deviceName, identity.bus == 0x06,
            let x = axes[EvdevCodes.positionX], let y = axes[EvdevCodes.positionY],
            x.minimum == 0, y.minimum == 0, x.maximum >= 0, y.maximum >= 0
        else { return nil }
        return Size(Double(x.maximum) + 1, Double(y.maximum) + 1)
    }
}
