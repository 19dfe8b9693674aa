/// Finds frames in a stream of bytes that come in any portions.
struct FrameParser {
    /// What was not parsed yet, from `start` on.
    private var bytes: [UInt8] = []
    private var start = 0
    /// How many bytes of the stream come before `start`.
    private(set) var offset = 0
    /// How many frames were found, bad ones included.
    private(set) var frameCount = 0
    /// Where the stream is of no use any more: a frame's length cannot be right, so nobody knows where the next one begins.
    private(set) var isBroken = false

    /// How many bytes wait for the rest of their frame, or to be parsed.
    var waitingCount: Int { bytes.count - start }
    /// How many bytes of the stream came so far.
    var receivedCount: Int { offset + waitingCount }
    /// For how many bytes there is memory.
    var capacity: Int { bytes.capacity }

    /// How much memory is kept while no byte waits.
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
    /// - Throws: What is wrong with it. It is passed over then, unless the stream is broken.
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
