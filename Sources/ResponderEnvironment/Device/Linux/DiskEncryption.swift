internal import Glibc

/// Whether the disk under a file is encrypted by dm-crypt, which LUKS uses.
enum DiskEncryption {
    /// The number of a block device.
    struct Number {
        let major: Int
        let minor: Int

        init(major: Int, minor: Int) { (self.major, self.minor) = (major, minor) }

        /// As glibc takes a number apart.
        init(_ device: dev_t) {
            let device = UInt64(device)
            major = Int((device >> 8 & 0xfff) | (device >> 32 & 0xffff_f000))
            minor = Int((device & 0xff) | (device >> 12 & 0xffff_ff00))
        }
    }

    /// Whether all that lies under a file of that disk is encrypted; nil where that is not known, as on a disk in the
    /// network or in memory, or where the file system itself may encrypt.
    static func isEncrypted(_ number: Number, path: String, in tree: SystemTree) -> Bool? {
        // Some file systems on a disk have a number that is none of a disk: for these, mounts name the disk.
        let isOfDisk = number.major != 0
        let first = isOfDisk ? "/sys/dev/block/\(number.major):\(number.minor)" : disk(under: path, in: tree)
        guard let first, tree.has(first) else { return nil }
        var (waiting, seen) = ([first], Set([first]))
        while let disk = waiting.popLast() {
            if tree.text("\(disk)/dm/uuid")?.hasPrefix("CRYPT-") == true { continue }
            let below = tree.names("\(disk)/slaves").map { "/sys/class/block/\($0)" }
            guard !below.isEmpty else { return false }
            guard seen.count + below.count <= most else { return nil }
            waiting += below.filter { seen.insert($0).inserted }
        }
        return true
    }

    /// A volume over more disks is not looked at.
    private static let most = 256

    /// The disk that is mounted where the path is.
    ///
    /// Lines of the file: number, number of the parent, device, root, mount point, options, further fields, `-`, type,
    /// source.
    private static func disk(under path: String, in tree: SystemTree) -> String? {
        var best: (point: Substring, source: Substring)?
        for line in tree.lines("/proc/self/mountinfo") {
            let words = line.split(separator: " ")
            guard let dash = words.firstIndex(of: "-"), dash >= 6, words.count > dash + 2 else { continue }
            let point = words[4]
            let isAround = point == "/" || path == point || path.hasPrefix(point + "/")
            // Of two mounts at one place, the later one covers the other.
            if isAround, point.count >= best?.point.count ?? 0 { best = (point, words[dash + 2]) }
        }
        guard let source = best?.source, source.hasPrefix("/dev/"), let name = source.split(separator: "/").last else {
            return nil
        }
        if source.hasPrefix("/dev/mapper/") {
            let mapped = tree.names("/sys/class/block").first {
                tree.text("/sys/class/block/\($0)/dm/name") ?? "" == name
            }
            return mapped.map { "/sys/class/block/\($0)" }
        }
        return "/sys/class/block/\(name)"
    }
}
