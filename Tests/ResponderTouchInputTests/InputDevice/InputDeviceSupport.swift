import ResponderEventLoop
import ResponderTouchInput
import TestSupport

extension EventWriter {
    /// Writes events of a keyboard or a mouse, at an instant of their own clock.
    func write(_ events: InputEvent..., at time: MainRunLoop.Instant = .zero) {
        write(bytes: events.flatMap { $0.event(at: time).bytes })
    }
}

extension InputDeviceDescription {
    /// A keyboard that repeats its keys.
    static let keyboard = InputDeviceDescription(
        name: "Test keyboard",
        identity: .init(bus: 3, vendor: 0x1111, product: 0x2222),
        axes: [:],
        keys: Set(1...127),
        types: [0, 1, 4, 0x11, 0x14]
    )
    static let mouse = InputDeviceDescription(
        name: "Test mouse",
        identity: .init(bus: 3, vendor: 0x3333, product: 0x4444),
        axes: [:],
        keys: Set(0x110...0x114),
        relativeAxes: [0, 1, 8],
        types: [0, 1, 2]
    )
    /// A kiosk's push buttons.
    static let buttons = InputDeviceDescription(name: "gpio-keys", axes: [:], keys: [0x100, 0x101, 28], types: [0, 1])
}

/// What a port delivers of keys, the pointer and the wheel, as text.
@MainActor
final class InputLog {
    let harness: PortHarness
    private var lines: [String] = []

    init() throws {
        harness = try PortHarness()
        harness.onFrame = { [unowned self] in lines.append(describe(.touch($1))) }
        harness.onPress = { [unowned self] in lines.append(describe(.press($0))) }
        harness.onWheel = { [unowned self] in lines.append(describe(.wheel($0))) }
    }

    /// Serves all that was sent, and takes what was delivered.
    func take() -> [String] {
        harness.serve()
        defer { lines = [] }
        return lines
    }
}
