import Glibc
import ResponderEventLoop
import ResponderNotifications

/// Two connections of one port: one brings arbitrary bytes in arbitrary portions, the other brings good frames.
///
/// The first byte gives the port's capacity, the second the number of messages after which a handler cancels the first
/// connection, if any; then come the sizes of the portions, a byte each, up to a zero; the rest is the stream.
@MainActor
struct FramesRun {
    private let capacity: Int
    private let manner: UInt8
    private let portions: [Int]
    private let stream: [UInt8]

    init(_ bytes: [UInt8]) {
        var input = ByteReader(bytes)
        capacity = 1 + input.number(below: 8)
        manner = input.byte()
        var portions: [Int] = []
        while !input.isAtEnd, case let portion = Int(input.byte()), portion > 0 { portions.append(portion) }
        self.portions = portions.isEmpty ? [4096] : portions
        stream = input.rest
    }

    func run() throws(Violation) {
        let expected = FrameStream(stream)
        // The good connection's frames are recognized by their content, so the stream may have none like them.
        guard !expected.frames.contains(where: { Good.isOne($0.payload) }) else { return }
        try checkSingleFrames()
        let scene = try FramesScene(capacity: capacity, cancelAfter: manner < 64 ? Int(manner) : nil)
        var place = 0
        var count = 0
        while place < stream.count {
            let size = min(portions[count % portions.count], stream.count - place)
            count += 1
            try scene.send(Array(stream[place..<(place + size)]))
            place += size
            if count <= 50 { try scene.sendGood(count) }
        }
        try scene.finish(expected, good: min(count, 50))
    }

    /// Checks that exactly one frame is read and written again unchanged, and that all other bytes are refused.
    private func checkSingleFrames() throws(Violation) {
        let expected = FrameStream(stream)
        let isOne = expected.frames.count == 1 && expected.bad.isEmpty && expected.end == .clean
        let frame: NotificationFrame
        do throws(NotificationFrame.Error) {
            frame = try NotificationFrame(bytes: stream)
        } catch {
            try require(!isOne, "a frame is refused: \(error)")
            return try require(RecordingRun.isOneLine("\(error)"), "an error that is no line: \(error)")
        }
        try require(isOne, "what is not one frame is read as one")
        try require(frame.bytes == stream, "a frame has other bytes when it is written")
    }
}

/// The content of a frame of the good connection.
private enum Good {
    static let mark = Array("the other connection's own ".utf8)

    static func isOne(_ payload: [UInt8]) -> Bool { payload.starts(with: mark) }
}

/// A notification with a type of its own.
private struct First: NamedMessage, Sendable {
    static let name = "a"
    let payload: [UInt8]
    init(payload: [UInt8]) { self.payload = payload }
}

/// A notification with another name, which refuses payloads that begin with the letter x.
private struct Second: NamedMessage, Sendable {
    struct Bad: Error {}

    static let name = "battery"
    let payload: [UInt8]
    init(payload: [UInt8]) throws {
        guard payload.first != UInt8(ascii: "x") else { throw Bad() }
        self.payload = payload
    }
}

@MainActor
private final class FramesScene {
    private let loop: MainRunLoop
    private let center = TypedNotificationCenter()
    private let port: NotificationPort
    private let bad: Ends
    private let good: Ends
    private weak var connection: NotificationConnection?
    private weak var goodConnection: NotificationConnection?
    private let cancelAfter: Int?

    private var received: [FrameStream.Frame] = []
    private var receivedGood: [[UInt8]] = []
    private var malformed: [FrameStream.Bad] = []
    private var undelivered = 0
    private var ends: [FrameStream.End] = []
    private var goodEnds = 0
    private var problem: String?

    init(capacity: Int, cancelAfter: Int?) throws(Violation) {
        self.cancelAfter = cancelAfter
        loop = try necessary { try MainRunLoop(clock: VirtualClock()) }
        port = NotificationPort(loop: loop, center: center, capacity: capacity)
        (bad, good) = (try Ends(), try Ends())
        port.register(First.self)
        port.register(Second.self)
        port.handle(First.self) { [weak self] in self?.take(First.name, $0.payload) }
        port.handle(Second.self) { [weak self] in self?.take(Second.name, $0.payload) }
        port.onError = { [weak self] in self?.note($0) }
        connection = try necessary { try port.read(from: bad.near) { [weak self] in self?.noteEnd($0) } }
        goodConnection = try necessary {
            try port.read(from: good.near) { [weak self] error in
                self?.goodEnds += 1
                if let error { self?.problem = "the good connection ended: \(error)" }
            }
        }
    }

