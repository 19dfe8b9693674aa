package import ResponderEventLoop

/// Decodes a device that may have keys, a pointer or both.
package struct InputDecoder: Sendable {
    package var keyboard: KeyboardDecoder
    /// nil for a device that moves no pointer; then its buttons are the keyboard's.
    package var mouse: MouseDecoder?
    private var buttons = MergedButtons()

    package init(keyboard: KeyboardDecoder, mouse: MouseDecoder?) {
        self.keyboard = keyboard
        self.mouse = mouse
    }

    /// A decoder of the device that `description` describes; nil for a stream, which may send anything.
    package init(
        of description: InputDeviceDescription?,
        keyMap: any KeyMap,
        pointer: PointerMapping
    ) throws(EvdevDecoder.Error) {
        let mouse = try MouseDecoder(mapping: pointer)
        self.init(keyboard: KeyboardDecoder(keyMap: keyMap), mouse: description?.isMouse ?? true ? mouse : nil)
    }

    package var asksForState: Bool {
        get { keyboard.asksForState }
        set {
            keyboard.asksForState = newValue
            mouse?.asksForState = newValue
        }
    }

    package var needsState: Bool { keyboard.needsState }

    package mutating func start(from state: EvdevState) {
        keyboard.start(from: EvdevState(keys: state.keys.filter { !isOfMouse($0) }))
        mouse?.start(from: state)
    }

    /// How many presses of buttons were merged with a press that was under way.
    package var mergedPresses: Int { buttons.count }

    // The closures use a copy of `buttons`: they must not touch what the decoder that calls them is part of.

    package mutating func decode(_ event: EvdevEvent, _ emit: (InputSample) -> Void) {
        guard mouse != nil else { return keyboard.decode(event) { emit(.press($0)) } }
        let isKey = event.type == EvdevCodes.key
        var buttons = buttons
        if !isKey || !isOfMouse(event.code) {
            keyboard.decode(event) { if buttons.passes($0, from: .keys) { emit(.press($0)) } }
        }
        if !isKey || isOfMouse(event.code) {
            mouse?.decode(event) { if buttons.passes($0, from: .mouse) { emit($0) } }
        }
        self.buttons = buttons
    }

    package mutating func resynchronize(
        with state: EvdevState?,
        at time: MainRunLoop.Instant,
        _ emit: (InputSample) -> Void
    ) {
        let keys = state.map { state in EvdevState(keys: state.keys.filter { !isOfMouse($0) }) }
        var buttons = buttons
        keyboard.resynchronize(with: keys, at: time) { if buttons.passes($0, from: .keys) { emit(.press($0)) } }
        mouse?.resynchronize(with: state, at: time) { if buttons.passes($0, from: .mouse) { emit($0) } }
        self.buttons = buttons
    }

    package mutating func finish(at time: MainRunLoop.Instant, _ emit: (InputSample) -> Void) {
        var buttons = buttons
        keyboard.finish(at: time) { if buttons.passes($0, from: .keys) { emit(.press($0)) } }
        mouse?.finish(at: time) { if buttons.passes($0, from: .mouse) { emit($0) } }
        self.buttons = buttons
    }

    private func isOfMouse(_ code: UInt16) -> Bool {
        mouse != nil && EvdevCodes.buttonLeft...EvdevCodes.buttonTask ~= code
    }
}
