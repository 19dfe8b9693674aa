internal import CResponderInput
internal import Glibc
internal import ResponderEventLoop

/// A folder of input nodes, such as `/dev/input`.
struct InputFolder {
    let path: String

    /// The paths of the nodes `event0`, `event1`, …, in the order of their numbers.
    var nodes: [String] {
        guard let folder = opendir(path) else { return [] }
        defer { closedir(folder) }
        var numbers: [Int] = []
        while let entry = readdir(folder) {
            // The name is read in place: a copy of the whole `dirent` could read beyond the buffer, because an entry
            // can be shorter than the type.
            let name = withUnsafePointer(to: &entry.pointee.d_name) { field in
                field.withMemoryRebound(to: CChar.self, capacity: 1) { String(cString: $0) }
            }
            guard name.hasPrefix("event"), let number = Int(name.dropFirst(5)) else { continue }
            if name == "event\(number)" { numbers.append(number) }
        }
        return numbers.sorted().map { "\(path)/event\($0)" }
    }
}

/// The identity of the node that a path leads to: equal for all paths to the same node.
struct NodeIdentity: Hashable {
    private let isDevice: Bool
    private let device: UInt
    private let file: UInt

    /// nil where nothing is at the path.
    init?(path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        self.init(status)
    }

    /// The identity of the node with that status.
    fileprivate init(_ status: stat) {
        isDevice = status.st_mode & S_IFMT == S_IFCHR
        device = UInt(isDevice ? status.st_rdev : status.st_dev)
        file = isDevice ? 0 : UInt(status.st_ino)
    }
}

/// A stamp of a node's state: another node at the same path, or the same node with other permissions, has another
/// stamp.
struct NodeStamp: Hashable {
    let identity: NodeIdentity
    private let file: UInt
    private let seconds: Int
    private let nanoseconds: Int

    /// nil where nothing is at the path.
    init?(path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        identity = NodeIdentity(status)
        file = UInt(status.st_ino)
        (seconds, nanoseconds) = (status.st_ctim.tv_sec, status.st_ctim.tv_nsec)
    }
}

/// Calls a closure when a file comes, goes or changes its permissions in a folder, or in the nearest existing folder
/// above.
@MainActor
final class FolderWatch {
    /// The folder that is watched.
    let path: String
    /// Whether the folder was deleted or moved: the watch reports no further changes.
    private(set) var isGone = false
    private let descriptor: Int32
    private var source: MainRunLoop.DescriptorSource?

    /// nil where the system has no inotify watch left, or where no folder exists.
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

    /// Ends the watch; must be called while the loop exists.
    func close() { source?.cancel() }

    deinit {
        Glibc.close(descriptor)
    }

    /// The folder to watch for changes in `wanted`: `wanted` itself or the nearest existing folder above.
    static func nearest(_ wanted: String) -> String {
        var path = wanted
        while access(path, F_OK) != 0, path != "/" {
            guard let slash = path.lastIndex(of: "/") else { return "." }
            path = slash == path.startIndex ? "/" : String(path[..<slash])
        }
        return path
    }
}
