internal import Glibc
internal import ResponderEventLoop

/// A file that is written by segments of the same size, in memory that the system writes to the disk.
///
/// What is in the memory is in the file even when the process is killed. Behind the last segment that the limit allows,
/// the oldest one is written anew. Each segment's room on the disk is reserved before it is used, so that a full disk
/// is an error and not the end of the process; but a file system that copies on writing, such as btrfs, may reserve
/// nothing. Nobody may truncate the file while it is written.
///
/// A segment begins with 64 bytes, little-endian: `RKSESS`, 1 and a line feed; the version of the format and the size
/// of a segment, in four bytes each; in eight bytes each the segment's number from 0, how many bytes are used, the time
/// that the first turn counts from in nanoseconds, and how many turns came before. Records follow: a kind
/// (``RecordKind``), the number of bytes, the bytes. Numbers have seven bits a byte, the lowest first; signed ones are
/// folded. A segment repeats the names of classes, so it can be read without the ones before.
final class SegmentFile {
    static let magic: UInt64 = 0x0a01_5353_4553_4b52  // "RKSESS", 1, a line's end
    static let version: UInt32 = 1
    static let headerSize = 64
    static let segmentSize = 1 << 20

    /// Why there is no room for another record.
    struct Failure: Error {
        let reason: String
    }

    /// -1 when the file was finished.
    private var descriptor: CInt
    private let mostSegments: Int
    @exclusivity(unchecked) private var segment: UnsafeMutableRawPointer?
    @exclusivity(unchecked) private var used = 0
    /// The number of the segment; the first is 0.
    private(set) var number = 0

    /// Creates the file, which is not there yet; nobody but the owner may read it.
    init(path: String, limit: Int) throws(Failure) {
        guard !path.utf8.contains(0) else { throw Failure(reason: "its name holds a zero byte") }
        // A new file, which nobody else has open.
        descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC | O_NOCTTY, 0o600)
        guard descriptor >= 0 else { throw Failure(reason: systemMessage(currentErrno())) }
        mostSegments = min(max(2, limit / Self.segmentSize), SessionRecording.mostBytes / Self.segmentSize)
        // Where this fails, the descriptor is closed with this object.
        try map(0)
    }

    deinit {
        if let segment { munmap(segment, Self.segmentSize) }
        if descriptor >= 0 { close(descriptor) }
    }

    /// Whether the present segment has room for a record of so many bytes.
    @inline(__always)
    func hasRoom(for count: Int) -> Bool { Self.segmentSize &- used >= count }

    /// Appends a record; the caller has checked that there is room.
    @inline(__always)
    func append(_ kind: RecordKind, _ bytes: UnsafeRawBufferPointer) {
        guard let segment else { return }
        var place = used
        segment.storeBytes(of: kind.rawValue, toByteOffset: place, as: UInt8.self)
        place &+= 1
        var rest = bytes.count
        while rest >= 0x80 {
            segment.storeBytes(of: UInt8(truncatingIfNeeded: rest) | 0x80, toByteOffset: place, as: UInt8.self)
            place &+= 1
            rest >>= 7
        }
        segment.storeBytes(of: UInt8(truncatingIfNeeded: rest), toByteOffset: place, as: UInt8.self)
        place &+= 1
        if let start = bytes.baseAddress { (segment + place).copyMemory(from: start, byteCount: bytes.count) }
        used = place &+ bytes.count
        segment.storeBytes(of: UInt64(used), toByteOffset: 24, as: UInt64.self)
    }

    /// Begins the next segment.
    ///
    /// - Parameters:
    ///   - time: The time that the segment's first turn counts from, in nanoseconds.
    ///   - turns: The number of turns before.
    func beginSegment(time: Int64, turns: UInt64) throws(Failure) {
        if segment != nil, used > Self.headerSize {
            try map(number + 1)
        }
        guard let segment else { return }
        segment.storeBytes(of: time, toByteOffset: 32, as: Int64.self)
        segment.storeBytes(of: turns, toByteOffset: 40, as: UInt64.self)
    }

    /// Gives up the memory, and writes nothing more: the file is another process's.
    func abandon() {
        guard let segment else { return }
        self.segment = nil
        munmap(segment, Self.segmentSize)
        used = Self.segmentSize
    }

    /// Ends the file behind the last record, where no other segment follows.
    func finish() {
        guard let segment else { return }
        self.segment = nil
        munmap(segment, Self.segmentSize)
        if number < mostSegments { _ = ftruncate(descriptor, off_t(number * Self.segmentSize + used)) }
        close(descriptor)
        descriptor = -1
        used = Self.segmentSize
    }

    private func map(_ number: Int) throws(Failure) {
        let place = off_t(number % mostSegments * Self.segmentSize)
        if number < mostSegments {
            // Returns the error's number, and does not set `errno`.
            var error = EINTR
            while error == EINTR { error = posix_fallocate(descriptor, place, off_t(Self.segmentSize)) }
            guard error == 0 else { throw Failure(reason: systemMessage(error)) }
        }
        let memory = mmap(nil, Self.segmentSize, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, place)
        guard let memory, memory != MAP_FAILED else { throw Failure(reason: systemMessage(currentErrno())) }
        if let segment { munmap(segment, Self.segmentSize) }
        segment = memory
        self.number = number
        used = Self.headerSize
        // A reader takes no bytes of a former segment in this place for records.
        memory.storeBytes(of: 0, toByteOffset: 24, as: UInt64.self)
        memory.storeBytes(of: Self.magic, toByteOffset: 0, as: UInt64.self)
        memory.storeBytes(of: Self.version, toByteOffset: 8, as: UInt32.self)
        memory.storeBytes(of: UInt32(Self.segmentSize), toByteOffset: 12, as: UInt32.self)
        memory.storeBytes(of: UInt64(number), toByteOffset: 16, as: UInt64.self)
        memory.storeBytes(of: UInt64(used), toByteOffset: 24, as: UInt64.self)
    }
}
