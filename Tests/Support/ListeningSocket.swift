internal import Foundation
internal import Testing

/// A socket whose first peer gets some bytes, and then the end.
package final class ListeningSocket: Sendable {
    package let path: String
    private let file = TemporaryFile(".socket")

    package init(sending bytes: [UInt8]) throws {
        path = file.path
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let length = socklen_t(MemoryLayout<sockaddr_un>.size)
        let isListening = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, length) == 0 }
        }
        try #require(isListening && listen(descriptor, 1) == 0)
        Thread.detachNewThread {
            let peer = accept(descriptor, nil, nil)
            _ = write(peer, bytes, bytes.count)
            close(peer)
            close(descriptor)
        }
    }
}
