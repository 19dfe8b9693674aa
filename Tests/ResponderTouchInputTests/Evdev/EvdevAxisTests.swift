import ResponderTouchInput
import Testing

@Suite("An evdev axis")
struct EvdevAxisTests {
    @Test(
        "An evdev axis maps its range onto the screen and never reaches the far edge",
        arguments: [
            (Int32(0), Int32(99), Int32(0), 0.0),
            (0, 99, 50, 50.0),
            (0, 99, 99, 99.0),
            (-100, 99, -100, 0.0),
            (-100, 99, 0, 50.0),
            (-100, 99, 99, 99.5),
            (7, 7, 7, 0.0),
        ]
    )
    func mapping(minimum: Int32, maximum: Int32, value: Int32, expected: Double) {
        #expect(EvdevAxis(minimum: minimum, maximum: maximum).position(of: value, in: 100) == expected)
    }

    @Test(
        "An evdev axis takes a value outside its range as the nearest one inside",
        arguments: [(-1, 0.0), (100, 99.0), (.max, 99.0)]
    )
    func clamping(value: Int32, expected: Double) {
        let axis = EvdevAxis(minimum: 0, maximum: 99)
        #expect(axis.position(of: value, in: 100) == expected)
        #expect(!axis.contains(value))
    }

    @Test(
        "An evdev axis of the widest range stays below the far edge of the smallest screen",
        arguments: [Double.leastNonzeroMagnitude, 1e-300, 1, 1e300]
    )
    func extremes(extent: Double) {
        let widest = EvdevAxis(minimum: .min, maximum: .max)
        #expect(widest.position(of: .max, in: extent) < extent)
        #expect(widest.position(of: .min, in: extent) == 0)
        #expect(widest.fraction(of: .max) == 1)
    }

    @Test("An evdev axis is 0 everywhere when its maximum is below its minimum")
    func inverted() {
        let axis = EvdevAxis(minimum: 10, maximum: 0)
        #expect(axis.position(of: 5, in: 100) == 0)
        #expect(axis.fraction(of: 5) == 0)
    }
}
