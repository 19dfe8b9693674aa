import Glibc
import RepositoryChecks

/// What keeps the tool from its work.
struct ToolError: Error, CustomStringConvertible {
    let description: String
}

/// The files that git tracks below the present folder, and those that it does not know yet and does not ignore.
enum Repository {
    static func files() throws -> [RepositoryFile] {
        // The pipe's bytes are paths, each with a zero behind it.
        let command = "git ls-files -z --cached --others --exclude-standard"
        guard let pipe = popen(command, "r") else { throw ToolError(description: "git cannot be run") }
        let listing = bytes(of: pipe)
        guard pclose(pipe) == 0 else { throw ToolError(description: "git ls-files failed; run the tool in a checkout") }
        let paths = listing.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
        guard paths.contains("Package.swift") else {
            throw ToolError(
                description: "there is no Package.swift here; run the tool in the top folder of the checkout"
            )
        }
        return try paths.compactMap(file)
    }

    /// The file, or nil if it has been deleted.
    ///
    /// A link counts as an empty file, since its target is listed itself.
    static func file(_ path: String) throws -> RepositoryFile? {
        var status = stat()
        guard lstat(path, &status) == 0 else { return nil }
        guard status.st_mode & S_IFMT == S_IFREG else { return RepositoryFile(path, []) }
        guard let stream = fopen(path, "r") else { throw ToolError(description: "\(path) cannot be read") }
        defer { fclose(stream) }
        return RepositoryFile(path, bytes(of: stream, expected: Int(status.st_size)))
    }

    private static func bytes(of stream: UnsafeMutablePointer<FILE>, expected: Int = 1 << 16) -> [UInt8] {
        var all: [UInt8] = []
        while true {
            let capacity = all.isEmpty ? expected + 1 : 1 << 16
            let part = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
                count = fread(buffer.baseAddress, 1, capacity, stream)
            }
            all += part
            if part.count < capacity { return all }
        }
    }
}
