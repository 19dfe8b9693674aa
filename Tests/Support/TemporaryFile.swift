internal import Foundation

/// The path of a file of a test's own, which goes with this object, if anyone has made it.
package final class TemporaryFile: Sendable {
    package let path: String

    package init(_ ending: String) {
        path = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString + ending).path
    }

    /// Writes the file.
    package convenience init(_ ending: String, containing text: String) throws {
        self.init(ending)
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    }

    /// What the file holds.
    package var text: String {
        get throws { try String(contentsOfFile: path, encoding: .utf8) }
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }
}
