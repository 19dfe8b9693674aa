internal import Glibc
internal import ResponderSupport

/// The datagram socket by which a service talks to its manager, connected when the first message is sent.
@MainActor
final class ServiceSocket {
    /// What became of a message.
    enum Outcome: Equatable {
        case sent
        /// The manager has not read what was sent before: the message can be sent when the socket is writable.
        case full
        case failed(errno: Int32)
    }

    /// As the variable has it: an absolute path, or `@` and an abstract name.
    let name: String
    private let address: sockaddr_un
    private let length: socklen_t
    private var descriptor: Descriptor?
    /// A child that fork(2) made is not the service.
    private let process: pid_t

    /// - Parameter process: The number of the process that may send.
    /// - Throws: ``ServiceProblem`` for a name that no socket can have.
    init(_ name: String, process: pid_t = getpid()) throws(ServiceProblem) {
        var bytes = Array(name.utf8)
        let isAbstract = bytes.first == UInt8(ascii: "@")
        guard isAbstract || bytes.first == UInt8(ascii: "/"), bytes.count > 1 else {
            throw .wrongSocketName(name)
        }
        var address = sockaddr_un()
        let room = MemoryLayout.size(ofValue: address.sun_path)
        // A path ends with a zero; an abstract name begins with one, and has no end.
        let most = isAbstract ? room : room - 1
        guard bytes.count <= most else { throw .longSocketName(name, most: most) }
        if isAbstract { bytes[0] = 0 } else { bytes.append(0) }
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        (self.name, self.process) = (name, process)
        self.address = address
        length = socklen_t(MemoryLayout<sockaddr_un>.size - room + bytes.count)
    }

    /// The number of the socket's descriptor; nil before the first message.
    var number: Int32? { descriptor?.number }

    /// Sends a message, without waiting.
    func send(_ text: String) -> Outcome {
        guard getpid() == process else { return .sent }
        let isFresh = descriptor == nil
        var error = sendOnce(text)
        // The manager may have been started anew, with another socket of the same name.
        if !isFresh, [ECONNREFUSED, ECONNRESET, ENOTCONN, ENOENT].contains(error) {
            descriptor = nil
            error = sendOnce(text)
        }
        switch error {
        case 0: return .sent
        // Without a socket there is nothing to wait for.
        case EAGAIN where descriptor != nil, ENOBUFS where descriptor != nil: return .full
        default:
            descriptor = nil
            return .failed(errno: error)
        }
    }

    /// Returns zero, or the number of the error.
    private func sendOnce(_ text: String) -> Int32 {
        guard let number = connected() else { return errno }
        let bytes = Array(text.utf8)
        while true {
            if Glibc.send(number, bytes, bytes.count, Int32(MSG_NOSIGNAL)) >= 0 { return 0 }
            if errno != EINTR { return errno }
        }
    }

    /// The connected socket; nil, with errno set, where there is none.
    private func connected() -> Int32? {
        if let descriptor { return descriptor.number }
        let kind = SOCK_DGRAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue
        let number = socket(AF_UNIX, Int32(kind), 0)
        guard number >= 0 else { return nil }
        let new = Descriptor(number)
        let result = withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(number, $0, length) }
        }
        guard result == 0 else {
            let error = errno
            // Closing changes errno.
            withExtendedLifetime(new) {}
            errno = error
            return nil
        }
        descriptor = new
        return number
    }
}
