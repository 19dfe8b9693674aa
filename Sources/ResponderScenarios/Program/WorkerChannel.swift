internal import Glibc

/// The socket between the program and a process that runs scenarios for it.
///
/// The program sends files, each with a zero behind it. The process sends lines: ``ready`` when it has begun, ``begin``
/// when it begins with a file, and the file's report. A socket rather than a pipe, since writing to a socket whose
/// other end is closed can fail without the signal that ends a process.
package enum WorkerChannel {
    package static let ready = "ready"
    package static let begin = "begin"
    /// The socket's descriptor in the process.
    package static let descriptor: Int32 = 3
    /// The variable of the environment whose value is the program's process number.
    static let variable = "RESPONDERKIT_SCENARIO_WORKER"
    /// A report that is longer comes from a process that has gone mad.
    static let longestLine = 1 << 26

    /// Sends all bytes; false if the other end is closed.
    package static func send(_ text: String, to descriptor: Int32) -> Bool {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { bytes in
                Glibc.send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
            }
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else if errno == EAGAIN {
                wait(for: POLLOUT, at: descriptor)
            } else if errno != EINTR {
                return false
            }
        }
        return true
    }

    private static func wait(for event: Int32, at descriptor: Int32) {
        var descriptors = pollfd(fd: descriptor, events: Int16(event), revents: 0)
        poll(&descriptors, 1, -1)
    }

    /// What a read has found.
    enum Piece {
        case bytes(ArraySlice<UInt8>)
        /// Nothing is there by now.
        case nothing
        case end
    }

    /// Reads once, with `buffer` as room.
    static func read(_ descriptor: Int32, _ buffer: inout [UInt8]) -> Piece {
        while true {
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            if count > 0 { return .bytes(buffer[..<count]) }
            if count == 0 { return .end }
            if errno == EAGAIN { return .nothing }
            if errno != EINTR { return .end }
        }
    }
}
