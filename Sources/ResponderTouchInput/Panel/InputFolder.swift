internal import CResponderInput
internal import Glibc
internal import ResponderEventLoop

/// A folder of input nodes, as `/dev/input`.
struct InputFolder {
    let path: String

    /// The paths of the nodes `event0`, `event1`, …, in the order of their numbers.
    var nodes: [String] {
        guard let folder = opendir(path) else { return [] }
        defer { closedir(folder) }
        var numbers: [Int] = []
        while let entry = readdir(folder) {
            // Where the name lies: an entry at the end of the buffer is shorter than its type says.
            let name = withUnsafePointer(to: &entry.pointee.d_name) { field in
                field.withMemoryRebound(to: CChar.self, capacity: 1) { String(cString: $0) }
            }
            guard name.hasPrefix("event"), let number = Int(name.dropFirst(5)) else { continue }
            if name == "event\(number)" { numbers.append(number) }
        }
        return numbers.sorted().map { "\(path)/event\($0)" }
    }
}

/// Which node a path leads to, by whatever name.
struct NodeIdentity: Hashable {
    private let isDevice: Bool
    private let device: UInt
    private let file: UInt

    /// nil where nothing is there.
    init?(path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        isDevice = status.st_mode & S_IFMT == S_IFCHR
        device = UInt(isDevice ? status.st_rdev : status.st_dev)
        file = isDevice ? 0 : UInt(status.st_ino)
    }
}

/// A node as it was when it was looked at: another one at the same path, or the same with other permissions, differs.
struct NodeStamp: Hashable {
    private let identity: NodeIdentity
    private let file: UInt
    private let seconds: Int
    private let nanoseconds: Int

    /// nil where nothing is there.
    init?(path: String) {
        var status = stat()
        guard let identity = NodeIdentity(path: path), stat(path, &status) == 0 else { return nil }
        self.identity = identity
        file = UInt(status.st_ino)
        (seconds, nanoseconds) = (status.st_ctim.tv_sec, status.st_ctim.tv_nsec)
    }
}

/// Tells when something comes, goes or changes its permissions in a folder, or in the nearest folder above that is there.
@MainActor
final class FolderWatch {
    /// The folder that is watched.
    let path: String
    /// Whether that folder is gone, or stands elsewhere now: nothing more is told of it.
    private(set) var isGone = false
    private let descriptor: Int32
    private var source: MainRunLoop.DescriptorSource?

    /// nil where the system has no watch to give, or no folder is there.
    init?(_ wanted: String, on loop: MainRunLoop, onChange: @escaping @MainActor () -> Void) {
        path = Self.nearest(wanted)
        descriptor = rin_watch_folder(path)
        guard descriptor >= 0 else { return nil }
        do throws(MainRunLoop.Error) {
            source = try loop.addDescriptorSource(descriptor, for: .read, name: "FolderWatch") {
                [weak self, descriptor] _ in
                let notices = rin_drain_notices(descriptor)
                if notices.gone { self?.isGone = true }
                if notices.changed { onChange() }
            }
        } catch {
            return nil
        }
    }

    /// Ends the watch; it must be called while its loop is there.
    func close() { source?.cancel() }

    deinit {
        Glibc.close(descriptor)
    }

    /// The folder that is watched for the sake of `wanted`.
    static func nearest(_ wanted: String) -> String {
        var path = wanted
        while access(path, F_OK) != 0, path != "/" {
            guard let slash = path.lastIndex(of: "/") else { return "." }
            path = slash == path.startIndex ? "/" : String(path[..<slash])
        }
        return path
    }
}
