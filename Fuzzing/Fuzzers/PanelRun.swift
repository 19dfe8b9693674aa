import ResponderEventLoop
import ResponderKit
import ResponderSimulator
import ResponderTouchInput

/// A panel with any axes, its events, and an application that gets its touches.
///
/// The first bytes say what the panel is; then comes an event after the other.
@MainActor
struct PanelRun {
    private var input: ByteReader

    /// Codes that panels have.
    private static let axisCodes: [UInt16] = [0x00, 0x01, 0x18, 0x2f, 0x30, 0x35, 0x36, 0x37, 0x39, 0x3a]
    private static let sizes = [
        Size(800, 480), Size(1, 1), Size(1e-300, 1e300), Size(.leastNonzeroMagnitude, 3), Size(1e6, 0.1),
    ]
    /// What an event is, mostly.
    private static let kinds: [(type: UInt16, code: UInt16)] = [
        (0, 0), (0, 0), (0, 2), (0, 3), (1, 0x14a), (1, 0x110), (3, 0x00), (3, 0x01), (3, 0x18), (3, 0x2f), (3, 0x39),
        (3, 0x35), (3, 0x36), (3, 0x30), (3, 0x37), (3, 0x3a),
    ]

    init(_ bytes: [UInt8]) { input = ByteReader(bytes) }

    /// Feeds all of it.
    mutating func run() throws(Violation) {
        let size = input.element(of: Self.sizes) ?? Size(1, 1)
        let axes = readAxes()
        var decoder: EvdevDecoder
        do throws(EvdevDecoder.Error) {
            decoder = try EvdevDecoder(axes: axes, size: size)
        } catch {
            return try require(EvemuRun.isOneLine("\(error)"), "an error that is no line: \(error)")
        }
        let scene = try PanelScene(size: size)
        scene.application.isTouchCoalescingEnabled = !input.bool()
        var contacts = ContactStories(size: size)
        var count = 0
        var time: Int64 = 0
        while !input.isAtEnd {
            let event = readEvent(&time)
            count += 1
            if let frame = decoder.decode(event) {
                try contacts.enter(frame)
                scene.send(frame)
            }
            try require(Set(decoder.liveContacts.map(\.identifier)) == contacts.live, "others are down, event \(count)")
        }
        if let frame = decoder.finish(at: .init(nanoseconds: time)) {
            try contacts.enter(frame)
            // Or the device goes without a word, and its port ends what is down.
            if count % 2 == 0 { scene.send(frame) }
        }
        try require(contacts.live.isEmpty, "contacts without an end: \(contacts.live)")
        try require(contacts.beganCount == decoder.statistics.contacts, "another number of contacts is counted")
        try require(decoder.statistics.events == count, "another number of events is counted")
        try scene.finish(contacts: contacts.beganCount)
    }

    private mutating func readAxes() -> [UInt16: EvdevAxis] {
        let has: UInt16 = input.integer()
        // A panel of today, of the one or the other protocol, where nothing is said.
        let isUsual = has & 0x8000 == 0
        var axes: [UInt16: EvdevAxis] = [:]
        for (place, code) in Self.axisCodes.enumerated() where isUsual != (has >> place & 1 == 1) {
            let isAbsurd = has & 0x4000 != 0 && input.bool()
            let most: Int32 = code == 0x2f ? 9 : 1023
            axes[code] =
                isAbsurd
                ? EvdevAxis(
                    minimum: input.integer(),
                    maximum: input.integer(),
                    value: input.integer(),
                    resolution: input.integer()
                ) : EvdevAxis(minimum: 0, maximum: most)
        }
        return axes
    }

    private mutating func readEvent(_ time: inout Int64) -> EvdevEvent {
        let kind = input.byte()
        var (type, code) = Self.kinds[Int(kind & 15)]
        var value: Int32 = 0
        switch kind >> 4 {
        case 0..<12: value = type == 0 ? 0 : Int32(input.integer(Int8.self))
        case 12, 13: value = Int32(input.integer(Int16.self))
        case 14: value = input.integer()
        default:
            (type, code) = (UInt16(input.byte()), input.integer())
            value = input.integer()
            time = input.integer()
        }
        if type == 0 { time &+= Int64(input.byte()) * 1_000_000 }
        return EvdevEvent(time: .init(nanoseconds: time), type: type, code: code, value: value)
    }
}

/// An application whose views cover the panel, and take every finger.
@MainActor
private final class PanelScene {
    let application: Application
    private let device: SimulatedDevice
    private let stories = TouchStories()
    private var sender: TouchPort.Sender?
    private var frames = 0

    init(size: Size) throws(Violation) {
        let device = SimulatedDevice(screenSize: size)
        let stories = stories
        application = try necessary {
            try device.launch(Application.self) { application in
                let window = Window(frame: Rect(origin: .zero, size: size), application: application)
                window.isMultipleTouchEnabled = true
                for (name, width) in [1.0, 0.5, 0.25].enumerated() {
                    let frame = Rect(0, 0, size.width * width, size.height)
                    let view = StoryView(name, stories, frame: frame)
                    view.isMultipleTouchEnabled = true
                    window.addSubview(view)
                }
                window.makeKeyAndVisible()
            }
        }
        self.device = device
        sender = application.touchPort.makeSender()
    }

    func send(_ frame: TouchFrame) {
        sender?.send(frame)
        frames += 1
        // Several in a turn, sometimes.
        if frames % 3 == 0 { device.settle() }
    }

    func finish(contacts: Int) throws(Violation) {
        sender = nil
        device.settle()
        try stories.finish()
        let (port, touches) = (application.touchPort.statistics, application.touchStatistics)
        let lost = port.droppedBegans + port.excessContacts + touches.excessTouches + touches.missedTouches
        try require(port.invalidLocations == 0, "\(port.invalidLocations) places that are not finite")
        try require(
            stories.beganCount + lost == contacts,
            "\(contacts) contacts, of which \(stories.beganCount) were heard of and \(lost) lost"
        )
        // On a screen of the smallest numbers that there are, places are rounded off it.
        let isUsable = min(device.screenSize.width, device.screenSize.height) > 1e-9
        try require(
            touches.missedTouches == 0 || !isUsable,
            "\(touches.missedTouches) touches missed a view that covers all"
        )
    }
}

/// A view that has what it hears checked.
final class StoryView: View {
    private let name: Int
    private let stories: TouchStories

    init(_ name: Int, _ stories: TouchStories, frame: Rect) {
        (self.name, self.stories) = (name, stories)
        super.init(frame: frame)
    }

    override func touchesBegan(_ touches: TouchSet, with event: Event) { stories.heard(.began, touches, by: name) }
    override func touchesMoved(_ touches: TouchSet, with event: Event) { stories.heard(.moved, touches, by: name) }
    override func touchesEnded(_ touches: TouchSet, with event: Event) { stories.heard(.ended, touches, by: name) }
    override func touchesCancelled(_ touches: TouchSet, with event: Event) {
        stories.heard(.cancelled, touches, by: name)
    }
}
