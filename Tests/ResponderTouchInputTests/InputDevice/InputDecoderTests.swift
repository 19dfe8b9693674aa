import ResponderEventLoop
import ResponderTouchInput
import Testing

@Suite("The decoder of a device with keys and a pointer")
struct InputDecoderTests {
    @Test("The decoder of a device makes one press of two buttons of the same usage, until both are up")
    func mergedButtons() throws {
        let mouse = try MouseDecoder(mapping: PointerMapping(size: Size(100, 100)))
        var decoder = InputDecoder(keyboard: KeyboardDecoder(), mouse: mouse)
        // BTN_1 and BTN_RIGHT.
        let (other, right): (UInt16, UInt16) = (0x101, 0x111)
        func phases(_ code: UInt16, isDown: Bool) -> [PressFrame.Phase] {
            var phases: [PressFrame.Phase] = []
            for (type, code, value) in [(1, code, isDown ? 1 : 0), (0, 0, 0)] as [(UInt16, UInt16, Int32)] {
                decoder.decode(EvdevEvent(time: .zero, type: type, code: code, value: value)) { sample in
                    guard case .press(let frame) = sample, frame.usage == .button(2) else { return }
                    phases.append(frame.phase)
                }
            }
            return phases
        }
        for (first, second) in [(other, right), (right, other)] {
            #expect(phases(first, isDown: true) == [.began])
            #expect(phases(second, isDown: true) == [] && phases(first, isDown: false) == [])
            #expect(phases(second, isDown: false) == [.ended])
        }
        #expect(decoder.mergedPresses == 2)
    }
}
