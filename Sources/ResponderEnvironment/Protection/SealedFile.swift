/// The content of a protected file: chunks that are sealed one by one, so that any place can be read and written.
///
/// The file has, one behind the other:
/// - the header (128 bytes, ``FileHeader``);
/// - two records of the length, 64 bytes each: a number that grows, and the length, 8 bytes each, sealed, and 8 zeros.
///   Both are the same; a change writes first the one that counts less. The valid one with the greater number counts;
/// - chunk 0, the journal, chunk 1, chunk 2 and so on: 16,428 bytes each (the journal has 8 more), the last chunk only
///   what it needs. The journal is there where there is a second chunk, or while the first is being changed.
///
/// A chunk holds 16 KiB of content: the count of its bytes (4), a nonce (24), the bytes sealed with the file's key, and
/// the tag (16). The tag also covers the file's id, the class, the chunk's index, the count, and whether this is the
/// journal. All numbers have the lowest byte first. Content behind a chunk's bytes is zeros. So a file can have long
/// stretches of zeros that take little on the disk, and still each of its chunks is there and sealed: bytes that went
/// missing are never taken for zeros.
///
/// A chunk that is there is changed in three steps: the new chunk into the journal, behind its index + 1 (8 bytes);
/// then into its place; then the index in the journal is zeroed. Chunks behind the end are written in place, and the
/// length last. A process that is killed between any two bytes so leaves, for each chunk, the old or the new content;
/// what a write had reported is there. ``prepare()`` puts in order what was left, before the next change.
///
/// A power failure may leave these steps in another order: a chunk that was overwritten since the last `sync` may be
/// damaged. The seals do not notice when somebody puts an older version of a whole chunk or record back in its place.
struct SealedFile {
    let file: any RawFile
    let path: String
    let header: FileHeader
    let key: SecretKey
    let space: (any StorageSpace)?

    /// The bytes of content that a chunk holds.
    static let chunkSize = 16 * 1024
    static let chunkOverhead = 4 + Sealing.overhead
    static let slotSize = chunkSize + chunkOverhead
    static let recordSize = 64
    static let firstChunk = FileHeader.size + 2 * recordSize
    static let journal = firstChunk + slotSize
    static let journalSize = 8 + slotSize
    /// Content may not be longer, so that no sum of lengths overflows.
    static let longest = 1 << 56
    /// So many chunks of zeros are written without a look at the disk.
    private static let smallGap = 256
    /// What a chunk of zeros takes on a disk: a block of most file systems.
    private static let block = 4096

    /// How long the file is on the disk with so much content, while it is not being changed.
    static func sizeOnDisk(_ length: Int) -> Int {
        let chunks = count(length)
        return firstChunk + length + chunks * chunkOverhead + (chunks > 1 ? journalSize : 0)
    }

    static func count(_ length: Int) -> Int { (length + chunkSize - 1) / chunkSize }

    static func place(_ index: Int) -> Int {
        firstChunk + index * slotSize + (index > 0 ? journalSize : 0)
    }

    // MARK: Operations; the caller has the file's lock, alone for those that change the file.

    /// Makes a file of these bytes, where an empty one is.
    func make(_ bytes: [UInt8]) throws(FileError) {
        let record = sealedRecord(Record(number: 1, length: bytes.count))
        var part = header.bytes + record + record
        var start = 0
        for index in 0..<Self.count(bytes.count) {
            let first = index * Self.chunkSize
            if index == 1 || part.count > 256 * 1024 {
                try file.write(part, at: start, of: path)
                part = []
                start = Self.place(index)
            }
            part += sealedChunk(bytes[first..<min(bytes.count, first + Self.chunkSize)], index, .chunk)
        }
        try file.write(part, at: start, of: path)
    }

    func length() throws(FileError) -> Int { try record().length }

    func read(_ count: Int, at offset: Int) throws(FileError) -> [UInt8] {
        let length = try length()
        guard count > 0, offset < length else { return [] }
        let end = offset + min(count, length - offset)
        try Memory.check(end - offset, of: path)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(end - offset)
        for index in offset / Self.chunkSize...(end - 1) / Self.chunkSize {
            let first = index * Self.chunkSize
            let (low, high) = (max(offset - first, 0), min(end - first, Self.chunkSize))
            let content = try chunk(index)
            if low < content.count { bytes += content[low..<min(high, content.count)] }
            if high > content.count { bytes += [UInt8](repeating: 0, count: high - max(low, content.count)) }
        }
        return bytes
    }

