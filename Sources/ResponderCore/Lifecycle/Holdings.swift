internal import Glibc

/// The shared resources and the sockets of an application that matter at its suspension (rules A31, A32).
@MainActor
final class Holdings {
    private var resources: [String] = []
    private var sockets: [CInt] = []

    /// The name of a held shared resource; nil when none is held.
    var heldName: String? { resources.first }

    func hold(_ name: String) { resources.append(name) }

    func release(_ name: String) {
        if let place = resources.firstIndex(of: name) { resources.remove(at: place) }
    }

    func add(socket: CInt) {
        if !sockets.contains(socket) { sockets.append(socket) }
    }

    func remove(socket: CInt) { sockets.removeAll { $0 == socket } }

    /// Shuts the sockets down, and forgets them: their descriptors stay open, and the next read or write finds the end.
    func shutDownSockets() {
        for socket in sockets { shutdown(socket, CInt(SHUT_RDWR)) }
        sockets.removeAll()
    }
}
