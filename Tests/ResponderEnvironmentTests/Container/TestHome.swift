import Foundation
import ResponderEnvironment
import TestSupport

/// A home in a folder of its own, which goes with the home's container.
final class TestHome {
    /// The folder around the home, with its absolute path.
    let around: URL
    private(set) var home: URL
    let container: AppContainer

    init(space: (any StorageSpace)? = nil) throws {
        let folder = TemporaryFolder()
        around = URL(fileURLWithPath: folder.path).resolvingSymlinksInPath()
        home = around.appendingPathComponent("first")
        let bundle = home.appendingPathComponent("Clock.app")
        try FileManager.default.createDirectory(at: bundle, withIntermediateDirectories: true)
        try Data("tick".utf8).write(to: bundle.appendingPathComponent("Clock"))
        container = AppContainer(
            identifier: "org.example.clock",
            bundleName: "Clock.app",
            mounts: [.init(folder: try Folder(path: home.path))],
            protection: nil,
            space: space,
            companion: folder
        )
        try container.createStandardDirectories()
    }

    /// Moves the home to another path, as an update does.
    func move() throws {
        let other = around.appendingPathComponent("second")
        try FileManager.default.moveItem(at: home, to: other)
        home = other
    }

    /// The reason that an operation of the container is refused for; nil where it is done.
    func refusal(_ operation: (AppContainer) throws(FileError) -> Void) -> String? {
        do throws(FileError) {
            try operation(container)
            return nil
        } catch {
            return error.description
        }
    }
}
