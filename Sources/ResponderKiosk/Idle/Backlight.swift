internal import Glibc
internal import ResponderSupport

/// The brightness of a display's backlight, as Linux has it in `/sys/class/backlight`.
///
/// - Complexity: Each member is a few system calls, and allocates paths.
public struct Backlight: Sendable {
    /// Why a backlight cannot be read or set: one line with the file, the reason and what to do.
    public struct Failure: Error, CustomStringConvertible, Equatable {
        /// The line.
        public let description: String
    }

    /// The name of the backlight's folder, such as `intel_backlight`.
    public let name: String
    private let path: String
    /// The number that stands for full brightness.
    public let maximum: Int

    /// The backlight of a folder such as `/sys/class/backlight/intel_backlight`.
    ///
    /// - Throws: ``Failure`` if the folder has no file `max_brightness` with a positive number.
    public init(folder: String) throws(Failure) {
        path = folder
        name = folder.split(separator: "/").last.map(String.init) ?? folder
        let file = folder + "/max_brightness"
        let bytes: [UInt8]
        do throws(TextFile.Unreadable) {
            bytes = try TextFile.read(file, as: "brightness")
        } catch {
            throw Failure(
                description: "the backlight \(file.quotedInOneLine()) cannot be used: \(error.reason); name a folder "
                    + "of /sys/class/backlight"
            )
        }
        let text = String(decoding: bytes, as: UTF8.self).filter { !$0.isWhitespace }
        guard let number = Int32(text), number > 0 else {
            throw Failure(
                description: "the backlight \(file.quotedInOneLine()) says \(text.quotedInOneLine(limit: 40)), which "
                    + "is no positive number of 32 bits; name a folder of /sys/class/backlight"
            )
        }
        maximum = Int(number)
    }

    /// All backlights of the machine that can be read, by name; none where there is no such folder.
    public static func all(in folder: String = "/sys/class/backlight") -> [Backlight] {
        guard let directory = opendir(folder) else { return [] }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            if !name.hasPrefix(".") { names.append(name) }
        }
        return names.sorted().compactMap { try? Backlight(folder: folder + "/" + $0) }
    }

    /// Sets the brightness.
    ///
    /// - Parameter level: From 0 to 1; values outside are clamped. A level above 0 is at least the lowest step, so that
    ///   a dimmed display is not dark.
    /// - Throws: ``Failure`` if the file cannot be written: usually the user lacks the right, which a rule of udev
    ///   gives.
    public func set(_ level: Double) throws(Failure) {
        let share = level.isNaN ? 1 : min(1, max(0, level))
        let number = share == 0 ? 0 : max(1, Int((share * Double(maximum)).rounded()))
        let file = path + "/brightness"
        let text = Array("\(number)\n".utf8)
        let descriptor = open(file, O_WRONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Self.failure(file, errno) }
        defer { close(descriptor) }
        let written = text.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        if written != text.count { throw Self.failure(file, errno) }
    }

    private static func failure(_ file: String, _ code: Int32) -> Failure {
        Failure(
            description: "the brightness \(file.quotedInOneLine()) cannot be set: \(String(cString: strerror(code))); "
                + "have udev give the file to a group of the app's user"
        )
    }
}
