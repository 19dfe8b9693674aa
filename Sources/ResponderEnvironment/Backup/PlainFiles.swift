internal import Glibc

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

    /// Files of class none, whose bytes on the disk are the plain bytes.
    package static let unprotected = PlainFiles(
        open: { (path, home) throws(FileError) in
            let text = path.description
            let file = try home.open(path, O_RDONLY | O_NONBLOCK)
            return Reading(size: try file.status(of: text).size, protection: .none) {
                (count, offset) throws(FileError) in
                try file.read(count, at: offset, of: text)
            }
        },
        create: { (path, home, protection) throws(FileError) in
            let text = path.description
            guard protection == .none else { throw .noProtection(text, "its class is \(protection)") }
            let file = try home.open(path, O_WRONLY | O_CREAT | O_EXCL)
            return Writing(
                write: { (bytes, offset) throws(FileError) in try file.write(bytes, at: offset, of: text) },
                close: { () throws(FileError) in }
            )
        }
    )
}
