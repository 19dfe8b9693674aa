internal import Glibc

/// The form of a file of a backup: plain bytes as they are, or pieces that are sealed one by one.
///
/// A sealed piece is a length of four bytes, the smallest first, and the sealed bytes. Its context says of what it is
/// a piece, which piece it is, and whether it is the last one, so that pieces can neither be swapped nor cut off.
enum BackupPieces {
    /// The plain bytes of each piece but the last.
    static let size = 1 << 20
    /// The sealed bytes that a piece may have beyond its plain bytes.
    static let longestSeal = 1024

    static let readingFlags = O_RDONLY | O_NONBLOCK

    static func context(_ what: String, _ index: Int, isLast: Bool) -> [UInt8] {
        Array("backup \(what) \(index) \(isLast ? "last" : "more")".utf8)
    }

    /// Writes a file from its beginning.
    struct Writer {
        private let file: Descriptor
        private let what: String
        private let key: BackupKey?
        private let disk: BackupDisk
        private(set) var offset: Int
        private var index = 0

        /// Writes to an open file from an offset; `what` is what it will be.
        init(_ file: Descriptor, what: String, key: BackupKey?, disk: BackupDisk, offset: Int = 0) {
            self.file = file
            self.what = what
            self.key = key
            self.disk = disk
            self.offset = offset
        }

        /// Writes a piece, which has ``BackupPieces/size`` bytes unless it is the last; there is always a last one.
        mutating func write(_ piece: [UInt8], isLast: Bool) throws(FileError) {
            var stored = piece
            if let key {
                let sealed = key.seal(piece, context: context(what, index, isLast: isLast))
                let count = UInt32(truncatingIfNeeded: sealed.count)
                stored = (0..<4).map { UInt8(truncatingIfNeeded: count >> ($0 * 8)) } + sealed
            }
            try disk.write(stored, to: file, at: offset, of: what)
            offset += stored.count
            index += 1
        }
    }

    /// Reads a file from its beginning.
    struct Reader {
        private let file: Descriptor
        private let what: String
        private let key: BackupKey?
        private let end: Int
        private var offset: Int
        private var index = 0
        private var isDone = false

        init(_ file: Descriptor, what: String, key: BackupKey?, offset: Int = 0) throws(FileError) {
            self.file = file
            self.what = what
            self.key = key
            self.offset = offset
            let status = try file.status(of: what)
            guard status.kind == .file else { throw .damaged(what, "it is no regular file") }
            end = status.size
        }

        /// The plain bytes of the next piece; nil after the last one.
        ///
        /// - Throws: ``FileError/damaged(_:_:)`` for a piece that was changed or cut off.
        mutating func next() throws(FileError) -> [UInt8]? {
            guard !isDone else { return nil }
            guard let key else {
                let piece = try file.read(min(size, max(0, end - offset)), at: offset, of: what)
                offset += piece.count
                isDone = offset >= end || piece.isEmpty
                return piece
            }
            let head = try file.read(4, at: offset, of: what)
            let count = head.reversed().reduce(0) { $0 << 8 | Int($1) }
            guard head.count == 4, count <= size + longestSeal, offset + 4 + count <= end else {
                throw .damaged(what, "it is cut off")
            }
            let sealed = try file.read(count, at: offset + 4, of: what)
            offset += 4 + count
            isDone = offset == end
            guard let piece = key.open(sealed, context: context(what, index, isLast: isDone)), piece.count <= size
            else {
                throw .damaged(what, "it was changed or cut off")
            }
            index += 1
            return piece
        }
    }
}