    func write(_ bytes: [UInt8], at offset: Int) throws(FileError) {
        guard !bytes.isEmpty else { return }
        guard offset <= Self.longest - bytes.count else { throw .tooLong(path) }
        let former = try prepare()
        let length = max(former.length, offset + bytes.count)
        try growing(from: former, to: length) { () throws(FileError) in
            let end = offset + bytes.count
            try fill(Self.count(former.length)..<max(Self.count(former.length), offset / Self.chunkSize))
            for index in offset / Self.chunkSize...(end - 1) / Self.chunkSize {
                let first = index * Self.chunkSize
                let (low, high) = (max(offset - first, 0), min(end - first, Self.chunkSize))
                let isThere = index < Self.count(former.length)
                let part = bytes[first + low - offset..<first + high - offset]
                let isWhole = low == 0 && first + high >= min(first + Self.chunkSize, former.length)
                guard !isWhole else {
                    try put(part, index, isThere: isThere)
                    continue
                }
                var content = isThere ? try chunk(index) : []
                if content.count < high { content += [UInt8](repeating: 0, count: high - content.count) }
                content.replaceSubrange(low..<high, with: part)
                try put(content[...], index, isThere: isThere)
            }
        }
    }

    func truncate(to length: Int) throws(FileError) {
        guard length <= Self.longest else { throw .tooLong(path) }
        let former = try prepare()
        if length > former.length {
            let (old, new) = (Self.count(former.length), Self.count(length))
            try growing(from: former, to: length) { () throws(FileError) in try fill(old..<new) }
        } else if length < former.length {
            try write(length, after: former)
            // Without space the rest is done before the next change.
            do throws(FileError) { try settle(length) } catch .full {}
            space?.give(Self.sizeOnDisk(former.length) - Self.sizeOnDisk(length))
        }
    }

    // MARK: Changes

    /// Takes the space, makes the changes, and writes the new length; on failure the old length counts.
    private func growing(
        from former: Record,
        to length: Int,
        _ change: () throws(FileError) -> Void
    ) throws(FileError) {
        let size = Self.sizeOnDisk(length)
        let more = size - Self.sizeOnDisk(former.length)
        if more > 0 { try space?.take(more, for: path) }
        do throws(FileError) {
            try change()
            // A file of one chunk gives up the journal; a last chunk of zeros takes its place on the disk.
            if try file.size(of: path) != size { try file.resize(to: size, of: path) }
            if length != former.length { try write(length, after: former) }
        } catch {
            // What cannot be put in order now is before the next change. One of the records may have the new length.
            let counts = (try? record().length) ?? former.length
            try? settle(counts)
            if more > 0, counts == former.length { space?.give(more) }
            throw error
        }
    }

    /// Writes chunks of zeros.
    ///
    /// A gap that the disk has no room for is refused before the disk is full.
    private func fill(_ indices: Range<Int>) throws(FileError) {
        if indices.count > Self.smallGap, let room = try file.room(of: path), indices.count > room / Self.block {
            throw .full(path)
        }
        for index in indices { try put([], index, isThere: false) }
    }

    private func put(_ content: ArraySlice<UInt8>, _ index: Int, isThere: Bool) throws(FileError) {
        let sealed = sealedChunk(content, index, .chunk)
        guard isThere else { return try file.write(sealed, at: Self.place(index), of: path) }
        let mark = UInt64(index + 1).littleEndianBytes
        try file.write(mark + sealedChunk(content, index, .journal), at: Self.journal, of: path)
        try file.write(sealed, at: Self.place(index), of: path)
        try file.write(UInt64(0).littleEndianBytes, at: Self.journal, of: path)
    }

    /// Puts in order what a change left that was not finished, and returns the file's length.
    private func prepare() throws(FileError) -> Record {
        let record = try record()
        let size = Self.sizeOnDisk(record.length)
        let isSettled = try file.size(of: path) == size
        let isJournaled = record.length > Self.chunkSize ? try journaled() != nil : false
        if !isSettled || isJournaled { try settle(record.length) }
        return record
    }

    private func settle(_ length: Int) throws(FileError) {
        let size = Self.sizeOnDisk(length)
        guard try file.size(of: path) >= size else { throw .damaged(path, "its end is missing") }
        let count = Self.count(length)
        if let index = try journaled() {
            if index < count, try stored(index) == nil, let content = try journal(index) {
                try file.write(sealedChunk(content[...], index, .chunk), at: Self.place(index), of: path)
            }
            try file.write(UInt64(0).littleEndianBytes, at: Self.journal, of: path)
        }
        if count > 0 {
            let content = try chunk(count - 1)
            let used = length - (count - 1) * Self.chunkSize
            if content.count > used { try put(content[..<used], count - 1, isThere: true) }
        }
        try file.resize(to: size, of: path)
    }
}

extension FileError {
    fileprivate static func tooLong(_ path: String) -> FileError {
        .notPermitted(path, "a protected file has at most \(SealedFile.longest) bytes")
    }
}
