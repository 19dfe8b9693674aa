import ResponderEventLoop
import ResponderTouchInput

/// One event of a keyboard or a mouse, without its time.
enum InputEvent {
    case key(UInt16, Int32)
    case right(Int32), down(Int32)
    case relative(UInt16, Int32)
    case light(Int32)
    case dropped, report

    var numbers: (type: UInt16, code: UInt16, value: Int32) {
        switch self {
        case .key(let code, let value): (1, code, value)
        case .right(let value): (2, 0, value)
        case .down(let value): (2, 1, value)
        case .relative(let code, let value): (2, code, value)
        case .light(let value): (0x11, 1, value)
        case .report: (0, 0, 0)
        case .dropped: (0, 3, 0)
        }
    }

    func event(at time: MainRunLoop.Instant) -> EvdevEvent {
        let (type, code, value) = numbers
        return EvdevEvent(time: time, type: type, code: code, value: value)
    }
}

/// Codes of `KEY_*`.
enum Keys {
    static let (escape, one, enter, control, a, shift, alt, space) = (
        UInt16(1), UInt16(2), UInt16(28), UInt16(29), UInt16(30), UInt16(42), UInt16(56), UInt16(57)
    )
    static let (capsLock, pad7, rightShift, up, volumeUp, meta, play) = (
        UInt16(58), UInt16(71), UInt16(54), UInt16(103), UInt16(115), UInt16(125), UInt16(207)
    )
}

/// A keyboard, which is sent events and says what its decoder makes of them.
struct TestKeyboard {
    var decoder = KeyboardDecoder()
    var time = MainRunLoop.Instant.zero

    /// Sends the events, and returns what the frames say, as `began 04 a`.
    mutating func send(_ events: InputEvent...) -> [String] {
        time = time.advanced(by: .milliseconds(10))
        return events.flatMap { decoder.decode($0.event(at: time)) }.map(describe)
    }
}

/// A press as `began 04 a`, with the usage in hexadecimal digits and, where any is held, the modifiers.
func describe(_ frame: PressFrame) -> String {
    let page = frame.usage.page == 7 ? "" : String(frame.usage.page, radix: 16) + ":"
    var words = ["\(frame.phase)", page + String(frame.usage.identifier, radix: 16)]
    if !frame.characters.isEmpty { words.append(frame.characters) }
    if frame.isRepeat { words.append("again") }
    let names: [(KeyModifiers, String)] = [
        (.alphaShift, "caps"), (.shift, "shift"), (.control, "control"), (.alternate, "alt"), (.command, "command"),
        (.numericPad, "pad"),
    ]
    words += names.filter { frame.modifiers.contains($0.0) }.map { "+" + $0.1 }
    return words.joined(separator: " ")
}
