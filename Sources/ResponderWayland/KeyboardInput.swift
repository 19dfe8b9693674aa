#if Wayland
internal import CResponderWayland
internal import ResponderKit
internal import ResponderTouchInput

/// The keyboard, while the window has its focus.
@MainActor
final class KeyboardInput {
    private let keyboard: OpaquePointer
    private let application: Application
    private let sender: TouchPort.Sender
    private let keyMap = CompositorKeyMap()
    private var decoder: KeyboardDecoder
    private var repetition: MainRunLoop.Timer?
    /// How many times a key repeats in a second, and after how many milliseconds, as the compositor says.
    private var (rate, delay): (Int32, Int32) = (25, 400)
    /// The number of the last event, which a request for the clipboard names.
    var onSerial: ((UInt32) -> Void)?

    init(_ keyboard: OpaquePointer, _ application: Application) {
        (self.keyboard, self.application) = (keyboard, application)
        sender = application.touchPort.makeSender()
        decoder = KeyboardDecoder(keyMap: keyMap)
        wl_keyboard_add_listener(keyboard, Self.listener, listenerData(self))
    }

    func close() {
        leave()
        end(keyboard, since: WL_KEYBOARD_RELEASE_SINCE_VERSION, wl_keyboard_release, or: wl_keyboard_destroy)
    }

    /// The window has the focus; keys that are down already do not begin.
    private func enter(_ codes: [UInt32]) {
        leave()
        var state = EvdevState()
        // The compositor may name what is no key of the kernel.
        for code in codes { if let code = UInt16(exactly: code) { state.keys.insert(code) } }
        decoder.start(from: state)
    }

    /// The window has lost the focus: keys that are down go on elsewhere.
    func leave() {
        stopRepeating()
        decoder.finish(at: application.runLoop.now) { send($0) }
        keyMap.resetCompose()
    }

    private func key(_ serial: UInt32, _ time: UInt32, _ code: UInt32, isDown: Bool) {
        onSerial?(serial)
        guard let code = UInt16(exactly: code) else { return }
        let time = CompositorTime.instant(time, now: application.runLoop.now)
        keyMap.code = UInt32(code)
        decoder.decode(EvdevEvent(time: time, type: EvdevCodes.key, code: code, value: isDown ? 1 : 0)) {
            send($0)
        }
        // A key that comes up ends its own repetition alone.
        if isDown || decoder.repeatingKey == nil { stopRepeating() }
        if isDown, decoder.repeatingKey == code, rate > 0, keyMap.repeats(UInt32(code)) { startRepeating(code) }
    }

    /// Sends a press with the modifiers of the user's layout, which may have them on other keys, or none at all.
    private func send(_ frame: PressFrame) {
        var frame = frame
        // A modifier key's own press comes before the compositor counts it.
        if !frame.usage.isModifier, let modifiers = keyMap.modifiers {
            frame.modifiers = modifiers.union(frame.modifiers.intersection(.numericPad))
        }
        sender.send(frame)
    }

    private func startRepeating(_ code: UInt16) {
        let loop = application.runLoop
        let first = loop.now.advanced(by: .milliseconds(Int64(max(1, delay))))
        let interval = Duration.nanoseconds(1_000_000_000 / Int64(min(rate, 1000)))
        repetition = loop.addTimer(at: first, every: interval, name: "repeated key") { [unowned self] _ in
            keyMap.code = UInt32(code)
            decoder.repeatKey(at: loop.now) { send($0) }
        }
    }

    private func stopRepeating() {
        repetition?.cancel()
        repetition = nil
    }

    private static let listener = {
        var listener = wl_keyboard_listener()
        listener.keymap = { data, _, format, file, size in
            withListener(data, KeyboardInput.self) {
                $0.keyMap.setLayout(isText: format == WL_KEYBOARD_KEYMAP_FORMAT_XKB_V1.rawValue, file, size)
            }
        }
        listener.enter = { data, _, serial, _, keys in
            let codes = keys?.pointee.numbers ?? []
            withListener(data, KeyboardInput.self) {
                $0.onSerial?(serial)
                $0.enter(codes)
            }
        }
        listener.leave = { data, _, _, _ in withListener(data, KeyboardInput.self) { $0.leave() } }
        listener.key = { data, _, serial, time, code, state in
            withListener(data, KeyboardInput.self) {
                $0.key(serial, time, code, isDown: state == WL_KEYBOARD_KEY_STATE_PRESSED.rawValue)
            }
        }
        listener.modifiers = { data, _, _, down, latched, locked, group in
            withListener(data, KeyboardInput.self) {
                $0.keyMap.setModifiers(down, latched, locked, group)
                $0.decoder.isCapsLockOn = $0.keyMap.isCapsLockOn
            }
        }
        listener.repeat_info = { data, _, rate, delay in
            withListener(data, KeyboardInput.self) {
                ($0.rate, $0.delay) = (rate, delay)
                if rate <= 0 { $0.stopRepeating() }
            }
        }
        return listenerTable(listener)
    }()
}
#endif
