#if Wayland
internal import CResponderWayland
internal import ResponderKit

/// The user's devices, as the compositor has them: touchscreens, a mouse, a keyboard, text input and the clipboard.
@MainActor
final class Seat {
    private let seat: OpaquePointer
    private let application: Application
    private let cursor: Cursor
    private var touch: TouchInput?
    private var pointer: PointerInput?
    private var keyboard: KeyboardInput?
    private var text: TextInputClient?
    private var clipboard: Clipboard?
    private var textManager: OpaquePointer?

    init(_ seat: OpaquePointer, _ connection: Connection, _ application: Application, _ cursor: Cursor) {
        (self.seat, self.application, self.cursor) = (seat, application, cursor)
        clipboard = Clipboard(connection, seat, application)
        textManager = connection.bind(RWL_TEXT_INPUT_MANAGER, "zwp_text_input_manager_v3", atMost: 1)
        if let textManager, let input = zwp_text_input_manager_v3_get_text_input(textManager, seat) {
            text = TextInputClient(input, application)
            application.onTextInputChange = { [weak self] in self?.text?.update($0) }
        }
        wl_seat_add_listener(seat, Self.listener, listenerData(self))
    }

    func close() {
        if text != nil { application.onTextInputChange = nil }
        touch?.close()
        pointer?.close()
        keyboard?.close()
        text?.close()
        clipboard?.close()
        if let textManager { zwp_text_input_manager_v3_destroy(textManager) }
        end(seat, since: WL_SEAT_RELEASE_SINCE_VERSION, wl_seat_release, or: wl_seat_destroy)
    }

    private func have(_ capabilities: UInt32) {
        let hasTouch = capabilities & WL_SEAT_CAPABILITY_TOUCH.rawValue != 0
        let hasPointer = capabilities & WL_SEAT_CAPABILITY_POINTER.rawValue != 0
        let hasKeyboard = capabilities & WL_SEAT_CAPABILITY_KEYBOARD.rawValue != 0
        if hasTouch != (touch != nil) {
            touch?.close()
            touch = hasTouch ? wl_seat_get_touch(seat).map { TouchInput($0, application) } : nil
            touch?.onSerial = { [weak self] in self?.clipboard?.serial = $0 }
        }
        if hasPointer != (pointer != nil) {
            pointer?.close()
            pointer = hasPointer ? wl_seat_get_pointer(seat).map { PointerInput($0, application, cursor) } : nil
            pointer?.onSerial = { [weak self] in self?.clipboard?.serial = $0 }
        }
        if hasKeyboard != (keyboard != nil) {
            keyboard?.close()
            keyboard = hasKeyboard ? wl_seat_get_keyboard(seat).map { KeyboardInput($0, application) } : nil
            keyboard?.onSerial = { [weak self] in self?.clipboard?.serial = $0 }
        }
    }

    private static let listener = {
        var listener = wl_seat_listener()
        listener.capabilities = { data, _, capabilities in
            withListener(data, Seat.self) { $0.have(capabilities) }
        }
        listener.name = { _, _, _ in }
        return listenerTable(listener)
    }()
}
#endif
