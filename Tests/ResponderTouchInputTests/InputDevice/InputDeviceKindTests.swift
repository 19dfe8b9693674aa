import ResponderTouchInput
import Testing

@Suite("The kind of an input device")
struct InputDeviceKindTests {
    @Test("The kind of an input device is found as udev finds it")
    func kinds() {
        let (keyboard, mouse, buttons) = (
            InputDeviceDescription.keyboard, InputDeviceDescription.mouse, InputDeviceDescription.buttons
        )
        #expect([keyboard, mouse, buttons].map(\.isKeyboard) == [true, false, false])
        #expect([keyboard, mouse, buttons].map(\.isMouse) == [false, true, false])
        #expect([keyboard, mouse, buttons].map(\.hasButtons) == [true, false, true])
        #expect([keyboard, mouse, buttons].allSatisfy { $0.reasonForNoInputDevice == nil && !$0.isTouchPanel })
    }

    @Test("An input device that is of another kind has the reason why")
    func reasons() {
        #expect(InputDeviceDescription.buttons.reasonForNoKeyboard == "it has no key KEY_ESC")
        #expect(InputDeviceDescription.keyboard.reasonForNoMouse == "it does not move")
        let knob = InputDeviceDescription(axes: [:], relativeAxes: [0, 1])
        #expect(knob.reasonForNoMouse == "it has no left button")
        #expect(knob.reasonForNoInputDevice == "it is no mouse, and has no key or button with a meaning")
        #expect(InputDeviceDescription.test.reasonForNoInputDevice == "it is a touch panel")
        var pad = InputDeviceDescription.test
        pad.properties = [0]
        pad.keys = [0x110, 0x14a]
        #expect(pad.reasonForNoInputDevice == "it moves a pointer, as a touch pad does")
        var tablet = InputDeviceDescription.test
        tablet.properties = []
        tablet.keys = [0x140, 0x14a]
        #expect(tablet.reasonForNoInputDevice == "it has a stylus, as a tablet does")
        // A lid's switch.
        #expect(InputDeviceDescription(axes: [:], types: [0, 5]).reasonForNoInputDevice != nil)
    }
}
