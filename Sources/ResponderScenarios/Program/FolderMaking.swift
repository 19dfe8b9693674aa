internal import Glibc

/// Makes the folder, and those that it is in, unless it is there; the number of the error if nothing can be written
/// there.
func makeFolder(_ path: String) -> Int32? {
    guard !path.utf8.contains(0) else { return EINVAL }
    var end = path.startIndex
    while end < path.endIndex {
        end = path[path.index(after: end)...].firstIndex(of: "/") ?? path.endIndex
        if mkdir(String(path[..<end]), 0o777) != 0, errno != EEXIST, end == path.endIndex { return errno }
    }
    var status = stat()
    guard stat(path, &status) == 0 else { return errno }
    guard status.st_mode & S_IFMT == S_IFDIR else { return ENOTDIR }
    return access(path, W_OK | X_OK) == 0 ? nil : errno
}
