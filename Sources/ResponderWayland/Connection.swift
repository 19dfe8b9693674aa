#if Wayland
internal import CResponderWayland
internal import Glibc
internal import ResponderKit

/// The connection to a compositor, and what the compositor offers.
///
/// The descriptor is a source of the application's loop. What is left in libwayland's own queue, since presenting reads
/// from the socket too, is dispatched before each wait.
@MainActor
final class Connection {
    /// Something that the compositor offers once or several times.
    struct Global {
        let name: UInt32
        let interface: String
        let version: UInt32
    }

    let display: OpaquePointer
    private(set) var globals: [Global] = []
    private let registry: OpaquePointer?
    private var source: MainRunLoop.DescriptorSource?
    private var writability: MainRunLoop.DescriptorSource?
    private var observer: MainRunLoop.Observer?
    private weak var loop: MainRunLoop?
    /// Told of a global that has come or gone after the start.
    var onGlobal: ((Global, _ isThere: Bool) -> Void)?
    /// Called once when the connection has ended.
    var onLoss: ((WaylandError) -> Void)?
    /// How many calls of libwayland that call listeners are under way: the connection must not end inside of one.
    private var dispatchDepth = 0
    /// When the compositor must have answered.
    private let end: MainRunLoop.Instant
    private var isClosed = false

    /// - Parameters:
    ///   - socket: The name or the path of the compositor's socket; nil for `WAYLAND_DISPLAY`.
    ///   - limit: How long the compositor's answers are waited for, until the connection is attached to a loop.
    init(socket: String?, limit: Duration) throws(WaylandError) {
        end = MainRunLoop.Instant.now.advanced(by: limit)
        rwl_silence()
        guard let display = wl_display_connect(socket) else {
            throw Self.failure(ofConnectingTo: socket, String(cString: strerror(errno)))
        }
        self.display = display
        registry = wl_display_get_registry(display)
        wl_registry_add_listener(registry, Self.registryListener, listenerData(self))
        guard waitOnce() else {
            let failure = failure()
            close()
            throw failure
        }
    }

    private static func failure(ofConnectingTo socket: String?, _ reason: String) -> WaylandError {
        func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
        let name = socket ?? variable("WAYLAND_DISPLAY") ?? "wayland-0"
        if name.hasPrefix("/") { return WaylandError(.noCompositor(socket: name, reason: reason)) }
        guard let folder = variable("XDG_RUNTIME_DIR") else {
            return WaylandError(.noCompositor(socket: name, reason: "XDG_RUNTIME_DIR, its folder, is not set"))
        }
        return WaylandError(.noCompositor(socket: folder + "/" + name, reason: reason))
    }

    /// Binds the first global with an interface; nil where there is none of that version.
    func bind(
        _ interface: rwl_interface,
        _ name: String,
        atLeast least: UInt32 = 1,
        atMost most: UInt32
    ) -> OpaquePointer? {
        guard let global = globals.first(where: { $0.interface == name }), global.version >= least else { return nil }
        return bind(global, interface, atMost: most)
    }

    func bind(_ global: Global, _ interface: rwl_interface, atMost most: UInt32) -> OpaquePointer? {
        wl_registry_bind(registry, global.name, rwl_interface(interface), min(global.version, most))
            .map { OpaquePointer($0) }
    }

    /// Listens to the descriptor from now on.
    func attach(to loop: MainRunLoop) throws(WaylandError) {
        self.loop = loop
        do {
            source = try loop.addDescriptorSource(
                wl_display_get_fd(display),
                for: .read,
                priority: .input,
                name: "Wayland"
            ) { [unowned self] _ in read() }
        } catch {
            throw WaylandError(.lost(reason: "\(error)"))
        }
        observer = loop.addObserver(of: .beforeWaiting, name: "Wayland") { [unowned self] _ in
            self.loop?.call(from: .outside) { if dispatch() { flush() } }
        }
    }

    /// Sends what was asked for and waits for the answers; returns false where none came in time.
    func waitOnce() -> Bool {
        let answer = Answer()
        guard let callback = wl_display_sync(display) else { return false }
        wl_callback_add_listener(callback, Answer.listener, listenerData(answer))
        defer { wl_callback_destroy(callback) }
        return wait { answer.isThere }
    }

