import ResponderEventLoop
import ResponderTouchInput

/// One event of a panel, without its time.
enum PanelEvent {
    case slot(Int32), id(Int32), x(Int32), y(Int32)
    case axis(UInt16, Int32)
    case touch(Int32), left(Int32)
    case mouseX(Int32), mouseY(Int32)
    case dropped, report, groupEnd

    var numbers: (type: UInt16, code: UInt16, value: Int32) {
        switch self {
        case .slot(let value): (3, 0x2f, value)
        case .id(let value): (3, 0x39, value)
        case .x(let value): (3, 0x35, value)
        case .y(let value): (3, 0x36, value)
        case .axis(let code, let value): (3, code, value)
        case .touch(let value): (1, 0x14a, value)
        case .left(let value): (1, 0x110, value)
        case .mouseX(let value): (3, 0, value)
        case .mouseY(let value): (3, 1, value)
        case .report: (0, 0, 0)
        case .groupEnd: (0, 2, 0)
        case .dropped: (0, 3, 0)
        }
    }
}

/// A panel of 100 by 100 units on a screen of 100 by 100 points, so that a unit is a point.
///
/// A frame takes 10 ms.
struct TestPanel {
    var decoder: EvdevDecoder
    var time = MainRunLoop.Instant.zero

    static let multitouchAxes: [UInt16: EvdevAxis] = [
        0x00: EvdevAxis(minimum: 0, maximum: 99),
        0x01: EvdevAxis(minimum: 0, maximum: 99),
        0x2f: EvdevAxis(minimum: 0, maximum: 4),
        0x35: EvdevAxis(minimum: 0, maximum: 99),
        0x36: EvdevAxis(minimum: 0, maximum: 99),
        0x37: EvdevAxis(minimum: 0, maximum: 2),
        0x39: EvdevAxis(minimum: 0, maximum: 65535),
    ]

    static let singleTouchAxes: [UInt16: EvdevAxis] = [
        0x00: EvdevAxis(minimum: 0, maximum: 99),
        0x01: EvdevAxis(minimum: 0, maximum: 99),
    ]

    init(axes: [UInt16: EvdevAxis] = multitouchAxes) throws {
        decoder = try EvdevDecoder(axes: axes, size: Size(100, 100))
    }

    init(decoder: EvdevDecoder) {
        self.decoder = decoder
    }

    /// Sends events as they are, and returns the last frame that came out.
    mutating func send(_ events: PanelEvent...) -> TouchFrame? {
        var last: TouchFrame?
        for event in events {
            let (type, code, value) = event.numbers
            last = decoder.decode(EvdevEvent(time: time, type: type, code: code, value: value)) ?? last
        }
        return last
    }

    /// Sends events and a report, and returns what the frame says, as `began 0 (10, 20)`.
    mutating func frame(_ events: PanelEvent...) -> [String] { frame(events) }

    mutating func frame(_ events: [PanelEvent]) -> [String] {
        time = time.advanced(by: .milliseconds(10))
        var contacts: [TouchContact] = []
        for event in events + [.report] {
            let (type, code, value) = event.numbers
            let frame = decoder.decode(EvdevEvent(time: time, type: type, code: code, value: value))
            contacts += frame?.contacts ?? []
        }
        return contacts.map(describe)
    }

    mutating func finish() -> [String] {
        (decoder.finish(at: time)?.contacts ?? []).map(describe)
    }
}

func describe(_ contact: TouchContact) -> String {
    let (x, y) = (Int(contact.location.x.rounded()), Int(contact.location.y.rounded()))
    return "\(contact.phase) \(contact.identifier) (\(x), \(y))"
}
