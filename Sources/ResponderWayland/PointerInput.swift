#if Wayland
internal import CResponderWayland
internal import ResponderKit

/// The mouse over the window: hovering, buttons, the wheel, and its cursor.
@MainActor
final class PointerInput {
    private let pointer: OpaquePointer
    private let sender: TouchPort.Sender
    private let application: Application
    private let cursor: Cursor
    /// The number of the last event of a button, which a request for the clipboard names.
    var onSerial: ((UInt32) -> Void)?
    private var place = Point.zero
    private var isHovering = false
    private var isPressed = false
    private var pressedButtons: Set<UInt32> = []
    /// The wheel's movement since the last frame, in points.
    private var distance = Point.zero
    /// The same in 120ths of a notch, where the compositor names them.
    private var notches = Point.zero
    private var isPrecise = false
    private var time: UInt32 = 0

    /// Identifiers beyond all of fingers.
    private static let (contact, hover) = (1 << 40, 1 << 40 + 1)
    /// `BTN_LEFT` of the kernel.
    private static let leftButton: UInt32 = 0x110
    /// How far a notch of the wheel scrolls, in points: as the mice that the library reads itself.
    private static let pointsOfNotch = 48.0

    init(_ pointer: OpaquePointer, _ application: Application, _ cursor: Cursor) {
        (self.pointer, self.application, self.cursor) = (pointer, application, cursor)
        sender = application.touchPort.makeSender()
        wl_pointer_add_listener(pointer, Self.listener, listenerData(self))
    }

    func close() {
        leave()
        end(pointer, since: WL_POINTER_RELEASE_SINCE_VERSION, wl_pointer_release, or: wl_pointer_destroy)
    }

    private func instant(_ time: UInt32) -> MainRunLoop.Instant {
        CompositorTime.instant(time, now: application.runLoop.now)
    }

    private func enter(_ serial: UInt32, at place: Point) {
        switch cursor {
        case .hidden: wl_pointer_set_cursor(pointer, serial, nil, 0, 0)
        case .image(let image): image.set(for: pointer, serial)
        case .compositors: break
        }
        move(to: place, application.runLoop.now)
    }

    private func move(to place: Point, _ time: MainRunLoop.Instant) {
        self.place = place
        if isPressed {
            sender.send(TouchContact(Self.contact, .moved, at: place, kind: .indirectPointer), at: time)
        } else {
            sender.send(.hovering(Self.hover, isHovering ? .moved : .began, at: place), at: time)
            isHovering = true
        }
    }

    private func endHover(_ time: MainRunLoop.Instant) {
        if isHovering { sender.send(.hovering(Self.hover, .ended, at: place), at: time) }
        isHovering = false
    }

    /// The pointer has left the window; a button that is down would go on with it.
    private func leave() {
        cancelButtons()
        endHover(application.runLoop.now)
    }

    private func button(_ serial: UInt32, _ code: UInt32, isDown: Bool, _ time: MainRunLoop.Instant) {
        onSerial?(serial)
        guard code == Self.leftButton else { return other(code, isDown: isDown, time) }
        guard isDown != isPressed else { return }
        if isDown { endHover(time) }
        isPressed = isDown
        let phase: TouchContact.Phase = isDown ? .began : .ended
        sender.send(TouchContact(Self.contact, phase, at: place, kind: .indirectPointer), at: time)
        if !isDown { move(to: place, time) }
    }

    private func other(_ code: UInt32, isDown: Bool, _ time: MainRunLoop.Instant) {
        // The mouse's buttons follow each other; other codes have no number.
        guard code > Self.leftButton, code < Self.leftButton + 16 else { return }
        let isChange = isDown ? pressedButtons.insert(code).inserted : pressedButtons.remove(code) != nil
        guard isChange else { return }
        let usage = HIDUsage.button(UInt16(code - Self.leftButton + 1))
        sender.send(PressFrame(time: time, usage: usage, phase: isDown ? .began : .ended))
    }

    private func cancelButtons() {
        let now = application.runLoop.now
        if isPressed { sender.send(TouchContact(Self.contact, .cancelled, at: place, kind: .indirectPointer), at: now) }
        isPressed = false
        for code in pressedButtons {
            let usage = HIDUsage.button(UInt16(code - Self.leftButton + 1))
            sender.send(PressFrame(time: now, usage: usage, phase: .cancelled))
        }
        pressedButtons = []
    }

    // MARK: The wheel

    private func scroll(_ axis: UInt32, _ distance: Double) {
        if axis == WL_POINTER_AXIS_VERTICAL_SCROLL.rawValue {
            self.distance.y -= distance
        } else {
            self.distance.x -= distance
        }
        if wl_pointer_get_version(pointer) < WL_POINTER_FRAME_SINCE_VERSION { endFrame() }
    }

    private func turn(_ axis: UInt32, by value: Double) {
        if axis == WL_POINTER_AXIS_VERTICAL_SCROLL.rawValue { notches.y -= value } else { notches.x -= value }
    }

    private func endFrame() {
        defer { (distance, notches, isPrecise) = (.zero, .zero, false) }
        let delta = notches == .zero ? distance : notches * (Self.pointsOfNotch / 120)
        guard delta != .zero, delta.isFinite else { return }
        sender.send(WheelFrame(time: instant(time), location: place, delta: delta, isPrecise: isPrecise))
    }

    private static let listener = {
        var listener = wl_pointer_listener()
        listener.enter = { data, _, serial, _, x, y in
            withListener(data, PointerInput.self) { $0.enter(serial, at: Point(x.points, y.points)) }
        }
        listener.leave = { data, _, _, _ in withListener(data, PointerInput.self) { $0.leave() } }
        listener.motion = { data, _, time, x, y in
            withListener(data, PointerInput.self) { $0.move(to: Point(x.points, y.points), $0.instant(time)) }
        }
        listener.button = { data, _, serial, time, code, state in
            withListener(data, PointerInput.self) {
                $0.button(serial, code, isDown: state == WL_POINTER_BUTTON_STATE_PRESSED.rawValue, $0.instant(time))
            }
        }
        listener.axis = { data, _, time, axis, value in
            withListener(data, PointerInput.self) {
                $0.time = time
                $0.scroll(axis, value.points)
            }
        }
        listener.frame = { data, _ in withListener(data, PointerInput.self) { $0.endFrame() } }
        listener.axis_source = { data, _, source in
            withListener(data, PointerInput.self) {
                let isWheel = source == WL_POINTER_AXIS_SOURCE_WHEEL.rawValue
                $0.isPrecise = !isWheel && source != WL_POINTER_AXIS_SOURCE_WHEEL_TILT.rawValue
            }
        }
        listener.axis_stop = { _, _, _, _ in }
        listener.axis_discrete = { data, _, axis, count in
            withListener(data, PointerInput.self) { $0.turn(axis, by: Double(count) * 120) }
        }
        listener.axis_value120 = { data, _, axis, value in
            withListener(data, PointerInput.self) { $0.turn(axis, by: Double(value)) }
        }
        return listenerTable(listener)
    }()
}
#endif
