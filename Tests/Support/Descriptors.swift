internal import Glibc

/// Two connected stream sockets that do not block, closed with the last reference.
///
/// No program that another test starts meanwhile inherits them: its copy would keep open what is closed here.
package final class SocketPair: Sendable {
    package let near: Int32
    package let far: Int32

    package init() {
        var ends: [Int32] = [-1, -1]
        let type = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        let status = socketpair(AF_UNIX, type, 0, &ends)
        precondition(status == 0, "no sockets: \(String(cString: strerror(errno)))")
        (near, far) = (ends[0], ends[1])
    }

    deinit {
        close(near)
        close(far)
    }

    /// Has the near end see what it would see of a far one that is closed.
    ///
    /// At once: a close would wait for the copy that a program has which is just being started.
    package func hangUp() {
        shutdown(far, Int32(SHUT_RDWR))
    }

    /// Sends one byte from the far end.
    package func send() {
        precondition(write([7]) == 1)
    }

    /// Sends as many of the bytes from the far end as the system takes; returns how many.
    @discardableResult
    package func write(_ bytes: some Collection<UInt8>) -> Int {
        let bytes = Array(bytes)
        return max(0, Glibc.write(far, bytes, bytes.count))
    }

    /// Reads what there is at the near end; 0 at its end, -1 where there is nothing.
    @discardableResult
    package func receive() -> Int { Self.read(near) }

    /// Whether the far end still waits for what comes, rather than seeing the end.
    package var isOpen: Bool { Self.read(far) != 0 }

    private static func read(_ descriptor: Int32) -> Int {
        var bytes = [UInt8](repeating: 0, count: 64)
        return Glibc.read(descriptor, &bytes, bytes.count)
    }
}

/// The number of a descriptor that is closed, and stays so whatever other tests open meanwhile.
///
/// The system gives the lowest number that is free, and the tests have thousands open at a time. This is the last
/// number that the process may have, or one far beyond what it needs; not even this function opens it.
package func closedDescriptor() -> Int32 {
    var limit = rlimit()
    let status = getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    precondition(status == 0, "no limit: \(String(cString: strerror(errno)))")
    let descriptor = Int32(min(limit.rlim_cur, 65_536)) - 1
    precondition(fcntl(descriptor, F_GETFD) < 0 && errno == EBADF, "descriptor \(descriptor) is open")
    return descriptor
}
