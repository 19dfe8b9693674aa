// Chunks and records of the length, as they are on the disk.
extension SealedFile {
    struct Record: Hashable {
        var number: UInt64
        var length: Int
        /// Which of the two records on the disk it is, 0 or 1.
        var slot = 0
    }

    /// Where a sealed chunk is: in its place, or in the journal.
    enum Place: UInt8 { case chunk = 1, journal, record }

    func record() throws(FileError) -> Record {
        let bytes = try file.read(2 * Self.recordSize, at: FileHeader.size, of: path)
        var newest: Record?
        for slot in 0..<2 where bytes.count >= (slot + 1) * Self.recordSize {
            let start = slot * Self.recordSize
            let sealed = Array(bytes[start..<start + Self.recordSize - 8])
            guard let plain = Sealing.open(sealed, with: key, context: context(.record, 0, 0)) else { continue }
            let (number, length) = (UInt64(littleEndianBytes: plain[..<8]), UInt64(littleEndianBytes: plain[8...]))
            guard length <= UInt64(Self.longest), number < .max else { continue }
            let record = Record(number: number, length: Int(length), slot: slot)
            if newest.map({ $0.number < record.number }) ?? true { newest = record }
        }
        guard let newest else { throw .damaged(path, "the record of its length was changed") }
        return newest
    }

    func sealedRecord(_ record: Record) -> [UInt8] {
        let plain = record.number.littleEndianBytes + UInt64(record.length).littleEndianBytes
        return Sealing.seal(plain, with: key, context: context(.record, 0, 0)) + [UInt8](repeating: 0, count: 8)
    }

    /// Writes both records, the newer one last, so that it is valid until the other one is.
    func write(_ length: Int, after former: Record) throws(FileError) {
        let bytes = sealedRecord(Record(number: former.number + 1, length: length))
        for slot in [1 - former.slot, former.slot] {
            try file.write(bytes, at: FileHeader.size + slot * Self.recordSize, of: path)
        }
    }

    /// The content of a chunk, which the journal has where the chunk was not written to its end.
    func chunk(_ index: Int) throws(FileError) -> [UInt8] {
        if let content = try stored(index) { return content }
        if try journaled() == index, let content = try journal(index) { return content }
        let first = index * Self.chunkSize
        throw .damaged(path, "the bytes from \(first) to \(first + Self.chunkSize - 1) were changed or are missing")
    }

    func stored(_ index: Int) throws(FileError) -> [UInt8]? {
        openChunk(try file.read(Self.slotSize, at: Self.place(index), of: path), index, .chunk)
    }

    /// The index of the chunk that the journal says was being changed.
    func journaled() throws(FileError) -> Int? {
        let mark = try file.read(8, at: Self.journal, of: path)
        guard mark.count == 8 else { return nil }
        return Int(exactly: UInt64(littleEndianBytes: mark[...])).flatMap { $0 > 0 ? $0 - 1 : nil }
    }

    func journal(_ index: Int) throws(FileError) -> [UInt8]? {
        openChunk(try file.read(Self.slotSize, at: Self.journal + 8, of: path), index, .journal)
    }

    func sealedChunk(_ content: ArraySlice<UInt8>, _ index: Int, _ place: Place) -> [UInt8] {
        let count = content.count + Self.chunkOverhead
        return [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            let target = UnsafeMutableRawBufferPointer(buffer)
            target.storeBytes(of: UInt32(content.count).littleEndian, as: UInt32.self)
            content.withUnsafeBytes {
                Sealing.seal(
                    $0,
                    with: key,
                    context: context(place, index, content.count),
                    into: UnsafeMutableRawBufferPointer(rebasing: target[4...])
                )
            }
            filled = count
        }
    }

    private func openChunk(_ bytes: [UInt8], _ index: Int, _ place: Place) -> [UInt8]? {
        guard bytes.count >= Self.chunkOverhead else { return nil }
        return bytes.withUnsafeBytes { bytes in
            let count = Int(UInt32(littleEndian: bytes.loadUnaligned(as: UInt32.self)))
            guard count <= Self.chunkSize, bytes.count >= count + Self.chunkOverhead else { return nil }
            let sealed = UnsafeRawBufferPointer(rebasing: bytes[4..<count + Self.chunkOverhead])
            return Sealing.open(sealed, with: key, context: context(place, index, count))
        }
    }

    /// What the seal of a part covers besides the bytes: the file, its class, and which part it is.
    private func context(_ place: Place, _ index: Int, _ count: Int) -> [UInt8] {
        var context = header.id
        context.reserveCapacity(32)
        context += [header.protection.code, place.rawValue]
        withUnsafeBytes(of: UInt64(index).littleEndian) { context += $0 }
        withUnsafeBytes(of: UInt32(count).littleEndian) { context += $0 }
        return context
    }
}

extension UInt64 {
    var littleEndianBytes: [UInt8] { withUnsafeBytes(of: littleEndian) { Array($0) } }

    /// The number of the first eight bytes, or of fewer.
    init(littleEndianBytes bytes: ArraySlice<UInt8>) {
        self = bytes.prefix(8).reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
}
