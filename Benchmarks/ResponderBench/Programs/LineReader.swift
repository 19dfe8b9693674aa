import Glibc

/// The lines that come from a descriptor of a pipe or a socket.
struct LineReader {
    enum Failure: Error {
        /// No line has come in time.
        case late
        /// The other end was closed, or reading has failed.
        case ended
        /// More bytes have come than a line may have.
        case tooLong
    }

    /// The longest line: a program that writes without end is stopped there.
    static let longestLine = 10_000
    let descriptor: Int32
    private var unread: [UInt8] = []

    init(_ descriptor: Int32) { self.descriptor = descriptor }

    /// The next line, without its end.
    mutating func readLine(until deadline: ContinuousClock.Instant) throws(Failure) -> String {
        while true {
            if let end = unread.firstIndex(of: UInt8(ascii: "\n")) {
                let line = String(decoding: unread[..<end], as: UTF8.self)
                unread.removeSubrange(...end)
                return line
            }
            guard unread.count < Self.longestLine else { throw .tooLong }
            try waitForBytes(until: deadline)
            var bytes = [UInt8](repeating: 0, count: 4_096)
            let count = read(descriptor, &bytes, bytes.count)
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { throw .ended }
            unread += bytes[..<count]
        }
    }

    private func waitForBytes(until deadline: ContinuousClock.Instant) throws(Failure) {
        // What writes all the time never lets `poll` wait.
        guard ContinuousClock.now < deadline else { throw .late }
        var result: Int32
        repeat {
            var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            let left = (deadline - .now) / .milliseconds(1)
            result = poll(&waiting, 1, Int32(max(0, min(left.rounded(.up), 1e9))))
        } while result < 0 && errno == EINTR
        if result == 0 { throw .late }
        if result < 0 { throw .ended }
    }
}
