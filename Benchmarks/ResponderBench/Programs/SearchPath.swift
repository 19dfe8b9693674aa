import Foundation

/// The folders of the environment's PATH.
enum SearchPath {
    /// The program of that name, in the first folder that has one.
    static func find(_ program: String) -> URL? {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        return folders.map { URL(fileURLWithPath: String($0)).appendingPathComponent(program) }
            .first { FileManager.default.isExecutableFile(atPath: $0.path) }
    }
}
