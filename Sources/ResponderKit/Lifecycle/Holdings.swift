internal import Glibc

/// What an application holds that the system minds when it is suspended (rules A31, A32).
@MainActor
final class Holdings {
    private var resources: [String] = []
    private var sockets: [CInt] = []

    /// The name of a shared resource that is held; nil when none is.
    var heldName: String? { resources.first }

    func hold(_ name: String) { resources.append(name) }

    func letGo(_ name: String) {
        if let place = resources.firstIndex(of: name) { resources.remove(at: place) }
    }

    func add(socket: CInt) {
        if !sockets.contains(socket) { sockets.append(socket) }
    }

    func remove(socket: CInt) { sockets.removeAll { $0 == socket } }

    /// Shuts the sockets down, and forgets them: they stay open, and whoever reads or writes next sees the end.
    func shutDownSockets() {
        for socket in sockets { shutdown(socket, CInt(SHUT_RDWR)) }
        sockets.removeAll()
    }
}
