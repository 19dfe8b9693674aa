import ArgumentParser
import Foundation
import ResponderDemo
import ResponderSupport

/// The folder with the files of a simulated device: a temporary one goes with this object.
final class DeviceDisk: Sendable {
    let path: String
    private let isTemporary: Bool

    /// The folder at a path; a temporary one where there is no path.
    init(_ path: String?) throws {
        isTemporary = path == nil
        if let path {
            self.path = path
            return
        }
        let folder = FileManager.default.temporaryDirectory
        let path = folder.appendingPathComponent("responderkit-" + UUID().uuidString).path
        do {
            try FileManager.default.createDirectory(
                atPath: path,
                withIntermediateDirectories: false,
                attributes: [.posixPermissions: 0o700]
            )
        } catch {
            StandardStreams.report(
                "no folder can be made in \(folder.path.quotedInOneLine()) for the device's files; name one with --root"
            )
            throw ExitCode(EX_CANTCREAT)
        }
        self.path = path
    }

    deinit {
        if isTemporary { try? FileManager.default.removeItem(atPath: path) }
    }
}
