/// An open file of an app, which the lock of the device may forbid to read and write.
///
/// The bytes on the disk are sealed, unless the class is ``ProtectionClass/none``. A write that has returned is found
/// by the next reader, also after the process was killed; ``synchronize()`` has the disk keep it also when the power
/// fails. A write that was interrupted, or failed, may have been done in part; bytes outside of it stay. Only where the
/// power fails before a write was synchronized, the 16 KiB around its bytes may be lost: what must outlive that is
/// written anew, by ``AppContainer/write(_:to:protection:)``.
///
/// Several files may be open on one path, in several threads and processes.
///
/// While the lock forbids the class, every member but ``protection`` and ``close()`` throws ``FileError/locked(_:_:)``,
/// also for a file that was opened before (rule S16); after the unlock they work again. An open file of class
/// ``ProtectionClass/completeUnlessOpen`` goes on (rule S14).
///
/// - Complexity: Each member is linear in the bytes that it reads or writes, in parts of 16 KiB, and allocates as much.
public final class ProtectedFile: Sendable {
    /// The class, which was chosen when the file was made.
    public let protection: ProtectionClass

    private let path: String
    private let isWritable: Bool
    private let space: (any StorageSpace)?
    /// Nil when the file was closed.
    private let content: Guarded<Content?>

    /// What an open file reads and writes.
    struct Content: Sendable {
        var file: any RawFile
        /// Nil for a file of class none.
        var key: FileKey?
    }

    init(_ content: Content, path: String, isWritable: Bool, space: (any StorageSpace)?) {
        self.content = Guarded(content)
        self.path = path
        self.isWritable = isWritable
        self.space = space
        protection = content.key?.fileHeader.protection ?? .none
    }

    /// Reads up to `count` bytes from `offset`: fewer only where the file ends.
    ///
    /// - Throws: ``FileError/locked(_:_:)``; ``FileError/damaged(_:_:)`` where bytes on the disk were changed.
    public func read(_ count: Int, at offset: Int) throws(FileError) -> [UInt8] {
        try check(count, offset)
        return try using { (sealed) throws(FileError) in
            try sealed.read(count, at: offset)
        } plain: { (file) throws(FileError) in
            let left = max(0, try file.size(of: path) - offset)
            return try file.read(min(count, left), at: offset, of: path)
        }
    }

    /// Writes bytes at `offset`; where that is behind the end, zeros come between.
    ///
    /// - Throws: ``FileError/full(_:)``, and as `read`.
    public func write(_ bytes: [UInt8], at offset: Int) throws(FileError) {
        try check(bytes.count, offset)
        try changing { (sealed) throws(FileError) in
            try sealed.write(bytes, at: offset)
        } plain: { (plain) throws(FileError) in
            try plain.write(bytes, at: offset)
        }
    }

    /// The length of the content in bytes.
    public var size: Int {
        get throws(FileError) {
            try using { (sealed) throws(FileError) in
                try sealed.length()
            } plain: { (file) throws(FileError) in
                try file.size(of: path)
            }
        }
    }

    /// Cuts the content, or has it end with zeros.
    ///
    /// - Throws: As `write`.
    public func truncate(to length: Int) throws(FileError) {
        try check(length, 0)
        try changing { (sealed) throws(FileError) in
            try sealed.truncate(to: length)
        } plain: { (plain) throws(FileError) in
            try plain.truncate(to: length)
        }
    }

    /// Has the disk keep what was written, also when the power fails.
    public func synchronize() throws(FileError) {
        try using { (sealed) throws(FileError) in
            try sealed.file.sync(path)
        } plain: { (file) throws(FileError) in
            try file.sync(path)
        }
    }

    /// Closes the file; later calls of other members throw.
    ///
    /// A file that is never closed is when its object goes.
    public func close() {
        let former = content.withLock { content in
            defer { content = nil }
            return content
        }
        _ = former
    }

    private func check(_ count: Int, _ offset: Int) throws(FileError) {
        guard count >= 0, offset >= 0 else { throw .notPermitted(path, "a length or an offset is negative") }
    }

    private func changing(
        sealed: (SealedFile) throws(FileError) -> Void,
        plain: (PlainFile) throws(FileError) -> Void
    ) throws(FileError) {
        guard isWritable else { throw .notPermitted(path, "it was opened for reading; open it for writing") }
        try using(alone: true, sealed) { (file) throws(FileError) in
            try plain(PlainFile(file: file, path: path, space: counting(file)))
        }
    }

    /// The disk that counts the file's bytes; nil for a file that was removed or replaced meanwhile, which is counted
    /// no more.
    private func counting(_ file: any RawFile) throws(FileError) -> (any StorageSpace)? {
        guard let space, try file.isLinked(path) else { return nil }
        return space
    }

    private func using<Result>(
        alone: Bool = false,
        _ sealed: (SealedFile) throws(FileError) -> Result,
        plain: (any RawFile) throws(FileError) -> Result
    ) throws(FileError) -> Result {
        try content.withLock { (content) throws(FileError) in
            guard let content else { throw .notPermitted(path, "it was closed; open it again") }
            let key = try content.key?.use(path)
            try content.file.lock(alone: alone, of: path)
            defer { content.file.unlock() }
            guard let key, let header = content.key?.fileHeader else { return try plain(content.file) }
            return try sealed(
                SealedFile(file: content.file, path: path, header: header, key: key, space: counting(content.file))
            )
        }
    }
}

/// A file of class none: its content as it is.
struct PlainFile {
    let file: any RawFile
    let path: String
    let space: (any StorageSpace)?

    func write(_ bytes: [UInt8], at offset: Int) throws(FileError) {
        guard !bytes.isEmpty else { return }
        guard offset <= SealedFile.longest - bytes.count else { throw tooLong }
        if offset < FileHeader.magic.count {
            var first = try file.read(FileHeader.magic.count, at: 0, of: path)
            if first.count < offset { first += repeatElement(0, count: offset - first.count) }
            let part = bytes.prefix(FileHeader.magic.count - offset)
            first.replaceSubrange(offset..<min(first.count, offset + part.count), with: part)
            try Self.check(first, path)
        }
        let size = try file.size(of: path)
        let more = max(0, offset + bytes.count - size)
        if more > 0 { try space?.take(more, for: path) }
        do throws(FileError) { try file.write(bytes, at: offset, of: path) } catch {
            if more > 0 {
                try? file.resize(to: size, of: path)
                space?.give(more)
            }
            throw error
        }
    }

    func truncate(to length: Int) throws(FileError) {
        guard length <= SealedFile.longest else { throw tooLong }
        let size = try file.size(of: path)
        if length > size { try space?.take(length - size, for: path) }
        do throws(FileError) { try file.resize(to: length, of: path) } catch {
            if length > size { space?.give(length - size) }
            throw error
        }
        if length < size { space?.give(size - length) }
    }

    private var tooLong: FileError { .notPermitted(path, "a file has at most \(SealedFile.longest) bytes") }

    /// Refuses content that would be taken for a protected file's.
    static func check(_ bytes: some Collection<UInt8>, _ path: String) throws(FileError) {
        guard FileHeader.begins(bytes) else { return }
        throw .notPermitted(
            path,
            "its content would begin as protected files do; begin it with other bytes, or give it a protection class"
        )
    }
}
