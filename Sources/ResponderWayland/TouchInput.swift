#if Wayland
internal import CResponderWayland
internal import ResponderKit

/// The fingers on the window.
///
/// Each has one end: where the compositor loses a finger's end and uses the finger's number again, as wlroots 0.15
/// does, the former finger is cancelled first, and all are when the device or the compositor goes.
@MainActor
final class TouchInput {
    private let touch: OpaquePointer
    private let sender: TouchPort.Sender
    private let application: Application
    /// Where the fingers that are down were last.
    private var places: [Int32: Point] = [:]
    /// What has happened since the last frame.
    private var contacts: [TouchContact] = []
    private var time: MainRunLoop.Instant?
    /// Larger radii of fingers, in points, where the compositor names them.
    private var radii: [Int32: Double] = [:]

    /// The number of the last finger that came down, which a request for the clipboard names.
    var onSerial: ((UInt32) -> Void)?

    /// A compositor that never ends a frame would fill the memory.
    private static let mostContacts = 64

    init(_ touch: OpaquePointer, _ application: Application) {
        self.touch = touch
        self.application = application
        sender = application.touchPort.makeSender()
        wl_touch_add_listener(touch, Self.listener, listenerData(self))
    }

    /// Cancels all fingers, and listens no longer.
    func close() {
        cancel()
        end(touch, since: WL_TOUCH_RELEASE_SINCE_VERSION, wl_touch_release, or: wl_touch_destroy)
    }

    private func down(_ id: Int32, at place: Point, _ time: UInt32) {
        if places[id] != nil {
            // The end of the former finger came neither as up nor as cancel.
            endFrame()
            add(id, .cancelled, places[id], time)
            endFrame()
        }
        add(id, .began, place, time)
        places[id] = place
    }

    private func move(_ id: Int32, to place: Point, _ time: UInt32) {
        guard places[id] != nil else { return }
        places[id] = place
        add(id, .moved, place, time)
    }

    private func up(_ id: Int32, _ time: UInt32) {
        guard let place = places.removeValue(forKey: id) else { return }
        add(id, .ended, place, time)
        radii[id] = nil
    }

    private func add(_ id: Int32, _ phase: TouchContact.Phase, _ place: Point?, _ milliseconds: UInt32?) {
        let now = application.runLoop.now
        time = milliseconds.map { CompositorTime.instant($0, now: now) } ?? now
        contacts.append(
            TouchContact(Int(id), phase, at: place ?? .zero, majorRadius: Float(radii[id] ?? 0))
        )
        if contacts.count >= Self.mostContacts { endFrame() }
    }

    private func endFrame() {
        guard !contacts.isEmpty else { return }
        sender.send(TouchFrame(time: time ?? application.runLoop.now, contacts: contacts))
        contacts.removeAll(keepingCapacity: true)
    }

    /// Cancels all fingers, as when the compositor takes them for a gesture of its own.
    func cancel() {
        endFrame()
        for (id, place) in places { add(id, .cancelled, place, nil) }
        endFrame()
        places = [:]
        radii = [:]
    }

    private static let listener = {
        var listener = wl_touch_listener()
        listener.down = { data, _, serial, time, _, id, x, y in
            withListener(data, TouchInput.self) {
                $0.onSerial?(serial)
                $0.down(id, at: Point(x.points, y.points), time)
            }
        }
        listener.up = { data, _, _, time, id in withListener(data, TouchInput.self) { $0.up(id, time) } }
        listener.motion = { data, _, time, id, x, y in
            withListener(data, TouchInput.self) { $0.move(id, to: Point(x.points, y.points), time) }
        }
        listener.frame = { data, _ in withListener(data, TouchInput.self) { $0.endFrame() } }
        listener.cancel = { data, _ in withListener(data, TouchInput.self) { $0.cancel() } }
        listener.shape = { data, _, id, major, _ in
            withListener(data, TouchInput.self) { $0.radii[id] = max(0, major.points / 2) }
        }
        listener.orientation = { _, _, _, _ in }
        return listenerTable(listener)
    }()
}
#endif
