internal import Glibc

/// What fits into memory.
enum Memory {
    /// The bytes of memory that the machine has; more than that can never be allocated, and to try would end the
    /// process.
    static let size: Int = {
        let (pages, page) = (sysconf(Int32(_SC_PHYS_PAGES)), sysconf(Int32(_SC_PAGESIZE)))
        return pages > 0 && page > 0 ? pages.multipliedReportingOverflow(by: page).partialValue : .max
    }()

    /// Refuses to read so many bytes at once of a file, whose length may be anything where it has holes.
    static func check(_ count: Int, of path: String) throws(FileError) {
        guard count > size else { return }
        throw .notPermitted(path, "it is larger than the memory; read it in parts")
    }
}
