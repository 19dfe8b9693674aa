import Glibc
import TestSupport
import Testing

/// The socket of a service manager: what has been sent to it is read without waiting.
final class ManagerSocket {
    let name: String
    private let folder: TemporaryFolder?
    private let descriptor: Int32

    /// A socket with that abstract name, without its `@`; by default one with a path.
    init(abstractName: String? = nil) throws {
        let isAbstract = abstractName != nil
        let folder = isAbstract ? nil : TemporaryFolder()
        let path = abstractName ?? folder.map { "\($0.path)/notify" } ?? ""
        self.folder = folder
        name = isAbstract ? "@\(path)" : path
        descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_NONBLOCK.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = (isAbstract ? [0] : []) + Array(path.utf8)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        let length = socklen_t(MemoryLayout<sa_family_t>.size + bytes.count + (isAbstract ? 0 : 1))
        let isBound = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, length) == 0 }
        }
        try #require(isBound)
    }

    deinit { close(descriptor) }

    /// Takes the messages that were sent since the last call.
    func take() -> [String] {
        var messages: [String] = []
        var bytes = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = recv(descriptor, &bytes, bytes.count, 0)
            guard count >= 0 else { return messages }
            messages.append(String(decoding: bytes.prefix(count), as: UTF8.self))
        }
    }
}
