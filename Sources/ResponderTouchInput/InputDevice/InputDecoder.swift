package import ResponderEventLoop

/// Decodes a device that may have keys, a pointer or both.
package struct InputDecoder: Sendable {
    package var keyboard: KeyboardDecoder
    /// nil for a device that moves no pointer; then its buttons are the keyboard's.
    package var mouse: MouseDecoder?

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

    package mutating func decode(_ event: EvdevEvent, _ emit: (InputSample) -> Void) {
        guard mouse != nil else { return keyboard.decode(event) { emit(.press($0)) } }
        let isKey = event.type == EvdevCodes.key
        if !isKey || !isOfMouse(event.code) { keyboard.decode(event) { emit(.press($0)) } }
        if !isKey || isOfMouse(event.code) { mouse?.decode(event, emit) }
    }

    package mutating func resynchronize(
        with state: EvdevState?,
        at time: MainRunLoop.Instant,
        _ emit: (InputSample) -> Void
    ) {
        let keys = state.map { state in EvdevState(keys: state.keys.filter { !isOfMouse($0) }) }
        keyboard.resynchronize(with: keys, at: time) { emit(.press($0)) }
        mouse?.resynchronize(with: state, at: time, emit)
    }

    package mutating func finish(at time: MainRunLoop.Instant, _ emit: (InputSample) -> Void) {
        keyboard.finish(at: time) { emit(.press($0)) }
        mouse?.finish(at: time, emit)
    }

    private func isOfMouse(_ code: UInt16) -> Bool {
        mouse != nil && EvdevCodes.buttonLeft...EvdevCodes.buttonTask ~= code
    }
}