    /// Dispatches events until a condition holds; returns whether it holds in time.
    func wait(until isDone: () -> Bool) -> Bool {
        while !isDone() {
            guard dispatch(), !isDone() else { return isDone() }
            guard wl_display_prepare_read(display) == 0 else { continue }
            wl_display_flush(display)
            let left = (end.nanoseconds - MainRunLoop.Instant.now.nanoseconds) / 1_000_000
            var descriptor = pollfd(fd: wl_display_get_fd(display), events: Int16(POLLIN), revents: 0)
            let count = left > 0 ? poll(&descriptor, 1, Int32(left)) : 0
            if count < 0, errno == EINTR {
                wl_display_cancel_read(display)
                continue
            }
            guard count > 0 else {
                wl_display_cancel_read(display)
                return false
            }
            guard wl_display_read_events(display) == 0 else { return false }
        }
        return true
    }

    private func read() {
        while !isClosed, wl_display_prepare_read(display) != 0 {
            guard dispatch() else { return }
        }
        if isClosed { return }
        flush()
        guard wl_display_read_events(display) == 0 else { return lose() }
        if dispatch() { flush() }
    }

    /// Calls listeners for what was read; returns whether the connection goes on.
    private func dispatch() -> Bool {
        if isClosed { return false }
        dispatchDepth += 1
        let count = wl_display_dispatch_pending(display)
        dispatchDepth -= 1
        if isClosed {
            disconnectIfIdle()
            return false
        }
        if count < 0 { lose() }
        return count >= 0
    }

    /// Sends what was asked for; what the socket has no room for goes when there is room again.
    func flush() {
        if isClosed { return }
        guard wl_display_flush(display) < 0 else {
            writability?.cancel()
            writability = nil
            return
        }
        guard errno == EAGAIN else { return }
        guard writability == nil, let loop else { return }
        writability = try? loop.addDescriptorSource(wl_display_get_fd(display), for: .write, name: "Wayland") {
            [unowned self] _ in flush()
        }
    }

    private func lose() {
        let onLoss = onLoss
        self.onLoss = nil
        detach()
        onLoss?(failure())
    }

    /// Whether libwayland has given the connection up.
    var hasFailed: Bool { wl_display_get_error(display) != 0 }

    /// Why the connection is at its end.
    func failure() -> WaylandError {
        let error = wl_display_get_error(display)
        guard error == EPROTO else {
            return WaylandError(.lost(reason: error == 0 ? "it gives no answer" : String(cString: strerror(error))))
        }
        var interface: UnsafePointer<wl_interface>?
        let code = wl_display_get_protocol_error(display, &interface, nil)
        return WaylandError(
            .protocolError(interface: interface.map { String(cString: $0.pointee.name) } ?? "an object", code: code)
        )
    }

    private func detach() {
        source?.cancel()
        writability?.cancel()
        observer?.cancel()
        (source, writability, observer) = (nil, nil, nil)
    }

    /// Ends the connection; all objects that were made by it are gone before.
    func close() {
        guard !isClosed else { return }
        isClosed = true
        onLoss = nil
        onGlobal = nil
        detach()
        wl_registry_destroy(registry)
        wl_display_flush(display)
        disconnectIfIdle()
    }

    private func disconnectIfIdle() {
        if dispatchDepth == 0 { wl_display_disconnect(display) }
    }

    // MARK: Listeners

    private static let registryListener = listenerTable(
        wl_registry_listener(
            global: { data, _, name, interface, version in
                guard let interface = interface.map({ String(cString: $0) }) else { return }
                withListener(data, Connection.self) {
                    let global = Global(name: name, interface: interface, version: version)
                    $0.globals.append(global)
                    $0.onGlobal?(global, true)
                }
            },
            global_remove: { data, _, name in
                withListener(data, Connection.self) { connection in
                    guard let index = connection.globals.firstIndex(where: { $0.name == name }) else { return }
                    connection.onGlobal?(connection.globals.remove(at: index), false)
                }
            }
        )
    )
}

/// Whether the compositor has answered a request.
@MainActor
private final class Answer {
    var isThere = false

    static let listener = listenerTable(
        wl_callback_listener(done: { data, _, _ in withListener(data, Answer.self) { $0.isThere = true } })
    )
}
#endif
