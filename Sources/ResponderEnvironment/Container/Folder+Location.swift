internal import Glibc

extension Folder {
    /// The folder's absolute path at present, also after the folder was moved (rule S7).
    ///
    /// Without `/proc`, the path that the folder was opened at.
    package func location() throws(FileError) -> String {
        guard let text = Self.link("/proc/self/fd/\(descriptor.number)") else { return path }
        // The system says so of a folder that was removed; one may have that name, too.
        if text.hasSuffix(" (deleted)"), access(text, F_OK) != 0 {
            throw .notFound(String(text.dropLast(" (deleted)".count)))
        }
        return text
    }

    /// Where a link of the system leads; nil where that cannot be read.
    package static func link(_ path: String) -> String? {
        // Twice PATH_MAX, since the system adds to the path of a folder that was removed.
        let link = [CChar](unsafeUninitializedCapacity: 8192) { buffer, filled in
            filled = buffer.baseAddress.map { max(0, readlink(path, $0, buffer.count)) } ?? 0
        }
        return link.isEmpty ? nil : link.withUnsafeBytes { String(validating: $0, as: UTF8.self) }
    }
}
