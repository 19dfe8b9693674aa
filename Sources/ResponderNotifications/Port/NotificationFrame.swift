public import ResponderEventLoop

/// A message with a name and a payload, in the form that one process sends to another.
///
/// The bytes of a frame, with little-endian numbers:
///
/// | from | bytes | what |
/// |---|---|---|
/// | 0 | 4 | the number of bytes that follow, unsigned: at least 10, at most ``maximumLength`` |
/// | 4 | 1 | the version of the rest: 1 |
/// | 5 | 1 | the length of the name, unsigned, at least 1 |
/// | 6 | 8 | the message's time in nanoseconds, signed, at least 0; the largest number for none |
/// | 14 | | the name, UTF-8 |
/// | | | the payload: the rest |
///
/// The time is on the clock of the receiver's loop, which is `CLOCK_MONOTONIC` unless the loop's clock is virtual.
public struct NotificationFrame: Hashable, Sendable {
    /// The most bytes that may follow the length; a receiver keeps up to this many of an incomplete frame.
    public static let maximumLength = 65_536

    /// The message's name.
    public let name: String
    /// The content, in the form that the message itself defines.
    public let payload: [UInt8]
    /// The time of the message; nil for the time of its arrival.
    ///
    /// The time is never before the clock's zero, so it is not ``NotificationPort/beforeAllInput``: only a sender in
    /// the receiver's own process can use that.
    public let time: MainRunLoop.Instant?

    /// A frame with this content.
    ///
    /// - Throws: ``Error/emptyName``, ``Error/nameTooLong(_:)``, ``Error/tooLong(_:)`` or
    ///   ``Error/timeBeforeClock(_:)`` if the content cannot be encoded.
    /// - Complexity: O(1); no allocation.
    public init(name: String, payload: [UInt8] = [], time: MainRunLoop.Instant? = nil) throws(Error) {
        guard !name.isEmpty else { throw .emptyName }
        guard name.utf8.count <= Int(UInt8.max) else { throw .nameTooLong(name.utf8.count) }
        let length = Self.fixedLength + name.utf8.count + payload.count
        guard length <= Self.maximumLength else { throw .tooLong(length) }
        self.name = name
        self.payload = payload
        self.time = try Self.checked(time)
    }

    /// Checks the time of a frame, which may come from any process.
    ///
    /// A time before the clock's zero would precede everything, which is reserved for messages that a host in this
    /// process queued.
    private static func checked(_ time: MainRunLoop.Instant?) throws(Error) -> MainRunLoop.Instant? {
        if let time, time < .zero { throw .timeBeforeClock(time.nanoseconds) }
        return time
    }

