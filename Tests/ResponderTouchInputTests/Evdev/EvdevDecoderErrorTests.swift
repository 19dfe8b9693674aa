import ResponderTouchInput
import Testing

@Suite("An evdev decoder is refused")
struct EvdevDecoderErrorTests {
    private static let position = EvdevAxis(minimum: 0, maximum: 99)

    @Test(
        "An evdev decoder without axes for a position is refused",
        arguments: [[], [0x35], [0x00], [0x36, 0x39], [0x01, 0x35]] as [[UInt16]]
    )
    func noPosition(codes: [UInt16]) {
        let axes = Dictionary(uniqueKeysWithValues: codes.map { ($0, Self.position) })
        #expect(throws: EvdevDecoder.Error.noPositionAxes(found: codes.sorted())) {
            try EvdevDecoder(axes: axes, size: Size(100, 100))
        }
    }

    @Test("An evdev decoder is refused for an axis that ends before it begins", arguments: [UInt16(0x35), 0x36])
    func emptyAxis(code: UInt16) {
        var axes = TestPanel.multitouchAxes
        axes[code] = EvdevAxis(minimum: 5, maximum: 4)
        #expect(throws: EvdevDecoder.Error.emptyAxis(code: code, minimum: 5, maximum: 4)) {
            try EvdevDecoder(axes: axes, size: Size(100, 100))
        }
    }

    @Test("An evdev decoder is refused for more slots than Linux has, and for none", arguments: [-1, 1024, .max])
    func slotCount(maximum: Int32) {
        var axes = TestPanel.multitouchAxes
        axes[0x2f] = EvdevAxis(minimum: 0, maximum: maximum)
        #expect(throws: EvdevDecoder.Error.slotCount(maximum: maximum)) {
            try EvdevDecoder(axes: axes, size: Size(100, 100))
        }
    }

    @Test(
        "An evdev decoder is refused for a screen without extent",
        arguments: [(0, 100), (100, -1), (.nan, 100), (100, .infinity)]
    )
    func size(width: Double, height: Double) {
        #expect(throws: EvdevDecoder.Error.self) {
            try EvdevDecoder(axes: TestPanel.multitouchAxes, size: Size(width, height))
        }
    }

    @Test("The error of a refused evdev decoder says what was expected and what was found")
    func messages() {
        let table: [(EvdevDecoder.Error, String)] = [
            (
                .noPositionAxes(found: []),
                "no position: expected the axes ABS_MT_POSITION_X and ABS_MT_POSITION_Y, or ABS_X and ABS_Y; "
                    + "found no absolute axis"
            ),
            (
                .noPositionAxes(found: [0x01, 0x28]),
                "no position: expected the axes ABS_MT_POSITION_X and ABS_MT_POSITION_Y, or ABS_X and ABS_Y; "
                    + "found ABS_Y, axis 0x28"
            ),
            (
                .emptyAxis(code: 0x35, minimum: 5, maximum: 4),
                "empty axis ABS_MT_POSITION_X: expected a maximum of at least the minimum, found 5 to 4"
            ),
            (
                .slotCount(maximum: 5000),
                "unusable axis ABS_MT_SLOT: expected a maximum from 0 to 1023, found 5000"
            ),
        ]
        for (error, message) in table { #expect(error.description == message) }
    }
}