    // MARK: Received

    private func take(_ name: String, _ payload: [UInt8]) {
        if Good.isOne(payload) { return receivedGood.append(payload) }
        received.append(.init(name: Array(name.utf8), payload: payload))
        if received.count == cancelAfter { connection?.cancel() }
    }

    private func note(_ error: NotificationPort.Error) {
        if !RecordingRun.isOneLine("\(error)") { problem = "an error that is no line: \(error)" }
        switch error {
        case .malformed(_, let frame, let offset): malformed.append(.init(number: frame, offset: offset))
        case .unknownName, .undecodable: undelivered += 1
        case .cutOff: break
        default: problem = "\(error)"
        }
    }

    private func noteEnd(_ error: NotificationPort.Error?) {
        switch error {
        case nil: ends.append(.clean)
        case .cutOff(let count): ends.append(.cutOff(count))
        case .malformed: ends.append(.broken)
        default: problem = "ended by \(String(describing: error))"
        }
    }

    // MARK: Sent

    func send(_ bytes: [UInt8]) throws(Violation) {
        // A connection that is over reads no more bytes.
        if ends.isEmpty, connection != nil { try bad.write(bytes) { loop.runUntilIdle() } }
        loop.runUntilIdle()
    }

    func sendGood(_ number: Int) throws(Violation) {
        let frame = try necessary {
            try NotificationFrame(name: First.name, payload: Good.mark + Array("\(number)".utf8))
        }
        try good.write(frame.bytes) { loop.runUntilIdle() }
    }

    // MARK: The end

    func finish(_ expected: FrameStream, good count: Int) throws(Violation) {
        bad.hangUp()
        good.hangUp()
        loop.runUntilIdle()
        if let problem { throw Violation(problem) }
        try require(
            receivedGood == (0..<count).map { Good.mark + Array("\($0 + 1)".utf8) } && goodEnds == 1,
            "of \(count) good frames came \(receivedGood.count), and \(goodEnds) ends"
        )
        let deliverable = expected.frames.filter {
            $0.name == Array(First.name.utf8)
                || $0.name == Array(Second.name.utf8) && $0.payload.first != UInt8(ascii: "x")
        }
        let (messages, bad) = (deliverable.map(\.payload), expected.bad)
        if let cancelAfter, cancelAfter > 0, deliverable.count >= cancelAfter {
            try require(received.count >= cancelAfter, "only \(received.count) messages came before a cancel")
            try require(messages.starts(with: received.map(\.payload)), "other messages came before a cancel")
            try require(bad.starts(with: malformed), "other frames were refused before a cancel")
            try require(ends.count <= 1, "\(ends.count) ends")
        } else {
            try require(received == deliverable, "\(received.count) messages of \(deliverable.count), or others")
            try require(malformed == bad, "\(malformed) were refused, and not \(bad)")
            try require(undelivered == expected.frames.count - deliverable.count, "\(undelivered) reached nobody")
            try require(ends == [expected.end], "the ends are \(ends), and not \(expected.end)")
        }
        try require(connection == nil && goodConnection == nil, "a connection outlives its end")
        port.invalidate()
    }
}

/// Two connected sockets, one of them the port's.
private final class Ends {
    let near: Int32
    private var far: Int32

    init() throws(Violation) {
        var ends: [Int32] = [-1, -1]
        let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        let status = socketpair(AF_UNIX, kind, 0, &ends)
        (near, far) = (ends[0], ends[1])
        try require(status == 0, "no pair of sockets")
    }

    deinit {
        hangUp()
        close(near)
    }

    /// Writes all bytes; calls `wait` while there is no room.
    func write(_ bytes: [UInt8], wait: () -> Void) throws(Violation) {
        var start = 0
        var attempts = 0
        while start < bytes.count {
            let count = bytes[start...].withUnsafeBytes { send(far, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            if count > 0 { start += count } else { wait() }
            attempts += 1
            try require(attempts < 1000, "what is sent is not read")
        }
    }

    func hangUp() {
        guard far >= 0 else { return }
        // A child process that a test has just forked holds a copy of the descriptor until it runs its program: closing
        // this one alone would not end the stream.
        shutdown(far, Int32(SHUT_RDWR))
        close(far)
        far = -1
    }
}
