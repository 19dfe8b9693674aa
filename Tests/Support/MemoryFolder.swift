internal import Foundation

/// A folder in memory where the system has one, which goes with this object: for tests that write much, and lose
/// nothing with the power.
package final class MemoryFolder: Sendable {
    package let path: String

    package init() {
        let memory = "/dev/shm"
        let parent = access(memory, W_OK) == 0 ? memory : FileManager.default.temporaryDirectory.path
        path = "\(parent)/responderkit-\(UUID().uuidString)"
        try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}
