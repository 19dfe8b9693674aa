/// How a backup reads the plain bytes of files in a home, and a restoration writes them.
package struct PlainFiles: Sendable {
    /// An open file that is read.
    package struct Reading {
        package let size: Int
        package let protection: ProtectionClass
        /// The bytes, at most so many, from an offset.
        package let read: (_ count: Int, _ offset: Int) throws(FileError) -> [UInt8]
    }

    /// A new file that is written from its beginning to its end.
    package struct Writing {
        package let write: (_ bytes: [UInt8], _ offset: Int) throws(FileError) -> Void
        package let close: () throws(FileError) -> Void
    }

    package let open: @Sendable (HomePath, Folder) throws(FileError) -> Reading
    package let create: @Sendable (HomePath, Folder, ProtectionClass) throws(FileError) -> Writing

    package init(
        open: @escaping @Sendable (HomePath, Folder) throws(FileError) -> Reading,
        create: @escaping @Sendable (HomePath, Folder, ProtectionClass) throws(FileError) -> Writing
    ) {
        self.open = open
        self.create = create
    }

    /// The files of a device with these keys; without keys those of class none alone.
    ///
    /// - Parameter space: Counts the bytes that a restoration writes.
    package init(keys: DataProtection?, space: (any StorageSpace)? = nil) {
        self.init(
            open: { (path, home) throws(FileError) in
                let file = try ProtectedFile.open(path, in: home, mode: .reading, keys: keys, space: nil)
                return Reading(size: try file.size, protection: file.protection) { (count, offset) throws(FileError) in
                    try file.read(count, at: offset)
                }
            },
            create: { (path, home, protection) throws(FileError) in
                let file = try ProtectedFile.open(
                    path,
                    in: home,
                    protection: protection,
                    mode: .creating,
                    keys: keys,
                    space: space
                )
                return Writing(
                    write: { (bytes, offset) throws(FileError) in try file.write(bytes, at: offset) },
                    close: { () throws(FileError) in file.close() }
                )
            }
        )
    }
}
