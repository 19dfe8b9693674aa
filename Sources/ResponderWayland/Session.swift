#if Wayland
internal import CResponderWayland
internal import ResponderKit

/// A connection with its window and its devices: all that goes when the compositor goes.
@MainActor
final class Session {
    let connection: Connection
    let window: WindowSurface
    let outputs = Outputs()
    let shm: OpaquePointer
    private let compositor: OpaquePointer
    private let base: OpaquePointer
    private let application: Application
    private let hidesCursor: Bool
    private var cursor: CursorImage?
    private var seat: Seat?
    private var seatName: UInt32?
    private var isClosed = false
    /// The rate that was told last.
    private var framesPerSecond: Int?

    /// Connects, and asks for the window, whose first size comes later.
    ///
    /// - Parameter limit: How long the compositor's answers are waited for.
    init(
        _ application: Application,
        _ configuration: WaylandConfiguration,
        limit: Duration
    ) throws(WaylandError) {
        let connection = try Connection(socket: configuration.socket, limit: limit)
        var objects: [OpaquePointer] = []
        func need(
            _ interface: rwl_interface,
            _ name: String,
            _ least: UInt32,
            _ most: UInt32
        ) throws(WaylandError) -> OpaquePointer {
            guard let object = connection.bind(interface, name, atLeast: least, atMost: most) else {
                throw WaylandError(.missing(interface: name, version: least))
            }
            objects.append(object)
            return object
        }
        do throws(WaylandError) {
            // Since version 4 damage is named in pixels of the buffer.
            compositor = try need(RWL_COMPOSITOR, "wl_compositor", 4, 4)
            shm = try need(RWL_SHM, "wl_shm", 1, 1)
            base = try need(RWL_WM_BASE, "xdg_wm_base", 1, 6)
            window = try WindowSurface(connection, base, compositor)
        } catch {
            for object in objects { wl_proxy_destroy(object) }
            connection.close()
            throw error
        }
        (self.connection, self.application, hidesCursor) = (connection, application, configuration.hidesCursor)
        xdg_wm_base_add_listener(base, Self.baseListener, nil)
        for global in connection.globals { outputs.add(global, connection) }
        connection.onGlobal = { [weak self] in self?.global($0, isThere: $1) }
        outputs.onChange = { [weak self] in self?.outputsDidChange() }
        window.onOutput = { [weak self] in self?.outputs.window(isShownBy: $0, $1) }
        window.open(
            title: configuration.title,
            identifier: configuration.identifier,
            isFullScreen: configuration.isFullScreen
        )
    }

    /// Listens to the user's devices from now on.
    func start() throws(WaylandError) {
        outputsDidChange()
        if !hidesCursor { cursor = CursorImage(compositor, shm, scale: Int32(window.scale.rounded(.up))) }
        for global in connection.globals where seat == nil { addSeat(global) }
        try connection.attach(to: application.runLoop)
    }

    func close() {
        guard !isClosed else { return }
        isClosed = true
        outputs.close()
        seat?.close()
        cursor?.close()
        window.close()
        xdg_wm_base_destroy(base)
        wl_shm_destroy(shm)
        wl_compositor_destroy(compositor)
        connection.close()
    }

    private func outputsDidChange() {
        window.outputScale = outputs.scale
        guard outputs.framesPerSecond != framesPerSecond else { return }
        framesPerSecond = outputs.framesPerSecond
        if window.state != nil { window.onChange?() }
    }

    private func global(_ global: Connection.Global, isThere: Bool) {
        if isThere {
            outputs.add(global, connection)
            addSeat(global)
        } else {
            outputs.remove(global)
            guard global.name == seatName else { return }
            seat?.close()
            (seat, seatName) = (nil, nil)
            for global in connection.globals { addSeat(global) }
        }
    }

    /// One user at a time: the first seat.
    private func addSeat(_ global: Connection.Global) {
        guard global.interface == "wl_seat", seat == nil, let pointer = connection.bind(global, RWL_SEAT, atMost: 8)
        else {
            return
        }
        seat = Seat(pointer, connection, application, hidesCursor ? .hidden : cursor.map { .image($0) } ?? .compositors)
        seatName = global.name
    }

    private static let baseListener = listenerTable(
        xdg_wm_base_listener(ping: { _, base, serial in xdg_wm_base_pong(base, serial) })
    )
}
#endif