    /// The frame as bytes.
    ///
    /// - Complexity: linear in the number of bytes; one allocation.
    public var bytes: [UInt8] {
        let length = Self.fixedLength + name.utf8.count + payload.count
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Self.prefixLength + length)
        Self.append(UInt64(length), count: 4, to: &bytes)
        bytes.append(Self.version)
        bytes.append(UInt8(name.utf8.count))
        Self.append(UInt64(bitPattern: time?.nanoseconds ?? .max), count: 8, to: &bytes)
        bytes.append(contentsOf: name.utf8)
        bytes.append(contentsOf: payload)
        return bytes
    }

    /// Reads a frame from the bytes of exactly one frame.
    ///
    /// - Throws: ``Error`` if the bytes are not one whole frame.
    /// - Complexity: linear in the number of bytes; allocates the name and the payload.
    public init(bytes: [UInt8]) throws(Error) {
        let length = try Self.length(of: bytes[...])
        guard let length, bytes.count - Self.prefixLength >= length else { throw .incomplete(bytes.count) }
        guard bytes.count == Self.prefixLength + length else {
            throw .surplus(bytes.count - Self.prefixLength - length)
        }
        try self.init(body: bytes[Self.prefixLength...])
    }

    static let version: UInt8 = 1
    /// The number of bytes of the length field.
    static let prefixLength = 4
    /// The number of bytes of version, length of the name, and time.
    static let fixedLength = 10

    /// The number of bytes that follow the first four; nil if fewer than four are there.
    static func length(of bytes: ArraySlice<UInt8>) throws(Error) -> Int? {
        guard bytes.count >= prefixLength else { return nil }
        let length = Int(number(in: bytes.prefix(prefixLength)))
        guard length <= maximumLength else { throw .tooLong(length) }
        guard length >= fixedLength else { throw .tooShort(length) }
        return length
    }

    /// Reads the part of a frame that follows the length.
    init(body: ArraySlice<UInt8>) throws(Error) {
        let start = body.startIndex
        guard body[start] == Self.version else { throw .unknownVersion(body[start]) }
        let nameLength = Int(body[start + 1])
        guard nameLength > 0 else { throw .emptyName }
        let name = body.dropFirst(Self.fixedLength).prefix(nameLength)
        guard name.count == nameLength else { throw .nameBeyondEnd(nameLength, room: name.count) }
        guard let text = String(validating: name, as: UTF8.self) else { throw .nameNotUTF8 }
        let time = Int64(bitPattern: Self.number(in: body[(start + 2)..<(start + Self.fixedLength)]))
        self.name = text
        self.payload = Array(body.dropFirst(Self.fixedLength + nameLength))
        self.time = try Self.checked(time == .max ? nil : MainRunLoop.Instant(nanoseconds: time))
    }

    private static func number(in bytes: ArraySlice<UInt8>) -> UInt64 {
        bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    private static func append(_ number: UInt64, count: Int, to bytes: inout [UInt8]) {
        for place in 0..<count { bytes.append(UInt8(truncatingIfNeeded: number >> UInt64(8 * place))) }
    }
}

extension NotificationFrame {
    /// Why bytes are not a frame, or why content cannot be encoded as a frame.
    public enum Error: Swift.Error, Hashable, CustomStringConvertible {
        /// There are only this many bytes, fewer than the frame has.
        case incomplete(Int)
        /// This many bytes come after the frame.
        case surplus(Int)
        /// The length is less than that of any frame.
        case tooShort(Int)
        /// The length exceeds ``NotificationFrame/maximumLength``.
        case tooLong(Int)
        /// The frame has this version, which this package does not know.
        case unknownVersion(UInt8)
        /// The message has no name.
        case emptyName
        /// The name has this many bytes; the most are 255.
        case nameTooLong(Int)
        /// The name's length exceeds the room that is left in the frame.
        case nameBeyondEnd(Int, room: Int)
        /// The name is not UTF-8.
        case nameNotUTF8
        /// The time, in nanoseconds, is before the clock's zero.
        case timeBeforeClock(Int64)

        /// The error, its place in the frame, and what is expected there.
        public var description: String {
            switch self {
            case .incomplete(let count):
                "the frame is cut off after \(count) byte\(count == 1 ? "" : "s"); "
                    + "its first four bytes say how many to send"
            case .surplus(let count):
                "\(count) byte\(count == 1 ? "" : "s") too many after the frame; send one frame at a time here"
            case .tooShort(let length):
                "byte 0: the length is \(length), and no frame is shorter than \(NotificationFrame.fixedLength)"
            case .tooLong(let length):
                "byte 0: the length is \(length), and no frame is longer than \(NotificationFrame.maximumLength); "
                    + "split the data into several frames, or use another channel"
            case .unknownVersion(let version):
                "byte 4: the version is \(version), and only \(NotificationFrame.version) is known here"
            case .emptyName:
                "byte 5: the name is empty; a message is known by its name"
            case .nameTooLong(let length):
                "byte 5: the name has \(length) bytes, and 255 are the most"
            case .nameBeyondEnd(let length, let room):
                "byte 5: the name's length is \(length) bytes, but the frame has only \(room) left for it"
            case .nameNotUTF8:
                "byte 14: the name is not UTF-8"
            case .timeBeforeClock(let time):
                "byte 6: the time is \(time) ns, before the clock's beginning; give the time on CLOCK_MONOTONIC, or "
                    + "\(Int64.max) for when the frame arrives"
            }
        }
    }
}
