internal import Synchronization

/// The records of all responders of the process.
///
/// The last reference to a responder may be released on any thread, so the responder's deinit may not use state of the
/// main actor. The deinit only pushes the record on a lock-free list. The main actor collects this list when it needs a
/// record. Memory is never unmapped, only reused.
enum RecordPool {
    private static let recordsPerChunk = 256
    /// The size of a record, rounded up to whole cache lines, so that the fields that the hit-test reads share a cache
    /// line.
    private static let stride = (MemoryLayout<ResponderRecord>.stride + 63) & ~63

    /// The records whose responders are gone, pushed by any thread.
    nonisolated(unsafe) private static let retired = Atomic<RecordPointer?>(nil)
    @MainActor private static var free: RecordPointer?
    @MainActor private static var chunks: [UnsafeMutableRawPointer] = []

    /// Returns a record for a responder of the given class.
    @MainActor
    static func make(type: UnsafeMutablePointer<ResponderClass>) -> RecordPointer {
        if free == nil { reclaim() }
        if free == nil { grow() }
        guard let record = free else { fatalError("the pool has just grown") }
        free = record.pointee.link
        record.initialize(to: ResponderRecord(type: type))
        return record
    }

    /// Hands the record of a responder that is being released back to the pool.
    ///
    /// Safe on any thread; lock-free.
    static func retire(_ record: RecordPointer) {
        var top = retired.load(ordering: .relaxed)
        while true {
            record.pointee.link = top
            let (exchanged, now) = retired.weakCompareExchange(
                expected: top,
                desired: record,
                ordering: .acquiringAndReleasing
            )
            if exchanged { return }
            top = now
        }
    }

    @MainActor
    private static func reclaim() {
        var next = retired.exchange(nil, ordering: .acquiringAndReleasing)
        while let record = next {
            next = record.pointee.link
            record.pointee.freeMemory()
            record.pointee.link = free
            free = record
        }
    }

    @MainActor
    private static func grow() {
        let chunk = UnsafeMutableRawPointer.allocate(byteCount: stride * recordsPerChunk, alignment: 64)
        // A record is plain words: zeroed memory is a free record, and only the link of a free record is read.
        chunk.initializeMemory(as: UInt8.self, repeating: 0, count: stride * recordsPerChunk)
        chunks.append(chunk)
        forEachRecord(in: chunk) { record in
            record.pointee.link = free
            free = record
        }
    }

    /// Calls `body` with every record, free records included.
    @MainActor
    static func forEachRecord(_ body: (RecordPointer) -> Void) {
        for chunk in chunks { forEachRecord(in: chunk, body) }
    }

    @MainActor
    private static func forEachRecord(in chunk: UnsafeMutableRawPointer, _ body: (RecordPointer) -> Void) {
        for index in 0..<recordsPerChunk {
            body((chunk + index * stride).assumingMemoryBound(to: ResponderRecord.self))
        }
    }
}
