import Glibc
import Testing

/// Two sockets that are connected, closed with it.
final class SocketPair {
    let ends: (Int32, Int32)

    init() throws {
        var ends: [Int32] = [-1, -1]
        try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0, &ends) == 0)
        self.ends = (ends[0], ends[1])
    }

    deinit {
        close(ends.0)
        close(ends.1)
    }

    /// Whether the other end still waits for what comes, rather than seeing the end.
    var isOpen: Bool {
        var byte: UInt8 = 0
        return recv(ends.1, &byte, 1, 0) != 0
    }
}
