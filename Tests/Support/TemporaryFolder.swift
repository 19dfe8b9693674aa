internal import Foundation

/// A folder of a test's own, which goes with this object.
package final class TemporaryFolder: Sendable {
    package let path: String

    package init() {
        path = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString + ".folder").path
        try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    /// Writes a file in the folder, with the folders that it is in, and returns its path.
    @discardableResult
    package func write(_ text: String, to name: String) throws -> String {
        let file = "\(path)/\(name)"
        if let slash = name.lastIndex(of: "/") { try makeFolder(String(name[..<slash])) }
        try Data(text.utf8).write(to: URL(fileURLWithPath: file))
        return file
    }

    /// What a file of the folder holds.
    package func text(of name: String) throws -> String {
        try String(contentsOfFile: "\(path)/\(name)", encoding: .utf8)
    }

    /// Makes a folder in the folder, if it is not there.
    package func makeFolder(_ name: String) throws {
        try FileManager.default.createDirectory(atPath: "\(path)/\(name)", withIntermediateDirectories: true)
    }

    /// Makes a symbolic link in the folder, if it is not there.
    package func link(_ name: String, to target: String) throws {
        guard (try? FileManager.default.destinationOfSymbolicLink(atPath: "\(path)/\(name)")) == nil else { return }
        try FileManager.default.createSymbolicLink(atPath: "\(path)/\(name)", withDestinationPath: target)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }
}
