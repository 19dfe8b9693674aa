internal import Glibc

/// The process's folder, which code may change meanwhile.
final class WorkingFolder {
    private let descriptor = open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Makes the folder the process's one again.
    func restore() {
        if descriptor >= 0 { _ = fchdir(descriptor) }
    }
}
