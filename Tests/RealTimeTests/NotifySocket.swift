import Foundation
import TestSupport
import Testing

/// The socket of a service manager, as systemd binds it.
final class NotifySocket: Sendable {
    let path: String
    private let file = TemporaryFile(".notify")
    private let descriptor: Int32

    init() throws {
        path = file.path
        descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let length = socklen_t(MemoryLayout<sockaddr_un>.size)
        let isBound = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, length) == 0 }
        }
        try #require(isBound)
    }

    deinit { close(descriptor) }

    /// The next message; nil if none comes in that time, by default a very long one.
    func next(within seconds: Int32 = 600) async throws -> String? {
        try await waitOnOwnThread { [descriptor] in
            var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard poll(&entry, 1, seconds * 1000) == 1 else { return nil }
            var bytes = [UInt8](repeating: 0, count: 4096)
            let count = recv(descriptor, &bytes, bytes.count, 0)
            return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
        }
    }

    /// The messages up to and including the first one that fits, without the signs of life.
    func messages(upTo isLast: (String) -> Bool) async throws -> [String] {
        var read: [String] = []
        while let message = try await next() {
            if message != "WATCHDOG=1" { read.append(message) }
            if isLast(message) { break }
        }
        return read
    }
}
