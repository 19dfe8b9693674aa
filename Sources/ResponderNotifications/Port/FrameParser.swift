/// Finds frames in a stream of bytes that may come in any portions.
struct FrameParser {
    /// The bytes that were not parsed yet, from `start` on.
    private var bytes: [UInt8] = []
    private var start = 0
    /// The number of bytes of the stream before `start`.
    private(set) var offset = 0
    /// The number of frames found, malformed ones included.
    private(set) var frameCount = 0
    /// Whether the stream is unusable: a frame's length is impossible, so the start of the next frame is unknown.
    private(set) var isBroken = false

    /// The number of bytes that wait for the rest of their frame or for parsing.
    var waitingCount: Int { bytes.count - start }
    /// The number of bytes of the stream received so far.
    var receivedCount: Int { offset + waitingCount }
    /// The number of bytes for which memory is allocated.
    var capacity: Int { bytes.capacity }

    /// The most memory that is kept while no byte waits.
    static let keptCapacity = 16_384

    mutating func append(_ more: UnsafeRawBufferPointer) {
        if start > 0 {
            bytes.removeFirst(start)
            start = 0
        }
        bytes.append(contentsOf: more)
    }

    /// The next frame; nil until it is complete.
    ///
    /// - Throws: The error of a malformed frame, which is then skipped unless the stream is broken.
    mutating func next() throws(NotificationFrame.Error) -> NotificationFrame? {
        guard !isBroken else { return nil }
        let length: Int?
        do {
            length = try NotificationFrame.length(of: bytes[start...])
        } catch {
            isBroken = true
            frameCount += 1
            throw error
        }
        guard let length, waitingCount - NotificationFrame.prefixLength >= length else { return nil }
        let body = bytes[(start + NotificationFrame.prefixLength)...].prefix(length)
        start += NotificationFrame.prefixLength + length
        offset += NotificationFrame.prefixLength + length
        frameCount += 1
        defer { if waitingCount == 0, capacity > Self.keptCapacity { (bytes, start) = ([], 0) } }
        return try NotificationFrame(body: body)
    }
}
