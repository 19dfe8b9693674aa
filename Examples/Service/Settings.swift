import Glibc

/// The settings of the service: the file `service.conf` in the folder that systemd names (`ConfigurationDirectory=`).
struct Settings {
    /// What stands before the count: the file's first line.
    var greeting = "Hello"

    /// The file is there, and cannot be read.
    struct Unreadable: Error, CustomStringConvertible {
        let path: String
        let reason: String

        var description: String { "\(path) cannot be read: \(reason)" }
    }

    /// Reads the file; without one, all is as at first.
    static func read() throws -> Settings {
        var settings = Settings()
        guard let folder = getenv("CONFIGURATION_DIRECTORY") else { return settings }
        let path = String(cString: folder) + "/service.conf"
        guard let file = fopen(path, "re") else {
            if errno == ENOENT { return settings }
            throw Unreadable(path: path, reason: String(cString: strerror(errno)))
        }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 200)
        if fgets(&line, Int32(line.count), file) != nil {
            let bytes = line.prefix { $0 != 0 && $0 != CChar(UInt8(ascii: "\n")) }.map(UInt8.init(bitPattern:))
            settings.greeting = String(decoding: bytes, as: UTF8.self)
        } else if ferror(file) != 0 {
            throw Unreadable(path: path, reason: String(cString: strerror(errno)))
        }
        return settings
    }
}
